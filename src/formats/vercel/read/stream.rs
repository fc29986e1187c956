//! The UI Message Stream as events: the SDK's fold, told as it happens.

use crate::emit::{Emit, Frame, ReadEvents};
use crate::ir::{EventKind, Fields, Finish, JsonStr, JsonString, Scope, StopReason, Value};

use super::super::usage;
use super::super::words::{self, FAMILY, REPLY};
use super::open::leave_open;
use super::part as parts;
use super::turn::{End, Turn, unknown};

/// A reader of the stream.
pub(in super::super) fn stream() -> Box<dyn ReadEvents> {
    Box::new(Reader::default())
}

#[derive(Default)]
struct Reader {
    turn: Option<Turn>,
}

impl ReadEvents for Reader {
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = frame.root.fields();
        let Some(kind) = fields.text("type") else {
            let help = "each chunk of a UI Message Stream is an object with a `type`";
            emit.report.error("vercel/no-type", emit.here(), "a chunk without a `type`", help);
            return emit.push(EventKind::Raw { family: FAMILY, value: frame.root.json() });
        };
        if kind.as_str() == "start" {
            return self.start(fields, emit);
        }
        let turn = self.turn.get_or_insert_with(|| Turn::begin(None, emit));
        turn.chunk(kind, frame.root, emit);
    }

    fn sentinel(&mut self, emit: &mut Emit<'_, '_>) {
        if let Some(turn) = &mut self.turn {
            turn.sealed = true;
        }
        emit.changed();
    }

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if let Some(turn) = self.turn.take() {
            turn.close(emit);
        }
    }
}

impl Reader {
    fn start<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if let Some(turn) = self.turn.take_if(|turn| turn.end.is_some() || turn.sealed) {
            turn.close(emit);
        }
        let session = fields.get("messageMetadata").and_then(usage::session);
        let turn = self.turn.get_or_insert_with(|| Turn::begin(session, emit));
        turn.start(fields, emit);
        turn.metadata(fields, emit);
    }
}

impl Turn {
    /// `start` names the message. One that comes late names it all the same, as the SDK has it.
    fn start<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let id = fields.get("messageId").filter(|id| id.token().is_some());
        if !self.begun {
            self.begin_message(id, emit);
            return;
        }
        emit.changed();
        let Some(value) = id else { return };
        if self.id.as_ref().map(JsonString::token) == value.token() {
            return value.skip();
        }
        if let Some(known) = &self.id {
            let message = format!("a second `start` names the message `{}` anew", known.as_str());
            let help = "end a reply with `finish` before the next one starts";
            emit.report.warning("vercel/second-start", emit.at(value), message, help);
        }
        self.id = value.token().map(JsonStr::owned);
        emit.leave_named(Scope::Message(REPLY), value, "/id");
    }

    fn chunk<'f>(&mut self, kind: JsonStr<'f>, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        if self.coded.is_some() {
            self.uncode(kind, root, emit);
        }
        match kind.as_str() {
            "text-delta" => self.delta(root, false, emit),
            "reasoning-delta" => self.delta(root, true, emit),
            "tool-input-delta" => self.input_delta(root, emit),
            "text-start" => self.start_part(root, false, emit),
            "reasoning-start" => self.start_part(root, true, emit),
            "text-end" => self.end_part(root, false, emit),
            "reasoning-end" => self.end_part(root, true, emit),
            "start-step" => {
                self.message(emit);
                self.calls.next_step();
                self.texts_before = self.texts;
                emit.push(EventKind::StepStart { message: REPLY });
            }
            "finish-step" => {
                self.message(emit);
                emit.push(EventKind::StepEnd { message: REPLY });
            }
            "reset-step" => self.reset(emit),
            "message-metadata" => self.metadata(fields, emit),
            "finish" => self.finish(fields, emit),
            "abort" => self.abort(emit),
            "error" => self.error(root, emit),
            "file" => self.whole(parts::file(emit, root), emit),
            "source-url" | "source-document" => self.whole(parts::source(emit, root), emit),
            "reasoning-file" | "custom" | "steering-message" => self.whole(parts::raw(emit, root), emit),
            other => match other.strip_prefix("data-") {
                Some(name) => self.data(root, JsonStr::new(name), emit),
                None if other.starts_with("tool-") => self.tool(other, root, emit),
                None => unknown(other, root, emit),
            },
        }
    }

    fn metadata<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(value) = fields.get("messageMetadata") else { return };
        self.message(emit);
        emit.push_from(value, EventKind::Metadata { message: REPLY, value: value.json() });
        if let Some((mut counts, holder)) = usage::look(value) {
            counts.place = emit.at(holder).to_place();
            emit.push_from(holder, EventKind::Usage(Box::new(counts)));
        }
    }

    fn reset(&mut self, emit: &mut Emit<'_, '_>) {
        self.message(emit);
        for open in self.open.drain() {
            emit.push(EventKind::PartEnd { key: open.key });
        }
        self.calls.reset(emit);
        self.texts = self.texts_before;
        emit.push(EventKind::StepReset { message: REPLY });
    }

    fn finish<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let finish = fields.get("finishReason").and_then(|value| {
            let raw = value.text()?;
            let place = emit.at(value).to_place();
            let reason = words::reason_of(&raw.decode()).unwrap_or_else(|| {
                let message = format!("`{}` is no finish reason of the AI SDK", raw.as_str());
                let help = "stop, length, content-filter, tool-calls, error, interrupted and other are";
                emit.report.warning("vercel/finish-reason", emit.at(value), message, help);
                StopReason::Other
            });
            Some(Finish { reason, raw: Some(raw.owned()), place })
        });
        self.metadata(fields, emit);
        self.end = Some(End { finish, complete: true });
        emit.changed();
    }

    fn abort(&mut self, emit: &mut Emit<'_, '_>) {
        let help = "what came before it is kept";
        emit.report.warning("vercel/abort", emit.here(), "the reply was broken off", help);
        emit.changed();
        if self.end.as_ref().is_some_and(|end| end.complete) {
            return;
        }
        let place = emit.here().to_place();
        let finish = Finish { reason: StopReason::Cancelled, raw: None, place };
        self.end = Some(End { finish: Some(finish), complete: false });
    }

    /// Ends the reply, as far as it came.
    fn close(mut self, emit: &mut Emit<'_, '_>) {
        self.uncoded(emit);
        if !self.held.is_empty() {
            self.message(emit);
        }
        for open in self.open.drain() {
            leave_open(open.key, "\"streaming\"", emit);
        }
        self.calls.close(emit);
        if self.begun {
            emit.push(EventKind::MessageEnd { key: REPLY, finish: None });
        }
        let end = self.end.unwrap_or_else(|| {
            let help = "a reply ends with `finish`, or with `abort` where it was broken off";
            emit.report.warning("vercel/no-finish", emit.here(), "the reply has no end", help);
            End { finish: None, complete: false }
        });
        let finish = end.finish.map(Box::new);
        emit.push(EventKind::RunEnd { finish, complete: end.complete });
        self.calls.leave_restarted(emit);
        emit.flush();
    }
}
