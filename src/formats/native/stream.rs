//! Events, one JSON object a line.

mod body;
mod extras;
mod keys;
mod line;
mod read;
mod write;

use crate::codec::StreamCodec;

/// How events are read and written. Extras say themselves how they add up.
pub(super) const CODEC: StreamCodec = StreamCodec {
    reader: || Box::<read::Reader>::default(),
    writer: || Box::new(write::Writer),
    append: &[],
};

/// The words for what an extra belongs to.
mod scope {
    pub(super) const RUN: &str = "run";
    pub(super) const CHOICE: &str = "choice";
    pub(super) const MESSAGE: &str = "message";
    pub(super) const PART: &str = "part";
}

/// Whether this is the name of an event.
pub(super) fn is_event(word: &str) -> bool {
    EVENTS.contains(&word)
}

pub(super) const EVENTS: &[&str] = &[
    "run-start",
    "message-start",
    "metadata",
    "step-start",
    "step-reset",
    "part-start",
    "delta",
    "revise",
    "part-end",
    "part",
    "usage",
    "state",
    "interrupt",
    "step-end",
    "message-end",
    "error",
    "run-end",
    "raw",
    "note",
];
