//! A block of bytes, from the front to the back.

use super::{Position, RawFrame};
use crate::ir::utf8_start;

/// What is left of a block, and as much of its beginning as is known to be UTF-8.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) text: &'a str,
}

impl<'a> Block<'a> {
    /// A block that is looked through for UTF-8: sooner done at once than frame by frame.
    pub(super) fn checked(bytes: &'a [u8]) -> Self {
        Self { bytes, text: utf8_start(bytes) }
    }

    /// A block of which nothing is known.
    pub(super) fn unchecked(bytes: &'a [u8]) -> Self {
        Self { bytes, text: "" }
    }

    /// What stands behind so many bytes.
    pub(super) fn after(self, length: usize) -> Self {
        Self { bytes: &self.bytes[length..], text: self.text.get(length..).unwrap_or_default() }
    }

    /// Leaves what `take` leaves of the bytes.
    pub(super) fn pass<T>(&mut self, take: impl FnOnce(&mut &'a [u8]) -> T) -> T {
        let mut bytes = self.bytes;
        let taken = take(&mut bytes);
        *self = self.after(self.bytes.len() - bytes.len());
        taken
    }

    /// What may begin with a frame. What is longer than allowed, with the `end` behind it, is not to be taken unseen.
    pub(super) fn near(self, max_frame: usize, end: usize, at: Position) -> RawFrame<'a> {
        let near = &self.bytes[..self.bytes.len().min(max_frame.saturating_add(end))];
        RawFrame { text: self.text, ..RawFrame::bare(near, at) }
    }
}
