//! Reads the three shapes.

mod answer_chunks;
mod document;
mod node;
mod part;
mod stream;
mod text_chunks;
mod tool;
mod tool_chunks;

pub(super) use document::{message, request};
pub(super) use stream::stream;
