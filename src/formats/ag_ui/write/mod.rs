//! Writing: messages, requests and the stream of events.

mod answer;
mod assistant;
mod deltas;
mod ends;
mod history;
mod message;
mod part;
mod pending;
mod piece;
mod place;
mod request;
mod speaker;
mod stream;
mod whole;

pub(super) use history::messages;
pub(super) use request::request;
pub(super) use stream::{stackbone_writer, writer};
