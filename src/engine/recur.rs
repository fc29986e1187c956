//! Recurring frames: what a frame gave as one delta, the next frame that differs only in scalars nobody read gives again.
//!
//! Invariant. With and without this, bytes and reports are the same. A frame is remembered when it gave one borrowed
//! delta, nothing was told of it and the reader did not change. Its holes are the token and every string and number
//! that nobody read or looked at: nothing depends on what stands in them. A frame with the same bytes between the holes
//! and valid tokens in them would go the same way through the reader, so it need not go there.

mod entry;
mod shape;

use crate::emit::{Frame, Single, Sinks};
use crate::framing::{Extent, Open, RawFrame};
use entry::Entry;
use shape::{Shape, Spans};

/// How many frames are remembered: calls and choices take turns.
const ENTRIES: usize = 6;
/// After so many frames that were remembered in vain, only each sixteenth is.
const PATIENCE: u32 = 32;

/// The frames of the running reply that may come again.
#[derive(Default)]
pub(super) struct Recur {
    entries: Vec<Entry>,
    in_vain: u32,
    spans: Spans,
    /// Frames that recurred, and frames that gave one delta and were read.
    #[cfg(test)]
    pub(super) count: [usize; 2],
}

impl Recur {
    /// Forgets everything: the reader may take the next frame another way.
    pub(super) fn forget(&mut self) {
        self.entries.clear();
    }

    /// Writes the event of a frame that is like one before it. `false` if it is not: it has to be read.
    pub(super) fn again(&mut self, raw: &RawFrame<'_>, sinks: &mut Sinks<'_>) -> bool {
        self.find(raw, Shape::fits, sinks).is_some()
    }

    /// As [`Recur::again`], where nothing has been looked for yet: the payload only begins with such a frame, and how far
    /// it reaches is told.
    #[inline]
    pub(super) fn next(&mut self, raw: &RawFrame<'_>, open: Open, sinks: &mut Sinks<'_>) -> Option<Extent> {
        self.find(raw, |shape, raw, spans| shape.begins(raw, open, spans), sinks)
    }

    /// Writes the event of the entry whose shape `fits`, which then moves on by a place.
    #[inline(always)]
    fn find<T>(
        &mut self,
        raw: &RawFrame<'_>,
        fits: impl Fn(&Shape, &RawFrame<'_>, &mut Spans) -> Option<T>,
        sinks: &mut Sinks<'_>,
    ) -> Option<T> {
        for index in 0..self.entries.len() {
            let entry = &self.entries[index];
            let Some(found) = fits(&entry.shape, raw, &mut self.spans) else { continue };
            if entry.write(raw, &self.spans, sinks).is_none() {
                continue;
            }
            self.in_vain = 0;
            #[cfg(test)]
            (self.count[0] += 1);
            if index > 0 {
                self.entries.swap(index, index - 1);
            }
            return Some(found);
        }
        None
    }

    /// Remembers what a frame gave, in the place of the one that began alike.
    pub(super) fn remember(&mut self, frame: Frame<'_>, raw: &RawFrame<'_>, single: Single<'_>) {
        self.in_vain += 1;
        #[cfg(test)]
        (self.count[1] += 1);
        if self.in_vain > PATIENCE && !self.in_vain.is_multiple_of(16) {
            return;
        }
        let Some(entry) = Entry::of(frame, raw, single) else { return };
        self.entries.retain(|known| known.shape.beginning() != entry.shape.beginning());
        self.entries.truncate(ENTRIES - 1);
        self.entries.insert(0, entry);
    }
}

#[cfg(test)]
mod tests;
