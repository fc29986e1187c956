//! Extras of our own that wait for the event they belong to.

use crate::formats::ag_ui::FAMILY;
use crate::ir::{At, Extra, Extras, Field, Json, Merge, Patch};
use crate::report::Report;

/// Members by name, in the order they came.
#[derive(Debug, Default)]
pub(super) struct Pending {
    extras: Extras,
}

impl Pending {
    /// Those of a part that begins.
    pub(super) fn of(extras: &Extras) -> Self {
        Self { extras: extras.clone() }
    }

    pub(super) fn put(&mut self, extra: Extra) {
        self.extras.put(FAMILY, extra, Merge::Replace);
    }

    /// Adds those that waited elsewhere.
    pub(super) fn add(&mut self, other: Self) {
        other.extras.list.into_iter().for_each(|extra| self.put(extra));
    }

    /// Whether nothing waits.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.extras.list.is_empty()
    }

    /// Members with this prefix, taken; their names are pointers after it.
    pub(super) fn take(&mut self, prefix: &str) -> Patch {
        let mut patch = Patch::default();
        if self.extras.list.is_empty() {
            return patch;
        }
        let fits = |extra: &Extra| extra.name.strip_prefix(prefix).is_some_and(|name| name.starts_with('/'));
        let (taken, left) = std::mem::take(&mut self.extras.list).into_iter().partition(fits);
        self.extras.list = left;
        let taken: Vec<Extra> = taken;
        patch.set =
            taken.into_iter().map(|extra| (extra.name[prefix.len()..].to_owned(), extra.value)).collect();
        patch
    }

    /// Members of the next event of this type.
    pub(super) fn of_event(&mut self, kind: &str) -> Patch {
        if self.extras.list.is_empty() { Patch::default() } else { self.take(&format!("{kind}:")) }
    }

    /// Members of RUN_STARTED.
    pub(super) fn of_start(&mut self) -> Patch {
        self.take("")
    }

    /// Frames that came before any message.
    pub(super) fn frames(&mut self) -> Vec<Json> {
        let is_frame = |extra: &Extra| extra.name.starts_with("frame:");
        let (frames, left) = std::mem::take(&mut self.extras.list).into_iter().partition(is_frame);
        self.extras.list = left;
        let frames: Vec<Extra> = frames;
        frames.into_iter().map(|extra| extra.value).collect()
    }

    /// The member of exactly this name, taken.
    pub(super) fn one(&mut self, name: &str) -> Option<Json> {
        let index = self.extras.list.iter().position(|extra| extra.name == name)?;
        Some(self.extras.list.remove(index).value)
    }

    /// The member of exactly this name.
    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        self.extras.list.iter().find(|extra| extra.name == name).map(|extra| &extra.value)
    }

    /// As the extras of a message.
    pub(super) fn into_extras(self) -> Extras {
        let family = if self.extras.list.is_empty() { "" } else { FAMILY };
        Extras::new(family, self.extras.list)
    }

    /// What found no event has no place.
    pub(super) fn drop_rest(&mut self, report: &mut Report) {
        for extra in self.extras.list.drain(..) {
            report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
        }
    }
}
