//! Reads the three shapes.

mod answer_chunks;
mod calls;
mod data_chunks;
mod document;
mod marker;
mod node;
mod open;
mod part;
mod stream;
mod text_chunks;
mod tool;
mod tool_chunks;
mod turn;

pub(super) use document::{message, request};
pub(super) use stream::stream;
