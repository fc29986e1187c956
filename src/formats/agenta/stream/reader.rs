//! What is known of a capture while it is read, and how its message begins and grows.

use std::collections::{BTreeSet, HashMap};

use super::super::words::FAMILY;
use super::carrier::rest;
use crate::emit::Emit;
use crate::ir::{
    EventKind, Finish, JsonString, Keyed, MessageHead, MessageKey, Part, PartKey, PartKind, Role, Value,
};

/// The only message of a run.
pub(super) const MESSAGE: MessageKey = MessageKey(0);

/// Reads the frames of one capture.
#[derive(Default)]
pub(in super::super) struct Reader {
    pub(super) running: bool,
    /// Whether the message has begun.
    pub(super) speaking: bool,
    pub(super) parts: u32,
    /// Texts and thoughts that can get deltas.
    pub(super) open: Keyed<JsonString, OpenText>,
    /// How many texts and thoughts there were.
    pub(super) texts: u32,
    /// Whether the stream tells where its texts start.
    pub(super) tells_starts: bool,
    pub(super) calls: HashMap<JsonString, KnownCall>,
    /// Calls whose arguments may come anew.
    pub(super) open_calls: BTreeSet<PartKey>,
    /// Which call each question is about.
    pub(super) asked: HashMap<JsonString, JsonString>,
    /// A tool has answered, so what the model says now is its next step.
    pub(super) answered: bool,
    pub(super) in_step: bool,
    pub(super) end: End,
}

/// Whether and how the reply has ended.
#[derive(Default)]
pub(super) enum End {
    #[default]
    Open,
    Failed,
    Done(Option<Finish>),
}

/// A text or thought that can get deltas.
pub(super) struct OpenText {
    pub(super) thought: bool,
    pub(super) key: PartKey,
}

/// A call that may be told anew.
pub(super) struct KnownCall {
    pub(super) key: PartKey,
    pub(super) name: JsonString,
}

impl Reader {
    /// The message begins with its first part.
    pub(super) fn begin(&mut self, emit: &mut Emit<'_, '_>) {
        if !std::mem::replace(&mut self.speaking, true) {
            let head = MessageHead { key: MESSAGE, role: Role::Assistant, ..MessageHead::default() };
            emit.push(EventKind::MessageStart(Box::new(head)));
        }
        self.reopen(emit);
    }

    /// What comes after `done` opens the reply again.
    pub(super) fn reopen(&mut self, emit: &mut Emit<'_, '_>) {
        if let End::Done(finish) = &self.end {
            if let Some(raw) = finish.as_ref().and_then(|finish| finish.raw.as_ref()) {
                let message = format!("the reply goes on after `done` with stop reason `{}`", raw.as_str());
                let at = emit.here();
                emit.report.note("agenta/goes-on", at, message, "the last `done` of a capture counts");
            }
            self.end = End::Open;
        }
    }

    /// As [`Reader::begin`], for what the model says: after an answer that is its next step.
    pub(super) fn begin_said(&mut self, emit: &mut Emit<'_, '_>) {
        self.begin(emit);
        if std::mem::take(&mut self.answered) {
            if std::mem::replace(&mut self.in_step, true) {
                emit.push(EventKind::StepEnd { message: MESSAGE });
            }
            emit.push(EventKind::StepStart { message: MESSAGE });
        }
    }

    pub(super) fn next_key(&mut self) -> PartKey {
        self.parts += 1;
        PartKey(self.parts - 1)
    }

    /// A part that comes whole, with what is left of its frame.
    pub(super) fn whole<'f>(&mut self, kind: PartKind, data: Value<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin(emit);
        let place = emit.at(data).to_place();
        let part = Part { kind, extras: rest(emit, data), place };
        emit.push_from(data, EventKind::Whole { message: MESSAGE, part: Box::new(part) });
    }

    /// A frame that only Agenta speaks, kept as it stood.
    pub(super) fn raw<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: root.json() };
        self.whole(kind, root, emit);
    }
}
