//! The three things that come in pieces, and the words for each.

/// What a stream of deltas goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// The text of a message.
    Text,
    /// A reasoning message.
    Reasoning,
    /// The arguments of a call.
    Call,
}

impl Slot {
    /// The member that names what an event of this kind goes to.
    pub(super) fn id_member(self) -> &'static str {
        match self {
            Self::Text | Self::Reasoning => "messageId",
            Self::Call => "toolCallId",
        }
    }

    /// The thing, as messages name it.
    pub(super) fn what(self) -> &'static str {
        match self {
            Self::Text => "the text message",
            Self::Reasoning => "the reasoning message",
            Self::Call => "the tool call",
        }
    }

    /// The help for a piece that nothing opened.
    pub(super) fn opener(self) -> &'static str {
        match self {
            Self::Text => "send TEXT_MESSAGE_START with this messageId first",
            Self::Reasoning => "send REASONING_MESSAGE_START with this messageId first",
            Self::Call => "send TOOL_CALL_START with this toolCallId first",
        }
    }
}
