//! A JSON text as a tree that is taken apart only where a pointer leads: what nobody touches keeps its spelling and order,
//! which a tree of parsed numbers and sorted keys would not.

use super::json::{JsonString, Kind};
use super::keyed::Keyed;
use super::list::List;
use super::tape::{Tape, Value};

/// The steps of a JSON pointer, unescaped.
pub(super) fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// The members of an object by name, with their keys as they stood.
pub(super) type Members = Keyed<String, (JsonString, Tree)>;

/// A value of it.
#[derive(Clone, Debug)]
pub(super) enum Tree {
    /// A value that nobody has looked into.
    Text(String),
    /// An object.
    Object(Members),
    /// The elements of an array.
    Array(List<Tree>),
}

impl Tree {
    /// A null.
    pub(super) fn null() -> Self {
        Self::Text("null".to_owned())
    }

    /// What stands where a member was taken out that may come back. It is no member, and is not printed.
    pub(super) fn gone() -> Self {
        Self::Text(String::new())
    }

    /// Whether it is no member any more.
    pub(super) fn is_gone(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// Takes an object or array apart, one level deep; any other value stays text.
    pub(super) fn expand(&mut self) {
        let Self::Text(text) = self else { return };
        let mut tape = Tape::default();
        if tape.fill(text).is_err() {
            return;
        }
        let view = tape.view(text);
        let root = view.root();
        let child = |value: Value<'_>| Self::Text(value.peek().to_owned());
        let opened = match root.kind() {
            Kind::Object => {
                let mut members = Keyed::default();
                for (key, value) in root.members() {
                    members.push(key.decode().into_owned(), (key.owned(), child(value)));
                }
                Self::Object(members)
            }
            Kind::Array => Self::Array(root.elements().map(child).collect()),
            Kind::Null | Kind::Bool | Kind::Number | Kind::String => return,
        };
        *self = opened;
    }

    /// The last member of this name.
    pub(super) fn member<'t>(members: &'t mut Members, name: &str) -> Option<&'t mut Self> {
        members.get_mut(name).map(|(_, value)| value).filter(|value| !value.is_gone())
    }

    /// Adds a member behind the others.
    pub(super) fn push(members: &mut Members, name: &str, value: Self) {
        members.push(name.to_owned(), (JsonString::from_plain(name), value));
    }

    /// Appends it as JSON.
    pub(super) fn print(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Object(members) => {
                out.push('{');
                let there = members.iter().filter(|(_, value)| !value.is_gone());
                for (n, (key, value)) in there.enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    out.push('"');
                    out.push_str(key.as_str());
                    out.push_str("\":");
                    value.print(out);
                }
                out.push('}');
            }
            Self::Array(items) => {
                out.push('[');
                for (n, value) in items.iter().enumerate() {
                    if n > 0 {
                        out.push(',');
                    }
                    value.print(out);
                }
                out.push(']');
            }
        }
    }
}
