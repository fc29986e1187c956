//! The stream writer: events in, events out.
//!
//! Invariants, which are those of the real client: RUN_STARTED comes first and RUN_FINISHED or RUN_ERROR last; nothing
//! is open at RUN_FINISHED; an id that is open does not start again; no delta is empty.

use super::history::History;
use super::piece::{Form, Piece};
use super::speaker::Speaker;
use super::writer::Writer;
use crate::emit::WriteEvents;
use crate::formats::ag_ui::FAMILY;
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Extra, Field, FrameExtra, Json, JsonString, Live, Message, MessageHead, MessageKey,
    Place, Role, Run, RunError, Scope,
};
use crate::report::Report;
use crate::unsaid;

/// Makes a writer.
pub(in crate::formats::ag_ui) fn writer() -> Box<dyn WriteEvents> {
    Box::new(Writer { history: History::new(true), ..Writer::default() })
}

/// Makes a writer of Stackbone's dialect.
pub(in crate::formats::ag_ui) fn stackbone_writer() -> Box<dyn WriteEvents> {
    Box::new(Writer { stackbone: true, history: History::new(true), ..Writer::default() })
}

impl WriteEvents for Writer {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if !event.extras.is_empty() && !matches!(event.kind, EventKind::MessageStart(_)) {
            if let EventKind::PartStart { key, message, .. } = event.kind {
                self.keep_piece(*key, Piece::new(Form::Mute, *message, JsonString::default()));
            }
            self.extras(event.at, event.extras, report);
        }
        let at = event.at;
        if !is_of_the_end(event.kind) {
            self.start(out, report);
        }
        match event.kind {
            EventKind::RunStart(run) => {
                self.run_start(run);
                if run.id.is_some() || run.thread_id.is_some() {
                    self.start(out, report);
                }
            }
            EventKind::MessageStart(head) => {
                self.message_start(head, at, report);
                self.extras(at, event.extras, report);
            }
            EventKind::Metadata { message, value } => self.metadata(*message, value, at, report),
            EventKind::StepStart { message } => self.step(*message),
            EventKind::StepEnd { message: _ } => {}
            EventKind::Note => self.late(out, report),
            EventKind::StepReset { message } => self.step_reset(*message, at, report),
            EventKind::PartStart { key, message, part } => self.part_start(*key, *message, part, out, report),
            EventKind::Delta { key, delta } => self.delta(*key, delta, at, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, out, report),
            EventKind::CallReset { key: _ } => {
                report.narrowed(
                    at,
                    (Field::Retry, "a call is made anew: what came of it stays, as it is written already"),
                );
            }
            EventKind::PartEnd { key } => self.part_end(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, out, report),
            EventKind::Usage(usage) => {
                unsaid::counted_anew(report, &self.usage, usage);
                self.usage.update((**usage).clone());
            }
            EventKind::State(state) => self.state(state, out, report),
            EventKind::Interrupt(interrupt) => self.interrupts.push((**interrupt).clone()),
            EventKind::MessageEnd { key, finish } => {
                self.message_end(*key, out, report);
                crate::unsaid::finish(report, finish.as_deref());
            }
            EventKind::Error(error) => self.take_error(error, report),
            EventKind::RunEnd { finish, complete } => {
                self.run_end(finish.as_deref(), *complete, at, out, report);
            }
            EventKind::Raw { family, value } => self.raw(family, value, at, out, report),
        }
    }

    fn holds_conversation(&self) -> bool {
        true
    }

    fn before(&mut self, messages: Vec<Message>, _report: &mut Report) {
        self.before = messages;
    }

    fn finish(&mut self, out: &mut Out, report: &mut Report) {
        if self.running {
            self.run_end(None, false, At::NOWHERE, out, report);
        }
    }
}

impl Writer {
    /// Puts our own extras where their event will find them; any other has no place.
    fn extras(&mut self, at: At<'_>, extras: &[FrameExtra<'_>], report: &mut Report) {
        for extra in extras {
            let kept = extra.family == FAMILY && self.keep(at, extra);
            if !kept {
                report.drop_frame_extras(at, std::slice::from_ref(extra));
            }
        }
    }

    fn keep(&mut self, at: At<'_>, extra: &FrameExtra<'_>) -> bool {
        let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
        let kept = Extra { name: extra.name.to_owned(), value: Json::from_valid(extra.value), place };
        match extra.scope {
            Scope::Run => self.pending.put(kept),
            Scope::Choice(_) => return false,
            Scope::Message(key) => match self.speaker(key) {
                Some(speaker) => speaker.pending.put(kept),
                None => return false,
            },
            Scope::Part(key) => match self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) {
                Some(piece) => piece.pending.put(kept),
                None => return false,
            },
        }
        true
    }

    fn message_start(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if let Some(id) = id {
            self.history.ids.see(id);
        }
        let mut speaker = Speaker::new(role.clone(), id.clone(), name.clone(), at.to_place());
        if *choice > 0 {
            let what = "an alternative reply";
            let lost = report.lose(crate::report::Loss::Dropped, at, (Field::Choice, what), id.as_ref());
            speaker.mute = Some(lost);
        }
        speaker.collects = !matches!(role, Role::Assistant | Role::Tool) && !self.replying;
        let index = key.0 as usize;
        if self.speakers.len() <= index {
            self.speakers.resize_with(index + 1, || None);
        }
        self.speakers[index] = Some(speaker);
    }

    fn step(&mut self, key: MessageKey) {
        if let Some(speaker) = self.speaker(key) {
            speaker.border();
        }
    }

    fn step_reset(&mut self, key: MessageKey, at: At<'_>, report: &mut Report) {
        report.narrowed(at, (Field::Retry, "what was taken back stays, as it is written already"));
        self.step(key);
    }

    fn take_error(&mut self, error: &RunError, report: &mut Report) {
        if self.error.is_none() {
            self.error = Some(error.clone());
        } else {
            let what = format!("a second error, `{}`,", error.message.as_str());
            report.dropped(At::place(&error.place), (Field::Error, &what));
        }
    }

    fn state(&mut self, state: &Live, out: &mut Out, report: &mut Report) {
        self.flush_before(out, report);
        let patch = self.pending.of_event("STATE_SNAPSHOT");
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "STATE_SNAPSHOT").raw("snapshot", state.now().as_str());
        });
    }

    /// The run begins.
    fn run_start(&mut self, run: &Run) {
        let history = std::mem::take(&mut self.history);
        let (before, pending) = (std::mem::take(&mut self.before), std::mem::take(&mut self.pending));
        *self = Self { stackbone: self.stackbone, history, before, pending, ..Self::default() };
        self.head = Some(Box::new(run.clone()));
        self.running = true;
    }
}

/// Whether an event alone is no reason to say that the run began.
fn is_of_the_end(kind: &EventKind<'_>) -> bool {
    matches!(
        kind,
        EventKind::RunStart(_)
            | EventKind::Error(_)
            | EventKind::Usage(_)
            | EventKind::Interrupt(_)
            | EventKind::RunEnd { .. }
            | EventKind::Note
    )
}
