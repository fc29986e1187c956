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
    /// What it stands in; of the root, nothing.
    pub(super) parent: u32,
    pub(super) seen: Cell<Seen>,
    /// Somebody has looked at its text, so what was read may depend on it.
    pub(super) looked: Cell<bool>,
    pub(super) tag: u64,
    /// Of an object: which keys it may have, a bit for each tag.
    pub(super) keys: u64,
    /// Of an object: two keys may be the same, or one has escapes.
    pub(super) repeats: bool,
}

impl Node {
    /// Whether it has no key: an item, or the root.
    #[inline]
    pub(super) fn is_item(&self) -> bool {
        self.key_end == 0
    }
}

/// The tag of a key with escapes: it has to be looked at.
pub(super) const ESCAPED: u64 = u64::MAX;
/// A key shorter than this is in its tag as it stands.
const WORD: usize = size_of::<u64>();

/// The bit of a tag in the set of an object's keys.
#[inline(always)]
pub(super) fn key_bit(tag: u64) -> u64 {
    1 << (tag.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58)
}

/// A word that stands for a key, with its length in the last byte: keys with different tags differ.
#[inline(always)]
pub(super) fn key_tag(key: &[u8]) -> u64 {
    let mut word = [0; WORD];
    match (key.first_chunk(), key.last_chunk()) {
        (Some(first), Some(last)) => long_tag(*first, *last, key.len()),
        _ => {
            word[..key.len()].copy_from_slice(key);
            with_length(u64::from_le_bytes(word), key.len())
        }
    }
}

/// As `key_tag`, of a key within a text: what stands behind it is read along.
#[inline(always)]
pub(super) fn key_tag_in(text: &[u8], start: usize, end: usize) -> u64 {
    let length = end - start;
    match text[start..].first_chunk() {
        Some(word) if length < WORD => {
            with_length(u64::from_le_bytes(*word) & !(u64::MAX << (8 * length)), length)
        }
        Some(_) | None => key_tag(&text[start..end]),
    }
}

/// Whether keys with this tag are the same.
#[inline(always)]
pub(super) fn is_whole(tag: u64) -> bool {
    tag >> 56 < WORD as u64
}

#[inline(always)]
fn long_tag(first: [u8; WORD], last: [u8; WORD], length: usize) -> u64 {
    let mixed = u64::from_le_bytes(first) ^ u64::from_le_bytes(last).rotate_left(29);
    with_length(mixed & (u64::MAX >> 8), length & 0x7f | 0x80)
}

#[inline(always)]
fn with_length(word: u64, length: usize) -> u64 {
    word | (length as u64) << 56
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_the_same_in_a_text() {
        let text = "abcdefghijklmnopqrstuvwxyz\"";
        for start in 0..text.len() {
            for end in start..text.len() {
                let key = &text[start..end];
                let tag = key_tag(key.as_bytes());
                assert_eq!(key_tag_in(text.as_bytes(), start, end), tag, "{key}");
                assert_eq!(is_whole(tag), key.len() < WORD, "{key}");
            }
        }
    }

    #[test]
    fn short_keys_have_tags_of_their_own() {
        let keys = ["", "a", "b", "ab", "ba", "a\0", "id", "index", "content", "contenu", "\0", "\0\0"];
        let tags: std::collections::HashSet<_> = keys.iter().map(|key| key_tag(key.as_bytes())).collect();
        assert_eq!(tags.len(), keys.len());
    }
}
