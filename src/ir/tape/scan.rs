//! The strict scanner behind the tape: the JSON grammar of RFC 8259, nothing more.
//!
//! It goes from value to value in a loop and keeps where it is in registers; of a container that is open, its node holds
//! what has to be known again when it closes.

use std::cell::Cell;

use super::node::{ESCAPED, JsonFault, MAX_DEPTH, Node, Seen, key_bit, key_tag_in};
use super::scalar::{Ending, number, string};

pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: &'a mut Vec<Node>,
    /// The container that is open, [`NONE`] where none is; its `next` is the one around it.
    open: u32,
    /// How many are.
    depth: u32,
    /// Whether it is an object.
    object: bool,
    /// Which keys it has so far.
    keys: u64,
    repeats: bool,
}

/// No container.
const NONE: u32 = u32::MAX;

/// How many members are compared to find out whether two with the same bit have the same key.
const NEAR: usize = 64;

/// Where a member's key stands.
#[derive(Clone, Copy, Default)]
struct Key {
    start: usize,
    end: usize,
    tag: u64,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8], nodes: &'a mut Vec<Node>) -> Self {
        Self { bytes, at: 0, nodes, open: NONE, depth: 0, object: false, keys: 0, repeats: false }
    }

    pub(super) fn document(mut self) -> Result<(), JsonFault> {
        if u32::try_from(self.bytes.len()).is_err() {
            return Err(self.fault("text over 4 GiB"));
        }
        self.space();
        let mut key = Key::default();
        loop {
            let more = match self.peek() {
                Some(bracket @ (b'{' | b'[')) => self.begin(key, bracket == b'{')?,
                Some(_) => {
                    self.scalar(key)?;
                    false
                }
                None => return Err(self.fault("the text ends where a value should stand")),
            };
            let more = more || self.leave()?;
            if !more {
                self.space();
                let whole = self.at == self.bytes.len();
                return if whole { Ok(()) } else { Err(self.fault("text after the value")) };
            }
            key = if self.object { self.key()? } else { Key::default() };
        }
    }

    /// Goes out of what closes after a value. `false` if that was all.
    #[inline(always)]
    fn leave(&mut self) -> Result<bool, JsonFault> {
        while self.open != NONE {
            if self.goes_on()? {
                return Ok(true);
            }
            self.end();
        }
        Ok(false)
    }

    #[cold]
    fn fault(&self, what: &'static str) -> JsonFault {
        JsonFault { offset: self.at, what, cut_short: self.at >= self.bytes.len() }
    }

    #[inline(always)]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline(always)]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    #[inline(always)]
    fn push(&mut self, key: Key, start: usize, next: u32) {
        self.nodes.push(Node {
            key_start: offset(key.start),
            key_end: offset(key.end),
            start: offset(start),
            end: offset(self.at),
            next,
            parent: self.open,
            seen: Cell::new(Seen::Not),
            looked: Cell::new(false),
            tag: key.tag,
            keys: 0,
            repeats: false,
        });
    }

    #[inline(always)]
    fn scalar(&mut self, key: Key) -> Result<(), JsonFault> {
        let start = self.at;
        match self.bytes[start] {
            b'"' => {
                let (end, ending) = string(self.bytes, start);
                self.at = self.passed(end, ending)?;
            }
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            b'-' | b'0'..=b'9' => {
                let (end, ending) = number(self.bytes, start);
                self.at = self.passed(end, ending)?;
            }
            _ => return Err(self.fault("expected a value")),
        }
        self.push(key, start, offset(self.nodes.len() + 1));
        Ok(())
    }

    /// Opens a container. `false` if it closes at once.
    #[inline(always)]
    fn begin(&mut self, key: Key, object: bool) -> Result<bool, JsonFault> {
        if self.depth == MAX_DEPTH {
            return Err(self.fault("nested deeper than 512 levels"));
        }
        if let Some(around) = self.nodes.get_mut(self.open as usize) {
            (around.keys, around.repeats) = (self.keys, self.repeats);
        }
        let index = offset(self.nodes.len());
        self.push(key, self.at, self.open);
        (self.open, self.object, self.keys, self.repeats) = (index, object, 0, false);
        self.depth += 1;
        self.at += 1;
        self.space();
        let empty = self.peek() == Some(if object { b'}' } else { b']' });
        if empty {
            self.at += 1;
            self.end();
        }
        Ok(!empty)
    }

    /// Closes the container, whose bracket has been passed.
    #[inline(always)]
    fn end(&mut self) {
        let next = offset(self.nodes.len());
        let Some(node) = self.nodes.get_mut(self.open as usize) else { return };
        self.open = std::mem::replace(&mut node.next, next);
        (node.end, node.keys, node.repeats) = (offset(self.at), self.keys, self.repeats);
        self.depth -= 1;
        if let Some(around) = self.nodes.get(self.open as usize) {
            (self.keys, self.repeats) = (around.keys, around.repeats);
            self.object = self.bytes[around.start as usize] == b'{';
        }
    }

    #[inline(always)]
    fn key(&mut self) -> Result<Key, JsonFault> {
        if self.peek() != Some(b'"') {
            return Err(self.fault("expected a key in quotes"));
        }
        let start = self.at + 1;
        let (end, ending) = string(self.bytes, self.at);
        self.at = self.passed(end, ending)?;
        let end = end - 1;
        let escaped = matches!(ending, Ending::Escaped);
        let tag = if escaped { ESCAPED } else { key_tag_in(self.bytes, start, end) };
        self.repeats |= escaped || self.keys & key_bit(tag) != 0 && self.may_repeat(tag);
        self.keys |= key_bit(tag);
        self.space();
        if self.peek() != Some(b':') {
            return Err(self.fault("expected `:` after a key"));
        }
        self.at += 1;
        self.space();
        Ok(Key { start, end, tag })
    }

    /// Whether a key with this tag may stand in the open object already.
    #[inline(never)]
    fn may_repeat(&self, tag: u64) -> bool {
        let mut index = self.open + 1;
        for _ in 0..NEAR {
            let Some(node) = self.nodes.get(index as usize) else { return false };
            if node.tag == tag {
                return true;
            }
            index = node.next;
        }
        true
    }

    /// Whether another value follows in the container that is open; else its bracket is passed.
    #[inline(always)]
    fn goes_on(&mut self) -> Result<bool, JsonFault> {
        self.space();
        let close = if self.object { b'}' } else { b']' };
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                self.space();
                Ok(true)
            }
            Some(byte) if byte == close => {
                self.at += 1;
                Ok(false)
            }
            Some(_) | None => {
                Err(self.fault(if self.object { "expected `,` or `}`" } else { "expected `,` or `]`" }))
            }
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), JsonFault> {
        if self.bytes[self.at..].starts_with(word) {
            self.at += word.len();
            return Ok(());
        }
        let cut_short = word.starts_with(&self.bytes[self.at..]);
        Err(JsonFault { offset: self.at, what: "expected a value", cut_short })
    }

    /// Where a string or number ends, if it is whole.
    #[inline(always)]
    fn passed(&self, end: usize, ending: Ending) -> Result<usize, JsonFault> {
        if matches!(ending, Ending::Good | Ending::Escaped) { Ok(end) } else { Err(self.broken(end, ending)) }
    }

    #[cold]
    fn broken(&self, offset: usize, ending: Ending) -> JsonFault {
        let over = offset >= self.bytes.len();
        let left = self.bytes.len().saturating_sub(offset);
        let (what, cut_short) = match ending {
            Ending::Control => ("control character in a string", over),
            Ending::Open => ("the text ends inside a string", over),
            Ending::Escape => ("unknown escape in a string", left < 2),
            Ending::Digits => ("`\\u` without four hexadecimal digits", left < 6),
            Ending::Good | Ending::Escaped | Ending::Number => ("expected a digit", over),
        };
        JsonFault { offset, what, cut_short }
    }
}

/// Offsets fit, since `document` refuses longer texts.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "checked once for the whole text")]
fn offset(at: usize) -> u32 {
    at as u32
}
