//! What a line of an event stream is.

use crate::framing::noise;
use crate::framing::text::is_sentinel;

/// What a line is.
pub(super) enum Field<'a> {
    Data(&'a [u8]),
    Name(&'a [u8]),
    Id,
    /// A comment, `retry`, or a name we do not know.
    Other,
    /// A line that begins as JSON does.
    Bare,
    /// No field at all.
    Junk,
}

/// Tells by the name before the colon; a line without a colon is all name.
pub(super) fn field(line: &[u8]) -> Field<'_> {
    if line.starts_with(b"{ [") && noise::length(line) > 0 {
        return Field::Junk;
    }
    if line.starts_with(b"{") || line.starts_with(b"[{") || is_sentinel(line) {
        return Field::Bare;
    }
    let colon = memchr::memchr(b':', line).unwrap_or(line.len());
    let value = line.get(colon + 1..).unwrap_or_default();
    let value = value.strip_prefix(b" ").unwrap_or(value);
    match &line[..colon] {
        b"data" => Field::Data(value),
        b"event" => Field::Name(value),
        b"id" => Field::Id,
        b"" | b"retry" => Field::Other,
        name if name.iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte)) => Field::Other,
        _ => Field::Junk,
    }
}
