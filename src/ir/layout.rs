//! White space between the tokens of a JSON text.

use std::borrow::Cow;
use std::str::Utf8Error;

/// Bytes as text.
///
/// # Errors
/// Where they are no UTF-8.
pub fn utf8(bytes: &[u8]) -> Result<&str, Utf8Error> {
    // The quick check does not say where the fault is.
    simdutf8::basic::from_utf8(bytes).or_else(|_| std::str::from_utf8(bytes))
}

/// As much of the beginning of these bytes as is text.
#[must_use]
pub fn utf8_start(bytes: &[u8]) -> &str {
    utf8(bytes).unwrap_or_else(|fault| utf8(&bytes[..fault.valid_up_to()]).unwrap_or_default())
}

/// What a writer has written, as text.
#[must_use]
pub fn written(bytes: &[u8]) -> Cow<'_, str> {
    // The lossy way goes byte by byte, and nothing is lost in what is UTF-8.
    utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// What a writer has written, as text of its own.
#[must_use]
pub fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|fault| written(fault.as_bytes()).into_owned())
}

/// Takes the white space between its tokens out of the valid JSON that stands in `bytes` from `start` on.
pub fn tighten(bytes: &mut Vec<u8>, start: usize) {
    let (mut from, mut at, mut to) = (start, start, start);
    loop {
        match bytes.get(at) {
            Some(b'"') => at = string_end(bytes, at),
            Some(b' ' | b'\n' | b'\r' | b'\t') | None => {
                if to < from {
                    bytes.copy_within(from..at, to);
                }
                to += at - from;
                if at == bytes.len() {
                    return bytes.truncate(to);
                }
                at += 1;
                from = at;
            }
            Some(_) => at += 1,
        }
    }
}

/// Appends `text` without the white space between its tokens. `text` must be valid JSON.
pub fn minify(text: &str, out: &mut Vec<u8>) {
    let bytes = text.as_bytes();
    out.reserve(bytes.len());
    let (mut from, mut at) = (0, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'"' => at = string_end(bytes, at),
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.extend_from_slice(&bytes[from..at]);
                at += 1;
                from = at;
            }
            _ => at += 1,
        }
    }
    out.extend_from_slice(&bytes[from..at]);
}

/// Appends `text` indented by two spaces a level. `text` must be valid JSON.
pub fn pretty(text: &str, out: &mut Vec<u8>) {
    let mut tight = Vec::with_capacity(text.len());
    minify(text, &mut tight);
    let mut depth = 0;
    let mut at = 0;
    while at < tight.len() {
        let byte = tight[at];
        let next = tight.get(at + 1).copied();
        match byte {
            b'"' => {
                let end = string_end(&tight, at);
                out.extend_from_slice(&tight[at..end]);
                at = end;
                continue;
            }
            b'{' | b'[' if matches!(next, Some(b'}' | b']')) => {
                out.extend_from_slice(&tight[at..at + 2]);
                at += 2;
                continue;
            }
            b'{' | b'[' => {
                depth += 1;
                out.push(byte);
                new_line(depth, out);
            }
            b'}' | b']' => {
                depth -= 1;
                new_line(depth, out);
                out.push(byte);
            }
            b',' => {
                out.push(byte);
                new_line(depth, out);
            }
            b':' => out.extend_from_slice(b": "),
            _ => out.push(byte),
        }
        at += 1;
    }
}

fn new_line(depth: usize, out: &mut Vec<u8>) {
    out.push(b'\n');
    out.resize(out.len() + 2 * depth, b' ');
}

/// Where the string that starts at the quote at `at` ends, its closing quote included.
fn string_end(bytes: &[u8], at: usize) -> usize {
    let mut end = at + 1;
    while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[end..]) {
        if bytes[end + found] == b'"' {
            return end + found + 1;
        }
        end += found + 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_between_tokens_goes_and_comes() {
        let mut out = Vec::new();
        minify("{ \"a b\" : [ 1.0 , {} ] }\n", &mut out);
        assert_eq!(out, br#"{"a b":[1.0,{}]}"#);
        let mut out = b"[ 1{ \"a b\" : [ 1.0 , {} ] }\n".to_vec();
        tighten(&mut out, 3);
        assert_eq!(out, br#"[ 1{"a b":[1.0,{}]}"#);
        let mut out = Vec::new();
        pretty(r#"{"a":[1,{}]}"#, &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "{\n  \"a\": [\n    1,\n    {}\n  ]\n}");
    }
}
