//! Strings and numbers of a JSON text: where they end.

/// Where the string or number that begins at `at` ends. `None` where neither stands there whole, and where half a
/// surrogate pair may be in it.
#[inline]
pub(crate) fn scalar_end(bytes: &[u8], at: usize) -> Option<usize> {
    let (end, ending) = match bytes.get(at)? {
        b'"' => string(bytes, at),
        b'-' | b'0'..=b'9' => number(bytes, at),
        _ => return None,
    };
    match ending {
        Ending::Good => Some(end),
        Ending::Escaped => (!may_be_half(&bytes[at..end])).then_some(end),
        Ending::Control | Ending::Open | Ending::Escape | Ending::Digits | Ending::Number => None,
    }
}

/// Whether half a surrogate pair may be in a string.
fn may_be_half(string: &[u8]) -> bool {
    memchr::memchr_iter(b'\\', string).any(|at| matches!(string[at..], [_, b'u', b'd' | b'D', ..]))
}

/// How a string or number ends.
#[derive(Clone, Copy)]
pub(super) enum Ending {
    /// As it should.
    Good,
    /// A string, as it should, with escapes in it.
    Escaped,
    /// With a control character.
    Control,
    /// Not at all.
    Open,
    /// With an escape that there is not.
    Escape,
    /// With an escape that lacks digits.
    Digits,
    /// Where a digit should stand.
    Number,
}

/// Passes the string whose quote stands at `start`: where it ends, or where it is broken.
pub(super) fn string(bytes: &[u8], start: usize) -> (usize, Ending) {
    let (mut at, mut good) = (start + 1, Ending::Good);
    loop {
        at += plain(&bytes[at..]);
        match bytes.get(at) {
            Some(b'"') => return (at + 1, good),
            Some(b'\\') => {
                good = Ending::Escaped;
                match bytes.get(at + 1) {
                    Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => at += 2,
                    Some(b'u') => {
                        let digits = bytes.get(at + 2..at + 6);
                        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                            return (at, Ending::Digits);
                        }
                        at += 6;
                    }
                    Some(_) | None => return (at, Ending::Escape),
                }
            }
            Some(byte) if *byte >= 0x20 => at += 1,
            Some(_) => return (at, Ending::Control),
            None => return (at, Ending::Open),
        }
    }
}

/// Passes the number that begins at `start`: where it ends, or where a digit is missing.
pub(super) fn number(bytes: &[u8], start: usize) -> (usize, Ending) {
    let peek = |at: usize| bytes.get(at).copied();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let first = start + usize::from(peek(start) == Some(b'-'));
    let mut at = if peek(first) == Some(b'0') { first + 1 } else { digits(first) };
    if at == first {
        return (at, Ending::Number);
    }
    if peek(at) == Some(b'.') {
        let from = at + 1;
        at = digits(from);
        if at == from {
            return (at, Ending::Number);
        }
    }
    if let Some(b'e' | b'E') = peek(at) {
        let from = at + 1 + usize::from(matches!(peek(at + 1), Some(b'+' | b'-')));
        at = digits(from);
        if at == from {
            return (at, Ending::Number);
        }
    }
    (at, Ending::Good)
}

/// How many bytes from the start are neither quote, backslash nor control character, looked at eight at a time and, of a
/// long text, more at a time; it may stop early, never late.
#[inline]
fn plain(bytes: &[u8]) -> usize {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let mut n = 0;
    while let Some((chunk, _)) = bytes[n..].split_first_chunk::<8>() {
        let word = u64::from_le_bytes(*chunk);
        let quote = word ^ (LOW * 0x22);
        let slash = word ^ (LOW * 0x5c);
        let below = word.wrapping_sub(LOW * 0x20);
        let found = (quote.wrapping_sub(LOW) | slash.wrapping_sub(LOW) | below) & !word & HIGH;
        if found != 0 {
            return n + (found.trailing_zeros() / 8) as usize;
        }
        n += 8;
        if n == NEAR {
            return n + long(&bytes[n..]);
        }
    }
    n
}

/// A longer text is looked at more bytes at a time.
const NEAR: usize = 64;

/// As `plain`, thirty-two bytes at a time, which a machine compares at once.
#[inline(never)]
fn long(bytes: &[u8]) -> usize {
    let ends = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    let (blocks, _) = bytes.as_chunks::<32>();
    blocks.iter().take_while(|block| !block.iter().fold(false, |some, byte| some | ends(byte))).count() * 32
}
