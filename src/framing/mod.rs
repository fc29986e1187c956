//! Bytes to frames and back; knows no wire format.

mod encode;

pub use encode::{Out, Style};

/// How frames follow one another in a byte stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Framing {
    /// Server-sent events.
    Sse,
    /// One JSON value a line.
    Ndjson,
    /// One JSON document, or an array of frames.
    Json,
}
