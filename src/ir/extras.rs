//! What only one family says of a node: kept with the node, written back by that family, reported by every other.

use std::collections::HashMap;

use super::json::Json;
use super::key::{MessageKey, PartKey};
use super::patch::Patch;
use super::place::Place;

/// Members of a node that the shared vocabulary has no word for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extras {
    /// The family whose reader left them; empty where there are none.
    pub family: String,
    /// The members, in the order they came.
    pub list: Vec<Extra>,
    /// Where each of many names is in the list.
    names: Names,
}

/// One such member.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra {
    /// JSON pointer from the node's own object (`/logprobs`), in the family's spelling. A name that starts with
    /// `choice:` is a member of the record around the message (an OpenAI choice).
    pub name: String,
    /// The value as it stood.
    pub value: Json,
    /// Where it stood.
    pub place: Place,
}

/// Which node a member that arrives in a stream belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The reply as a whole.
    Run,
    /// The record around a message: an OpenAI choice.
    Choice(MessageKey),
    /// A message.
    Message(MessageKey),
    /// A part.
    Part(PartKey),
}

/// How a member that comes again in a later frame adds to the one that is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merge {
    /// The last one counts.
    Replace,
    /// Lists and texts are joined; anything else is replaced.
    Append,
}

/// What the shared vocabulary spells otherwise than the source did, so that the way back through `native` is exact.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remainder {
    /// The format id whose writer the patch applies to; empty where there is none.
    pub format: String,
    /// What to set and remove in what that writer writes.
    pub patch: Patch,
}

impl Extras {
    /// No members.
    pub const NONE: &'static Self = &Self { family: String::new(), list: Vec::new(), names: Names(None) };

    /// These members of a family.
    #[must_use]
    pub fn new(family: impl Into<String>, list: Vec<Extra>) -> Self {
        Self { family: family.into(), list, names: Names::default() }
    }

    /// Adds a member, or merges it into the one of the same name. Gives the place of a value that was replaced by
    /// another one.
    pub fn put(&mut self, family: &str, extra: Extra, merge: Merge) -> Option<Place> {
        if self.family.is_empty() {
            family.clone_into(&mut self.family);
        }
        let Some(known) = self.find(&extra.name) else {
            self.push(extra);
            return None;
        };
        let known = &mut self.list[known];
        if merge == Merge::Append && known.value.append(&extra.value) {
            return None;
        }
        let changed = known.value != extra.value;
        known.value = extra.value;
        let old = std::mem::replace(&mut known.place, extra.place);
        changed.then_some(old)
    }

    /// Takes over those of a node that is told anew; what it does not say stays.
    pub fn renew(&mut self, later: Self) {
        for extra in later.list {
            self.put(&later.family, extra, Merge::Replace);
        }
    }

    /// The member of this name; quick where very many are asked for.
    pub fn known(&mut self, name: &str) -> Option<&mut Extra> {
        let at = self.find(name)?;
        self.list.get_mut(at)
    }

    /// Which of the members has this name; as quick.
    pub(crate) fn find(&mut self, name: &str) -> Option<usize> {
        self.names.find(&self.list, name)
    }

    fn push(&mut self, extra: Extra) {
        if let Some(index) = &mut self.names.0 {
            index.of.insert(extra.name.clone(), self.list.len());
            index.n_known = self.list.len() + 1;
        }
        self.list.push(extra);
    }

    /// The member of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.list.iter().find(|extra| extra.name == name).map(|extra| &extra.value)
    }
}

/// Up to how many members are looked through one by one for a name.
const FEW: usize = 16;

/// The index of a long list. It says nothing of its own, and may be behind the list it is of.
#[derive(Clone, Debug, Default)]
struct Names(Option<Box<Index>>);

/// Where each name is, and of how many members that is known.
#[derive(Clone, Debug, Default)]
struct Index {
    of: HashMap<String, usize>,
    n_known: usize,
}

impl PartialEq for Names {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Names {
    /// Where the member of this name is.
    fn find(&mut self, list: &[Extra], name: &str) -> Option<usize> {
        if list.len() <= FEW {
            self.0 = None;
            return list.iter().position(|extra| extra.name == name);
        }
        let index = self.0.get_or_insert_default();
        let found = index.of.get(name).copied();
        let stands = |at: usize| list.get(at).is_some_and(|extra| extra.name == name);
        if index.n_known == list.len() && found.is_none_or(stands) {
            return found;
        }
        index.n_known = list.len();
        index.of.clear();
        for (at, extra) in list.iter().enumerate() {
            index.of.entry(extra.name.clone()).or_insert(at);
        }
        index.of.get(name).copied()
    }
}
