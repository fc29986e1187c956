//! Looking at a value without reading it: where it stands, and what stands around it.

use std::fmt::{self, Write};

use super::fields::Fields;
use super::node::ESCAPED;
use super::places::Places;
use super::{Kind, Value};
use crate::ir::place::Path;

/// No pointer but a long one takes more bytes.
const USUAL: usize = 64;
/// How many siblings are counted to find the place of an item among them; beyond, all places are noted down at once.
const NEAR: usize = 64;

impl<'f> Value<'f> {
    /// JSON pointer of the value in its text.
    #[must_use]
    pub fn pointer(self) -> String {
        self.pointer_from(Value { index: 0, ..self })
    }

    /// Appends the JSON pointer of the value in its text.
    pub fn write_own_pointer(self, out: &mut impl Write) {
        self.write_pointer(Value { index: 0, ..self }, out);
    }

    /// JSON pointer of the value in its text, to be kept.
    #[must_use]
    pub fn path(self) -> Path {
        let mut path = Path::default();
        self.write_own_pointer(&mut path);
        path
    }

    /// JSON pointer of the value from `base`, which must hold it.
    #[must_use]
    pub fn pointer_from(self, base: Value<'f>) -> String {
        let mut pointer = String::with_capacity(USUAL);
        self.write_pointer(base, &mut pointer);
        pointer
    }

    /// Appends the JSON pointer of the value from `base`, which must hold it.
    pub fn write_pointer(self, base: Value<'f>, out: &mut impl Write) {
        if self.index <= base.index {
            return;
        }
        let parent = Value { index: self.node().parent, ..self };
        parent.write_pointer(base, out);
        self.push_step(|| self.position(parent), out);
    }

    /// How many values stand before it in what it stands in.
    fn position(self, parent: Value<'f>) -> usize {
        let near = parent.children().take(NEAR).position(|child| child.index == self.index);
        near.unwrap_or_else(|| {
            let places = self.view.places.get_or_init(|| Places::of(self.view.nodes));
            places.position(self.index)
        })
    }

    /// Appends the last step of its pointer: its key, or its `position` in an array.
    pub(super) fn push_step(self, position: impl FnOnce() -> usize, out: &mut impl Write) {
        let node = self.node();
        // Memory takes all that is written.
        let _ = out.write_char('/').and_then(|()| match node.tag {
            _ if node.is_item() => push_position(position(), out),
            ESCAPED => push_key(&self.key().decode(), out),
            _ => push_key(self.key().as_str(), out),
        });
    }

    /// The text of the frame that the value stands in.
    #[must_use]
    pub fn whole_text(self) -> &'f str {
        self.view.text
    }

    /// The members of an object, only to be looked at; of any other kind, none. Unlike [`Value::fields`] it marks
    /// nothing, so what a reader leaves unread stays what it was.
    #[inline]
    #[must_use]
    pub fn look(self) -> Fields<'f> {
        Fields { object: (self.kind() == Kind::Object).then_some(self) }
    }

    /// The first member whose key comes again in the same object; at any depth.
    #[must_use]
    pub fn repeated_key(self) -> Option<Value<'f>> {
        let end = self.node().next;
        let all = (self.index..end).map(|index| Value { index, ..self });
        all.filter(|value| value.node().repeats).find_map(|object| {
            let mut seen = std::collections::HashSet::new();
            object.children().find(|child| !seen.insert(child.key().decode()))
        })
    }

    /// Byte offset of the value in its text.
    #[must_use]
    pub fn offset(self) -> usize {
        self.node().start as usize
    }
}

fn push_position(position: usize, out: &mut impl Write) -> fmt::Result {
    match u8::try_from(position) {
        Ok(digit @ 0..=9) => out.write_char(char::from(b'0' + digit)),
        Ok(_) | Err(_) => write!(out, "{position}"),
    }
}

fn push_key(key: &str, out: &mut impl Write) -> fmt::Result {
    if key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        out.write_str(&key.replace('~', "~0").replace('/', "~1"))
    } else {
        out.write_str(key)
    }
}
