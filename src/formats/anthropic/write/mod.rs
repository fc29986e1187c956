//! Writers: streams, and documents in all shapes.

mod arguments;
mod block;
mod ending;
mod file;
mod frames;
mod history;
mod own;
mod params;
mod parts;
mod queue;
mod record;
mod reply;
mod result;
mod state;
mod stream;

pub(super) use record::{messages, request, turns};
pub(super) use reply::response;

use crate::emit::WriteEvents;

/// Makes a writer of streams.
pub(super) fn stream() -> Box<dyn WriteEvents> {
    Box::new(state::Writer::new())
}
