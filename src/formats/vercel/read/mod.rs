//! Reads the three shapes.

mod document;
mod node;
mod part;
mod stream;
mod tool;
mod tool_chunks;

pub(super) use document::{message, request};
pub(super) use stream::stream;
