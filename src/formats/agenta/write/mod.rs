//! Writes histories and bodies.

mod blocks;
mod fit;
mod message;
mod pending;
mod projected;
mod request;
mod response;
mod ui;

pub(super) use message::{turns, write_messages};
pub(super) use projected::write_ui_response;
pub(super) use request::{write_request, write_ui_request};
pub(super) use response::write_response;
