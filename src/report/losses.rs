//! Losses, run-length by place: what is lost in a hundred frames in a row is one loss.
//!
//! The losses of one frame come in the same order in the next, so the slot after the last hit is tried first.

use std::borrow::Cow;

use crate::ir::{Field, JsonString, Place};

use super::diagnostic::{Diagnostic, NO_PLACE, Severity};
use super::frames::Frames;
use super::tally::Tally;

/// The kinds of loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// No place in the target.
    Dropped,
    /// Several values become one.
    Narrowed,
    /// The target demands what the source lacks.
    Invented,
    /// The order or grouping changed.
    Moved,
}

impl Loss {
    /// Its rule.
    #[must_use]
    pub fn rule(self) -> &'static str {
        match self {
            Self::Dropped => "loss/dropped",
            Self::Narrowed => "loss/narrowed",
            Self::Invented => "loss/invented",
            Self::Moved => "loss/moved",
        }
    }
}

/// What is lost: one field, and it in words. The words of a [`Field`] alone are its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct What<'w> {
    /// What a conversation could say and the target does not.
    pub field: Field,
    /// The words for a person.
    pub words: Cow<'w, str>,
}

impl From<Field> for What<'static> {
    fn from(field: Field) -> Self {
        Self { field, words: Cow::Borrowed(field.words()) }
    }
}

impl<'w> From<(Field, &'w str)> for What<'w> {
    fn from((field, words): (Field, &'w str)) -> Self {
        Self { field, words: Cow::Borrowed(words) }
    }
}

impl<'w> From<(Field, &'w String)> for What<'w> {
    fn from((field, words): (Field, &'w String)) -> Self {
        Self { field, words: Cow::Borrowed(words) }
    }
}

/// Where something is lost: frame, line, and JSON pointer in the frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'p> {
    pub(super) frame: u64,
    pub(super) line: u64,
    pub(super) path: &'p str,
}

/// A loss that may go on in the next frame. It holds until the losses are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossSlot(usize);

#[derive(Debug)]
struct Slot {
    loss: Loss,
    field: Field,
    path: String,
    words: String,
    id: Option<Box<str>>,
    line: u64,
    first: u64,
    last: u64,
}

#[derive(Debug, Default)]
pub(super) struct Losses {
    slots: Vec<Slot>,
    hint: usize,
    frames: Frames,
    /// Where nobody asks for each loss, what those that are closed come to.
    sum: Option<Tally>,
    /// The texts of slots that were summed, for the next ones.
    spare: Vec<[String; 2]>,
}

/// How many texts are kept for the slots to come, and how long those may be.
const SPARE: usize = 256;
const SPARE_LENGTH: usize = 256;

/// How many open slots are compared with a new loss before it gets its own.
const LOOK_BACK: usize = 64;

impl Losses {
    /// From now on those that are closed are only summed.
    pub(super) fn sum_up(&mut self) {
        self.sum.get_or_insert_default();
    }

    /// None yet, told or summed as these.
    pub(super) fn like(&self) -> Self {
        Self { sum: self.sum.as_ref().map(|_| Tally::default()), ..Self::default() }
    }

    /// What those that were summed come to.
    pub(super) fn take_sum(&mut self) -> Tally {
        self.sum.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Adds what others that were summed come to.
    pub(super) fn add_sum(&mut self, other: &Tally) {
        if let Some(sum) = &mut self.sum {
            sum.merge(other);
        }
    }

    pub(super) fn put(
        &mut self,
        loss: Loss,
        spot: Spot<'_>,
        what: &What<'_>,
        id: Option<&JsonString>,
    ) -> LossSlot {
        let id = id.map(|id| id.decode());
        let same = |slot: &Slot| {
            slot.loss == loss
                && slot.field == what.field
                && *slot.path == *spot.path
                && *slot.words == *what.words
                && slot.id.as_deref() == id.as_deref()
        };
        if let Some(found) = self.find((spot.frame, spot.line), same) {
            return found;
        }
        let id = id.map(|id| id.into_owned().into());
        self.push(loss, spot, (what.field, &[&*what.words]), id)
    }

    pub(super) fn put_extra(&mut self, spot: Spot<'_>, name: &str) -> LossSlot {
        let same = |slot: &Slot| {
            slot.field == Field::Extra
                && slot.loss == Loss::Dropped
                && *slot.path == *spot.path
                && slot.id.is_none()
        };
        if let Some(found) = self.find((spot.frame, spot.line), same) {
            return found;
        }
        self.push(Loss::Dropped, spot, (Field::Extra, &["`", name, "`"]), None)
    }

    pub(super) fn invented(&mut self, target: &str, what: &What<'_>) -> LossSlot {
        self.put(Loss::Invented, Spot { frame: 0, line: 0, path: target }, what, None)
    }

    /// What is lost of the node at `place` is lost at `spot` too, if it is this field.
    pub(super) fn also(&mut self, place: &Place, field: Field, spot: Spot<'_>) {
        let of_node = |slot: &&Slot| slot.field == field && slot.path.starts_with(&*place.path);
        self.repeat(place.frame, of_node, spot);
    }

    /// What is lost of the node at `place` is lost at `spot` too.
    pub(super) fn also_there(&mut self, place: &Place, spot: Spot<'_>) {
        self.repeat(place.frame, |slot| *slot.path == *place.path, spot);
    }

    /// The first such loss of a frame is one at `spot` too.
    fn repeat(&mut self, frame: u64, is_it: impl FnMut(&&Slot) -> bool, spot: Spot<'_>) {
        let found = self.in_frame(frame).find(is_it);
        let found = found.map(|slot| (slot.loss, slot.field, slot.words.clone(), slot.id.clone()));
        if let Some((loss, field, words, id)) = found {
            self.push(loss, spot, (field, &[&*words]), id);
        }
    }

    /// The losses that begin in a frame.
    fn in_frame(&mut self, frame: u64) -> impl Iterator<Item = &Slot> {
        let Self { slots, frames, .. } = self;
        let numbers = frames.of(frame, slots, |slot| slot.first);
        numbers.iter().map(|number| &slots[*number]).filter(move |slot| slot.first == frame)
    }

    pub(super) fn again(&mut self, slot: LossSlot, frame: u64) {
        if let Some(slot) = self.slots.get_mut(slot.0) {
            slot.last = slot.last.max(frame);
        }
    }

    fn find(&mut self, (frame, line): (u64, u64), same: impl Fn(&Slot) -> bool) -> Option<LossSlot> {
        let start = if self.hint < self.slots.len() { self.hint } else { 0 };
        let (before, after) = (0..start, start..self.slots.len());
        let index = after.chain(before).take(LOOK_BACK).find(|index| {
            let slot = &self.slots[*index];
            same(slot) && slot.reaches(frame)
        })?;
        let slot = &mut self.slots[index];
        slot.last = slot.last.max(frame);
        if frame < slot.first {
            (slot.first, slot.line) = (frame, line);
            self.frames.moved(index, frame);
        }
        self.hint = index + 1;
        Some(LossSlot(index))
    }

    fn push(
        &mut self,
        loss: Loss,
        spot: Spot<'_>,
        (field, words): (Field, &[&str]),
        id: Option<Box<str>>,
    ) -> LossSlot {
        let Spot { frame, line, path } = spot;
        let [mut own_path, mut own_words] = self.spare.pop().unwrap_or_default();
        own_path.push_str(path);
        words.iter().for_each(|word| own_words.push_str(word));
        let slot =
            Slot { loss, field, path: own_path, words: own_words, id, line, first: frame, last: frame };
        self.slots.push(slot);
        self.hint = 0;
        LossSlot(self.slots.len() - 1)
    }

    pub(super) fn close(&mut self, ready: &mut Vec<Diagnostic>) {
        (self.hint, self.frames) = (0, Frames::default());
        let Some(sum) = &mut self.sum else { return ready.extend(self.slots.drain(..).map(Slot::tell)) };
        for Slot { path, words, .. } in self.slots.drain(..) {
            sum.count(&words);
            let mut texts = [path, words];
            if self.spare.len() < SPARE && texts.iter().all(|text| text.capacity() <= SPARE_LENGTH) {
                texts.iter_mut().for_each(String::clear);
                self.spare.push(texts);
            }
        }
    }
}

impl Slot {
    /// Whether a loss in this frame goes on with this one. Whole frames have to follow each other: what stands between
    /// them is not lost.
    fn reaches(&self, frame: u64) -> bool {
        !self.path.is_empty() || (self.first..=self.last + 1).contains(&frame)
    }

    fn tell(self) -> Diagnostic {
        let Self { loss, field, path, words: mut message, id, line, first, last } = self;
        if loss == Loss::Dropped {
            message.push_str(NO_PLACE);
        }
        // The empty pointer is the frame as a whole; without a frame there is no place at all.
        let path = (first > 0 || !path.is_empty()).then_some(path);
        let (path, target) = if loss == Loss::Invented { (None, path) } else { (path, None) };
        Diagnostic {
            severity: Severity::Loss,
            rule: loss.rule(),
            message,
            help: None,
            line,
            frame: first,
            path,
            frames: (last > first).then_some((first, last)),
            id: id.map(String::from),
            target,
            field: Some(field),
            excerpt: None,
            rejected: None,
        }
    }
}
