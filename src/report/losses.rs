//! Losses, run-length by place: what is lost in a hundred frames in a row is one loss.
//!
//! The losses of one frame come in the same order in the next, so the slot after the last hit is tried first.

use crate::ir::{At, JsonString};

use super::diagnostic::{Diagnostic, Severity};

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

/// A loss that may go on in the next frame. It holds until the losses are closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossSlot(usize);

#[derive(Debug)]
struct Slot {
    loss: Loss,
    path: Box<str>,
    what: Box<str>,
    id: Option<Box<str>>,
    line: u64,
    first: u64,
    last: u64,
}

#[derive(Debug, Default)]
pub(super) struct Losses {
    slots: Vec<Slot>,
    hint: usize,
}

/// What the message of a drop says after its name.
pub(super) const NO_PLACE: &str = " has no place in the target";

/// How many open slots are compared with a new loss before it gets its own.
const LOOK_BACK: usize = 64;

impl Losses {
    pub(super) fn put(&mut self, loss: Loss, at: At<'_>, what: &str, id: Option<&JsonString>) -> LossSlot {
        let id = id.map(|id| id.decode());
        let path = at.path();
        let same = |slot: &Slot| {
            slot.loss == loss
                && *slot.path == *path
                && *slot.what == *what
                && slot.id.as_deref() == id.as_deref()
        };
        if let Some(found) = self.find(at.frame, same) {
            return found;
        }
        let id = id.map(|id| id.into_owned().into());
        self.push(Slot {
            loss,
            path: path.into(),
            what: what.into(),
            id,
            line: at.line,
            first: at.frame,
            last: at.frame,
        })
    }

    pub(super) fn put_extra(&mut self, at: At<'_>, path: &str, name: &str) -> LossSlot {
        let same = |slot: &Slot| slot.loss == Loss::Dropped && *slot.path == *path && slot.id.is_none();
        if let Some(found) = self.find(at.frame, same) {
            return found;
        }
        let what = ["`", name, "`"].concat().into();
        let (line, frame) = (at.line, at.frame);
        self.push(Slot {
            loss: Loss::Dropped,
            path: path.into(),
            what,
            id: None,
            line,
            first: frame,
            last: frame,
        })
    }

    pub(super) fn invented(&mut self, target: &str, what: &str) -> LossSlot {
        let same = |slot: &Slot| slot.loss == Loss::Invented && *slot.path == *target && *slot.what == *what;
        if let Some(found) = self.find(0, same) {
            return found;
        }
        let (path, what) = (target.into(), what.into());
        self.push(Slot { loss: Loss::Invented, path, what, id: None, line: 0, first: 0, last: 0 })
    }

    pub(super) fn again(&mut self, slot: LossSlot, frame: u64) {
        if let Some(slot) = self.slots.get_mut(slot.0) {
            slot.last = slot.last.max(frame);
        }
    }

    fn find(&mut self, frame: u64, same: impl Fn(&Slot) -> bool) -> Option<LossSlot> {
        let start = if self.hint < self.slots.len() { self.hint } else { 0 };
        let (before, after) = (0..start, start..self.slots.len());
        let index = after.chain(before).take(LOOK_BACK).find(|index| same(&self.slots[*index]))?;
        let slot = &mut self.slots[index];
        slot.last = slot.last.max(frame);
        self.hint = index + 1;
        Some(LossSlot(index))
    }

    fn push(&mut self, slot: Slot) -> LossSlot {
        self.slots.push(slot);
        self.hint = 0;
        LossSlot(self.slots.len() - 1)
    }

    pub(super) fn close(&mut self, ready: &mut Vec<Diagnostic>) {
        self.hint = 0;
        ready.extend(self.slots.drain(..).map(Slot::tell));
    }
}

impl Slot {
    fn tell(self) -> Diagnostic {
        let Self { loss, path, what, id, line, first, last } = self;
        let message = match loss {
            Loss::Dropped => [&*what, NO_PLACE].concat(),
            Loss::Narrowed | Loss::Invented | Loss::Moved => what.into(),
        };
        let path = (!path.is_empty()).then(|| path.into_string());
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
            excerpt: None,
        }
    }
}
