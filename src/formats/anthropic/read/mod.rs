//! Readers: streams, and documents in all shapes.

mod block;
mod blocks;
mod deltas;
mod file;
mod open;
mod params;
mod record;
mod rules;
mod state;
mod stream;

pub(super) use record::{message, request, response};

use crate::emit::ReadEvents;

/// Makes a reader of streams.
pub(super) fn stream() -> Box<dyn ReadEvents> {
    Box::<state::Reader>::default()
}
