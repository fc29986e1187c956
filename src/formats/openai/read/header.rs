//! The members that every chunk of a stream repeats: id, model, time, service tier.
//!
//! Invariant. A value equal to the known one is read, for it is no news; one that has changed once is left unread for
//! the rest of the run, so that a member that changes with each chunk stands in no one's way.

use crate::ir::{JsonStr, Keyed, Kind, Value};

/// Members of a chunk that are no header.
const CONTENT: &[&str] = &["choices", "usage", "error", "x_groq"];

/// The known headers of a run.
#[derive(Debug, Default)]
pub(super) struct Headers {
    list: Keyed<String, Header>,
}

#[derive(Debug)]
struct Header {
    key: String,
    value: String,
    varies: bool,
}

impl Headers {
    /// Reads what is known in `chunk`. Tells whether something has changed that no event shows.
    #[inline]
    pub(super) fn read(&mut self, chunk: Value<'_>) -> bool {
        let mut changed = false;
        let mut next = 0;
        for (key, value) in chunk.members() {
            if value.kind() == Kind::Null || CONTENT.contains(&key.as_str()) {
                continue;
            }
            if key.as_str() == "object" {
                value.skip();
                continue;
            }
            let empty = match key.as_str() {
                "id" | "model" => value.kind() == Kind::String && value.says_nothing(),
                "created" => value.kind() == Kind::Number && value.says_nothing(),
                _ => false,
            };
            if empty {
                // Azure's first chunk: an empty name says nothing and is healed by the next.
                value.skip();
                continue;
            }
            changed |= self.one(key, value, &mut next);
        }
        changed
    }

    fn one(&mut self, key: JsonStr<'_>, value: Value<'_>, next: &mut usize) -> bool {
        let same = |header: &Header| header.key == key.as_str();
        let found =
            if self.list.at(*next).is_some_and(same) { Some(*next) } else { self.list.place(key.as_str()) };
        let Some(found) = found else {
            let (key, value) = (key.as_str().to_owned(), value.peek().to_owned());
            self.list.push(key.clone(), Header { key, value, varies: false });
            return true;
        };
        *next = found + 1;
        let header = &mut self.list[found];
        if header.varies {
            return false;
        }
        if header.value == value.peek() {
            value.skip();
            return false;
        }
        header.varies = true;
        true
    }

    /// Whether the member is known with another value, and has not changed so far.
    pub(super) fn differs(&self, key: &str, value: Value<'_>) -> bool {
        self.list.get(key).is_some_and(|header| !header.varies && header.value != value.peek())
    }

    /// Whether the member has changed.
    pub(super) fn varies(&self, key: &str) -> bool {
        self.list.get(key).is_some_and(|header| header.varies)
    }
}
