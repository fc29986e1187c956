//! Writers: streams, and documents in all shapes.

mod arguments;
mod block;
mod file;
mod history;
mod own;
mod params;
mod queue;
mod record;
mod reply;
mod result;
mod stream;

pub(super) use record::{messages, request};
pub(super) use reply::response;

use crate::emit::WriteEvents;

/// Makes a writer of streams.
pub(super) fn stream() -> Box<dyn WriteEvents> {
    Box::new(stream::Writer::new())
}
