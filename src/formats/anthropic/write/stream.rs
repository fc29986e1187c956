//! Streams: one message for all steps of a run, and one block at a time.
//!
//! The end waits until the run ends, as usage comes late. A run that was cut short or failed ends with an `error` event
//! and has neither `message_delta` nor `message_stop`.

use super::ending::{break_off, end};
use super::frames::raw_frame;
use super::state::{State, Writer};
use super::{own, reply};
use crate::calls::{CallIds, is_word_character};
use crate::emit::WriteEvents;
use crate::formats::anthropic::words::{FAMILY, FRAMES};
use crate::framing::Out;
use crate::ir::{At, Event, EventKind, Field, Finish, MessageHead, Role, Run, RunError};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

impl WriteEvents for Writer {
    fn source(&mut self, format: &str) {
        self.own = format.starts_with(FAMILY);
    }

    #[inline]
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if self.state.queue.lingers() && !is_citation(event.kind) {
            self.state.queue.settle(out, report);
        }
        if let EventKind::Delta { key, delta } = event.kind {
            return self.delta(*key, delta, event, out, report);
        }
        self.take_extras(event, report);
        self.event(event, out, report);
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

fn is_citation(kind: &EventKind<'_>) -> bool {
    matches!(kind, EventKind::Whole { message: _, part } if own::is_citation(part))
}

impl Writer {
    fn event(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let at = event.at;
        match event.kind {
            EventKind::RunStart(run) => self.start_run(run, report),
            EventKind::MessageStart(head) => self.start_message(head, at, out, report),
            EventKind::Metadata { message: _, value: _ } => {
                report.dropped(at, Field::Metadata);
            }
            EventKind::StepStart { message: _ } => {
                self.state.steps += 1;
                if self.state.steps > 1 {
                    report.moved(at, (Field::Turn, "a later model step joins the message of the first"));
                }
            }
            EventKind::StepReset { message: _ } => {
                report.dropped(
                    at,
                    (Field::Retry, "that a step is tried again: what it said is written already"),
                );
            }
            EventKind::CallReset { key: _ } => {
                report.dropped(
                    at,
                    (Field::Retry, "that a call is made anew: what came of it is written already"),
                );
            }
            EventKind::PartStart { key, message, part } => {
                self.start_part((*key, *message), part, at, out, report);
            }
            EventKind::Delta { key, delta } => self.delta(*key, delta, event, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, report),
            EventKind::PartEnd { key } => self.end_part(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, at, out, report),
            EventKind::Usage(counts) => {
                unsaid::counted_anew(report, &self.state.usage, counts);
                self.state.usage.update((**counts).clone());
            }
            EventKind::State(_) => {
                report.dropped(at, Field::State);
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, Field::Interrupt, Some(&interrupt.id));
            }
            EventKind::StepEnd { message: _ } | EventKind::Note => {}
            EventKind::MessageEnd { key, finish } => {
                let skipped = self.state.skipped.get(key).is_some();
                if !skipped && let Some(finish) = finish {
                    self.state.finish = Some((**finish).clone());
                }
            }
            EventKind::Error(error) => self.fail(error, at, report),
            EventKind::RunEnd { finish, complete } => {
                self.end_run(finish.as_deref(), *complete, out, report);
            }
            EventKind::Raw { family, value } if matches!(*family, FRAMES | FAMILY) => raw_frame(value, out),
            EventKind::Raw { family, value: _ } => {
                report.dropped(at, (Field::Own, &format!("an event that only `{family}` speaks")));
            }
        }
    }

    fn start_run(&mut self, run: &Run, report: &mut Report) {
        let extras = std::mem::take(&mut self.state.extras);
        unsaid::run(report, run, &[RunMember::Thread, RunMember::Time]);
        self.state = State { run: run.clone(), extras, ..State::default() };
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, out: &mut Out, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, Field::MessageName);
        }
        let why = match role {
            Role::Assistant | Role::Tool if *choice == 0 => None,
            Role::Assistant | Role::Tool => Some((Field::Choice, "another choice of the reply")),
            Role::System | Role::Developer | Role::User | Role::Other(_) => {
                Some((Field::Earlier, "a message beside the reply"))
            }
        };
        if let Some(why) = why {
            report.lose(Loss::Dropped, at, why, id.as_ref());
            self.state.skipped.push(*key, why);
            return;
        }
        if *role == Role::Tool {
            if id.is_some() {
                report.lose(Loss::Dropped, at, Field::MessageId, id.as_ref());
            }
            return;
        }
        let known = &mut self.state.run.id;
        if !self.state.started && known.is_none() {
            known.clone_from(id);
        } else if id.is_some() && known != id {
            report.lose(Loss::Dropped, at, Field::MessageId, id.as_ref());
        }
        self.start(out, report);
    }

    fn fail(&mut self, error: &RunError, at: At<'_>, report: &mut Report) {
        if self.state.error.is_some() {
            report.dropped(at, (Field::Error, &format!("a second error, `{}`,", error.message.as_str())));
        } else {
            self.state.error = Some(Box::new(error.clone()));
        }
    }

    fn end_run(&mut self, finish: Option<&Finish>, complete: bool, out: &mut Out, report: &mut Report) {
        let Run { id, thread_id: _, model, created_at: _, place: _, names: _ } = &self.state.run;
        let bare = id.is_none() && model.is_none() && self.state.error.is_some() && !self.state.started;
        if !bare {
            self.start(out, report);
        }
        self.state.queue.settle_all(out, report);
        let mut state = std::mem::take(&mut self.state);
        self.ids = CallIds::new(is_word_character, true);
        let finish = finish.cloned().or(state.finish.take());
        let said = state.extras.get("/stop_reason").is_some();
        let stop = if complete && state.error.is_none() {
            reply::stop_reason(finish.as_ref(), state.unanswered > 0, said, report)
        } else {
            None
        };
        match stop {
            Some(word) => end(Some(&word), &state, out, report),
            None if finish.is_none() && complete && state.error.is_none() => end(None, &state, out, report),
            // A capture of its own that simply ends does so again.
            None if self.own && !complete && state.error.is_none() && finish.is_none() => {}
            None => break_off(state, finish.as_ref(), complete, out, report),
        }
        report.close_losses();
    }
}
