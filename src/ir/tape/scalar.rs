//! Strings and numbers of a JSON text: where they end.

use super::plain::plain;

/// Where the string or number that begins at `at` ends. `None` where neither stands there whole, and where half a
/// surrogate pair may be in it.
#[inline(always)]
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
#[inline(always)]
pub(super) fn string(bytes: &[u8], start: usize) -> (usize, Ending) {
    let at = start + 1 + plain(&bytes[start + 1..]);
    if bytes.get(at) == Some(&b'"') { (at + 1, Ending::Good) } else { with_escapes(bytes, at) }
}

/// Passes a string of which all before `at` is plain, and what stands there is not.
fn with_escapes(bytes: &[u8], mut at: usize) -> (usize, Ending) {
    let mut good = Ending::Good;
    loop {
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
            Some(_) => return (at, Ending::Control),
            None => return (at, Ending::Open),
        }
        at += plain(&bytes[at..]);
    }
}

/// How many bytes from the start are digits.
#[inline(always)]
fn digits(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(word) = bytes[at..].first_chunk() {
        let others = others(u64::from_le_bytes(*word));
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += size_of::<u64>();
    }
    at + bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count()
}

/// The highest bit of each byte that is no digit, up to the first such byte; what stands behind it may be wrong.
#[inline(always)]
fn others(word: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let values = word ^ (EACH * 0x30);
    (values.wrapping_add(EACH * 0x76) | values) & (EACH * 0x80)
}

/// Passes the number that begins at `start`: where it ends, or where a digit is missing.
pub(super) fn number(bytes: &[u8], start: usize) -> (usize, Ending) {
    let peek = |at: usize| bytes.get(at).copied();
    let digits = |from: usize| from + digits(&bytes[from..]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_at_each_place_is_a_digit_or_not() {
        for length in 0..20 {
            for byte in 0..=u8::MAX {
                for behind in [0, 3, 12] {
                    let mut text = vec![b'9'; length];
                    text.push(byte);
                    text.resize(text.len() + behind, b'0');
                    let all = if byte.is_ascii_digit() { text.len() } else { length };
                    assert_eq!(digits(&text), all, "{byte:#04x} behind {length}");
                }
            }
        }
    }
}
