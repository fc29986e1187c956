//! A small writer of JSON objects and arrays into one byte buffer.

use super::json::{Json, JsonStr, JsonString};
use super::layout::{minify, tighten, written};

/// An object being written. It is closed by [`Obj::end`] or by the method that lent it.
#[derive(Debug)]
pub struct Obj<'o> {
    buf: &'o mut Vec<u8>,
    comma: bool,
    watch: Option<&'o mut dyn Watch>,
    tight: bool,
}

/// Sees each member of an object as it is written, and may change it.
pub(super) trait Watch: std::fmt::Debug {
    /// A member begins with this key, or none comes any more: the value of the one before is whole, at the end of `buf`.
    fn next(&mut self, key: Option<&str>, buf: &mut Vec<u8>);
    /// The value of the member is to stand at `start`.
    fn value(&mut self, start: usize);
}

impl<'o> Obj<'o> {
    /// Opens an object at the end of `buf`.
    pub fn begin(buf: &'o mut Vec<u8>) -> Self {
        Self::within(buf, false)
    }

    fn within(buf: &'o mut Vec<u8>, tight: bool) -> Self {
        buf.push(b'{');
        Self { buf, comma: false, watch: None, tight }
    }

    /// As [`Obj::begin`], with someone who watches.
    pub(super) fn watched(buf: &'o mut Vec<u8>, watch: &'o mut dyn Watch) -> Self {
        Self { watch: Some(watch), ..Self::begin(buf) }
    }

    /// Closes the object.
    pub fn end(mut self) {
        if let Some(watch) = &mut self.watch {
            watch.next(None, self.buf);
        }
        self.buf.push(b'}');
    }

    #[inline]
    fn key(&mut self, key: &str) {
        if let Some(watch) = &mut self.watch {
            watch.next(Some(key), self.buf);
        }
        if self.comma {
            self.buf.push(b',');
        }
        self.comma = true;
        self.buf.push(b'"');
        self.buf.extend_from_slice(key.as_bytes());
        self.buf.extend_from_slice(b"\":");
        if let Some(watch) = &mut self.watch {
            watch.value(self.buf.len());
        }
    }

    /// A string member whose text is still escaped.
    #[inline]
    pub fn token(&mut self, key: &str, value: JsonStr<'_>) -> &mut Self {
        self.key(key);
        string(self.buf, value);
        self
    }

    /// A string member from owned text.
    pub fn text(&mut self, key: &str, value: &JsonString) -> &mut Self {
        self.token(key, value.token())
    }

    /// A string member if there is one.
    pub fn maybe(&mut self, key: &str, value: Option<&JsonString>) -> &mut Self {
        if let Some(value) = value {
            self.text(key, value);
        }
        self
    }

    /// A string member that needs no escapes: a word of a wire format.
    pub fn word(&mut self, key: &str, value: &str) -> &mut Self {
        self.token(key, JsonStr::new(value))
    }

    /// A member of any kind, as JSON text.
    pub fn raw(&mut self, key: &str, value: &str) -> &mut Self {
        self.key(key);
        raw(self.buf, value, self.tight);
        self
    }

    /// A member of any kind, if there is one.
    pub fn json(&mut self, key: &str, value: Option<&Json>) -> &mut Self {
        if let Some(value) = value {
            self.raw(key, value.as_str());
        }
        self
    }

    /// A whole number.
    pub fn number(&mut self, key: &str, value: u64) -> &mut Self {
        self.key(key);
        number(self.buf, value);
        self
    }

    /// A whole number if there is one.
    pub fn count(&mut self, key: &str, value: Option<u64>) -> &mut Self {
        if let Some(value) = value {
            self.number(key, value);
        }
        self
    }

    /// `true` or `false`.
    pub fn flag(&mut self, key: &str, value: bool) -> &mut Self {
        self.raw(key, if value { "true" } else { "false" })
    }

    /// An object member.
    pub fn object(&mut self, key: &str, write: impl FnOnce(&mut Obj<'_>)) -> &mut Self {
        self.key(key);
        object(self.buf, self.tight, write);
        self
    }

    /// An array member whose items are written.
    pub fn items(&mut self, key: &str, items: &Items) -> &mut Self {
        self.key(key);
        self.buf.push(b'[');
        if self.tight && items.loose {
            minify(&written(&items.bytes), self.buf);
        } else {
            self.buf.extend_from_slice(&items.bytes);
        }
        self.buf.push(b']');
        self
    }

    /// An array member.
    pub fn array(&mut self, key: &str, write: impl FnOnce(&mut Arr<'_>)) -> &mut Self {
        self.key(key);
        let mut items = Arr::within(self.buf, self.tight);
        write(&mut items);
        items.end();
        self
    }
}

/// Room for short items.
const ROOM: usize = 256;

/// Items of an array, written before it is.
#[derive(Debug, Default)]
pub struct Items {
    bytes: Vec<u8>,
    /// Whether there may be white space between the tokens.
    loose: bool,
}

impl Items {
    /// The array that they stand in; `tight` if nothing in it has white space between its tokens.
    pub fn list(&mut self, tight: bool) -> Arr<'_> {
        let comma = !self.bytes.is_empty();
        if !comma {
            self.bytes.reserve(ROOM);
        }
        self.loose |= !tight;
        Arr { buf: &mut self.bytes, comma, tight }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Adds others behind these.
    pub fn append(&mut self, others: Self) {
        if self.bytes.is_empty() {
            *self = others;
            return;
        }
        if !others.bytes.is_empty() {
            self.bytes.push(b',');
        }
        self.bytes.extend_from_slice(&others.bytes);
        self.loose |= others.loose;
    }
}

/// An array being written. It is closed by [`Arr::end`] or by the method that lent it.
#[derive(Debug)]
pub struct Arr<'o> {
    buf: &'o mut Vec<u8>,
    comma: bool,
    tight: bool,
}

impl<'o> Arr<'o> {
    /// Opens an array at the end of `buf`.
    pub fn begin(buf: &'o mut Vec<u8>) -> Self {
        Self::within(buf, false)
    }

    /// Opens an array in which nothing has white space between its tokens.
    pub fn tight(buf: &'o mut Vec<u8>) -> Self {
        Self::within(buf, true)
    }

    fn within(buf: &'o mut Vec<u8>, tight: bool) -> Self {
        buf.push(b'[');
        Self { buf, comma: false, tight }
    }

    /// Goes on with an array that [`Arr::pause`] has left open, or with the items of one that nobody has opened.
    pub fn resume(buf: &'o mut Vec<u8>, has_items: bool, tight: bool) -> Self {
        Self { buf, comma: has_items, tight }
    }

    /// Leaves the array open; tells whether it has items.
    #[must_use]
    pub fn pause(self) -> bool {
        self.comma
    }

    /// Closes the array.
    pub fn end(self) {
        self.buf.push(b']');
    }

    /// How many bytes the buffer holds: to see whether a call wrote anything.
    #[must_use]
    pub fn position(&self) -> usize {
        self.buf.len()
    }

    fn next(&mut self) {
        if self.comma {
            self.buf.push(b',');
        }
        self.comma = true;
    }

    /// An object item.
    pub fn object(&mut self, write: impl FnOnce(&mut Obj<'_>)) -> &mut Self {
        self.next();
        object(self.buf, self.tight, write);
        self
    }

    /// An item of any kind, as JSON text.
    pub fn raw(&mut self, value: &str) -> &mut Self {
        self.next();
        raw(self.buf, value, self.tight);
        self
    }

    /// An item that `write` appends, as JSON text.
    pub(super) fn item(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        self.next();
        let from = self.buf.len();
        write(self.buf);
        if self.tight || has_line_end(&self.buf[from..]) {
            tighten(self.buf, from);
        }
    }

    /// A string item.
    pub fn text(&mut self, value: &JsonString) -> &mut Self {
        self.next();
        string(self.buf, value.token());
        self
    }
}

fn object(buf: &mut Vec<u8>, tight: bool, write: impl FnOnce(&mut Obj<'_>)) {
    let mut fields = Obj::within(buf, tight);
    write(&mut fields);
    fields.end();
}

#[inline]
fn string(buf: &mut Vec<u8>, value: JsonStr<'_>) {
    buf.push(b'"');
    buf.extend_from_slice(value.as_str().as_bytes());
    buf.push(b'"');
}

fn has_line_end(value: &[u8]) -> bool {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r');
    match value.len() {
        // A search costs more to begin than a few bytes to look at.
        0..32 => value.iter().fold(false, |some, byte| some | ends(byte)),
        _ => memchr::memchr2(b'\n', b'\r', value).is_some(),
    }
}

/// Opaque JSON keeps its spacing, unless it runs over several lines: a frame or a document is one line.
fn raw(buf: &mut Vec<u8>, value: &str, tight: bool) {
    if tight || has_line_end(value.as_bytes()) {
        minify(value, buf);
    } else {
        buf.extend_from_slice(value.as_bytes());
    }
}

fn number(buf: &mut Vec<u8>, value: u64) {
    let mut digits = [0; 20];
    let mut first = digits.len();
    let mut rest = value;
    loop {
        first -= 1;
        digits[first] = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    buf.extend_from_slice(&digits[first..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_nest() {
        let mut buf = Vec::new();
        let mut fields = Obj::begin(&mut buf);
        fields.word("type", "x").number("n", 3).flag("f", true).raw("v", "{\n\"a\": 1}");
        fields.array("list", |list| {
            list.object(|_| ()).raw("1.0");
        });
        fields.end();
        assert_eq!(buf, br#"{"type":"x","n":3,"f":true,"v":{"a":1},"list":[{},1.0]}"#);
    }

    #[test]
    fn items_written_before_stand_as_their_array_has_it() {
        for (tight, within, text) in [
            (true, true, r#"[{"l":[[1],{"a":[2]}]}]"#),
            (true, false, r#"[{"l":[[1],{"a":[2]}]}]"#),
            (false, true, r#"[{"l":[[1],{"a":[2]}]}]"#),
            (false, false, r#"[{"l":[[ 1 ],{"a":[ 2 ]}]}]"#),
        ] {
            let (mut items, mut more, mut buf) = (Items::default(), Items::default(), Vec::new());
            items.append(Items::default());
            items.list(tight).raw("[ 1 ]");
            more.list(tight).object(|fields| {
                fields.raw("a", "[ 2 ]");
            });
            items.append(more);
            let mut list = Arr::within(&mut buf, within);
            list.object(|fields| {
                fields.items("l", &items);
            });
            list.end();
            assert_eq!(String::from_utf8(buf).unwrap(), text, "{tight} {within}");
        }
    }

    #[test]
    fn a_tight_array_may_be_written_in_pieces() {
        let (mut buf, spaced) = (Vec::new(), r#"{ "a b": [1, 2] }"#);
        let has_items = Arr::tight(&mut buf).pause();
        let mut list = Arr::resume(&mut buf, has_items, true);
        list.raw(spaced).object(|fields| {
            fields.raw("v", spaced).object("o", |fields| {
                fields.array("l", |list| {
                    list.raw(spaced);
                });
            });
        });
        let has_items = list.pause();
        Arr::resume(&mut buf, has_items, true).end();
        let tight = r#"{"a b":[1,2]}"#;
        assert_eq!(
            String::from_utf8(buf).unwrap(),
            format!(r#"[{tight},{{"v":{tight},"o":{{"l":[{tight}]}}}}]"#)
        );
    }
}
