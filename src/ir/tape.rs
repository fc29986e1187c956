//! One strict pass over a JSON text into a flat, reusable tape of offsets, and the views readers take on it.
//!
//! A reader that takes a value marks its node; what nobody took is the extras of the frame. Of repeated keys the last
//! counts and the earlier ones stay unread. Keys are compared with their escapes undone.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::json::{Json, JsonStr, Kind};
use node::{ESCAPED, Node, Seen, is_whole};
pub use node::{JsonFault, MAX_DEPTH};
use places::Places;
pub(crate) use scalar::scalar_end;
use scan::Scanner;

pub(super) mod fields;
mod left;
mod look;
mod node;
mod places;
mod plain;
mod scalar;
mod scan;

/// How many bytes a value takes with its key, more or less, and for how many values there is room from the start.
const EACH: usize = 16;
const ROOM: [usize; 2] = [8, 64];

/// The values of one JSON text in the order they stand, with the extent of each.
#[derive(Clone, Debug, Default)]
pub struct Tape {
    nodes: Vec<Node>,
    /// Made where somebody asks for the place of a value among very many.
    places: OnceCell<Places>,
}

impl Tape {
    /// Checks `text` and fills the tape from it.
    ///
    /// # Errors
    /// A [`JsonFault`] where `text` is not exactly one JSON value, or nests deeper than [`MAX_DEPTH`].
    pub fn fill(&mut self, text: &str) -> Result<(), JsonFault> {
        self.nodes.clear();
        self.nodes.reserve((text.len() / EACH).clamp(ROOM[0], ROOM[1]));
        self.places.take();
        Scanner::new(text.as_bytes(), &mut self.nodes).document()
    }

    /// The tape with the text it was filled from: what values are views on.
    #[must_use]
    pub fn view<'f>(&'f self, text: &'f str) -> View<'f> {
        View { text, nodes: &self.nodes, places: &self.places }
    }
}

/// A JSON text with its tape.
#[derive(Clone, Copy, Debug)]
pub struct View<'f> {
    text: &'f str,
    nodes: &'f [Node],
    places: &'f OnceCell<Places>,
}

impl View<'_> {
    /// The whole value.
    #[inline]
    #[must_use]
    pub fn root(&self) -> Value<'_> {
        Value { view: self, index: 0 }
    }

    /// The key of a member as it stands.
    #[inline(always)]
    fn key(&self, node: &Node) -> &[u8] {
        &self.text.as_bytes()[node.key_start as usize..node.key_end as usize]
    }
}

impl Kind {
    /// What kind of JSON value a text is, white space around it included; `None` where it is none.
    #[must_use]
    pub fn check(text: &str) -> Option<Self> {
        let is_json = Tape::default().fill(text).is_ok();
        is_json.then(|| Self::of(text.trim_start_matches([' ', '\t', '\n', '\r'])))
    }
}

impl Json {
    /// Takes text if it is one JSON value; white space around it is cut off.
    #[must_use]
    pub fn check(text: &str) -> Option<Self> {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        Tape::default().fill(text).is_ok().then(|| Self::from_valid(text))
    }
}

/// A value on the tape: so small that it is handed on in two registers.
#[derive(Clone, Copy, Debug)]
pub struct Value<'f> {
    view: &'f View<'f>,
    index: u32,
}

impl<'f> Value<'f> {
    #[inline]
    fn node(self) -> &'f Node {
        &self.view.nodes[self.index as usize]
    }

    /// The text of the value; looking is not reading.
    #[inline]
    #[must_use]
    pub fn peek(self) -> &'f str {
        self.node().looked.set(true);
        self.verbatim()
    }

    /// The text of the value, to be handed on: nothing may be decided by it.
    #[inline]
    #[must_use]
    pub fn verbatim(self) -> &'f str {
        let node = self.node();
        &self.view.text[node.start as usize..node.end as usize]
    }

    /// Whether it is the empty text or zero, which stand where there is nothing to say. As with the kind of a value, a
    /// reader may go by it and leave the value.
    #[inline]
    #[must_use]
    pub fn says_nothing(self) -> bool {
        matches!(self.verbatim(), "\"\"" | "0")
    }

    /// What kind of value it is; looking is not reading.
    #[inline]
    #[must_use]
    pub fn kind(self) -> Kind {
        Kind::of_byte(self.first())
    }

    /// The first byte of the value.
    #[inline]
    fn first(self) -> u8 {
        self.view.text.as_bytes()[self.node().start as usize]
    }

    /// The whole value, read.
    #[must_use]
    pub fn json(self) -> Json {
        self.node().seen.set(Seen::Read);
        Json::from_valid(self.verbatim())
    }

    /// Marks the whole value as read: for a member that says nothing but what the frame's place says already.
    pub fn skip(self) {
        self.node().seen.set(Seen::Read);
    }

    /// Forgets who read or looked at the value and all in it: it was only looked over, and now is to be read.
    pub(crate) fn unmark(self) {
        let node = self.node();
        for node in &self.view.nodes[self.index as usize..node.next as usize] {
            node.seen.set(Seen::Not);
            node.looked.set(false);
        }
    }

    /// Marks a value that nobody read as an extra.
    pub(crate) fn set_left(self) {
        self.node().seen.set(Seen::Left);
    }

    /// The token of a string, read; a value of another kind stays unread.
    #[inline]
    #[must_use]
    pub fn text(self) -> Option<JsonStr<'f>> {
        let token = self.token()?;
        self.node().seen.set(Seen::Read);
        Some(token)
    }

    /// The token of a string; looking is not reading.
    #[inline]
    #[must_use]
    pub fn token(self) -> Option<JsonStr<'f>> {
        if self.first() != b'"' {
            return None;
        }
        let node = self.node();
        node.looked.set(true);
        Some(JsonStr::new(&self.view.text[node.start as usize + 1..node.end as usize - 1]))
    }

    /// A whole number from 0 to 2^64-1, read; a value of another kind stays unread.
    #[must_use]
    pub fn count(self) -> Option<u64> {
        let text = self.verbatim();
        self.node().looked.set(true);
        let number = if text.starts_with(|c: char| c.is_ascii_digit()) { text.parse().ok() } else { None }?;
        self.node().seen.set(Seen::Read);
        Some(number)
    }

    /// `true` or `false`, read; a value of another kind stays unread.
    #[must_use]
    pub fn flag(self) -> Option<bool> {
        let flag = match self.verbatim() {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        self.node().seen.set(Seen::Read);
        Some(flag)
    }

    /// The items of an array, which then count for themselves; of any other kind, none.
    #[inline]
    pub fn items(self) -> impl Iterator<Item = Value<'f>> + use<'f> {
        let array = self.kind() == Kind::Array;
        if array {
            self.open();
        }
        self.children().take_while(move |_| array)
    }

    /// The items of an array in order; looking is not reading.
    pub fn elements(self) -> impl Iterator<Item = Value<'f>> + use<'f> {
        let array = self.kind() == Kind::Array;
        self.children().take_while(move |_| array)
    }

    /// The members of an object in order, with their keys; looking is not reading.
    pub fn members(self) -> impl Iterator<Item = (JsonStr<'f>, Value<'f>)> + use<'f> {
        let object = self.kind() == Kind::Object;
        self.children().take_while(move |_| object).map(|child| (child.key(), child))
    }

    /// The key of a member; empty for an item or a root.
    #[must_use]
    pub fn key(self) -> JsonStr<'f> {
        let node = self.node();
        JsonStr::new(&self.view.text[node.key_start as usize..node.key_end as usize])
    }

    /// The key of a member, escapes undone.
    #[inline]
    #[must_use]
    pub fn name(self) -> Cow<'f, str> {
        if self.node().tag == ESCAPED { self.key().decode() } else { Cow::Borrowed(self.key().as_str()) }
    }

    /// The last member of this name.
    fn search(self, key: &str, tag: u64) -> Option<Self> {
        let object = self.node();
        if object.repeats {
            return self.children().filter(|child| child.is_called(key, tag)).last();
        }
        let nodes = &self.view.nodes[..object.next as usize];
        let mut index = self.index + 1;
        while let Some(node) = nodes.get(index as usize) {
            if node.tag == tag && (is_whole(tag) || self.view.key(node) == key.as_bytes()) {
                return Some(Self { index, ..self });
            }
            index = node.next;
        }
        None
    }

    #[cold]
    fn is_called(self, key: &str, tag: u64) -> bool {
        match self.node().tag {
            ESCAPED => self.key().is(key),
            own => own == tag && self.view.key(self.node()) == key.as_bytes(),
        }
    }

    #[inline]
    fn open(self) {
        if self.node().seen.get() == Seen::Not {
            self.node().seen.set(Seen::Opened);
        }
    }

    #[inline]
    fn children(self) -> impl Iterator<Item = Value<'f>> + use<'f> {
        let end = self.node().next;
        let mut index = self.index + 1;
        std::iter::from_fn(move || {
            if index >= end {
                return None;
            }
            let child = Value { index, ..self };
            index = child.node().next;
            Some(child)
        })
    }

    /// Whether `other` is this value or stands inside it.
    #[must_use]
    pub fn holds(self, other: Value<'_>) -> bool {
        self.index <= other.index && other.index < self.node().next
    }

    /// The number of the value among those of its text.
    pub(crate) fn number(self) -> u32 {
        self.index
    }

    /// The value of this number in the same text.
    pub(crate) fn node_of(self, number: u32) -> Self {
        Self { index: number, ..self }
    }
}

#[cfg(test)]
mod tests;
