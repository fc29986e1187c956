//! Reading: messages, requests and the stream of events.

use crate::ir::Fields;

mod chunks;
mod ends;
mod message;
mod part;
mod patch;
mod request;
mod rest;
mod run;
mod snapshot;
mod state;
mod stream;
mod text;
mod thinking;
mod tools;

pub(super) use message::message;
pub(super) use request::request;
pub(super) use stream::reader;

/// Marks a member as read: it says what is known already.
fn skip(fields: Fields<'_>, name: &str) {
    if let Some(value) = fields.get(name) {
        value.skip();
    }
}
