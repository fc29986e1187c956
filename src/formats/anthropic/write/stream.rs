//! Streams: one message for all steps of a run, and one block at a time.
//!
//! The end waits until the run ends, as usage comes late. A run that was cut short or failed ends with an `error` event
//! and has neither `message_delta` nor `message_stop`.

use super::ending::{AT_THE_END, break_off, end, members};
use super::queue::Queue;
use super::{own, reply};
use crate::calls::{CallIds, is_word_character};
use crate::emit::WriteEvents;
use crate::formats::anthropic::{FAMILY, FRAMES, usage};
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Extra, Extras, Finish, FrameExtra, Json, JsonStr, JsonString, MessageHead,
    MessageKey, PartKey, Role, Run, RunError, Scope, Tape, Usage,
};
use crate::report::{Loss, LossSlot, Report};
use crate::unsaid::{self, RunMember};

/// Writes frames.
pub(super) struct Writer {
    pub(super) ids: CallIds,
    pub(super) state: State,
    /// Whether the events are of its own family.
    own: bool,
}

/// What belongs to one run.
#[derive(Default)]
pub(super) struct State {
    pub(super) started: bool,
    pub(super) run: Run,
    /// Messages that are no part of the reply, and why.
    pub(super) skipped: Vec<(MessageKey, &'static str)>,
    pub(super) steps: u32,
    pub(super) queue: Queue,
    /// Parts that have no place, with the loss that each of their deltas adds to.
    pub(super) gone: Vec<(PartKey, LossSlot)>,
    pub(super) usage: Usage,
    /// Members of the message for its start, or for its end once that is written.
    pub(super) extras: Extras,
    pub(super) finish: Option<Finish>,
    pub(super) error: Option<Box<RunError>>,
    /// Client calls that have no answer yet.
    pub(super) unanswered: usize,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { ids: CallIds::new(is_word_character, true), state: State::default(), own: false }
    }
}

impl WriteEvents for Writer {
    fn source(&mut self, family: &str) {
        self.own = family == FAMILY;
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
                report.dropped(at, "the metadata of a message");
            }
            EventKind::StepStart { message: _ } => {
                self.state.steps += 1;
                if self.state.steps > 1 {
                    report.moved(at, "a later model step joins the message of the first");
                }
            }
            EventKind::StepReset { message: _ } => {
                report.dropped(at, "that a step is tried again: what it said is written already");
            }
            EventKind::PartStart { key, message, part } => {
                self.start_part((*key, *message), part, at, out, report);
            }
            EventKind::Delta { key, delta } => self.delta(*key, delta, event, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, report),
            EventKind::PartEnd { key } => self.end_part(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, at, out, report),
            EventKind::Usage(counts) => self.state.usage.update((**counts).clone()),
            EventKind::State(_) => {
                report.dropped(at, "the shared state");
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, "what the run waits for", Some(&interrupt.id));
            }
            EventKind::StepEnd { message: _ } | EventKind::Note => {}
            EventKind::MessageEnd { key, finish } => {
                let skipped = self.state.skipped.iter().any(|(skipped, _)| skipped == key);
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
                report.dropped(at, &format!("an event that only `{family}` speaks"));
            }
        }
    }

    /// Own members of the run wait for the message's start or end; those of another family are reported.
    pub(super) fn take_extras(&mut self, event: &Event<'_>, report: &mut Report) {
        for extra in event.extras {
            let own = extra.family == FAMILY
                && (extra.name.starts_with('/') || own::frame_member(extra.name).is_some());
            if !own {
                report.drop_frame_extras(event.at, std::slice::from_ref(extra));
                continue;
            }
            match extra.scope {
                Scope::Run | Scope::Message(_) | Scope::Choice(_) => self.keep(extra, event.at),
                Scope::Part(key) => {
                    let member = (extra.name.to_owned(), Json::from_valid(extra.value));
                    match self.state.queue.find(key).filter(|block| !block.started()) {
                        Some(block) => block.patch.set.push(member),
                        None => report.drop_frame_extras(event.at, std::slice::from_ref(extra)),
                    }
                }
            }
        }
    }

    fn keep(&mut self, extra: &FrameExtra<'_>, at: At<'_>) {
        let place = crate::ir::Place { frame: at.frame, line: at.line, path: extra.path.into() };
        let member = Extra { name: extra.name.to_owned(), value: Json::from_valid(extra.value), place };
        self.state.extras.put(FAMILY, member, extra.merge);
    }

    fn start_run(&mut self, run: &Run, report: &mut Report) {
        let extras = std::mem::take(&mut self.state.extras);
        unsaid::run(report, run, &[RunMember::Thread, RunMember::Time]);
        self.state = State { run: run.clone(), extras, ..State::default() };
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, out: &mut Out, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, "the name of a speaker");
        }
        let why = match role {
            Role::Assistant | Role::Tool if *choice == 0 => None,
            Role::Assistant | Role::Tool => Some("another choice of the reply"),
            Role::System | Role::Developer | Role::User | Role::Other(_) => {
                Some("a message beside the reply")
            }
        };
        if let Some(why) = why {
            report.lose(Loss::Dropped, at, why, id.as_ref());
            self.state.skipped.push((*key, why));
            return;
        }
        if *role == Role::Tool {
            return;
        }
        let known = &mut self.state.run.id;
        if !self.state.started && known.is_none() {
            known.clone_from(id);
        } else if id.is_some() && known != id {
            report.lose(Loss::Dropped, at, "the id of a message", id.as_ref());
        }
        self.start(out, report);
    }

    /// `message_start`, once.
    pub(super) fn start(&mut self, out: &mut Out, report: &mut Report) {
        if std::mem::replace(&mut self.state.started, true) {
            return;
        }
        let Run { id, thread_id: _, model, created_at: _, place: _, names: _ } = &self.state.run;
        for (value, target, what) in
            [(id, "/message/id", "the id `msg_1`"), (model, "/message/model", "the model's name `unknown`")]
        {
            if value.is_none() {
                report.invented(target, what);
            }
        }
        let text = |value: &Option<JsonString>, none: &str| {
            value.clone().unwrap_or_else(|| JsonString::from_plain(none))
        };
        let (id, model) = (text(id, "msg_1"), text(model, "unknown"));
        let early = |extra: &Extra| extra.name.starts_with('/') && !AT_THE_END.contains(&&*extra.name);
        let (now, later) = std::mem::take(&mut self.state.extras.list).into_iter().partition(early);
        self.state.extras.list = later;
        let mut patch = members(&Extras { family: FAMILY.to_owned(), list: now });
        patch.set.iter_mut().for_each(|(name, _)| name.insert_str(0, "/message"));
        let counts = &self.state.usage;
        out.patched_frame("message_start", &patch, |frame| {
            frame.word("type", "message_start").object("message", |message| {
                message.text("id", &id).word("type", "message").word("role", "assistant");
                message.text("model", &model).raw("content", "[]");
                message.raw("stop_reason", "null").raw("stop_sequence", "null");
                message.object("usage", |object| usage::write(counts, object));
            });
        });
    }
}

/// A frame only this family speaks, under the name that it says itself.
pub(super) fn raw_frame(value: &Json, out: &mut Out) {
    let mut tape = Tape::default();
    let known = tape.fill(value.as_str()).is_ok();
    let word = known.then(|| tape.root(value.as_str()).fields().token("type")).flatten();
    out.raw_frame(word.map_or("", JsonStr::as_str), value.as_str());
}

impl Writer {
    fn fail(&mut self, error: &RunError, at: At<'_>, report: &mut Report) {
        if self.state.error.is_some() {
            report.dropped(at, &format!("a second error, `{}`,", error.message.as_str()));
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
