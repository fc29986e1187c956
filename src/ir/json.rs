//! JSON text by reference and owned: string tokens still escaped, and any value as it stood.

use std::borrow::{Borrow, Cow};

/// The body of a JSON string token: still escaped, without its quotes, its grammar already checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct JsonStr<'a>(&'a str);

impl<'a> JsonStr<'a> {
    /// Takes `token`, which must be the inside of a valid JSON string.
    #[must_use]
    pub const fn new(token: &'a str) -> Self {
        Self(token)
    }

    /// The escaped text.
    #[must_use]
    pub const fn as_str(self) -> &'a str {
        self.0
    }

    /// Whether the text is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The text itself. A lone surrogate becomes U+FFFD, as no Rust string can hold one.
    #[must_use]
    pub fn decode(self) -> Cow<'a, str> {
        if self.has_escapes() { Cow::Owned(unescape(self.0).0) } else { Cow::Borrowed(self.0) }
    }

    fn has_escapes(self) -> bool {
        memchr::memchr(b'\\', self.0.as_bytes()).is_some()
    }

    /// The text, to be taken for JSON: half a surrogate pair stays the escape it is, which a JSON string may hold.
    #[must_use]
    pub fn decode_json(self) -> Cow<'a, str> {
        if !self.has_escapes() {
            return Cow::Borrowed(self.0);
        }
        let (text, is_whole) = unescape(self.0);
        if is_whole {
            return Cow::Owned(text);
        }
        let mut text = String::with_capacity(self.0.len());
        for unit in units(self.0) {
            match unit {
                Ok(c) => text.push(c),
                Err(half) => text.push_str(&format!("\\u{half:04x}")),
            }
        }
        Cow::Owned(text)
    }

    /// Whether the text is `plain`, escapes undone.
    #[inline]
    #[must_use]
    pub fn is(self, plain: &str) -> bool {
        // An escape is longer than what it stands for.
        if self.0.len() > plain.len() { self.is_spelled(plain) } else { self.0 == plain }
    }

    /// Whether the text is a shorter one, in which escapes are undone.
    fn is_spelled(self, plain: &str) -> bool {
        self.0.contains('\\') && self.decode() == plain
    }

    /// Whether a `\u` escape of half a surrogate pair stands alone in the text.
    #[must_use]
    pub fn has_lone_surrogate(self) -> bool {
        self.0.contains("\\u") && units(self.0).any(|unit| unit.is_err())
    }

    /// Whether the text is nothing but white space.
    #[must_use]
    pub fn is_blank(self) -> bool {
        units(self.0).all(|unit| unit.is_ok_and(char::is_whitespace))
    }

    /// An owned copy.
    #[must_use]
    pub fn owned(self) -> JsonString {
        JsonString(self.0.to_owned())
    }
}

/// An owned [`JsonStr`]. Folding deltas is appending tokens, which also heals a surrogate pair cut in two.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct JsonString(String);

impl JsonString {
    /// Escapes `text` as JSON does at the least: quotes, backslashes and control characters.
    #[must_use]
    pub fn from_plain(text: &str) -> Self {
        let special = |byte: &u8| *byte < 0x20 || matches!(byte, b'"' | b'\\');
        if !text.as_bytes().iter().any(special) {
            return Self(text.to_owned());
        }
        let mut token = String::with_capacity(text.len() + 8);
        let mut rest = text;
        while let Some(at) = rest.as_bytes().iter().position(special) {
            token.push_str(&rest[..at]);
            match rest.as_bytes()[at] {
                b'"' => token.push_str("\\\""),
                b'\\' => token.push_str("\\\\"),
                b'\n' => token.push_str("\\n"),
                b'\r' => token.push_str("\\r"),
                b'\t' => token.push_str("\\t"),
                0x8 => token.push_str("\\b"),
                0xc => token.push_str("\\f"),
                control => token.push_str(&format!("\\u{control:04x}")),
            }
            rest = &rest[at + 1..];
        }
        token.push_str(rest);
        Self(token)
    }

    /// The token.
    #[must_use]
    pub fn token(&self) -> JsonStr<'_> {
        JsonStr(&self.0)
    }

    /// The escaped text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text itself, see [`JsonStr::decode`].
    #[must_use]
    pub fn decode(&self) -> Cow<'_, str> {
        self.token().decode()
    }

    /// Whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Appends a token.
    pub fn push(&mut self, more: JsonStr<'_>) {
        self.0.push_str(more.0);
    }

    /// Empties the text and keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A string is found by its escaped text, where it is a key.
impl Borrow<str> for JsonString {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<JsonStr<'_>> for JsonString {
    fn from(token: JsonStr<'_>) -> Self {
        token.owned()
    }
}

/// The kinds of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Kind {
    /// The kind of the value with this text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        text.as_bytes().first().map_or(Self::Null, |first| Self::of_byte(*first))
    }

    /// The kind of the value that begins with this byte.
    #[inline]
    pub(crate) fn of_byte(first: u8) -> Self {
        match first {
            b'"' => Self::String,
            b'{' => Self::Object,
            b'[' => Self::Array,
            b't' | b'f' => Self::Bool,
            b'n' => Self::Null,
            _ => Self::Number,
        }
    }
}

/// Any JSON value as the text it was: number spelling, key order, repeated keys and spacing included.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Json(String);

impl Json {
    /// Takes text that is known to be one JSON value.
    #[must_use]
    pub fn from_valid(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The JSON string that holds `token`.
    #[must_use]
    pub fn string(token: JsonStr<'_>) -> Self {
        Self(format!("\"{}\"", token.as_str()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text, to be kept.
    #[must_use]
    pub fn into_text(self) -> String {
        self.0
    }

    /// Adds the elements of another array to this one, or the text of another string. `false`, and nothing changes,
    /// where the two are neither.
    pub fn append(&mut self, more: &Self) -> bool {
        let inner = |text: &'_ str| text.len() - 1;
        match (self.kind(), more.kind()) {
            (Kind::String, Kind::String) => {
                self.0.truncate(inner(&self.0));
                self.0.push_str(&more.0[1..]);
            }
            (Kind::Array, Kind::Array) => {
                let tail = more.0[1..inner(&more.0)].trim();
                self.0.truncate(self.0[..inner(&self.0)].trim_end().len());
                if self.0.len() > 1 && !tail.is_empty() {
                    self.0.push(',');
                }
                self.0.push_str(tail);
                self.0.push(']');
            }
            _ => return false,
        }
        true
    }

    /// What kind of value it is.
    #[must_use]
    pub fn kind(&self) -> Kind {
        Kind::of(&self.0)
    }

    /// The token, if the value is a string.
    #[must_use]
    pub fn as_token(&self) -> Option<JsonStr<'_>> {
        let body = self.0.strip_prefix('"')?.strip_suffix('"')?;
        Some(JsonStr(body))
    }
}

/// The text of a token, and whether no half of a surrogate pair stands alone in it.
fn unescape(token: &str) -> (String, bool) {
    let (mut text, mut is_whole) = (String::with_capacity(token.len()), true);
    let mut rest = token;
    while let Some(escape) = memchr::memchr(b'\\', rest.as_bytes()) {
        text.push_str(&rest[..escape]);
        let (unit, after) = match rest.as_bytes().get(escape + 1) {
            Some(b'u') | None => unit(&rest[escape..]),
            Some(kind) => (Ok(short_escape(*kind)), &rest[escape + 2..]),
        };
        is_whole &= unit.is_ok();
        text.push(unit.unwrap_or('\u{fffd}'));
        rest = after;
    }
    text.push_str(rest);
    (text, is_whole)
}

/// The characters of a token; an error is half a surrogate pair.
fn units(token: &str) -> impl Iterator<Item = Result<char, u32>> {
    let mut rest = token;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let (found, after) = if first == '\\' { unit(rest) } else { (Ok(first), &rest[first.len_utf8()..]) };
        rest = after;
        Some(found)
    })
}

/// What the escape says that stands here, and what follows it.
fn unit(escape: &str) -> (Result<char, u32>, &str) {
    let kind = escape.as_bytes().get(1).copied().unwrap_or(b'\\');
    if kind != b'u' {
        return (Ok(short_escape(kind)), escape.get(2..).unwrap_or(""));
    }
    let high = hex(escape);
    let rest = escape.get(6..).unwrap_or("");
    if let Some(c) = char::from_u32(high) {
        return (Ok(c), rest);
    }
    let low = if rest.starts_with("\\u") { hex(rest) } else { 0 };
    if high < 0xdc00 && (0xdc00..0xe000).contains(&low) {
        let pair = char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00));
        return (pair.ok_or(high), rest.get(6..).unwrap_or(""));
    }
    (Err(high), rest)
}

fn hex(escape: &str) -> u32 {
    escape.get(2..6).and_then(|digits| u32::from_str_radix(digits, 16).ok()).unwrap_or(0xfffd)
}

fn short_escape(kind: u8) -> char {
    match kind {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        other => char::from(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_texts_grow_in_place() {
        for (first, more, both) in [
            ("[1, 2]", "[3]", Some("[1, 2,3]")),
            ("[ ]", "[ 3 ]", Some("[3]")),
            ("[1]", "[]", Some("[1]")),
            (r#""a""#, r#""\n""#, Some(r#""a\n""#)),
            ("1", "2", None),
            ("[1]", "2", None),
        ] {
            let mut value = Json::from_valid(first);
            assert_eq!(value.append(&Json::from_valid(more)), both.is_some());
            assert_eq!(value.as_str(), both.unwrap_or(first));
        }
    }

    #[test]
    fn escapes_come_and_go() {
        let text = "a\"b\\c\n\u{1}é😀";
        assert_eq!(JsonString::from_plain(text).decode(), text);
        assert_eq!(JsonStr::new(r"\ud83d\ude00 \/ \u00e9").decode(), "😀 / é");
        assert!([r"", r" \n\u00a0\u2003", "\u{3000}"].into_iter().all(|text| JsonStr::new(text).is_blank()));
        assert!([r" \n.", r"\ud83d", r"\u0020\\"].into_iter().all(|text| !JsonStr::new(text).is_blank()));
    }

    #[test]
    fn a_pair_cut_in_two_is_one_character_again() {
        let mut text = JsonString::from_plain("");
        text.push(JsonStr::new(r"wave \ud83c"));
        assert!(text.token().has_lone_surrogate());
        text.push(JsonStr::new(r"\udf0a done"));
        assert!(!text.token().has_lone_surrogate());
        assert_eq!(text.decode(), "wave 🌊 done");
        assert_eq!(JsonStr::new(r#"{\"a\":\"\ud83d\"}"#).decode_json(), r#"{"a":"\ud83d"}"#);
    }
}
