//! A part as it is written: a text, thinking or a call on its way.

use super::pending::Pending;
use crate::calls::Tightener;
use crate::framing::Mould;
use crate::ir::{JsonString, MessageKey};
use crate::report::LossSlot;

/// What an open part is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// TEXT_MESSAGE events.
    Text,
    /// REASONING events.
    Reasoning,
    /// TOOL_CALL events.
    Call,
    /// Nothing yet: it goes into the snapshot before the reply.
    Collected(usize),
    /// Nothing: it has no place, which is told once.
    Lost(LossSlot),
    /// Nothing yet: what it is comes after its extras.
    Mute,
}

/// A part on its way.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) form: Form,
    pub(super) message: MessageKey,
    /// The id its events name.
    pub(super) id: JsonString,
    pub(super) pending: Pending,
    pub(super) open: bool,
    /// Arguments so far, or the id of the span.
    pub(super) text: JsonString,
    pub(super) name: JsonString,
    pub(super) seal: Option<JsonString>,
    /// Where the source holds the arguments as a value.
    pub(super) tightener: Option<Tightener>,
    /// What its deltas have in common.
    pub(super) mould: Mould,
}

impl Form {
    pub(super) fn events(self) -> [&'static str; 3] {
        match self {
            Self::Reasoning => {
                ["REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END"]
            }
            Self::Call => ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"],
            Self::Text | Self::Collected(_) | Self::Lost(_) | Self::Mute => {
                ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
            }
        }
    }

    pub(super) fn member(self) -> &'static str {
        if self == Self::Call { "toolCallId" } else { "messageId" }
    }
}

impl Piece {
    /// A part that begins.
    pub(super) fn new(form: Form, message: MessageKey, id: JsonString) -> Self {
        Self {
            form,
            message,
            id,
            pending: Pending::default(),
            open: true,
            text: JsonString::default(),
            name: JsonString::default(),
            seal: None,
            tightener: None,
            mould: Mould::default(),
        }
    }
}
