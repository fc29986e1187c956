//! Writing: messages, requests and the stream of events.

mod answer;
mod assistant;
mod begin;
mod deltas;
mod ends;
mod history;
mod message;
mod opening;
mod part;
mod pending;
mod piece;
mod place;
mod raw;
mod request;
mod resume;
mod speaker;
mod stream;
mod whole;
mod writer;

pub(super) use message::messages;
pub(super) use request::request;
pub(super) use stream::{stackbone_writer, writer};
