//! What is known of a reply while it is written.

use std::collections::{HashMap, VecDeque};

use crate::framing::Out;
use crate::ir::{Field, Finish, Json, JsonString, PartKey, Run, Usage};
use crate::report::Report;

use super::super::calls::Calls;
use super::super::messages::Messages;
use super::slots::Slot;

/// Writes replies as Agenta's Vercel side has them.
#[derive(Default)]
pub(super) struct Writer {
    /// The events are Agenta's own, so each call is told as soon as its frame is there.
    pub(super) agenta: bool,
    /// How many replies there were.
    pub(super) replies: u32,
    pub(super) reply: Reply,
}

/// One reply.
#[derive(Default)]
pub(super) struct Reply {
    pub(super) run: Run,
    pub(super) messages: Messages,
    /// The id of the reply's first message.
    pub(super) id: Option<JsonString>,
    /// Whether the opening is written.
    pub(super) open: bool,
    /// Whether a message of it has begun.
    pub(super) begun: bool,
    pub(super) slots: Vec<Slot>,
    pub(super) calls: Calls,
    /// Where each call that was told has its slot.
    pub(super) places: HashMap<usize, usize>,
    /// A call that was announced and whose arguments may come with the next event.
    pub(super) announced: Option<PartKey>,
    /// Ids that Agenta's frames have for texts and thoughts, by number, and those of a stream of our own family.
    pub(super) ids: HashMap<u32, JsonString>,
    pub(super) own_ids: VecDeque<JsonString>,
    pub(super) texts: u32,
    /// How many ids were made up for texts and for thoughts.
    pub(super) made: [u32; 2],
    /// Parts that count as output.
    pub(super) said: u32,
    /// The last part was a tool's answer, and something was said before.
    pub(super) answered: bool,
    pub(super) spoken: bool,
    pub(super) failed: bool,
    pub(super) usage: Usage,
    /// Counts that metadata alone tells.
    pub(super) held: Usage,
    pub(super) trace: Option<Json>,
    pub(super) finish: Option<Finish>,
    /// How the call of the running event is to be shown.
    pub(super) render: Option<Json>,
}

impl Writer {
    /// Opens the reply, unless it is open: each turn begins with `start` and `start-step`.
    pub(super) fn open(&mut self, out: &mut Out, report: &mut Report) {
        let number = self.replies + 1;
        let Reply { run, id, open, .. } = &mut self.reply;
        if std::mem::replace(open, true) {
            return;
        }
        self.replies = number;
        let id = id.take().or_else(|| run.id.clone()).unwrap_or_else(|| {
            report.invented("/messageId", (Field::RunId, "the id of the reply's message"));
            JsonString::from_plain(&format!("msg-{number}"))
        });
        let session = run.thread_id.as_ref();
        out.frame("", |part| {
            part.word("type", "start").text("messageId", &id);
            if session.is_some() {
                part.object("messageMetadata", |metadata| {
                    metadata.maybe("sessionId", session);
                });
            }
        });
        out.frame("", |part| {
            part.word("type", "start-step");
        });
    }

    /// The model says something.
    pub(super) fn speak(&mut self, out: &mut Out, report: &mut Report) {
        self.open(out, report);
        self.reply.answered = false;
        self.reply.spoken = true;
    }

    /// Keeps what becomes of a part.
    pub(super) fn put(&mut self, key: PartKey, slot: Slot) {
        let index = key.0 as usize;
        if let Slot::Call(call) = &slot {
            self.reply.places.insert(call.told, index);
        }
        if self.reply.slots.len() <= index {
            self.reply.slots.resize_with(index + 1, Slot::default);
        }
        self.reply.slots[index] = slot;
    }
}
