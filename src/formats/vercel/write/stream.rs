//! The UI Message Stream from events. Several messages of a run (model steps and tools' answers) are one UIMessage.

use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Extra, Field, FrameExtra, Json, Merge, MessageHead, MessageKey, Part, PartKey,
    PartKind, Patch, Place, Role, Run, Scope,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

use super::super::words::{FAMILY, TEXT_IDS};
use super::beside::Beside;
use super::pen::Pen;
use super::slots::Slot;
use super::writer::Writer;

/// A writer of the stream.
pub(in super::super) fn stream() -> Box<dyn WriteEvents> {
    Box::new(Writer::default())
}

/// Members of a request's body: a reply has no place for them.
const REQUEST: &[&str] = &["/trigger", "/messageId"];

impl WriteEvents for Writer {
    fn source(&mut self, format: &str) {
        self.own = format.starts_with(FAMILY) || format.starts_with("native");
        self.pen = Pen::new(self.own);
        self.beside = Beside::new(self.own, format);
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let at = event.at;
        if let Some(first) = event.extras.first() {
            if first.family == FAMILY {
                event.extras.iter().for_each(|extra| self.member(extra, at, report));
            } else {
                for extra in event.extras.iter().filter(|extra| !self.beside.take(extra)) {
                    report.drop_frame_extras(at, std::slice::from_ref(extra));
                }
            }
        }
        let EventKind::Delta { key, delta } = event.kind else {
            return self.take(event.kind, at, out, report);
        };
        if let Some(slot) = self.slots.get_mut(*key) {
            self.pen.piece(slot, delta, at, out, report);
        }
        if !event.extras.is_empty() {
            self.show(*key, out);
        }
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    fn take(&mut self, kind: &EventKind<'_>, at: At<'_>, out: &mut Out, report: &mut Report) {
        match kind {
            // The call told anew says it: its client lets go of the answer then.
            EventKind::CallReset { .. } => {}
            EventKind::Delta { .. } | EventKind::Note => {}
            EventKind::RunStart(run) => self.start_run(run, report),
            EventKind::MessageStart(head) => self.start_message(head, at, out, report),
            EventKind::Metadata { message, value } => self.metadata(*message, value, at, out, report),
            EventKind::StepStart { message } if self.messages.hears(*message) => self.pen.start_step(out),
            EventKind::StepEnd { message } if self.messages.hears(*message) => {
                self.pen.end_step(self.own, out);
            }
            EventKind::StepReset { message } if self.messages.hears(*message) => self.pen.reset(out),
            EventKind::StepStart { .. } | EventKind::StepEnd { .. } | EventKind::StepReset { .. } => {}
            EventKind::PartStart { key, message, part } => {
                self.start_part(*key, *message, part, at, (out, report));
                self.show(*key, out);
            }
            EventKind::PartEnd { key } => {
                if let Some(slot) = self.slots.get_mut(*key) {
                    self.pen.close(slot, out);
                }
            }
            EventKind::Revise { key, part } => self.revise(*key, part, at, out, report),
            EventKind::Whole { message, part } => match self.messages.loss(*message) {
                Some(loss) => report.again(loss, at.frame),
                None => self.whole(part, at, out, report),
            },
            EventKind::Usage(counts) => {
                unsaid::counted_anew(report, &self.usage, counts);
                self.usage.update((**counts).clone());
            }
            EventKind::State(_) => {
                report.dropped(at, Field::State);
            }
            EventKind::Interrupt(interrupt) => {
                if let Some(part) = self.beside.interrupt(interrupt, report) {
                    self.whole(&part, at, out, report);
                }
            }
            EventKind::MessageEnd { key, finish } => {
                if self.messages.hears(*key) && finish.is_some() {
                    self.finish.clone_from(finish);
                }
            }
            EventKind::Error(error) => self.error(error, out, report),
            EventKind::RunEnd { finish, complete } => {
                self.end(finish.as_deref(), *complete, out, report);
            }
            EventKind::Raw { family, value } if *family == FAMILY => {
                self.pen.settle(out);
                out.raw_frame("", value.as_str());
            }
            EventKind::Raw { family, value } => {
                report.dropped(at, (Field::Own, &super::part::foreign(family, value)));
            }
        }
    }

    fn revise(&mut self, key: PartKey, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        if let Some(slot) = self.slots.get_mut(key) {
            self.pen.revise(slot, part, at, out, report);
        }
        self.show(key, out);
    }

    fn start_part(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        at: At<'_>,
        (out, report): (&mut Out, &mut Report),
    ) {
        let slot = match self.messages.loss(message) {
            Some(loss) => {
                report.again(loss, at.frame);
                Slot::Lost(loss)
            }
            None if self.early.is_empty() => self.pen.open(part, at, out, report),
            None => {
                let mut part = part.clone();
                for extra in std::mem::take(&mut self.early) {
                    part.extras.put(FAMILY, extra, Merge::Replace);
                }
                self.pen.open(&part, at, out, report)
            }
        };
        self.slots.set(key, slot);
    }

    /// How a call is to be shown, after it.
    fn show(&mut self, key: PartKey, out: &mut Out) {
        let slot = self.slots.get(key);
        self.beside.show(slot.and_then(|slot| self.pen.call_id(slot)), out);
    }

    /// A part that comes at once, and what Agenta says beside an answer.
    fn whole(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        let PartKind::ToolResult(result) = &part.kind else {
            return self.pen.whole(part, &mut self.slots, at, out, report);
        };
        let (plain, told) = self.beside.split(part, result);
        self.pen.whole(&plain, &mut self.slots, at, out, report);
        told.tell(result.id.as_ref(), out);
    }

    fn start_run(&mut self, run: &Run, report: &mut Report) {
        self.run = run.clone();
        unsaid::run(report, run, &[RunMember::Model, RunMember::Time]);
        if !self.own {
            unsaid::run(report, run, &[RunMember::Thread]);
        }
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, out: &mut Out, report: &mut Report) {
        if !self.messages.begin(head, at, report) {
            return;
        }
        let MessageHead { key: _, role, id, name, choice: _ } = head;
        if name.is_some() {
            report.dropped(at, Field::MessageName);
        }
        if *role == Role::Assistant && !self.own {
            self.pen.want_step();
        }
        if std::mem::replace(&mut self.started, true) {
            if id.is_some() {
                let what = "the id of a message that is joined to the one before it";
                report.lose(Loss::Dropped, at, (Field::MessageId, what), id.as_ref());
            }
            return;
        }
        if id.is_some() || *role != Role::Assistant {
            unsaid::run(report, &self.run, &[RunMember::Id]);
        }
        let known = if *role == Role::Assistant { id.as_ref().or(self.run.id.as_ref()) } else { None };
        let members = std::mem::take(&mut self.members);
        let (held, start): (Vec<_>, Vec<_>) =
            members.set.into_iter().partition(|(name, _)| name == "/reason");
        self.members.set = held;
        out.patched_frame("", &Patch { set: start, remove: Vec::new() }, |chunk| {
            chunk.word("type", "start").maybe("messageId", known);
        });
    }

    /// A member that this family left in the frame.
    fn member(&mut self, extra: &FrameExtra<'_>, at: At<'_>, report: &mut Report) {
        let value = Json::from_valid(extra.value);
        match extra.scope {
            Scope::Run if REQUEST.contains(&extra.name) => {
                let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
                report.dropped(At::place(&place), (Field::Extra, &format!("`{}`", extra.name)));
            }
            Scope::Run => self.members.set.push((extra.name.to_owned(), value)),
            Scope::Part(key) => {
                let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
                match self.slots.get_mut(key) {
                    Some(slot) => self.pen.member(slot, extra.name, value),
                    None => self.early.push(Extra { name: extra.name.to_owned(), value, place }),
                }
            }
            Scope::Message(_) if extra.name == "/id" => self.pen.rename(value),
            Scope::Message(_) if extra.name.starts_with(TEXT_IDS) => self.pen.text_to_come(value),
            Scope::Message(_) | Scope::Choice(_) => {
                let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
                report.dropped(At::place(&place), (Field::Extra, &format!("`{}`", extra.name)));
            }
        }
    }
}
