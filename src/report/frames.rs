//! Which losses began in a frame, noted down when somebody asks.

use std::collections::{BTreeSet, HashMap};

/// The numbers of losses by the frame they begin in.
#[derive(Debug, Default)]
pub(super) struct Frames {
    of: HashMap<u64, BTreeSet<usize>>,
    n_known: usize,
}

impl Frames {
    /// The losses of `frame`, in order, where `all` tells the frame of each. Some may have come to begin earlier.
    pub(super) fn of(&mut self, frame: u64, all: impl ExactSizeIterator<Item = u64>) -> &BTreeSet<usize> {
        static NONE: BTreeSet<usize> = BTreeSet::new();
        let (known, n_all) = (self.n_known, all.len());
        for (number, first) in (known..).zip(all.skip(known)) {
            self.of.entry(first).or_default().insert(number);
        }
        self.n_known = n_all;
        self.of.get(&frame).unwrap_or(&NONE)
    }

    /// A loss begins in an earlier frame than was known.
    pub(super) fn moved(&mut self, number: usize, frame: u64) {
        if number < self.n_known {
            self.of.entry(frame).or_default().insert(number);
        }
    }
}
