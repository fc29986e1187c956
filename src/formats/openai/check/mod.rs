//! What `validate` looks for in Chat Completions beyond what reading finds.
//!
//! `parts`, `messages`, `request` and `reply` hold the documents as tables, after the types of PyPI `openai`; `chunk` holds
//! the chunks of a stream, whose client looks at little of them. `history`, `params`, `stream` and `choice` know what must
//! agree.

mod choice;
mod chunk;
mod history;
mod messages;
mod params;
mod parts;
mod reply;
mod request;
mod stream;

use super::rules;
use crate::check::Check;
use crate::ir::{Kind, Value};
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

/// The rules for the shape of chunks: the client does not look at it.
static CHUNK: Faults = Faults {
    missing: &rules::CHUNK_MEMBER_MISSING,
    kind: &rules::CHUNK_TYPE,
    word: &rules::CHUNK_WORD,
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

/// The error of a record, where it has one that a client sees: an `error` that is not empty.
fn error(root: Value<'_>) -> Option<Value<'_>> {
    root.look().get("error").filter(|error| !matches!(error.peek(), "\"\"" | "false" | "0"))
}

/// A whole number, looked at.
fn count(value: Value<'_>) -> Option<u64> {
    value.peek().parse().ok().filter(|_| value.kind() == Kind::Number)
}

/// The elements of a member that is a list.
fn elements<'f>(value: Value<'f>, key: &str) -> impl Iterator<Item = Value<'f>> + use<'f> {
    value.look().get(key).into_iter().flat_map(Value::elements)
}
