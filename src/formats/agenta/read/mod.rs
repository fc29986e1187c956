//! Reads histories and bodies.

mod blocks;
mod message;
mod request;
mod response;
mod ui;

pub(super) use blocks::written_type;
pub(super) use message::read_message;
pub(super) use request::read_request;
pub(super) use response::read_response;
pub(super) use ui::UI_MESSAGES;
