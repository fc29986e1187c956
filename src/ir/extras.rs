//! What only one family says of a node: kept with the node, written back by that family, reported by every other.

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub const NONE: &'static Self = &Self { family: String::new(), list: Vec::new() };

    /// Adds a member, or merges it into the one of the same name. Gives the place of a value that was replaced by
    /// another one.
    pub fn put(&mut self, family: &str, extra: Extra, merge: Merge) -> Option<Place> {
        if self.family.is_empty() {
            family.clone_into(&mut self.family);
        }
        let Some(known) = self.list.iter_mut().find(|known| known.name == extra.name) else {
            self.list.push(extra);
            return None;
        };
        if merge == Merge::Append && known.value.append(&extra.value) {
            return None;
        }
        let changed = known.value != extra.value;
        known.value = extra.value;
        let old = std::mem::replace(&mut known.place, extra.place);
        changed.then_some(old)
    }

    /// Takes over those of `earlier` that are not there.
    pub fn keep(&mut self, earlier: Self) {
        for extra in earlier.list {
            if self.get(&extra.name).is_none() {
                self.put(&earlier.family, extra, Merge::Replace);
            }
        }
    }

    /// The member of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Json> {
        self.list.iter().find(|extra| extra.name == name).map(|extra| &extra.value)
    }
}
