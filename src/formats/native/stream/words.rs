//! The words of events.

/// Whether this is the name of an event.
pub(in crate::formats::native) fn is_event(word: &str) -> bool {
    EVENTS.contains(&word)
}

/// The names of all events.
pub(in crate::formats::native) const EVENTS: &[&str] = &[
    "run-start",
    "message-start",
    "metadata",
    "step-start",
    "step-reset",
    "part-start",
    "delta",
    "revise",
    "call-reset",
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

/// The words for what an extra belongs to.
pub(super) mod scope {
    pub(in crate::formats::native::stream) const RUN: &str = "run";
    pub(in crate::formats::native::stream) const CHOICE: &str = "choice";
    pub(in crate::formats::native::stream) const MESSAGE: &str = "message";
    pub(in crate::formats::native::stream) const PART: &str = "part";
}
