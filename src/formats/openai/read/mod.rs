//! Readers: messages, documents and streams.

mod call;
mod choice;
mod content;
mod delta;
mod document;
mod error;
mod header;
mod keys;
mod message;
mod nodes;
mod order;
mod said;
mod stream;

pub(super) use document::{read_request, read_response};
pub(super) use message::read_message;
pub(super) use stream::{APPEND, Reader};
