//! Ids that AG-UI demands and the source does not have: counted, never random, never one that was seen.

use std::collections::HashSet;

use crate::ir::{JsonString, Numbered};

/// Makes ids.
#[derive(Debug, Default)]
pub(super) struct Ids {
    seen: HashSet<String>,
    taken: HashSet<String>,
    pieces: Numbered,
    made: u32,
}

impl Ids {
    /// Takes note of an id of the source.
    pub(super) fn see(&mut self, id: &JsonString) {
        self.seen.insert(id.as_str().to_owned());
    }

    /// Takes an id for a message; `false` if another has it.
    pub(super) fn take(&mut self, id: &JsonString) -> bool {
        self.taken.insert(id.as_str().to_owned())
    }

    /// An id that nothing has yet: `msg_1`.
    pub(super) fn make(&mut self) -> JsonString {
        loop {
            self.made += 1;
            let id = format!("msg_{}", self.made);
            if self.seen.insert(id.clone()) {
                return JsonString::from_plain(&id);
            }
        }
    }

    /// The id of a later piece of a message: `m1_2`.
    pub(super) fn piece(&mut self, base: &JsonString) -> JsonString {
        loop {
            let id = self.pieces.next(base.as_str());
            if self.seen.insert(id.clone()) {
                return crate::ir::JsonStr::new(&id).owned();
            }
        }
    }
}
