//! What the chunk shorthands hold open: each subagent, and the agent itself, has a lane.

use super::slot::Slot;
use crate::ir::Keyed;

/// What a lane holds open: a text, a call or a reasoning message, and its id.
pub(super) type Held = (Slot, String);

/// Whose lane it is; the agent itself has no tag.
pub(super) type Tag = Option<String>;

/// The lanes that hold anything.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    by_tag: Keyed<Tag, Held>,
    /// Whose each thing is that is held, by its id, for each slot.
    by_id: [Keyed<String, Tag>; 3],
}

impl Lanes {
    /// Whether nothing is held.
    pub(super) fn is_empty(&self) -> bool {
        self.by_tag.is_empty()
    }

    /// Holds something in the lane of this tag.
    pub(super) fn hold(&mut self, tag: Tag, (slot, id): Held) {
        self.by_id[slot as usize].push(id.clone(), tag.clone());
        self.by_tag.push(tag, (slot, id));
    }

    /// What the lane of this tag holds.
    pub(super) fn of(&self, tag: &Tag) -> Option<&Held> {
        self.by_tag.places(tag).last().map(|first| &self.by_tag[first])
    }

    /// Whether a thing of this slot and id is held.
    pub(super) fn holds(&self, slot: Slot, id: &str) -> bool {
        self.by_id[slot as usize].get(id).is_some()
    }

    /// How many things of this slot are held.
    pub(super) fn count(&self, slot: Slot) -> usize {
        self.by_id[slot as usize].len()
    }

    /// The first thing of this slot.
    pub(super) fn first(&self, slot: Slot) -> Option<Held> {
        let tag = self.by_id[slot as usize].front()?;
        let mut held = self.by_tag.places(tag).map(|place| &self.by_tag[place]);
        held.find(|(known, _)| *known == slot).cloned()
    }

    /// The first of all things.
    pub(super) fn any(&self) -> Option<&Held> {
        self.by_tag.front()
    }

    /// Lets go of a thing.
    pub(super) fn let_go(&mut self, (slot, id): &Held) {
        let Some(tag) = self.by_id[*slot as usize].remove(id.as_str()) else { return };
        let mut places = self.by_tag.places(&tag);
        let place = places.find(|place| self.by_tag[*place] == (*slot, id.clone()));
        drop(places);
        if let Some(place) = place {
            self.by_tag.take(place);
        }
    }
}
