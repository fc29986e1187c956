//! Which losses began in a frame, noted down when somebody asks.

use std::collections::{BTreeSet, HashMap};

/// The numbers of losses by the frame they begin in.
#[derive(Debug, Default)]
pub(super) struct Frames {
    of: HashMap<u64, BTreeSet<usize>>,
    n_known: usize,
}

impl Frames {
    /// The losses of `frame`, in order, where `first` tells the frame of each. Some may have come to begin earlier.
    pub(super) fn of<T>(&mut self, frame: u64, all: &[T], first: impl Fn(&T) -> u64) -> &BTreeSet<usize> {
        static NONE: BTreeSet<usize> = BTreeSet::new();
        for (number, loss) in (self.n_known..).zip(&all[self.n_known.min(all.len())..]) {
            self.of.entry(first(loss)).or_default().insert(number);
        }
        self.n_known = all.len();
        self.of.get(&frame).unwrap_or(&NONE)
    }

    /// A loss begins in an earlier frame than was known.
    pub(super) fn moved(&mut self, number: usize, frame: u64) {
        if number < self.n_known {
            self.of.entry(frame).or_default().insert(number);
        }
    }
}
