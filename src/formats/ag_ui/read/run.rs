//! What a run has said so far: its messages, its calls, and what is open.

use std::collections::HashMap;

use super::slot::Slot;
use crate::emit::Emit;
use crate::formats::ag_ui::FAMILY;
use crate::ir::{
    EventKind, Extras, Input, JsonString, MessageHead, MessageKey, Part, PartKey, PartKind, Place, Reasoning,
    Role, ToolCall,
};

/// What a message is here, which decides whether more can be said in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A message of text, calls or both.
    Said,
    /// A reasoning message.
    Reasoning,
    /// A tool's answer.
    Answer,
    /// An activity.
    Activity,
}

/// A message of the run.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) key: MessageKey,
    pub(super) kind: Kind,
    pub(super) role: Role,
    pub(super) name: Option<JsonString>,
    /// The subagent that speaks.
    pub(super) owner: Option<JsonString>,
    /// Its text or thinking, part by part.
    pub(super) texts: Vec<PartKey>,
    /// Whether its content is a list of parts.
    pub(super) listed: bool,
    /// Whether any thinking came.
    pub(super) thought: bool,
    /// Where it began.
    pub(super) place: Place,
    ended: bool,
}

/// A call of the run.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) part: PartKey,
    pub(super) message: usize,
    pub(super) name: JsonString,
    pub(super) parent: Option<JsonString>,
    pub(super) answered: bool,
}

/// A part that takes deltas.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) slot: Slot,
    pub(super) id: String,
    /// `None` in a message that opens again, until it says something.
    pub(super) part: Option<PartKey>,
    pub(super) message: usize,
}

/// A reasoning span: what lies between REASONING_START and REASONING_END.
#[derive(Debug)]
pub(super) struct Span {
    pub(super) id: String,
    /// The frame that opened it.
    pub(super) frame: crate::ir::Json,
    pub(super) place: Place,
    /// Whether a message stands in it.
    pub(super) used: bool,
}

/// What a lane of chunk shorthands holds open.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) tag: Option<String>,
    pub(super) slot: Slot,
    pub(super) id: String,
}

impl Lane {
    /// Whether this is what it holds.
    pub(super) fn is(&self, id: &str) -> bool {
        self.id == id
    }
}

/// The run that is read.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) id: Option<JsonString>,
    pub(super) thread: Option<JsonString>,
    pub(super) messages: Vec<Held>,
    /// The first message with this id.
    pub(super) by_id: HashMap<String, usize>,
    pub(super) calls: HashMap<String, Call>,
    pub(super) open: Vec<Open>,
    pub(super) lanes: Vec<Lane>,
    pub(super) spans: Vec<Span>,
    /// Steps and subagents that run.
    pub(super) running: Vec<(&'static str, String)>,
    /// A reasoning part that has said all and may get its seal.
    sealing: Option<(PartKey, usize)>,
    parts: u32,
}

/// A message that begins.
pub(super) struct New {
    pub(super) kind: Kind,
    pub(super) role: Role,
    pub(super) id: Option<JsonString>,
    pub(super) name: Option<JsonString>,
}

impl Run {
    /// A run with these ids.
    pub(super) fn new(id: Option<JsonString>, thread: Option<JsonString>) -> Self {
        Self { id, thread, ..Self::default() }
    }

    /// The open part of this slot and id.
    pub(super) fn find(&self, slot: Slot, id: &str) -> Option<usize> {
        self.open.iter().position(|open| open.slot == slot && open.id == id)
    }

    /// The message of this id, if it is of this kind.
    pub(super) fn held(&self, id: &str, kind: Kind) -> Option<usize> {
        self.by_id.get(id).copied().filter(|index| self.messages[*index].kind == kind)
    }

    /// Whether parts of the message are open.
    pub(super) fn is_open(&self, message: usize) -> bool {
        self.open.iter().any(|open| open.message == message)
            || self.sealing.is_some_and(|(_, sealing)| sealing == message)
    }

    /// Begins a message; those before it that have nothing open end.
    pub(super) fn begin(&mut self, new: New, emit: &mut Emit<'_, '_>) -> usize {
        self.seal(emit);
        self.end_idle(emit);
        let index = self.messages.len();
        let key = MessageKey(index as u32);
        let New { kind, role, id, name } = new;
        if let Some(id) = &id {
            self.by_id.entry(id.decode().into_owned()).or_insert(index);
        }
        let head = MessageHead { key, role: role.clone(), id, name: name.clone(), choice: 0 };
        emit.push(EventKind::MessageStart(Box::new(head)));
        self.messages.push(Held {
            key,
            kind,
            role,
            name,
            owner: None,
            texts: Vec::new(),
            listed: false,
            thought: false,
            place: emit.here().to_place(),
            ended: false,
        });
        index
    }

    /// The number for the next part.
    pub(super) fn next_part(&mut self) -> PartKey {
        self.parts += 1;
        PartKey(self.parts - 1)
    }

    /// Opens a part for deltas.
    pub(super) fn open(
        &mut self,
        message: usize,
        id: String,
        (kind, extras): (PartKind, Extras),
        emit: &mut Emit<'_, '_>,
    ) -> usize {
        let part = self.next_part();
        let slot = if let PartKind::Reasoning(_) = &kind {
            Slot::Reasoning
        } else if kind.call().is_some() {
            Slot::Call
        } else {
            Slot::Text
        };
        let here = emit.here();
        let place = Place { frame: here.frame, line: here.line, path: "/delta".into() };
        let head = Box::new(Part { kind, extras, place });
        let key = self.messages[message].key;
        emit.push(EventKind::PartStart { key: part, message: key, part: head });
        if slot != Slot::Call {
            self.messages[message].texts.push(part);
        }
        self.open.push(Open { slot, id, part: Some(part), message });
        self.open.len() - 1
    }

    /// Opens a message that is there again; its part begins when something is said.
    pub(super) fn reopen(
        &mut self,
        slot: Slot,
        message: usize,
        id: String,
        emit: &mut Emit<'_, '_>,
    ) -> usize {
        emit.changed();
        self.open.push(Open { slot, id, part: None, message });
        self.open.len() - 1
    }

    /// The part that a piece goes to.
    pub(super) fn part_of(&mut self, open: usize, emit: &mut Emit<'_, '_>) -> PartKey {
        if let Some(part) = self.open[open].part {
            return part;
        }
        let Open { slot, id, message, .. } = self.open.remove(open);
        let head = if slot == Slot::Reasoning { reasoning(Extras::default()) } else { text() };
        let last = self.open(message, id, head, emit);
        let part = PartKey(self.parts - 1);
        let opened = self.open.remove(last);
        self.open.insert(open, opened);
        part
    }

    /// Closes an open part. Thinking stays open until something else comes, as its seal may follow.
    pub(super) fn close(&mut self, open: usize, emit: &mut Emit<'_, '_>) {
        let Open { slot, part, message, .. } = self.open.remove(open);
        let Some(part) = part else { return emit.changed() };
        if slot == Slot::Reasoning {
            self.seal(emit);
            self.sealing = Some((part, message));
            emit.changed();
        } else {
            emit.push(EventKind::PartEnd { key: part });
        }
    }

    /// The thinking that may get its seal is whole.
    pub(super) fn seal(&mut self, emit: &mut Emit<'_, '_>) {
        if let Some((part, _)) = self.sealing.take() {
            emit.push(EventKind::PartEnd { key: part });
        }
    }

    /// The last part of a reasoning message, and whether it still takes deltas.
    pub(super) fn thinking(&self, message: usize) -> Option<(PartKey, bool)> {
        let part = *self.messages[message].texts.last()?;
        let open = self.open.iter().any(|open| open.part == Some(part))
            || self.sealing.is_some_and(|(sealing, _)| sealing == part);
        Some((part, open))
    }

    /// Ends the messages that have nothing open.
    pub(super) fn end_idle(&mut self, emit: &mut Emit<'_, '_>) {
        for index in 0..self.messages.len() {
            if !self.messages[index].ended && !self.is_open(index) {
                self.messages[index].ended = true;
                emit.push(EventKind::MessageEnd { key: self.messages[index].key, finish: None });
            }
        }
    }

    /// Closes all that is open, and every message.
    pub(super) fn close_all(&mut self, emit: &mut Emit<'_, '_>) {
        self.lanes.clear();
        while !self.open.is_empty() {
            self.close(0, emit);
        }
        self.seal(emit);
        for span in std::mem::take(&mut self.spans) {
            if !span.used {
                emit.push(EventKind::Raw { family: FAMILY, value: span.frame });
            }
        }
        self.end_idle(emit);
    }
}

/// An empty text.
pub(super) fn text() -> (PartKind, Extras) {
    (PartKind::Text(JsonString::default()), Extras::default())
}

/// Thinking, still empty.
pub(super) fn reasoning(extras: Extras) -> (PartKind, Extras) {
    (PartKind::Reasoning(Reasoning::default()), extras)
}

/// A call without arguments yet; they come as text, whose spacing is its own.
pub(super) fn call(id: JsonString, name: JsonString) -> (PartKind, Extras) {
    let input = Input::Text(JsonString::default());
    (PartKind::ToolCall(ToolCall { id: Some(id), name, input, ..ToolCall::default() }), Extras::default())
}
