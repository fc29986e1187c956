//! The tables of shape: what a value, an object and a member must be, and which rules a room has for departures.

use crate::check::Findings;
use crate::ir::Value;
use crate::report::Rule;

/// What a value must be.
#[derive(Clone, Copy)]
pub enum Type {
    /// Anything.
    Any,
    /// A string.
    Text,
    /// One of these strings; any other is a fault.
    Word(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A number.
    Number,
    /// A whole number that a double holds exactly; `5.0` is one.
    Whole,
    /// A whole number from 0.
    Count,
    /// Any object.
    Map,
    /// An object with these members.
    Object(&'static Object),
    /// An object whose members are told by one of them.
    Tagged(&'static Tagged),
    /// An array of these.
    List(&'static Type),
    /// An array of at least one of these.
    Some(&'static Type),
    /// The first of these that is of the value's JSON kind.
    Either(&'static [Type]),
    /// A value that passes a test; the words say what is expected.
    Test(&'static str, fn(Value<'_>) -> bool),
}

/// An object.
pub struct Object {
    /// What it is called in messages.
    pub name: &'static str,
    /// Its members, in groups, so that objects can share some.
    pub groups: &'static [&'static [Member]],
    /// Whether it may have other members.
    pub open: bool,
    /// What else must hold, such as that of two members one is there.
    pub also: Option<fn(Value<'_>, &mut Findings<'_>)>,
}

impl Object {
    /// An object with these members and no others.
    #[must_use]
    pub const fn new(name: &'static str, groups: &'static [&'static [Member]]) -> Self {
        Self { name, groups, open: false, also: None }
    }

    /// It may have any other members.
    #[must_use]
    pub const fn open(self) -> Self {
        Self { open: true, ..self }
    }

    /// Something else must hold.
    #[must_use]
    pub const fn also(self, also: fn(Value<'_>, &mut Findings<'_>)) -> Self {
        Self { also: Some(also), ..self }
    }

    /// All its members.
    pub fn members(&self) -> impl Iterator<Item = &'static Member> + use<> {
        self.groups.iter().flat_map(|group| group.iter())
    }
}

/// A member of an object.
pub struct Member {
    /// Its key.
    pub key: &'static str,
    /// Whether the object is at fault without it.
    pub must: bool,
    /// What null means.
    pub null: Null,
    /// What it must be.
    pub kind: Type,
    /// The rule for a word that is none of the known, where it is not the room's own.
    pub word: Option<&'static Rule>,
    /// The rule for its being there at all: it is of an older version.
    pub old: Option<&'static Rule>,
}

/// What null means where a member stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// It is refused.
    Refused,
    /// The real client reads it as absent, though the document does not allow it.
    Read,
    /// It is a value like others.
    Fine,
}

/// A member that must be there.
#[must_use]
pub const fn must(key: &'static str, kind: Type) -> Member {
    Member { key, must: true, null: Null::Refused, kind, word: None, old: None }
}

/// A member that may be there.
#[must_use]
pub const fn may(key: &'static str, kind: Type) -> Member {
    Member { must: false, ..must(key, kind) }
}

impl Member {
    /// Null is a value like others.
    #[must_use]
    pub const fn null_fine(self) -> Self {
        Self { null: Null::Fine, ..self }
    }

    /// The real client reads null as absent.
    #[must_use]
    pub const fn null_read(self) -> Self {
        Self { null: Null::Read, ..self }
    }

    /// A word that is not known falls under this rule.
    #[must_use]
    pub const fn unknown_word(self, rule: &'static Rule) -> Self {
        Self { word: Some(rule), ..self }
    }

    /// That it is there falls under this rule.
    #[must_use]
    pub const fn old(self, rule: &'static Rule) -> Self {
        Self { old: Some(rule), ..self }
    }
}

/// Objects that are told apart by a member.
#[derive(Clone, Copy)]
pub struct Tagged {
    /// What they are called in messages.
    pub name: &'static str,
    /// The member that tells them.
    pub key: &'static str,
    /// The objects by its value; one that ends in `*` stands for all that begin so.
    pub variants: &'static [(&'static str, &'static Object)],
    /// The rule for a value that is none of these, where it is not [`Faults::variant`].
    pub unknown: Option<&'static Rule>,
    /// The rule for its absence; none where the reader tells it.
    pub absent: Option<&'static Rule>,
}

/// A room's rules for departures from its tables.
#[derive(Clone, Copy)]
pub struct Faults {
    /// A member is missing.
    pub missing: &'static Rule,
    /// A value is of another kind.
    pub kind: &'static Rule,
    /// A word is none of the known.
    pub word: &'static Rule,
    /// A null is refused.
    pub null: &'static Rule,
    /// A null is read as absent.
    pub null_read: &'static Rule,
    /// A list that must not be empty is.
    pub empty: &'static Rule,
    /// A member is unknown.
    pub unknown: &'static Rule,
    /// A member is unknown and looks like a known one.
    pub misspelt: &'static Rule,
    /// An object is none of its variants; none where the reader tells it.
    pub variant: Option<&'static Rule>,
}
