//! Lines as events: the same that were written, but for the numbers of parts and messages, which become dense.

use super::body::{Body, piece};
use super::extras;
use super::keys::Keys;
use super::line::Line;
use super::words::is_event;
use crate::emit::{Emit, Frame, ReadEvents};
use crate::formats::native::{names, read};
use crate::ir::{EventKind, JsonStr, Kind, MessageHead, MessageKey, PartKey, Run, Value};

/// Reads events.
#[derive(Debug, Default)]
pub(super) struct Reader {
    running: bool,
    parts: Keys<Body>,
    messages: Keys<()>,
}

impl ReadEvents for Reader {
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = frame.root.fields();
        let word = fields.token("event").map_or("", JsonStr::as_str);
        let line = Line { frame, fields };
        if !is_event(word) {
            return line.unknown(word, emit);
        }
        fields.get("event").into_iter().for_each(Value::skip);
        if !matches!(word, "run-start" | "delta" | "raw" | "note") {
            self.need_run(line, emit);
        }
        let errors = emit.report.errors();
        self.event(word, line, emit);
        if let Some(list) = fields.get("extras") {
            extras::carry(list, line, (&mut self.messages, &mut self.parts), emit);
        }
        if word != "delta" && emit.report.errors() == errors {
            read::faults(frame.root, names::EVENT, &mut line.source(emit));
            read::others(frame.root, names::EVENT, &mut line.source(emit));
        }
    }

    fn sentinel(&mut self, _emit: &mut Emit<'_, '_>) {}

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if self.running {
            self.close(emit);
            emit.push(EventKind::RunEnd { finish: None, complete: false });
        }
        self.running = false;
    }
}

impl Reader {
    fn event<'f>(&mut self, word: &str, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        match word {
            "delta" => self.delta(line, emit),
            "run-start" => self.run_start(line, emit),
            "run-end" => self.run_end(line, emit),
            "message-start" => self.message_start(line, emit),
            "message-end" => self.message_end(line, emit),
            "metadata" | "step-start" | "step-reset" | "step-end" => self.of_message(word, line, emit),
            "part-start" => self.part_start(line, emit),
            "part-end" => self.part_end(line, emit),
            "revise" => self.revise(line, emit),
            "call-reset" => {
                if let Some(key) = self.part(line, emit) {
                    emit.push(EventKind::CallReset { key: PartKey(key) });
                }
            }
            "part" => self.whole(line, emit),
            "usage" => line.usage(emit),
            "state" => line.state(emit),
            "interrupt" => line.interrupt(emit),
            "error" => line.run_error(emit),
            "raw" => line.raw(emit),
            _ => emit.push(EventKind::Note),
        }
    }

    /// What happens outside a run begins one, so that it is kept; it is reported.
    fn need_run<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.running {
            let help = "a `run-start` must come first";
            line.error(emit, "native/outside-run", "an event outside a run", help);
            self.begin(Run::default(), emit);
        }
    }

    fn begin(&mut self, run: Run, emit: &mut Emit<'_, '_>) {
        *self = Self { running: true, ..Self::default() };
        emit.push(EventKind::RunStart(Box::new(run)));
    }

    fn run_start<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        if self.running {
            line.error(emit, "native/run-in-run", "a run starts inside a run", "a `run-end` must come first");
            self.close(emit);
            emit.push(EventKind::RunEnd { finish: None, complete: false });
        }
        let source = line.source(emit);
        let run = line.fields.get("run").filter(|value| value.kind() == Kind::Object);
        let run = run.map(|value| read::run(value, source.place(value)));
        self.begin(run.unwrap_or_default(), emit);
    }

    fn run_end<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        for (what, open) in [("part", self.parts.all_open()), ("message", self.messages.all_open())] {
            for key in open {
                let message = format!("the run ends while {what} {key} is open");
                line.error(emit, "native/left-open", &message, "what starts must end before the run does");
            }
        }
        self.close(emit);
        let source = &mut line.source(emit);
        read::need(line.frame.root, "complete", source);
        let finish = read::finish(line.fields, &source.place(line.frame.root), source).map(Box::new);
        let complete = line.fields.flag("complete").unwrap_or_default();
        emit.push(EventKind::RunEnd { finish, complete });
        self.running = false;
    }

    /// Closes what is open.
    fn close(&mut self, emit: &mut Emit<'_, '_>) {
        for key in self.parts.all_open() {
            self.parts.close(key);
            emit.push(EventKind::PartEnd { key: PartKey(key) });
        }
        for key in self.messages.all_open() {
            self.messages.close(key);
            emit.push(EventKind::MessageEnd { key: MessageKey(key), finish: None });
        }
    }

    fn message_start<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = line.fields;
        read::need(line.frame.root, "message", &mut line.source(emit));
        let Some(number) = fields.count("message") else { return };
        let Some(key) = self.messages.start(number, ()) else {
            let message = format!("message {number} starts twice");
            return line.error(emit, "native/repeated-key", &message, "each message has a number of its own");
        };
        let role = read::role(line.frame.root, fields, &mut line.source(emit));
        let (id, name) = (fields.string("id"), fields.string("name"));
        let choice = read::choice(fields).unwrap_or_default();
        let head = MessageHead { key: MessageKey(key), role, id, name, choice };
        emit.push(EventKind::MessageStart(Box::new(head)));
    }

    /// The message that an event names, else the one that started last.
    fn message<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) -> Option<MessageKey> {
        let key = match line.fields.get("message") {
            Some(number) => number.count().and_then(|number| self.messages.find(number)),
            None => self.messages.newest(),
        };
        if key.is_none() {
            let message = "an event of a message that has not started";
            line.error(emit, "native/message-not-started", message, "a `message-start` must come first");
        }
        key.map(MessageKey)
    }

    fn message_end<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(key) = self.message(line, emit) else { return };
        self.messages.close(key.0);
        let source = &mut line.source(emit);
        let finish = read::finish(line.fields, &source.place(line.frame.root), source).map(Box::new);
        emit.push(EventKind::MessageEnd { key, finish });
    }

    fn of_message<'f>(&mut self, word: &str, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(message) = self.message(line, emit) else { return };
        match word {
            "step-start" => emit.push(EventKind::StepStart { message }),
            "step-reset" => emit.push(EventKind::StepReset { message }),
            "step-end" => emit.push(EventKind::StepEnd { message }),
            _ => {
                if let Some(value) = line.any("metadata", emit) {
                    emit.push_from(value, EventKind::Metadata { message, value: value.json() });
                }
            }
        }
    }

    fn part_start<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        read::need(line.frame.root, "part", &mut line.source(emit));
        let Some(number) = line.fields.count("part") else { return };
        let Some(message) = self.message(line, emit) else { return };
        let Some(part) = line.part(emit) else { return };
        let Some(key) = self.parts.start(number, Body::of(&part.kind)) else {
            let message = format!("part {number} starts twice");
            return line.error(emit, "native/repeated-key", &message, "each part has a number of its own");
        };
        emit.push(EventKind::PartStart { key: PartKey(key), message, part });
    }

    /// The part that an event names, open or not.
    fn part<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) -> Option<u32> {
        let key = line.fields.count("part").and_then(|number| self.parts.find(number));
        if key.is_none() {
            let message = "an event of a part that has not started";
            line.error(emit, "native/part-not-open", message, "a `part-start` must come first");
        }
        key
    }

    fn part_end<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(key) = self.part(line, emit) else { return };
        if self.parts.close(key) {
            emit.push(EventKind::PartEnd { key: PartKey(key) });
        } else {
            line.error(emit, "native/part-not-open", "a part ends that is not open", "");
        }
    }

    fn revise<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(key) = self.part(line, emit) else { return };
        let Some(part) = line.part(emit) else { return };
        self.parts.revise(key, Body::of(&part.kind));
        emit.push(EventKind::Revise { key: PartKey(key), part });
    }

    fn whole<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(message) = self.message(line, emit) else { return };
        let Some(part) = line.part(emit) else { return };
        emit.push(EventKind::Whole { message, part });
    }

    fn delta<'f>(&mut self, line: Line<'f>, emit: &mut Emit<'_, 'f>) {
        let key = line.fields.count("part").and_then(|number| self.parts.find(number));
        let Some((key, body)) = key.and_then(|key| Some((key, self.parts.open(key)?))) else {
            let help = "a `part-start` must come first";
            return line.error(emit, "native/part-not-open", "a delta for a part that is not open", help);
        };
        let Some((value, delta)) = piece(line.fields) else {
            let help = "a delta has `text`, `args`, `signature` or `input`";
            return line.error(emit, "native/missing-member", "a delta without a piece", help);
        };
        if body.takes(&delta) {
            emit.delta(value, PartKey(key), delta);
        } else {
            let help = "thinking takes `text` and `signature`, a call `args` and `input`, other text `text`";
            emit.report.error(
                "native/delta-kind",
                emit.at(value),
                "a delta that its part does not take",
                help,
            );
        }
    }
}
