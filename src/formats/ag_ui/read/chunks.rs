//! The three `_CHUNK` shorthands: an event that opens, goes on and closes what it belongs to by itself.
//!
//! Each subagent, and the agent itself, has a lane; a lane holds one open text, call or reasoning message. A chunk goes on
//! where it is of the same kind and names the same id or none; else what is open in its lane closes and a new one opens.

use super::reader::Reader;
use super::rest;
use super::run::{Lane, Run};
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::ir::{Fields, JsonString};

/// Closes the lanes that an event of this type closes.
pub(super) fn close_lanes<'f>(run: &mut Run, kind: &str, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
    let tag = event.token("subagentRunId").map(|tag| tag.decode().into_owned());
    let closes = |lane: &Lane| match kind {
        "RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR" | "MESSAGES_SNAPSHOT" => true,
        "RAW" | "ACTIVITY_SNAPSHOT" | "ACTIVITY_DELTA" | "REASONING_ENCRYPTED_VALUE" | "SUBAGENT_STARTED" => {
            false
        }
        _ if kind.ends_with("_CHUNK") => false,
        _ if crate::formats::ag_ui::words::EVENTS.contains(&kind) => lane.tag == tag,
        _ => false,
    };
    while let Some(index) = run.lanes.iter().position(closes) {
        close_lane(run, index, emit);
    }
}

fn close_lane(run: &mut Run, index: usize, emit: &mut Emit<'_, '_>) {
    let Lane { tag: _, slot, id } = run.lanes.remove(index);
    if let Some(open) = run.find(slot, &id) {
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
        let tag = event.token("subagentRunId").map(|tag| tag.decode());
        let lane = self.lane(slot, id.map(|id| id.decode()).as_deref(), tag.as_deref(), frame, emit);
        if let Some(index) = lane {
            let Lane { slot: known, id: open, .. } = &self.run.lanes[index];
            let goes_on = *known == slot && id.is_none_or(|id| id.is(open));
            if goes_on && let Some(open) = self.run.find(slot, open) {
                skip(event, slot.id_member());
                self.goes_on(slot, open, event, frame, emit);
                return self.piece(open, event, emit);
            }
            close_lane(&mut self.run, index, emit);
        }
        let tag = tag.map(std::borrow::Cow::into_owned);
        if let Some(open) = self.open_chunk(slot, tag, event, frame, emit) {
            self.piece(open, event, emit);
        }
    }

    /// The lane a chunk goes to, if that holds anything.
    fn lane<'f>(
        &mut self,
        slot: Slot,
        id: Option<&str>,
        tag: Option<&str>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> Option<usize> {
        let lanes = &self.run.lanes;
        let own = lanes.iter().position(|lane| lane.tag.as_deref() == tag);
        if let Some(id) = id {
            return lanes.iter().position(|lane| lane.slot == slot && lane.id == id).or(own);
        }
        if tag.is_some() || own.is_some_and(|own| lanes[own].slot == slot) {
            return own;
        }
        let mut same = (0..lanes.len()).filter(|index| lanes[*index].slot == slot);
        match (same.next(), same.next()) {
            (Some(only), None) => Some(only),
            (Some(_), Some(_)) => {
                let message = "a chunk without an id may belong to several open ones";
                let help = "name the id or the subagent";
                emit.report.error("ag-ui/ambiguous-chunk", frame.at(frame.root), message, help);
                own
            }
            (None, _) => own,
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
        tag: Option<String>,
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
        self.run.lanes.push(Lane { tag, slot, id: id.decode().into_owned() });
        emit.changed();
        Some(open)
    }
}
