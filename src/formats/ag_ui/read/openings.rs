//! The parts that take deltas, found by what their events name.

use std::collections::HashMap;
use std::ops::{Index, IndexMut};

use super::slot::Slot;
use crate::ir::PartKey;

/// A part that takes deltas.
#[derive(Debug)]
pub(super) struct Open {
    pub(super) slot: Slot,
    pub(super) id: String,
    /// `None` in a message that opens again, until it says something.
    pub(super) part: Option<PartKey>,
    pub(super) message: usize,
    closed: bool,
}

impl Open {
    /// One that opens now.
    pub(super) fn new(slot: Slot, id: String, part: Option<PartKey>, message: usize) -> Self {
        Self { slot, id, part, message, closed: false }
    }
}

/// All of them, in the order they opened. A closed one keeps its place as long as a later one is open, so places stay.
#[derive(Debug, Default)]
pub(super) struct Openings {
    list: Vec<Open>,
    /// The place of the open part of an id, for each slot.
    by_id: HashMap<String, [Option<usize>; 3]>,
}

impl Openings {
    /// The place of the open part of this slot and id.
    pub(super) fn find(&self, slot: Slot, id: &str) -> Option<usize> {
        self.by_id.get(id)?[slot as usize]
    }

    /// Opens one; gives its place.
    pub(super) fn add(&mut self, open: Open) -> usize {
        let place = self.list.len();
        self.by_id.entry(open.id.clone()).or_default()[open.slot as usize] = Some(place);
        self.list.push(open);
        place
    }

    /// Closes the one at this place.
    pub(super) fn close(&mut self, place: usize) {
        let Open { slot, id, closed, part: _, message: _ } = &mut self.list[place];
        *closed = true;
        if let Some(slots) = self.by_id.get_mut(id) {
            slots[*slot as usize] = None;
            if slots.iter().all(Option::is_none) {
                self.by_id.remove(id);
            }
        }
        while self.list.last().is_some_and(|open| open.closed) {
            self.list.pop();
        }
    }

    /// Those that are open, with their places.
    pub(super) fn live(&self) -> impl Iterator<Item = (usize, &Open)> {
        self.list.iter().enumerate().filter(|(_, open)| !open.closed)
    }
}

impl Index<usize> for Openings {
    type Output = Open;

    fn index(&self, place: usize) -> &Open {
        &self.list[place]
    }
}

impl IndexMut<usize> for Openings {
    fn index_mut(&mut self, place: usize) -> &mut Open {
        &mut self.list[place]
    }
}
