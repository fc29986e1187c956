//! Small questions about bytes.

/// How many characters of an offending value a message shows.
const SHOWN: usize = 48;

/// Whether these bytes are white space alone (a record separator, RFC 7464, counts as such).
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| is_space(*byte))
}

/// JSON white space and the record separator.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x1e)
}

/// Without white space and record separators at both ends.
pub(super) fn trim(bytes: &[u8]) -> &[u8] {
    let Some(first) = bytes.iter().position(|byte| !is_space(*byte)) else {
        return &[];
    };
    let last = bytes.iter().rposition(|byte| !is_space(*byte)).unwrap_or(first);
    &bytes[first..=last]
}

/// Whether a payload is the sentinel.
pub(super) fn is_sentinel(payload: &[u8]) -> bool {
    trim(payload) == b"[DONE]"
}

/// Bytes for a message: one line, not too long, always text.
pub(super) fn show(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(4 * SHOWN)];
    let text = String::from_utf8_lossy(trim(head));
    let mut shown: String = text.chars().take(SHOWN).flat_map(char::escape_debug_line).collect();
    if text.chars().count() > SHOWN || head.len() < bytes.len() {
        shown.push('…');
    }
    shown
}

/// Escapes what would break the line or the terminal, and leaves the rest.
trait EscapeLine {
    fn escape_debug_line(self) -> Vec<char>;
}

impl EscapeLine for char {
    fn escape_debug_line(self) -> Vec<char> {
        if self.is_control() { self.escape_default().collect() } else { vec![self] }
    }
}
