//! How a reply ends: done, waiting or failed.

use super::extras::Extras;
use super::json::{Json, JsonString};
use super::part::ApprovalRequest;
use super::place::Place;

/// How a reply ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finish {
    /// Why, in the shared words.
    pub reason: StopReason,
    /// Why, in the source's word.
    pub raw: Option<JsonString>,
    /// Where that stood.
    pub place: Place,
}

/// Why a reply ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// It was done.
    Stop,
    /// It reached a limit of length.
    Length,
    /// It waits for tools.
    ToolCalls,
    /// It was filtered or refused.
    ContentFilter,
    /// It can be taken up again.
    Paused,
    /// Somebody stopped it.
    Cancelled,
    /// It failed.
    Error,
    /// A reason nobody else has a word for.
    Other,
    /// Nobody said.
    #[default]
    Unknown,
}

impl StopReason {
    /// All reasons with their words in `native`.
    pub const WORDS: &'static [(&'static str, Self)] = &[
        ("stop", Self::Stop),
        ("length", Self::Length),
        ("tool-calls", Self::ToolCalls),
        ("content-filter", Self::ContentFilter),
        ("paused", Self::Paused),
        ("cancelled", Self::Cancelled),
        ("error", Self::Error),
        ("other", Self::Other),
        ("unknown", Self::Unknown),
    ];

    /// Its word in `native`.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, reason)| *reason == self).map_or("unknown", |(word, _)| word)
    }
}

/// An error that a reply is or carries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunError {
    /// What went wrong.
    pub message: JsonString,
    /// A code or kind: text or number, as it stood.
    pub code: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}

/// What a run waits for before it can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interrupt {
    /// Its id.
    pub id: JsonString,
    /// Why.
    pub reason: Option<JsonString>,
    /// The tool call it is about.
    pub call_id: Option<JsonString>,
    /// What to tell the person.
    pub message: Option<JsonString>,
    /// What else belongs to it.
    pub payload: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}

impl Interrupt {
    /// The reason of one that asks whether a call may be made.
    pub const CALL: &'static str = "tool_call";

    /// The question whether a call may be made that it is: if it is about a call, for no other reason, and says nothing
    /// else. Families that have no questions of their own ask so.
    #[must_use]
    pub fn question(&self) -> Option<ApprovalRequest> {
        let Self { id, reason, call_id, message, payload, extras: _, place: _ } = self;
        let asks = |reason: &JsonString| reason.token().is(Self::CALL) || reason.token().is("confirmation");
        let about = payload.is_none() && reason.as_ref().is_none_or(asks);
        let call_id = call_id.clone().filter(|_| about)?;
        Some(ApprovalRequest { id: id.clone(), call_id: Some(call_id), reason: message.clone() })
    }
}
