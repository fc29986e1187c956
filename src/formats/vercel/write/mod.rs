//! Writes the three shapes.

mod agenta;
mod beside;
mod call;
mod calls;
mod document;
mod ends;
mod group;
mod history;
mod members;
mod messages;
mod part;
mod pen;
mod slots;
mod stream;
mod text;
mod tool;
mod whole;
mod writer;

pub(super) use agenta::stream as agenta_stream;
pub(super) use document::{messages, request};
pub(super) use stream::stream;
pub(super) use tool::{Tool, state_of};
