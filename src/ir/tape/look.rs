//! Looking at a value without reading it: where it stands, and what stands around it.

use std::fmt::{self, Write};

use super::fields::Fields;
use super::places::Places;
use super::{Kind, Value};
use crate::ir::place::Path;

/// No pointer but a long one takes more bytes.
const USUAL: usize = 64;
/// How many siblings are counted to find the place of a value among them; beyond, all places are noted down at once.
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
        let mut at = base;
        while at.index != self.index {
            let mut near = at.children().enumerate().take(NEAR);
            let Some((position, child)) = near.find(|(_, child)| child.holds(self)) else {
                return self.climb_to(at, out);
            };
            child.push_step(at, position, out);
            at = child;
        }
    }

    /// Appends the JSON pointer of the value from `base`, with the places of all values at hand, so that each of very
    /// many siblings is not found by counting those before it.
    fn climb_to(self, base: Value<'f>, out: &mut impl Write) {
        let places = self.view.places.get_or_init(|| Places::of(self.view.nodes));
        let (mut chain, mut value) = (Vec::new(), self);
        while value.index > base.index {
            chain.push(value);
            value = Value { index: places.parent(value.index), ..self };
        }
        for value in chain.into_iter().rev() {
            let parent = Value { index: places.parent(value.index), ..self };
            value.push_step(parent, places.position(value.index), out);
        }
    }

    /// Appends the last step of its pointer: its place in an array, or its key.
    pub(super) fn push_step(self, parent: Value<'f>, position: usize, out: &mut impl Write) {
        let in_array = parent.kind() == Kind::Array;
        // Memory takes all that is written.
        let _ = out.write_char('/').and_then(|()| match u8::try_from(position) {
            _ if !in_array => push_key(&self.name(), out),
            Ok(digit @ 0..=9) => out.write_char(char::from(b'0' + digit)),
            Ok(_) | Err(_) => write!(out, "{position}"),
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

fn push_key(key: &str, out: &mut impl Write) -> fmt::Result {
    if key.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        out.write_str(&key.replace('~', "~0").replace('/', "~1"))
    } else {
        out.write_str(key)
    }
}
