//! The reply that a stream tells, as far as it has come.

use crate::emit::Emit;
use crate::ir::{
    EventKind, Finish, Json, JsonStr, JsonString, Keyed, MessageHead, Part, PartKey, Role, Run, Value,
};

use super::super::words::{FAMILY, REPLY};
use super::calls::Calls;
use super::open::Open;

/// The reply that is being read.
#[derive(Default)]
pub(super) struct Turn {
    /// Parts that came before the message's `start`, which names it.
    pub(super) held: Vec<Part>,
    /// Whether the message has begun, and the id it has.
    pub(super) begun: bool,
    pub(super) id: Option<JsonString>,
    /// Texts and reasoning that have not ended, by id.
    pub(super) open: Keyed<JsonString, Open>,
    pub(super) calls: Calls,
    parts: u32,
    /// Texts so far, and those before the running step.
    pub(super) texts: u32,
    pub(super) texts_before: u32,
    pub(super) end: Option<End>,
    /// The part with the code of an error whose `error` comes next.
    pub(super) coded: Option<Part>,
    /// A sentinel has come: another `start` begins another reply.
    pub(super) sealed: bool,
}

/// How the reply ended.
pub(super) struct End {
    pub(super) finish: Option<Finish>,
    pub(super) complete: bool,
}

impl Turn {
    /// A reply begins, in the conversation that its `start` names.
    pub(super) fn begin(thread_id: Option<JsonString>, emit: &mut Emit<'_, '_>) -> Self {
        let place = emit.here().to_place();
        let names = ["", "/messageMetadata/sessionId", "", ""];
        emit.push(EventKind::RunStart(Box::new(Run { thread_id, place, names, ..Run::default() })));
        Self::default()
    }

    /// Begins the message, under the name that its `start` gives.
    pub(super) fn begin_message<'f>(&mut self, id: Option<Value<'f>>, emit: &mut Emit<'_, 'f>) {
        self.begun = true;
        self.id = id.and_then(Value::text).map(JsonStr::owned);
        let head =
            MessageHead { key: REPLY, role: Role::Assistant, id: self.id.clone(), name: None, choice: 0 };
        let start = EventKind::MessageStart(Box::new(head));
        match id {
            Some(id) => emit.push_from(id, start),
            None => emit.push(start),
        }
        for part in self.held.drain(..) {
            emit.push(EventKind::Whole { message: REPLY, part: Box::new(part) });
        }
    }

    /// Begins the message if nothing has.
    pub(super) fn message(&mut self, emit: &mut Emit<'_, '_>) {
        if !self.begun {
            self.begin_message(None, emit);
        }
    }

    /// The key of the next part.
    pub(super) fn next_key(&mut self) -> PartKey {
        let key = PartKey(self.parts);
        self.parts += 1;
        key
    }

    /// A part that comes at once.
    pub(super) fn whole<'f>(&mut self, part: Part, emit: &mut Emit<'_, 'f>) {
        self.message(emit);
        emit.push(EventKind::Whole { message: REPLY, part: Box::new(part) });
    }
}

/// A chunk that the wire does not have.
pub(super) fn unknown<'f>(kind: &str, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
    let message = format!("`{kind}` is no chunk of a UI Message Stream");
    let at = root.look().get("type").map_or_else(|| emit.here(), |word| emit.at(word));
    emit.report.warning("vercel/unknown-chunk", at, message, "the AI SDK refuses it");
    let value: Json = root.json();
    emit.push(EventKind::Raw { family: FAMILY, value });
}
