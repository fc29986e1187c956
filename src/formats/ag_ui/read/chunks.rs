//! The three `_CHUNK` shorthands: an event that opens, goes on and closes what it belongs to by itself.
//!
//! Each subagent, and the agent itself, has a lane; a lane holds one open text, call or reasoning message. A chunk goes on
//! where it is of the same kind and names the same id or none; else what is open in its lane closes and a new one opens.

use super::lanes::{Held, Tag};
use super::reader::Reader;
use super::rest;
use super::run::Run;
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::formats::ag_ui::words;
use crate::ir::{Fields, JsonString};

/// Closes the lanes that an event of this type closes: all, its own or none.
pub(super) fn close_lanes<'f>(run: &mut Run, kind: &str, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
    match kind {
        "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR" | "MESSAGES_SNAPSHOT" => {
            while let Some(held) = run.lanes.any().cloned() {
                close(run, &held, emit);
            }
        }
        "RAW" | "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA" | "REASONING_ENCRYPTED_VALUE" | "SUBAGENT_STARTED" => {
        }
        _ if kind.ends_with("_CHUNK") || !words::EVENTS.contains(&kind) => {}
        _ => {
            let tag = event.token("subagentRunId").map(|tag| tag.decode().into_owned());
            while let Some(held) = run.lanes.of(&tag).cloned() {
                close(run, &held, emit);
            }
        }
    }
}

fn close(run: &mut Run, held: &Held, emit: &mut Emit<'_, '_>) {
    run.lanes.let_go(held);
    if let Some(open) = run.find(held.0, &held.1) {
        run.close(open, emit);
    }
}

impl Reader {
    pub(super) fn chunk<'f>(
        &mut self,
        slot: Slot,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "a chunk");
        if event.token("delta").is_some() {
            skip(event, "delta");
        }
        let id = event.token(slot.id_member());
        let tag = event.token("subagentRunId").map(|tag| tag.decode().into_owned());
        let held = self.held(slot, id.map(|id| id.decode()).as_deref(), &tag, frame, emit);
        if let Some(held) = held {
            let (known, open) = &held;
            let goes_on = *known == slot && id.is_none_or(|id| id.is(open));
            if goes_on && let Some(open) = self.run.find(slot, open) {
                skip(event, slot.id_member());
                self.goes_on(slot, open, event, frame, emit);
                return self.piece(open, event, emit);
            }
            close(&mut self.run, &held, emit);
        }
        if let Some(open) = self.open_chunk(slot, tag, event, frame, emit) {
            self.piece(open, event, emit);
        }
    }

    /// What is open where a chunk goes to.
    fn held<'f>(
        &mut self,
        slot: Slot,
        id: Option<&str>,
        tag: &Tag,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> Option<Held> {
        let lanes = &self.run.lanes;
        let own = lanes.of(tag).cloned();
        if let Some(id) = id {
            return lanes.holds(slot, id).then(|| (slot, id.to_owned())).or(own);
        }
        if tag.is_some() || own.as_ref().is_some_and(|(known, _)| *known == slot) {
            return own;
        }
        match lanes.count(slot) {
            0 => own,
            1 => lanes.first(slot),
            _ => {
                let message = "a chunk without an id may belong to several open ones";
                let help = "name the id or the subagent";
                emit.report.error("ag-ui/ambiguous-chunk", frame.at(frame.root), message, help);
                own
            }
        }
    }

    /// What a later chunk says again must be what the first said.
    fn goes_on<'f>(
        &self,
        slot: Slot,
        open: usize,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let same = match slot {
            Slot::Text => self.same_speaker(self.run.open[open].message, event),
            Slot::Reasoning => true,
            Slot::Call => self.same_call(&self.run.open[open].id, event),
        };
        if !same {
            let message = "a chunk says otherwise than the one that opened";
            let help = "role, name, tool name and parent stay what the first chunk says";
            emit.report.error("ag-ui/chunk-conflict", frame.at(frame.root), message, help);
        }
    }

    fn same_call(&self, id: &str, event: Fields<'_>) -> bool {
        let Some(call) = self.run.calls.get(id) else { return true };
        let pairs = [("toolCallName", Some(&call.name)), ("parentMessageId", call.parent.as_ref())];
        let mut all = true;
        for (member, known) in pairs {
            let same = event.token(member).is_none_or(|said| known.map(JsonString::token) == Some(said));
            if same {
                skip(event, member);
            }
            all &= same;
        }
        all
    }

    fn open_chunk<'f>(
        &mut self,
        slot: Slot,
        tag: Tag,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> Option<usize> {
        let named = slot != Slot::Call || event.token("toolCallName").is_some();
        let Some(id) = event.token(slot.id_member()).filter(|_| named) else {
            let (first, needs) = match slot {
                Slot::Text => ("TEXT_MESSAGE_CHUNK", "a messageId"),
                Slot::Reasoning => ("REASONING_MESSAGE_CHUNK", "a messageId"),
                Slot::Call => ("TOOL_CALL_CHUNK", "a toolCallId and a toolCallName"),
            };
            let message = format!("the first {first} needs {needs}");
            emit.report.error(
                "ag-ui/chunk-without-id",
                frame.at(frame.root),
                message,
                "nothing is open to go on",
            );
            rest::raw(frame, emit);
            return None;
        };
        skip(event, slot.id_member());
        let open = match slot {
            Slot::Text => self.open_text(id, event, emit),
            Slot::Reasoning => self.open_reasoning(id.owned(), event, emit),
            Slot::Call => {
                let name = event.string("toolCallName").unwrap_or_default();
                self.open_call(id, name, event, emit)
            }
        };
        self.run.lanes.hold(tag, (slot, id.decode().into_owned()));
        emit.changed();
        Some(open)
    }
}
