//! A call whose arguments come in pieces.

use super::super::words::write_input;
use crate::framing::Out;
use crate::ir::{Input, JsonStr, Patch, Place, ToolCall};

/// A call whose arguments may still come.
pub(super) struct Calling {
    pub(super) call: ToolCall,
    pub(super) patch: Patch,
    pub(super) told: bool,
    /// Where it began.
    pub(super) place: Place,
}

impl Calling {
    /// More of its arguments.
    pub(super) fn add(&mut self, more: JsonStr<'_>) {
        self.told = false;
        match &mut self.call.input {
            Input::Text(text) => text.push(more),
            Input::Absent | Input::Json(_) => self.call.input = Input::Text(more.owned()),
        }
    }

    /// Writes the call as far as it is known. Arguments beside which the source has an `input` are its `rawInput`.
    pub(super) fn tell(&mut self, out: &mut Out) {
        self.told = true;
        let ToolCall { id, name, input: _, free_text: _, provider_executed: _ } = &self.call;
        let beside = self.patch.set.iter().any(|(name, _)| name == "/data/input");
        let key = if beside { "rawInput" } else { "input" };
        out.patched_frame("", &self.patch, |o| {
            o.word("type", "tool_call").object("data", |o| {
                o.maybe("id", id.as_ref()).maybe("name", Some(name).filter(|name| !name.is_empty()));
                write_input(o, key, &self.call);
            });
        });
    }
}
