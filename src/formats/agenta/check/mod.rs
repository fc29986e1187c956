//! What `validate` looks for in Agenta beyond what reading finds.
//!
//! `events` and `blocks` are the document as tables. Nothing checks events on their way, so what departs there is lost or
//! passed on; messages meet the package's models, which refuse what is of another kind.

mod blocks;
mod calls;
mod events;
mod history;
mod response;
mod stream;

use super::rules;
use crate::check::Check;
use crate::schema::Faults;

/// The rules for the shape of events.
static STREAM: Faults = Faults {
    missing: &rules::MISSING_MEMBER,
    kind: &rules::EVENT_MEMBER_KIND,
    word: &rules::UNKNOWN_WORD,
    null: &rules::NULL,
    null_read: &rules::NULL,
    empty: &rules::MISSING_MEMBER,
    unknown: &rules::UNKNOWN_MEMBER,
    misspelt: &rules::MISSPELT_MEMBER,
    variant: None,
};

/// The rules for the shape of messages and blocks.
static MESSAGE: Faults = Faults { kind: &rules::WRONG_TYPE, ..STREAM };

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

/// Checks a response.
pub(super) fn response() -> Box<dyn Check> {
    Box::new(response::Response)
}
