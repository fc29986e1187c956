//! Writes event frames.

use super::super::nodes::{self, own};
use super::super::words::{self, FAMILY};
use super::frames::data;
use super::writer::{Place, RunExtra, Told, Writer};
use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Field, Finish, FrameExtra, Interrupt, Json, MessageHead, Patch, Role, RunError,
    Scope, Usage,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

/// What an error frame says of a reply that was cut short.
const CUT: &str = "The stream ended before the reply was complete.";

impl WriteEvents for Writer {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if let (EventKind::Delta { key, delta }, []) = (event.kind, event.extras) {
            return self.delta(*key, delta, event.at, out, report);
        }
        let patch = self.own_extras(event, out, report);
        self.take(event, &patch, out, report);
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    fn take(&mut self, event: &Event<'_>, patch: &Patch, out: &mut Out, report: &mut Report) {
        let at = event.at;
        self.begun |= !matches!(event.kind, EventKind::RunStart(_) | EventKind::RunEnd { .. });
        match event.kind {
            EventKind::Delta { key, delta } => self.delta(*key, delta, at, out, report),
            EventKind::RunStart(run) => {
                let lost = [RunMember::Id, RunMember::Thread, RunMember::Model, RunMember::Time];
                unsaid::run(report, run, &lost);
                self.thread.clone_from(&run.thread_id);
            }
            EventKind::MessageStart(head) => self.message(head, at, report),
            EventKind::Metadata { message: _, value } => self.metadata(value, at, report),
            EventKind::StepStart { message: _ } => self.step(at, report),
            EventKind::StepReset { message: _ } => {
                report.dropped(at, Field::Retry);
            }
            EventKind::StepEnd { message: _ } | EventKind::Note => {}
            EventKind::PartStart { key, message, part } => {
                let place = self.place(*message);
                self.start(*key, place, part, patch, Told { at, out, report });
            }
            EventKind::Revise { key, part } => self.revise(*key, part, patch, Told { at, out, report }),
            EventKind::CallReset { key: _ } => {
                report.dropped(
                    at,
                    (Field::Retry, "that a call is made anew: what came of it is written already"),
                );
            }
            EventKind::PartEnd { key } => self.end_part(*key, patch, Told { at, out, report }),
            EventKind::Whole { message, part } => {
                let place = self.place(*message);
                self.whole(place, part, Told { at, out, report });
            }
            EventKind::Usage(usage) => self.count(usage, report),
            EventKind::State(_) => {
                report.dropped(at, Field::State);
            }
            EventKind::Interrupt(interrupt) => write_interrupt(interrupt, out, report),
            EventKind::MessageEnd { key: _, finish } => unsaid::finish(report, finish.as_deref()),
            EventKind::Error(error) => self.error(error, out, report),
            EventKind::RunEnd { finish, complete } => self.end(finish.as_deref(), *complete, out, report),
            EventKind::Raw { family, value } if *family == FAMILY => out.raw_frame("", value.as_str()),
            EventKind::Raw { family, value: _ } => {
                report.dropped(at, (Field::Own, &format!("a frame that only {family} speaks")));
            }
        }
    }

    /// Takes in the extras of a frame: those of its part are a patch for the frame to be written.
    fn own_extras(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) -> Patch {
        let (mut patch, mut turn) = (Patch::default(), Patch::default());
        for extra in event.extras {
            let FrameExtra { family, scope, path, name, value, merge: _ } = *extra;
            let json = || Json::from_valid(value);
            let number = name.strip_prefix("/texts/").and_then(|name| name.strip_suffix("/id"));
            match (family == FAMILY, scope) {
                (true, Scope::Part(_)) => patch.set.push((format!("/data{name}"), json())),
                (true, Scope::Message(_)) if number.is_some_and(|number| number.parse::<u32>().is_ok()) => {
                    let number = number.and_then(|number| number.parse().ok()).unwrap_or_default();
                    self.ids.insert(number, value.to_owned());
                }
                (true, Scope::Run) if name.starts_with("/turn/") => {
                    turn.set.push((name.replacen("/turn", "/data", 1), json()));
                }
                (true, Scope::Run) if belongs(name) => {
                    let place = crate::ir::Place { path: path.into(), ..event.at.to_place() };
                    self.run.push(RunExtra { name: name.to_owned(), value: value.to_owned(), place });
                }
                _ => report.drop_frame_extras(event.at, std::slice::from_ref(extra)),
            }
        }
        if !turn.is_empty() {
            data(out, "turn", &turn, |_| ());
        }
        patch
    }

    fn message(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        let place = match role {
            Role::Assistant | Role::Tool if *choice == 0 => Place::Reply,
            Role::Assistant | Role::Tool => Place::Nowhere((Field::Choice, "a second choice")),
            Role::System | Role::Developer => Place::Nowhere((Field::Earlier, "an instruction")),
            Role::User => Place::Nowhere((Field::Earlier, "a message of the user")),
            Role::Other(_) => Place::Nowhere((Field::Earlier, "a message of another role")),
        };
        if id.is_some() {
            report.lose(Loss::Dropped, at, Field::MessageId, id.as_ref());
        }
        if name.is_some() {
            report.dropped(at, Field::MessageName);
        }
        let index = key.0 as usize;
        if self.messages.len() <= index {
            self.messages.resize(index + 1, Place::Reply);
        }
        self.messages[index] = place;
    }

    /// Counts come once, before the end: of several the package takes the last alone.
    fn count(&mut self, usage: &Usage, report: &mut Report) {
        unsaid::kinds_of_tokens(report, usage);
        unsaid::counted_anew(report, &self.usage, usage);
        self.usage.update(usage.clone());
    }

    fn error(&mut self, error: &RunError, out: &mut Out, report: &mut Report) {
        let RunError { message, code, extras, place: _ } = error;
        let patch = own(extras, "/data", report);
        data(out, "error", &patch, |o| {
            o.text("message", message).json("code", code.as_ref());
        });
        self.failed = true;
    }

    fn end(&mut self, finish: Option<&Finish>, complete: bool, out: &mut Out, report: &mut Report) {
        self.settle(out, report);
        let usage = std::mem::take(&mut self.usage);
        let patch = self.waiting("/usage");
        if !usage.is_unknown() || !patch.is_empty() {
            write_usage(&usage, &patch, out);
        }
        if complete {
            let patch = self.waiting("/done");
            let word = finish.and_then(|finish| words::stop_word(finish, report));
            let trace = self.run.iter().position(|extra| extra.name == "/trace_id");
            let trace = trace.map(|index| self.run.remove(index));
            data(out, "done", &patch, |o| {
                o.maybe("stopReason", word.as_ref());
                if let Some(trace) = &trace {
                    o.raw("traceId", &trace.value);
                }
            });
        } else {
            unsaid::finish(report, finish);
            if !self.failed && self.begun {
                report.invented("/data/message", (Field::Finish, "the words for a reply that was cut short"));
                data(out, "error", Patch::none(), |o| {
                    o.word("message", CUT);
                });
            }
        }
        let result = self.waiting("/result");
        if !result.is_empty() {
            runner_result(&result, out);
        }
        for extra in &self.run {
            report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
        }
        *self = Self::default();
    }

    /// The extras of the run that belong to frames of this type.
    fn waiting(&mut self, base: &str) -> Patch {
        let mut patch = Patch::default();
        self.run.retain(|extra| match extra.name.strip_prefix(base) {
            Some(name) if name.starts_with('/') => {
                patch.set.push((format!("/data{name}"), Json::from_valid(extra.value.as_str())));
                false
            }
            Some(_) | None => true,
        });
        patch
    }
}

/// Whether a run's extra has a frame to stand in.
fn belongs(name: &str) -> bool {
    name == "/trace_id" || ["/done/", "/usage/", "/result/"].iter().any(|base| name.starts_with(base))
}

/// The runner's own last record, where the source had one.
fn runner_result(patch: &Patch, out: &mut Out) {
    let mut record = Patch::default();
    for (name, value) in &patch.set {
        record.set.push((name.replacen("/data", "/result", 1), value.clone()));
    }
    out.patched_frame("", &record, |o| {
        o.word("kind", "result").object("result", |_| ());
    });
}

fn write_interrupt(interrupt: &Interrupt, out: &mut Out, report: &mut Report) {
    let patch = own(&interrupt.extras, "/data", report);
    data(out, "interaction_request", &patch, |o| nodes::interrupt(o, interrupt, report));
}

fn write_usage(usage: &Usage, patch: &Patch, out: &mut Out) {
    // Counts of cached and reasoning tokens are reported where they come.
    let Usage { input, output, total, cache_read: _, cache_write: _, reasoning: _, cost, place: _ } = usage;
    data(out, "usage", patch, |o| {
        o.count("input", *input).count("output", *output).count("total", *total).json("cost", cost.as_ref());
    });
}
