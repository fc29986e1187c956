//! What a stream that is being written knows of its run, and how its message starts.

use super::own::{self, AT_THE_END};
use super::queue::Queue;
use crate::calls::{CallIds, is_word_character};
use crate::formats::anthropic::usage;
use crate::formats::anthropic::words::FAMILY;
use crate::framing::Out;
use crate::ir::{
    At, Event, Extra, Extras, Field, Finish, FrameExtra, Json, JsonString, Keyed, MessageKey, PartKey, Run,
    RunError, Scope, Usage,
};
use crate::report::{LossSlot, Report};

/// Writes frames.
pub(super) struct Writer {
    pub(super) ids: CallIds,
    pub(super) state: State,
    /// Whether the events are of its own family.
    pub(super) own: bool,
}

/// What belongs to one run.
#[derive(Default)]
pub(super) struct State {
    pub(super) started: bool,
    pub(super) run: Run,
    /// Messages that are no part of the reply, and why.
    pub(super) skipped: Keyed<MessageKey, (Field, &'static str)>,
    pub(super) steps: u32,
    pub(super) queue: Queue,
    /// Parts that have no place, with the loss that each of their deltas adds to.
    pub(super) gone: Keyed<PartKey, LossSlot>,
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

    /// `message_start`, once.
    pub(super) fn start(&mut self, out: &mut Out, report: &mut Report) {
        if std::mem::replace(&mut self.state.started, true) {
            return;
        }
        let Run { id, thread_id: _, model, created_at: _, place: _, names: _ } = &self.state.run;
        for (value, target, what) in [
            (id, "/message/id", (Field::RunId, "the id `msg_1`")),
            (model, "/message/model", (Field::Model, "the model's name `unknown`")),
        ] {
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
        let mut patch = own::members(&Extras::new(FAMILY, now));
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
