//! Frames and documents in, lines out.

mod calls;
mod documents;
mod stream;
mod written;
