//! What a pair of wire formats keeps, narrows, drops and invents, before anything is converted: what the source can say,
//! held against what the target can, by the tables that the losses of a conversion are named by.

use crate::codec::WireFormat;
use crate::ir::{Field, How};

/// A source and a target.
#[derive(Clone, Copy)]
pub struct Pair {
    /// The source.
    pub from: &'static WireFormat,
    /// The target.
    pub to: &'static WireFormat,
}

/// What becomes of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It arrives as it was.
    Keeps,
    /// Not all of it arrives, or it arrives as something else.
    Narrows,
    /// It has no place in the target.
    Drops,
    /// The target demands it, and the source lacks it or may leave it out.
    Invents,
}

/// What every source has in its own way, and a target may change: nothing of it is dropped.
const ARRANGEMENT: &[Field] = &[Field::Order, Field::Turn, Field::Revision, Field::Retry];

impl Pair {
    /// The pair of these.
    #[must_use]
    pub fn of(from: &'static WireFormat, to: &'static WireFormat) -> Self {
        Self { from, to }
    }

    /// The fields with this fate, in the order of their table. A field of a node that is dropped goes with its node.
    pub fn fields(self, fate: Fate) -> impl Iterator<Item = Field> {
        Field::all().filter(move |field| {
            if fate == Fate::Invents { self.invents(*field) } else { self.fate(*field) == Some(fate) }
        })
    }

    /// How many fields are narrowed or dropped.
    #[must_use]
    pub fn lost(self) -> usize {
        self.fields(Fate::Narrows).count() + self.fields(Fate::Drops).count()
    }

    /// What becomes of a field that the source can say; `None` where it can't, or where the field goes with its node.
    #[must_use]
    pub fn fate(self, field: Field) -> Option<Fate> {
        let how = self.to.says.how(field);
        if ARRANGEMENT.contains(&field) {
            return (how == Some(How::Narrows)).then_some(Fate::Narrows);
        }
        let said = self.from.says.how(field)?;
        if field.within().is_some_and(|node| self.fate(node) == Some(Fate::Drops)) {
            return None;
        }
        Some(match how {
            Some(How::Keeps) => Fate::Keeps,
            Some(How::Narrows) => Fate::Narrows,
            // What says the fields of all families says those of the target's too.
            Some(How::KeepsOwn) if said == How::Keeps || self.from.family == self.to.family => Fate::Narrows,
            Some(How::KeepsOwn) => Fate::Drops,
            None => Fate::Drops,
        })
    }

    fn invents(self, field: Field) -> bool {
        self.to.says.demands(field)
    }
}
