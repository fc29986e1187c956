//! Writers: messages, documents and streams.

mod document;
mod extras;
mod nodes;
mod stream;
mod thread;

pub(super) use document::{write_messages, write_request, write_response};
pub(super) use stream::Writer;
