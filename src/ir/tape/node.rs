//! The nodes of a tape.

use std::cell::Cell;

/// How deep values may nest.
pub const MAX_DEPTH: u32 = 512;

/// Where and why a text is not JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonFault {
    /// Byte offset in the text.
    pub offset: usize,
    /// What is wrong, in words.
    pub what: &'static str,
    /// Whether the text only ended too early.
    pub cut_short: bool,
}

/// A value, by offsets.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) key_start: u32,
    pub(super) key_end: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) next: u32,
    pub(super) seen: Cell<Seen>,
    /// Somebody has looked at its text, so what was read may depend on it.
    pub(super) looked: Cell<bool>,
    pub(super) tag: u32,
    /// Of an object: which keys it may have, a bit for each tag.
    pub(super) keys: u64,
    /// Of an object: two keys may be the same, or one has escapes.
    pub(super) repeats: bool,
}

/// The tag of a key with escapes: it has to be looked at.
pub(super) const ESCAPED: u32 = u32::MAX;

/// The bit of a tag in the set of an object's keys.
#[inline]
pub(super) fn key_bit(tag: u32) -> u64 {
    1 << (tag.wrapping_mul(0x9e37_79b1) >> 26)
}

/// Length and three bytes of a key: keys with different tags differ.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "a tag may forget")]
pub(super) fn key_tag(key: &[u8]) -> u32 {
    match key {
        [] => 0,
        [first, .., last] => {
            let middle = key[key.len() / 2];
            u32::from_le_bytes([key.len() as u8 & 0x7f, *first, middle, *last])
        }
        [only] => u32::from_le_bytes([1, *only, 0, 0]),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
/// Whether a value was read or its members were.
pub(super) enum Seen {
    Not,
    Opened,
    /// Nobody read it, and it is an extra already.
    Left,
    Read,
}
