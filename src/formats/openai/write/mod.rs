//! Writers: messages, documents and streams.

mod content;
mod document;
mod extras;
mod history;
mod members;
mod nodes;
mod request;
mod spoken;
mod stream;
mod thread;

pub(super) use document::{turns, write_messages, write_response};
pub(super) use request::write_request;
pub(super) use stream::Writer;
