//! Writes histories and bodies.

mod blocks;
mod fit;
mod message;
mod pending;
mod request;
mod response;

pub(super) use message::write_messages;
pub(super) use request::write_request;
pub(super) use response::write_response;
