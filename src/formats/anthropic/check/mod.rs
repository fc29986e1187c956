//! What `validate` looks for in Messages beyond what reading finds.
//!
//! `contents`, `blocks`, `results`, `messages`, `request` and `reply` hold the documents as tables, after the types of PyPI `anthropic`; `events` holds the
//! events of a stream, whose client looks at little of them. `history`, `params` and `stream` know what must agree.

mod blocks;
mod contents;
mod events;
mod history;
mod messages;
mod params;
mod reply;
mod request;
mod results;
mod serving;
mod stream;

use super::rules;
use crate::check::Check;
use crate::ir::Value;
use crate::schema::Faults;

/// The rules for the shape of documents.
static DOCUMENT: Faults = Faults {
    missing: &rules::MISSING_MEMBER,
    kind: &rules::WRONG_TYPE,
    word: &rules::UNKNOWN_WORD,
    null: &rules::NULL,
    null_read: &rules::NULL_READ,
    empty: &rules::EMPTY_LIST,
    unknown: &rules::UNKNOWN_MEMBER,
    misspelt: &rules::MISSPELT_MEMBER,
    variant: Some(&rules::UNKNOWN_KIND),
};

/// The rules for the shape of events: the client does not look at it.
static EVENT: Faults = Faults {
    missing: &rules::EVENT_MEMBER_MISSING,
    kind: &rules::EVENT_TYPE,
    null: &rules::NULL_READ,
    variant: None,
    ..DOCUMENT
};

/// Checks a history, message by message.
pub(super) fn messages() -> Box<dyn Check> {
    Box::new(history::Messages::default())
}

/// Checks a request.
pub(super) fn request() -> Box<dyn Check> {
    Box::new(request::Request)
}

/// Checks a reply.
pub(super) fn response() -> Box<dyn Check> {
    Box::new(reply::Reply)
}

/// Checks a stream.
pub(super) fn stream() -> Box<dyn Check> {
    Box::new(stream::Stream::default())
}

/// The elements of a member that is a list.
fn elements<'f>(value: Value<'f>, key: &str) -> impl Iterator<Item = Value<'f>> + use<'f> {
    value.look().get(key).into_iter().flat_map(Value::elements)
}

/// Whether the type word of a value is this.
fn is(value: Value<'_>, word: &str) -> bool {
    value.look().token("type").is_some_and(|kind| kind.is(word))
}
