//! Where a JSON value ends: a state machine over brackets, strings and escapes. It does not check the rest of the
//! grammar; whoever reads the value does.

use std::ops::Range;

use memchr::memchr3;
use serde::de::IgnoredAny;

use super::text::is_space;

/// Most strings end within so many bytes.
const NEAR: usize = 32;

/// What the scanner says after a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The value goes on.
    More,
    /// The value ends before this index of the piece.
    End(usize),
    /// The byte at this index cannot stand here.
    Broken(usize, Break),
}

/// Why a value cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Break {
    /// A line break inside a string.
    OpenString,
    /// A bracket that closes another kind.
    Bracket,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Start,
    Outside,
    Text,
    Escape,
    Scalar,
}

/// Finds the end of one value, piece by piece. The first byte it sees is the first of the value.
#[derive(Debug)]
pub(super) struct Scanner {
    state: State,
    depth: usize,
    /// One bit a level: whether it is an object.
    objects: Vec<u64>,
}

impl Scanner {
    pub(super) fn new() -> Scanner {
        Scanner { state: State::Start, depth: 0, objects: Vec::new() }
    }

    pub(super) fn reset(&mut self) {
        self.state = State::Start;
        self.depth = 0;
        self.objects.clear();
    }

    /// A number or a word, which ends where the input does.
    pub(super) fn is_scalar(&self) -> bool {
        self.state == State::Scalar
    }

    pub(super) fn feed(&mut self, piece: &[u8]) -> Step {
        let mut index = 0;
        while index < piece.len() {
            let step = match self.state {
                State::Start => {
                    self.state = start(piece[index]);
                    continue;
                }
                State::Outside => self.outside(piece, &mut index),
                State::Text => self.text(piece, &mut index),
                State::Escape => {
                    index += 1;
                    self.state = State::Text;
                    None
                }
                State::Scalar => scalar(piece, &mut index),
            };
            if let Some(step) = step {
                return step;
            }
        }
        Step::More
    }

    fn outside(&mut self, piece: &[u8], index: &mut usize) -> Option<Step> {
        while let Some(byte) = piece.get(*index) {
            *index += 1;
            match byte {
                b'"' => {
                    self.state = State::Text;
                    // Nearly always the string ends in this piece, and what follows it is outside again.
                    if let Some(step) = self.text(piece, index) {
                        return Some(step);
                    }
                    if self.state != State::Outside {
                        return None;
                    }
                }
                b'{' => self.push(true),
                b'[' => self.push(false),
                b'}' | b']' => {
                    if !self.pop(*byte == b'}') {
                        return Some(Step::Broken(*index - 1, Break::Bracket));
                    }
                    if self.depth == 0 {
                        return Some(Step::End(*index));
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn text(&mut self, piece: &[u8], index: &mut usize) -> Option<Step> {
        let Some(found) = string_stop(&piece[*index..]) else {
            *index = piece.len();
            return None;
        };
        let at = *index + found;
        *index = at + 1;
        match piece[at] {
            b'\\' => self.state = State::Escape,
            b'\n' => return Some(Step::Broken(at, Break::OpenString)),
            _ if self.depth == 0 => return Some(Step::End(*index)),
            _ => self.state = State::Outside,
        }
        None
    }

    fn push(&mut self, object: bool) {
        let (word, bit) = (self.depth / 64, self.depth % 64);
        if word == self.objects.len() {
            self.objects.push(0);
        }
        self.objects[word] = self.objects[word] & !(1 << bit) | u64::from(object) << bit;
        self.depth += 1;
    }

    fn pop(&mut self, object: bool) -> bool {
        if self.depth == 0 {
            return false;
        }
        self.depth -= 1;
        self.objects[self.depth / 64] >> (self.depth % 64) & 1 == u64::from(object)
    }
}

/// The first quote, backslash or line feed. Most strings are short: a few words are looked at eight bytes at a time
/// before the search that is fast on long ones.
fn string_stop(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk::<8>().filter(|_| at < NEAR) {
        let word = u64::from_le_bytes(*word);
        let hit =
            zero_byte(word ^ splat(b'"')) | zero_byte(word ^ splat(b'\\')) | zero_byte(word ^ splat(b'\n'));
        if hit != 0 {
            return Some(at + hit.trailing_zeros() as usize / 8);
        }
        at += 8;
    }
    memchr3(b'"', b'\\', b'\n', &bytes[at..]).map(|found| at + found)
}

fn splat(byte: u8) -> u64 {
    u64::from(byte) * 0x0101_0101_0101_0101
}

/// The high bit of each byte that is zero; the lowest bit set is exact, those above it may not be.
fn zero_byte(word: u64) -> u64 {
    word.wrapping_sub(splat(1)) & !word & splat(0x80)
}

fn start(byte: u8) -> State {
    match byte {
        b'{' | b'[' | b'"' => State::Outside,
        _ => State::Scalar,
    }
}

fn scalar(piece: &[u8], index: &mut usize) -> Option<Step> {
    let ends = |byte: &u8| is_space(*byte) || b",:[]{}\"".contains(byte);
    match piece[*index..].iter().position(ends) {
        Some(end) => Some(Step::End(*index + end)),
        None => {
            *index = piece.len();
            None
        }
    }
}

/// Whether these bytes are one JSON value and no more.
pub fn whole(bytes: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(bytes).is_ok()
}

/// Where the whole JSON objects and arrays stand with which these bytes begin, and what is left after them without
/// white space (empty where there is nothing but values). For lines that hold several values.
pub fn values(bytes: &[u8]) -> (Vec<Range<usize>>, Range<usize>) {
    let mut found = Vec::new();
    let mut rest = trimmed(bytes, 0);
    while let [b'{' | b'[', ..] = bytes[rest.clone()] {
        let Step::End(length) = Scanner::new().feed(&bytes[rest.clone()]) else {
            break;
        };
        let value = rest.start..rest.start + length;
        if !whole(&bytes[value.clone()]) {
            break;
        }
        rest = trimmed(bytes, value.end);
        found.push(value);
    }
    (found, rest)
}

fn trimmed(bytes: &[u8], from: usize) -> Range<usize> {
    let is_text = |byte: &u8| !is_space(*byte);
    let start = bytes[from..].iter().position(is_text).map_or(bytes.len(), |first| from + first);
    let end = bytes[start..].iter().rposition(is_text).map_or(start, |last| start + last + 1);
    start..end
}

#[cfg(test)]
mod tests {
    use super::{string_stop, values, whole};

    #[test]
    fn stops_at_the_first_of_three() {
        for length in 0..80 {
            for at in 0..length {
                for stop in [b'"', b'\\', b'\n'] {
                    // `#`, `]` and 0x0b differ from the three by one; bytes above 0x7f by the high bit.
                    let mut bytes: Vec<u8> =
                        (0..length).map(|index| b"#]\x0b\xa2\xdc\x8a!["[index % 8]).collect();
                    bytes[at] = stop;
                    bytes[length - 1] = if at == length - 1 { stop } else { b'"' };
                    assert_eq!(string_stop(&bytes), Some(at));
                }
            }
        }
        assert_eq!(string_stop(&[b'#'; 70]), None);
    }

    #[test]
    fn takes_values_one_by_one() {
        assert_eq!(values(b" {} [1]\x1e{\"a\":\"}\"} x"), (vec![1..3, 4..7, 8..17], 18..19));
        assert_eq!(values(b"{}[]"), (vec![0..2, 2..4], 4..4));
        assert_eq!(values(b"{}{} {"), (vec![0..2, 2..4], 5..6));
        assert_eq!(values(b"{]}{}"), (vec![], 0..5));
        assert!(whole(b" 1e400 ") && !whole(b"NaN") && !whole(b"{} {}"));
    }
}
