//! Writes the three shapes.

mod call;
mod calls;
mod document;
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

pub(super) use document::{messages, request};
pub(super) use stream::stream;
pub(super) use tool::{Tool, state_of};
