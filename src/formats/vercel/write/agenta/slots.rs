//! What becomes of the parts of a reply that come in pieces.

use crate::ir::{Json, JsonString, Place, ToolCall};
use crate::report::LossSlot;

/// A part that comes in pieces.
#[derive(Default)]
pub(super) enum Slot {
    /// All of it is said.
    #[default]
    Said,
    /// A text or thought.
    Text(Text),
    /// A call.
    Call(Call),
    /// An error, whose words are collected.
    Error(JsonString),
    /// It has no place.
    Lost(LossSlot),
}

/// A text or thought that has not ended.
pub(super) struct Text {
    pub(super) id: JsonString,
    pub(super) words: &'static [&'static str; 3],
    /// It came whole, so an empty one says that it is empty.
    pub(super) whole: bool,
    pub(super) spoke: bool,
}

/// A call; its arguments may still come, or come anew.
pub(super) struct Call {
    /// Its number among the calls that were told.
    pub(super) told: usize,
    pub(super) call: ToolCall,
    /// Its arguments as they are were made available.
    pub(super) ready: bool,
    /// How it is to be shown.
    pub(super) render: Option<Json>,
    /// Where its pieces begin.
    pub(super) place: Place,
}
