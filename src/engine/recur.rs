//! Recurring frames: what a frame gave as one delta, the next frame that differs only in scalars nobody read gives again.
//!
//! Invariant. With and without this, bytes and reports are the same. A frame is remembered when it gave one borrowed
//! delta, nothing was told of it and the reader did not change. Its holes are the token and every string and number
//! that nobody read or looked at: nothing depends on what stands in them. A frame with the same bytes between the holes
//! and valid tokens in them would go the same way through the reader, so it need not go there.

mod entry;

use crate::emit::{Frame, Single, Sinks};
use crate::framing::RawFrame;
use entry::{Entry, Spans};

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

    /// Writes the event of a frame that is like one before it, and tells how long its payload is. `None` if it is not: it
    /// has to be read. `whole` is false where nobody has looked for the end of the payload.
    #[inline]
    pub(super) fn again(&mut self, raw: &RawFrame<'_>, whole: bool, sinks: &mut Sinks<'_>) -> Option<usize> {
        for index in 0..self.entries.len() {
            let entry = &self.entries[index];
            let Some(length) = entry.fits(raw, whole, &mut self.spans) else { continue };
            if entry.write(raw, &self.spans, sinks).is_some() {
                self.in_vain = 0;
                #[cfg(test)]
                (self.count[0] += 1);
                if index > 0 {
                    self.entries.swap(index, index - 1);
                }
                return Some(length);
            }
        }
        None
    }

    /// Remembers what a frame gave, in the place of the one that began alike.
    pub(super) fn remember(&mut self, frame: Frame<'_>, single: Single<'_>) {
        self.in_vain += 1;
        #[cfg(test)]
        (self.count[1] += 1);
        if self.in_vain > PATIENCE && !self.in_vain.is_multiple_of(16) {
            return;
        }
        let Some(entry) = Entry::of(frame, single) else { return };
        self.entries.retain(|known| known.start() != entry.start());
        self.entries.truncate(ENTRIES - 1);
        self.entries.insert(0, entry);
    }
}

#[cfg(test)]
mod tests;
