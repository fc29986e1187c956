//! A JSON text as a tree that is taken apart only where a pointer leads: what nobody touches keeps its spelling and order,
//! which a tree of parsed numbers and sorted keys would not.

use super::json::{JsonString, Kind};
use super::keyed::Keyed;
use super::tape::{Tape, Value};

/// The steps of a JSON pointer, unescaped.
#[must_use]
pub fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|step| step.replace("~1", "/").replace("~0", "~")).collect()
}

/// A value of it.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A value that nobody has looked into.
    Text(String),
    /// The members of an object by name, with their keys as they stood.
    Object(Keyed<String, (JsonString, Tree)>),
    /// The elements of an array.
    Array(Vec<Tree>),
}

impl Tree {
    /// A null.
    #[must_use]
    pub fn null() -> Self {
        Self::Text("null".to_owned())
    }

    /// Takes an object or array apart, one level deep; any other value stays text.
    pub fn expand(&mut self) {
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
    pub fn member<'t>(
        members: &'t mut Keyed<String, (JsonString, Self)>,
        name: &str,
    ) -> Option<&'t mut Self> {
        members.get_mut(name).map(|(_, value)| value)
    }

    /// Appends it as JSON.
    pub fn print(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::Object(members) => {
                out.push('{');
                for (n, (key, value)) in members.iter().enumerate() {
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
