//! What `validate` looks for in the AI SDK's wires beyond what reading finds.
//!
//! `chunks`, `nodes` and `tools` are the schemas as tables; `stream`, `texts` and `calls` hold what the SDK's fold holds,
//! to find where it throws or loses something; `history` knows what becomes of messages when a model is asked.

mod calls;
mod chunks;
mod history;
mod nodes;
mod stream;
mod texts;
mod tools;
mod values;

use super::rules;
use crate::check::Check;
use crate::schema::Faults;

/// The rules for the shape of chunks and messages.
static FAULTS: Faults = Faults {
    missing: &rules::MISSING_MEMBER,
    kind: &rules::WRONG_TYPE,
    word: &rules::UNKNOWN_WORD,
    null: &rules::NULL,
    null_read: &rules::NULL,
    empty: &rules::EMPTY_LIST,
    unknown: &rules::UNKNOWN_MEMBER,
    misspelt: &rules::MISSPELT_MEMBER,
    variant: Some(&rules::UNKNOWN_WORD),
};

/// Checks a stream.
pub(super) fn stream() -> Box<dyn Check> {
    Box::new(stream::Stream::default())
}

/// Checks a history, message by message.
pub(super) fn messages() -> Box<dyn Check> {
    Box::new(history::Messages::default())
}

/// Checks a request.
pub(super) fn request() -> Box<dyn Check> {
    Box::new(history::Request)
}
