//! A list in order whose items are found by key.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::ops::{Index, IndexMut};

/// Up to how many items are looked through one by one; beyond, an index is kept.
const FEW: usize = 16;

/// Items in the order they came, each found by its key and taken out without going through the others. A reply has one
/// or two open parts, so few items are looked through from the newest; a reply that opens thousands gets an index. Of
/// items with the same key the newest is found.
#[derive(Clone, Debug)]
pub struct Keyed<K, T> {
    slots: Vec<Option<Slot<K, T>>>,
    /// Where the oldest item is; the slots before it are empty, and the last one never is.
    first: usize,
    n_items: usize,
    /// Where the newest item of each key is; empty while there are few.
    newest: HashMap<K, usize>,
}

#[derive(Clone, Debug)]
struct Slot<K, T> {
    key: K,
    item: T,
    /// Where the item before it is that has the same key, once there is an index.
    earlier: Option<usize>,
}

impl<K, T> Default for Keyed<K, T> {
    fn default() -> Self {
        Self { slots: Vec::new(), first: 0, n_items: 0, newest: HashMap::new() }
    }
}

impl<K, T> Keyed<K, T> {
    /// How many items there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.n_items
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.n_items == 0
    }

    /// The items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.slots.iter().flatten().map(|slot| &slot.item)
    }

    /// The items in order, to be changed.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        self.slots.iter_mut().flatten().map(|slot| &mut slot.item)
    }

    /// The item at this place, if one is there.
    #[must_use]
    pub fn at(&self, place: usize) -> Option<&T> {
        Some(&self.slots.get(place)?.as_ref()?.item)
    }

    /// The oldest item.
    #[must_use]
    pub fn front(&self) -> Option<&T> {
        self.at(self.first)
    }

    /// The oldest item, to be changed.
    pub fn front_mut(&mut self) -> Option<&mut T> {
        Some(&mut self.slots.get_mut(self.first)?.as_mut()?.item)
    }

    /// The newest item.
    #[must_use]
    pub fn back(&self) -> Option<&T> {
        Some(&self.slots.last()?.as_ref()?.item)
    }

    /// The newest item, to be changed.
    pub fn back_mut(&mut self) -> Option<&mut T> {
        Some(&mut self.slots.last_mut()?.as_mut()?.item)
    }

    /// Takes all items out, in order.
    pub fn drain(&mut self) -> impl Iterator<Item = T> + use<K, T> {
        std::mem::take(self).slots.into_iter().flatten().map(|slot| slot.item)
    }
}

impl<K, T> Index<usize> for Keyed<K, T> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        match &self.slots[place] {
            Some(slot) => &slot.item,
            None => panic!("the item at {place} was taken out"),
        }
    }
}

impl<K, T> IndexMut<usize> for Keyed<K, T> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        match &mut self.slots[place] {
            Some(slot) => &mut slot.item,
            None => panic!("the item at {place} was taken out"),
        }
    }
}

impl<K: Clone + Eq + Hash, T> Keyed<K, T> {
    /// Adds an item behind the others, and says where, as [`Keyed::place`] does.
    pub fn push(&mut self, key: K, item: T) -> usize {
        let place = self.slots.len();
        self.n_items += 1;
        let earlier = if self.has_index() { self.newest.insert(key.clone(), place) } else { None };
        self.slots.push(Some(Slot { key, item, earlier }));
        if self.slots.len() > FEW && !self.has_index() {
            self.note_all();
        }
        place
    }

    /// The newest item with this key.
    #[must_use]
    pub fn get<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<&T>
    where
        K: Borrow<Q>,
    {
        Some(&self.slots[self.find(key)?].as_ref()?.item)
    }

    /// The newest item with this key, to be changed.
    pub fn get_mut<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<&mut T>
    where
        K: Borrow<Q>,
    {
        let found = self.find(key)?;
        Some(&mut self.slots[found].as_mut()?.item)
    }

    /// Takes out the newest item with this key.
    pub fn remove<Q: Eq + Hash + ?Sized>(&mut self, key: &Q) -> Option<T>
    where
        K: Borrow<Q>,
    {
        let found = self.find(key)?;
        self.take(found)
    }

    /// Where the newest item with this key is: good for [`Keyed`]'s `[]` until an item is taken out.
    #[must_use]
    pub fn place<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        self.find(key)
    }

    /// Where the items with this key are, from the newest.
    pub fn places<'a, Q: Eq + Hash + ?Sized>(&'a self, key: &'a Q) -> impl Iterator<Item = usize> + 'a
    where
        K: Borrow<Q>,
    {
        std::iter::successors(self.find(key), move |place| self.before(*place, key))
    }

    /// Takes out the item at this place.
    pub fn take(&mut self, place: usize) -> Option<T> {
        let Slot { key, item, earlier } = self.slots.get_mut(place)?.take()?;
        self.n_items -= 1;
        self.unlink(&key, place, earlier);
        self.tidy();
        Some(item)
    }

    /// Takes out the oldest item.
    pub fn pop_front(&mut self) -> Option<T> {
        self.take(self.first)
    }

    /// Takes out the newest item.
    pub fn pop_back(&mut self) -> Option<T> {
        self.take(self.slots.len().checked_sub(1)?)
    }

    fn has_index(&self) -> bool {
        !self.newest.is_empty()
    }

    fn find<Q: Eq + Hash + ?Sized>(&self, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.has_index() {
            return self.newest.get(key).copied();
        }
        let is = |slot: &Option<Slot<K, T>>| slot.as_ref().is_some_and(|slot| slot.key.borrow() == key);
        self.slots.iter().rposition(is)
    }

    /// Where the item before this one is that has the same key.
    fn before<Q: Eq + Hash + ?Sized>(&self, place: usize, key: &Q) -> Option<usize>
    where
        K: Borrow<Q>,
    {
        if self.has_index() {
            return self.slots[place].as_ref()?.earlier.filter(|earlier| *earlier >= self.first);
        }
        let is = |slot: &Option<Slot<K, T>>| slot.as_ref().is_some_and(|slot| slot.key.borrow() == key);
        self.slots.iter().take(place).rposition(is)
    }

    /// Notes that the item at this place is gone, which had the one before it with the same key at `earlier`.
    fn unlink(&mut self, key: &K, place: usize, earlier: Option<usize>) {
        let Some(newest) = self.newest.get_mut(key) else { return };
        let mut later = *newest;
        if later == place {
            match earlier.filter(|earlier| *earlier >= self.first) {
                Some(earlier) => *newest = earlier,
                None => drop(self.newest.remove(key)),
            }
            return;
        }
        // To the oldest item another one may go on pointing: what is before the first is not there.
        while place > self.first
            && let Some(slot) = self.slots[later].as_mut()
        {
            match slot.earlier {
                Some(before) if before != place => later = before,
                Some(_) | None => return slot.earlier = earlier,
            }
        }
    }

    /// Lets go of the empty slots at both ends, and of all where they are more than the items.
    fn tidy(&mut self) {
        while self.slots.last().is_some_and(Option::is_none) {
            self.slots.pop();
        }
        while self.slots.get(self.first).is_some_and(Option::is_none) {
            self.first += 1;
        }
        if self.slots.is_empty() {
            self.first = 0;
        } else if self.slots.len() > FEW && self.slots.len() > 2 * self.n_items {
            self.slots.retain(Option::is_some);
            self.first = 0;
            self.note_all();
        }
        if self.slots.len() <= FEW / 2 && self.has_index() {
            self.newest = HashMap::new();
        }
    }

    /// Makes the index anew, where the items are not few.
    fn note_all(&mut self) {
        self.newest = HashMap::new();
        if self.slots.len() <= FEW {
            return;
        }
        for (place, slot) in self.slots.iter_mut().enumerate() {
            if let Some(slot) = slot {
                slot.earlier = self.newest.insert(slot.key.clone(), place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Steps that add (0–5), take out (6, 7) and take from the front (8), the end (9) or the middle (10) give the same as on a plain list.
        #[test]
        fn it_is_a_list_searched_from_its_end(steps in prop::collection::vec((0..11u8, 0..40u8), 0..400)) {
            let (mut keyed, mut list) = (Keyed::default(), Vec::new());
            for (number, (step, key)) in steps.into_iter().enumerate() {
                match step {
                    0..6 => {
                        keyed.push(key, number);
                        list.push((key, number));
                    }
                    6 | 7 => {
                        let found = list.iter().rposition(|(known, _)| *known == key);
                        prop_assert_eq!(keyed.remove(&key), found.map(|found| list.remove(found).1));
                    }
                    10 => {
                        let place = keyed.places(&key).nth(1);
                        let before = place.and_then(|place| keyed.take(place));
                        let mut same = (0..list.len()).rev().filter(|at| list[*at].0 == key);
                        let second = same.nth(1);
                        prop_assert_eq!(before, second.map(|at| list.remove(at).1));
                    }
                    9 => prop_assert_eq!(keyed.pop_back(), list.pop().map(|(_, number)| number)),
                    _ => {
                        let first = (!list.is_empty()).then(|| list.remove(0).1);
                        prop_assert_eq!(keyed.pop_front(), first);
                    }
                }
                let newest = list.iter().rev().find(|(known, _)| *known == key).map(|(_, number)| number);
                prop_assert_eq!(keyed.get(&key), newest);
                let all: Vec<_> = keyed.places(&key).map(|place| keyed[place]).collect();
                let same = list.iter().rev().filter(|(known, _)| *known == key);
                prop_assert_eq!(all, same.map(|(_, number)| *number).collect::<Vec<_>>());
                prop_assert_eq!(keyed.len(), list.len());
                // What is added finds its place behind the empty slots, which go when an item is taken out.
                prop_assert!(keyed.slots.len() <= keyed.len() + FEW.max(keyed.len()));
            }
            let left: Vec<_> = list.into_iter().map(|(_, number)| number).collect();
            prop_assert_eq!(keyed.front(), left.first());
            prop_assert_eq!(keyed.back(), left.last());
            prop_assert_eq!(keyed.drain().collect::<Vec<_>>(), left);
        }
    }
}
