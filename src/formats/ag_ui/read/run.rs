//! What a run has said so far: its messages, its calls, and what is open.

use std::collections::HashMap;

use super::lanes::Lanes;
use super::messages::{Kind, Messages};
use super::openings::{Open, Openings};
use super::slot::Slot;
use crate::emit::Emit;
use crate::formats::ag_ui::FAMILY;
use crate::ir::{
    EventKind, Extras, Input, JsonString, Keyed, MessageHead, Part, PartKey, PartKind, Place, Reasoning,
    Role, ToolCall,
};

/// A call of the run.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) part: PartKey,
    pub(super) message: usize,
    pub(super) name: JsonString,
    pub(super) parent: Option<JsonString>,
    pub(super) answered: bool,
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

/// The run that is read.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) id: Option<JsonString>,
    pub(super) thread: Option<JsonString>,
    pub(super) messages: Messages,
    pub(super) calls: HashMap<String, Call>,
    pub(super) open: Openings,
    /// Messages that may have nothing open any more.
    idle: Vec<usize>,
    pub(super) lanes: Lanes,
    /// By id.
    pub(super) spans: Keyed<String, Span>,
    /// Steps and subagents that run, by name.
    pub(super) running: Keyed<String, Running>,
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
        self.open.find(slot, id)
    }

    /// The message of this id, if it is of this kind.
    pub(super) fn held(&self, id: &str, kind: Kind) -> Option<usize> {
        self.messages.find(id).filter(|index| self.messages[*index].kind == kind)
    }

    /// Whether parts of the message are open.
    pub(super) fn is_open(&self, message: usize) -> bool {
        self.messages.is_open(message) || self.sealing.is_some_and(|(_, sealing)| sealing == message)
    }

    /// Begins a message; those before it that have nothing open end.
    pub(super) fn begin(&mut self, new: New, emit: &mut Emit<'_, '_>) -> usize {
        self.seal(emit);
        self.end_idle(emit);
        let New { kind, role, id, name } = new;
        let index = self.messages.begin(id.as_ref(), kind, role.clone(), emit.here().to_place());
        let held = &mut self.messages[index];
        held.name = name.clone();
        let head = MessageHead { key: held.key, role, id, name, choice: 0 };
        emit.push(EventKind::MessageStart(Box::new(head)));
        self.idle.push(index);
        index
    }

    /// A call of a message.
    pub(super) fn add_call(&mut self, id: String, call: Call) {
        self.messages[call.message].calls.push(id.clone());
        self.calls.insert(id, call);
    }

    /// Takes back a message and its calls.
    pub(super) fn take_back(&mut self, message: usize, emit: &mut Emit<'_, '_>) {
        for id in self.messages.take_back(message) {
            if self.calls.get(&id).is_some_and(|call| call.message == message) {
                self.calls.remove(&id);
            }
        }
        emit.push(EventKind::StepReset { message: self.messages[message].key });
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
        let slot = if let PartKind::Reasoning(_) = &kind {
            Slot::Reasoning
        } else if kind.call().is_some() {
            Slot::Call
        } else {
            Slot::Text
        };
        let part = self.start_part((slot, message), (kind, extras), emit);
        self.keep(Open::new(slot, id, Some(part), message))
    }

    fn start_part(
        &mut self,
        (slot, message): (Slot, usize),
        (kind, extras): (PartKind, Extras),
        emit: &mut Emit<'_, '_>,
    ) -> PartKey {
        let part = self.next_part();
        let here = emit.here();
        let place = Place { frame: here.frame, line: here.line, path: "/delta".into() };
        let head = Box::new(Part { kind, extras, place });
        let key = self.messages[message].key;
        emit.push(EventKind::PartStart { key: part, message: key, part: head });
        if slot != Slot::Call {
            self.messages[message].texts.push(part);
        }
        part
    }

    fn keep(&mut self, open: Open) -> usize {
        self.messages.open(open.message);
        self.open.add(open)
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
        self.keep(Open::new(slot, id, None, message))
    }

    /// The part that a piece goes to.
    pub(super) fn part_of(&mut self, open: usize, emit: &mut Emit<'_, '_>) -> PartKey {
        let Open { slot, part, message, .. } = self.open[open];
        if let Some(part) = part {
            return part;
        }
        let head = if slot == Slot::Reasoning { reasoning(Extras::default()) } else { text() };
        let part = self.start_part((slot, message), head, emit);
        self.open[open].part = Some(part);
        part
    }

    /// Closes an open part. Thinking stays open until something else comes, as its seal may follow.
    pub(super) fn close(&mut self, open: usize, emit: &mut Emit<'_, '_>) {
        let Open { slot, part, message, .. } = self.open[open];
        self.open.close(open);
        self.messages.close(message);
        self.idle.push(message);
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

    /// The last part of the reasoning message of this id, and whether it still takes deltas.
    pub(super) fn thinking(&self, message: usize, id: &str) -> Option<(PartKey, bool)> {
        let part = *self.messages[message].texts.last()?;
        let open = self.find(Slot::Reasoning, id).is_some_and(|open| self.open[open].part == Some(part))
            || self.sealing.is_some_and(|(sealing, _)| sealing == part);
        Some((part, open))
    }

    /// Where the last step or subagent like this one runs.
    pub(super) fn is_running(&self, like: &Running) -> Option<usize> {
        self.running.places(like.name.as_str()).find(|place| self.running[*place] == *like)
    }

    /// Ends the messages that have nothing open.
    pub(super) fn end_idle(&mut self, emit: &mut Emit<'_, '_>) {
        let mut idle = std::mem::take(&mut self.idle);
        idle.sort_unstable();
        for index in idle {
            if self.is_open(index) {
                // Open parts tell when they close; what waits for its seal has nothing to tell.
                self.idle.extend((!self.messages.is_open(index)).then_some(index));
            } else if !std::mem::replace(&mut self.messages[index].ended, true) {
                emit.push(EventKind::MessageEnd { key: self.messages[index].key, finish: None });
            }
        }
    }

    /// Closes all that is open, and every message.
    pub(super) fn close_all(&mut self, emit: &mut Emit<'_, '_>) {
        self.lanes = Lanes::default();
        let open: Vec<usize> = self.open.live().map(|(place, _)| place).collect();
        for place in open {
            self.close(place, emit);
        }
        self.seal(emit);
        for span in self.spans.drain() {
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

/// A step or a subagent that runs.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Running {
    /// `step` or `subagent`.
    pub(super) what: &'static str,
    pub(super) name: String,
    /// The subagent that a step is of.
    pub(super) owner: Option<String>,
}
