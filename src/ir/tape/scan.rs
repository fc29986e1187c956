//! The strict scanner behind the tape: the JSON grammar of RFC 8259, nothing more.

use std::cell::Cell;

use super::node::{ESCAPED, JsonFault, MAX_DEPTH, Node, Seen, key_bit, key_tag};

pub(super) struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    nodes: &'a mut Vec<Node>,
    fault: Option<JsonFault>,
}

/// Where the string or number that begins at `at` ends. `None` where neither stands there whole, and where half a
/// surrogate pair may be in it.
#[inline]
pub(crate) fn scalar_end(bytes: &[u8], at: usize) -> Option<usize> {
    let mut scanner = Scanner { bytes, at, nodes: &mut Vec::new(), fault: None };
    match bytes.get(at)? {
        b'"' if scanner.string().ok()? => {
            let half = |part: &[u8]| part[..2] == *b"\\u" && part[2] | 0x20 == b'd';
            (!bytes[at..scanner.at].windows(3).any(half)).then_some(scanner.at)
        }
        b'"' => Some(scanner.at),
        b'-' | b'0'..=b'9' => {
            scanner.number().ok()?;
            Some(scanner.at)
        }
        _ => None,
    }
}

/// Something is wrong, and the scanner knows what: so the good path hands nothing on.
struct Bad;

/// Where a member's key stands.
#[derive(Clone, Copy, Default)]
struct Key {
    start: usize,
    end: usize,
    tag: u32,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(bytes: &'a [u8], nodes: &'a mut Vec<Node>) -> Self {
        Self { bytes, at: 0, nodes, fault: None }
    }

    pub(super) fn document(mut self) -> Result<(), JsonFault> {
        match self.whole() {
            Ok(()) => Ok(()),
            Err(Bad) => {
                Err(self.fault.unwrap_or(JsonFault { offset: self.at, what: "no JSON", cut_short: false }))
            }
        }
    }

    fn whole(&mut self) -> Result<(), Bad> {
        if u32::try_from(self.bytes.len()).is_err() {
            return self.bad("text over 4 GiB");
        }
        self.space();
        self.value(Key::default(), 0)?;
        self.space();
        if self.at == self.bytes.len() { Ok(()) } else { self.bad("text after the value") }
    }

    #[cold]
    fn bad<T>(&mut self, what: &'static str) -> Result<T, Bad> {
        self.bad_if_cut(what, self.at >= self.bytes.len())
    }

    #[cold]
    fn bad_if_cut<T>(&mut self, what: &'static str, cut_short: bool) -> Result<T, Bad> {
        self.fault = Some(JsonFault { offset: self.at, what, cut_short });
        Err(Bad)
    }

    #[inline]
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    #[inline]
    fn space(&mut self) {
        while let Some(b' ' | b'\n' | b'\r' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    #[inline]
    fn value(&mut self, key: Key, depth: u32) -> Result<(), Bad> {
        match self.peek() {
            Some(b'{' | b'[') => self.container(key, depth),
            Some(_) => self.scalar(key),
            None => self.bad("the text ends where a value should stand"),
        }
    }

    #[inline]
    fn push(&mut self, key: Key, start: usize) -> usize {
        let index = self.nodes.len();
        self.nodes.push(Node {
            key_start: offset(key.start),
            key_end: offset(key.end),
            start: offset(start),
            end: offset(self.at),
            next: offset(index + 1),
            seen: Cell::new(Seen::Not),
            looked: Cell::new(false),
            tag: key.tag,
            keys: 0,
            repeats: false,
        });
        index
    }

    #[inline]
    fn scalar(&mut self, key: Key) -> Result<(), Bad> {
        let start = self.at;
        match self.bytes[start] {
            b'"' => {
                self.string()?;
            }
            b't' => self.word(b"true")?,
            b'f' => self.word(b"false")?,
            b'n' => self.word(b"null")?,
            b'-' | b'0'..=b'9' => self.number()?,
            _ => return self.bad("expected a value"),
        }
        self.push(key, start);
        Ok(())
    }

    fn container(&mut self, key: Key, depth: u32) -> Result<(), Bad> {
        let index = self.push(key, self.at);
        if self.bytes[self.at] == b'{' {
            self.object(index, depth)?;
        } else {
            self.array(depth)?;
        }
        let next = offset(self.nodes.len());
        let node = &mut self.nodes[index];
        (node.end, node.next) = (offset(self.at), next);
        Ok(())
    }

    fn deeper(&mut self, depth: u32) -> Result<(), Bad> {
        if depth == MAX_DEPTH {
            return self.bad("nested deeper than 512 levels");
        }
        self.at += 1;
        self.space();
        Ok(())
    }

    fn object(&mut self, index: usize, depth: u32) -> Result<(), Bad> {
        self.deeper(depth)?;
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(());
        }
        let (mut keys, mut repeats) = (0, false);
        loop {
            if self.peek() != Some(b'"') {
                return self.bad("expected a key in quotes");
            }
            let start = self.at + 1;
            let escaped = self.string()?;
            let end = self.at - 1;
            let tag = if escaped { ESCAPED } else { key_tag(&self.bytes[start..end]) };
            repeats |= escaped || keys & key_bit(tag) != 0;
            keys |= key_bit(tag);
            let key = Key { start, end, tag };
            self.space();
            if self.peek() != Some(b':') {
                return self.bad("expected `:` after a key");
            }
            self.at += 1;
            self.space();
            self.value(key, depth + 1)?;
            if !self.more(b'}', "expected `,` or `}`")? {
                let node = &mut self.nodes[index];
                (node.keys, node.repeats) = (keys, repeats);
                return Ok(());
            }
        }
    }

    fn array(&mut self, depth: u32) -> Result<(), Bad> {
        self.deeper(depth)?;
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.value(Key::default(), depth + 1)?;
            if !self.more(b']', "expected `,` or `]`")? {
                return Ok(());
            }
        }
    }

    #[inline]
    fn more(&mut self, close: u8, what: &'static str) -> Result<bool, Bad> {
        self.space();
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
            Some(_) | None => self.bad(what),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Bad> {
        if self.bytes[self.at..].starts_with(word) {
            self.at += word.len();
            return Ok(());
        }
        let cut = word.starts_with(&self.bytes[self.at..]);
        self.bad_if_cut("expected a value", cut)
    }

    /// Passes the string whose quote stands here; tells whether it has escapes.
    #[inline]
    fn string(&mut self) -> Result<bool, Bad> {
        let mut escaped = false;
        self.at += 1;
        loop {
            self.at += plain(&self.bytes[self.at..]);
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(escaped);
                }
                Some(b'\\') => {
                    escaped = true;
                    self.escape()?;
                }
                Some(byte) if byte >= 0x20 => self.at += 1,
                Some(_) => return self.bad("control character in a string"),
                None => return self.bad("the text ends inside a string"),
            }
        }
    }

    #[inline]
    fn escape(&mut self) -> Result<(), Bad> {
        if let Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') = self.bytes.get(self.at + 1) {
            self.at += 2;
            return Ok(());
        }
        self.long_escape()
    }

    fn long_escape(&mut self) -> Result<(), Bad> {
        match self.bytes.get(self.at + 1) {
            Some(b'u') => {
                let digits = self.bytes.get(self.at + 2..self.at + 6);
                if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                    let cut_short = digits.is_none();
                    return self.bad_if_cut("`\\u` without four hexadecimal digits", cut_short);
                }
                self.at += 6;
            }
            other => {
                let cut_short = other.is_none();
                return self.bad_if_cut("unknown escape in a string", cut_short);
            }
        }
        Ok(())
    }

    fn number(&mut self) -> Result<(), Bad> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Bad> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at > start { Ok(()) } else { self.bad("expected a digit") }
    }
}

/// Offsets fit, since `document` refuses longer texts.
#[inline]
#[allow(clippy::cast_possible_truncation, reason = "checked once for the whole text")]
fn offset(at: usize) -> u32 {
    at as u32
}

/// How many bytes from the start are neither quote, backslash nor control character, looked at eight at a time;
/// it may stop early, never late.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut n = 0;
    while let Some((chunk, _)) = bytes[n..].split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (LOW * 0x22);
        let slash = word ^ (LOW * 0x5c);
        let below = word.wrapping_sub(LOW * 0x20) & !word;
        let found = ((quote.wrapping_sub(LOW) & !quote) | (slash.wrapping_sub(LOW) & !slash) | below) & HIGH;
        if found != 0 {
            return n + (found.trailing_zeros() / 8) as usize;
        }
        n += 8;
    }
    n
}
