//! Extras of our own that wait for the event they belong to.

use crate::formats::ag_ui::FAMILY;
use crate::ir::{At, Extra, Extras, Field, Json, Patch};
use crate::report::Report;

/// Members by name, in the order they came.
#[derive(Debug, Default)]
pub(super) struct Pending {
    list: Vec<Extra>,
}

impl Pending {
    /// Those of a part that begins.
    pub(super) fn of(extras: &Extras) -> Self {
        Self { list: extras.list.clone() }
    }

    pub(super) fn put(&mut self, extra: Extra) {
        match self.list.iter_mut().find(|known| known.name == extra.name) {
            Some(known) => *known = extra,
            None => self.list.push(extra),
        }
    }

    /// Adds those that waited elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        other.list.into_iter().for_each(|extra| self.put(extra));
    }

    /// Whether nothing waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Members with this prefix, taken; their names are pointers after it.
    pub(super) fn take(&mut self, prefix: &str) -> Patch {
        let mut patch = Patch::default();
        if self.list.is_empty() {
            return patch;
        }
        let fits = |extra: &Extra| extra.name.strip_prefix(prefix).is_some_and(|name| name.starts_with('/'));
        let (taken, left) = std::mem::take(&mut self.list).into_iter().partition(fits);
        self.list = left;
        let taken: Vec<Extra> = taken;
        patch.set =
            taken.into_iter().map(|extra| (extra.name[prefix.len()..].to_owned(), extra.value)).collect();
        patch
    }

    /// Members of the next event of this type.
    pub(super) fn of_event(&mut self, kind: &str) -> Patch {
        if self.list.is_empty() { Patch::default() } else { self.take(&format!("{kind}:")) }
    }

    /// Members of RUN_STARTED.
    pub(super) fn of_start(&mut self) -> Patch {
        self.take("")
    }

    /// Frames that came before any message.
    pub(super) fn frames(&mut self) -> Vec<Json> {
        let is_frame = |extra: &Extra| extra.name.starts_with("frame:");
        let (frames, left) = std::mem::take(&mut self.list).into_iter().partition(is_frame);
        self.list = left;
        let frames: Vec<Extra> = frames;
        frames.into_iter().map(|extra| extra.value).collect()
    }

    /// The member of exactly this name, taken.
    pub(super) fn one(&mut self, name: &str) -> Option<Json> {
        let index = self.list.iter().position(|extra| extra.name == name)?;
        Some(self.list.remove(index).value)
    }

    /// The member of exactly this name.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        self.list.iter().find(|extra| extra.name == name).map(|extra| &extra.value)
    }

    /// As the extras of a message.
    pub(super) fn into_extras(self) -> Extras {
        let family = if self.list.is_empty() { String::new() } else { FAMILY.to_owned() };
        Extras { family, list: self.list }
    }

    /// What found no event has no place.
    pub(super) fn drop_rest(&mut self, report: &mut Report) {
        for extra in self.list.drain(..) {
            report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
        }
    }
}
