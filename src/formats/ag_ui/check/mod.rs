//! What `validate` looks for in AG-UI beyond what reading finds.
//!
//! `events` and `nodes` are the document as tables. In a stream the client's compatibility boundary reads some nulls as
//! absent and drops kinds it does not know; a history or a request meets the schema without it, so there both are refused.

mod events;
mod history;
mod nodes;
mod owners;
mod stream;

use super::rules;
use crate::check::Check;
use crate::schema::Faults;

/// The rules for the shape of events.
static STREAM: Faults = Faults {
    missing: &rules::MISSING_MEMBER,
    kind: &rules::WRONG_TYPE,
    word: &rules::UNKNOWN_WORD,
    null: &rules::NULL,
    null_read: &rules::NULL_READ,
    empty: &rules::EMPTY_LIST,
    unknown: &rules::UNKNOWN_MEMBER,
    misspelt: &rules::MISSPELT_MEMBER,
    variant: None,
};

/// The rules for the shape of histories and requests.
static DOCUMENT: Faults = Faults { null_read: &rules::NULL, variant: Some(&rules::UNKNOWN_KIND), ..STREAM };

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
