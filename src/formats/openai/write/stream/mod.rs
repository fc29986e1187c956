//! Writes `chat.completion.chunk` frames.
//!
//! Invariant. Every chunk has id, object, time, model and choices; the role goes with the first piece of a choice. The
//! finish reason, the usage and `[DONE]` are written when the run ends; a reply that was cut short has none of them.

mod chunk;
mod delta;
mod extras;
mod head;
mod parts;
mod pieces;
mod state;

use super::extras::{own_of_frame, value};
use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{At, Event, EventKind, Field, Patch};
use crate::report::{Loss, Report};
use crate::unsaid;

pub(in crate::formats::openai) use state::Writer;

use state::To;

impl WriteEvents for Writer {
    fn source(&mut self, format: &str) {
        // A history has no ends, ids and times to leave out: only what was a reply may.
        self.ours = matches!(format, "openai-stream" | "openai-response");
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let mut to = To { out, report };
        if event.extras.is_empty() {
            return self.event(event.kind, event.at, Patch::none(), &mut to);
        }
        let own = own_of_frame(event.extras, event.at, to.report);
        if let EventKind::RunEnd { .. } = event.kind {
            self.extras(&own, &mut to);
            return self.event(event.kind, event.at, Patch::none(), &mut to);
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
            EventKind::Usage(usage) => {
                unsaid::counted_anew(to.report, &self.usage, usage);
                self.usage.update((**usage).clone());
            }
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
            | EventKind::CallReset { .. }
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
                report.dropped(at, Field::Metadata);
            }
            EventKind::StepStart { message } => {
                // A first step is what every message has; a second one is a border that is lost.
                if let Some(choice) = self.choice_of(*message)
                    && std::mem::replace(&mut self.choices[choice].stepped, true)
                {
                    report.dropped(at, Field::Step);
                }
            }
            EventKind::StepReset { .. } => {
                report.narrowed(
                    at,
                    (
                        Field::Retry,
                        "a step is tried again: what it said before stands beside what it says now",
                    ),
                );
            }
            EventKind::CallReset { .. } => {
                report.narrowed(
                    at,
                    (Field::Retry, "a call is made anew: what it said before stands beside what it says now"),
                );
            }
            EventKind::State(_) => {
                report.dropped(at, Field::State);
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, Field::Interrupt, Some(&interrupt.id));
            }
            EventKind::Raw { family, .. } => {
                report.dropped(at, (Field::Own, &format!("an event of `{family}`")));
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
}
