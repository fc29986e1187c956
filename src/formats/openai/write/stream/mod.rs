//! Writes `chat.completion.chunk` frames.
//!
//! Invariant. Every chunk has id, object, time, model and choices; the role goes with the first piece of a choice. The
//! finish reason, the usage and `[DONE]` are written when the run ends; a reply that was cut short has none of them.

mod chunk;
mod delta;
mod extras;
mod parts;

use super::extras::{own_of_frame, value};
use super::thread::{Choice, Line, Thread};
use crate::emit::WriteEvents;
use crate::formats::openai::words::FAMILY;
use crate::framing::Out;
use crate::ir::{At, Event, EventKind, MessageHead, MessageKey, PartKey, Patch, Role, Run, Usage};
use crate::report::{Loss, Report};
use crate::unsaid;
use chunk::Head;

/// The writer of a stream.
#[derive(Debug, Default)]
pub(in crate::formats::openai) struct Writer {
    head: Head,
    choices: Vec<Choice>,
    messages: Vec<Option<usize>>,
    parts: Vec<Option<Thread>>,
    usage: Usage,
    /// Members of the chunk that wait for the next one, and those of `usage`, which wait for it.
    waiting: Patch,
    closing: Patch,
    /// What a piece of thinking says besides its text; it goes with the text, so that both are read as one.
    held: Option<(PartKey, Patch)>,
    failed: bool,
    /// Whether the reply was read from this family: its reader or its extras tell.
    own: bool,
    /// Whether the engine has said so.
    ours: bool,
    made_ids: u64,
    runs: u64,
}

/// Where chunks go, and where their losses.
#[derive(Debug)]
struct To<'t> {
    out: &'t mut Out,
    report: &'t mut Report,
}

impl WriteEvents for Writer {
    fn source(&mut self, family: &str) {
        self.ours = family == FAMILY;
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let mut to = To { out, report };
        if event.extras.is_empty() {
            return self.event(event.kind, event.at, &Patch::default(), &mut to);
        }
        let own = own_of_frame(event.extras, event.at, to.report);
        if let EventKind::RunEnd { .. } = event.kind {
            self.extras(&own, &mut to);
            return self.event(event.kind, event.at, &Patch::default(), &mut to);
        }
        let here = if let EventKind::Delta { key, .. } = event.kind { Some(*key) } else { None };
        let (fit, rest): (Vec<_>, Vec<_>) = own.into_iter().partition(|extra| self.fits(here, extra));
        let mut patch = Patch::default();
        for extra in fit {
            patch.set.push((self.pointer(extra), value(extra)));
        }
        let is_own = !patch.is_empty() || !rest.is_empty();
        self.event(event.kind, event.at, &patch, &mut to);
        self.own |= is_own;
        self.extras(&rest, &mut to);
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    fn event(&mut self, kind: &EventKind<'_>, at: At<'_>, patch: &Patch, to: &mut To<'_>) {
        match kind {
            EventKind::Delta { key, delta } => self.delta((*key, delta), at, patch, to),
            EventKind::RunStart(run) => self.start(run, to.report),
            EventKind::MessageStart(head) => self.message(head, at, to.report),
            EventKind::PartStart { key, message, part } => self.part(*key, *message, part, at, to),
            EventKind::PartEnd { key } => self.end_part(*key, to),
            EventKind::Whole { message, part } => self.whole(*message, part, at, to),
            EventKind::Revise { key, part } => self.revise(*key, part, at, to),
            EventKind::Usage(usage) => self.usage.update((**usage).clone()),
            EventKind::MessageEnd { key, finish } => {
                if let Some(choice) = self.choice_of(*key) {
                    self.choices[choice].finish =
                        finish.as_deref().cloned().or(self.choices[choice].finish.take());
                }
            }
            EventKind::Error(error) => self.error(error, to),
            EventKind::RunEnd { finish, complete } => self.end(finish.as_deref(), *complete, to),
            EventKind::Raw { family: "openai", value } => to.out.raw_frame("", value.as_str()),
            EventKind::Metadata { .. }
            | EventKind::StepStart { .. }
            | EventKind::StepReset { .. }
            | EventKind::StepEnd { .. }
            | EventKind::State(_)
            | EventKind::Interrupt(_)
            | EventKind::Raw { .. }
            | EventKind::Note => self.unplaced(kind, at, to.report),
        }
    }

    /// What a stream of chunks has no place for.
    fn unplaced(&mut self, kind: &EventKind<'_>, at: At<'_>, report: &mut Report) {
        match kind {
            EventKind::Metadata { .. } => {
                report.dropped(at, "the metadata of a message");
            }
            EventKind::StepStart { message } => {
                // A first step is what every message has; a second one is a border that is lost.
                if let Some(choice) = self.choice_of(*message)
                    && std::mem::replace(&mut self.choices[choice].stepped, true)
                {
                    report.dropped(at, "the border of a step");
                }
            }
            EventKind::StepReset { .. } => {
                report.narrowed(
                    at,
                    "a step is tried again: what it said before stands beside what it says now",
                );
            }
            EventKind::State(_) => {
                report.dropped(at, "the shared state");
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, "what the run waits for", Some(&interrupt.id));
            }
            EventKind::Raw { family, .. } => {
                report.dropped(at, &format!("an event of `{family}`"));
            }
            EventKind::StepEnd { .. } | EventKind::Note => {}
            EventKind::RunStart(_)
            | EventKind::MessageStart(_)
            | EventKind::PartStart { .. }
            | EventKind::Delta { .. }
            | EventKind::Revise { .. }
            | EventKind::PartEnd { .. }
            | EventKind::Whole { .. }
            | EventKind::Usage(_)
            | EventKind::MessageEnd { .. }
            | EventKind::Error(_)
            | EventKind::RunEnd { .. } => {}
        }
    }

    fn start(&mut self, run: &Run, report: &mut Report) {
        let (waiting, closing) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.closing));
        let (made_ids, runs) = (self.made_ids, self.runs + 1);
        let ours = self.ours;
        *self = Self { waiting, closing, made_ids, runs, ours, ..Self::default() };
        unsaid::run(report, run, &[unsaid::RunMember::Thread]);
        self.own = ours || run.names[3] == "/created";
        self.head.own = self.own;
        self.head.run = run.clone();
    }

    fn message(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, "the name of a speaker");
        }
        let found = (*role == Role::Assistant).then(|| self.choice(*choice, at, report));
        if self.head.run.id.is_none() && !self.head.told && found.is_some() {
            self.head.run.id.clone_from(id);
        } else if id.is_some() && *id != self.head.run.id {
            report.lose(Loss::Dropped, at, "the id of a message", id.as_ref());
        }
        let slot = key.0 as usize;
        if self.messages.len() <= slot {
            self.messages.resize(slot + 1, None);
        }
        self.messages[slot] = found;
    }

    fn choice(&mut self, index: u32, at: At<'_>, report: &mut Report) -> usize {
        match self.choices.iter().position(|choice| choice.index == index) {
            Some(found) => {
                report.moved(at, "a second message of the reply joins the first");
                found
            }
            None => {
                self.choices.push(Choice::new(index));
                self.choices.len() - 1
            }
        }
    }

    fn choice_of(&self, message: MessageKey) -> Option<usize> {
        self.messages.get(message.0 as usize).copied().flatten()
    }

    fn put(&mut self, key: PartKey, choice: usize, line: Line) {
        let slot = key.0 as usize;
        if self.parts.len() <= slot {
            self.parts.resize_with(slot + 1, || None);
        }
        self.parts[slot] = Some(Thread { choice, line });
    }
}
