//! The keys of the parts of a run, over all its choices.

use crate::ir::PartKey;

/// Gives out part keys, and remembers what is said once a run.
#[derive(Debug, Default)]
pub(super) struct Keys {
    next: u32,
    said: bool,
}

impl Keys {
    pub(super) fn next(&mut self) -> PartKey {
        self.next += 1;
        PartKey(self.next - 1)
    }

    /// Whether this is the first time it is asked.
    pub(super) fn say_once(&mut self) -> bool {
        !std::mem::replace(&mut self.said, true)
    }
}
