//! Captures of a browser or proxy: HAR 1.2 (the HTTP Archive format, W3C draft of 2012-08-14, as browsers write it).
//! ```text
//! {"log": {"version": "1.2", "creator": …, "entries": [
//!   {"request": {"postData": {"text": "{\"model\":…"}}, "response": {"content": {"text": "data: …", "encoding": "base64"}}}, …]}}
//! ```
//! Entries are read one by one, so a capture of any size needs the memory of its largest entry. The bodies are not
//! taken apart here: each is an input of its own.

use std::fmt;
use std::io::{self, BufReader, Cursor, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::input::{BLOCK, Input};
use crate::ir::JsonStr;
use crate::report::{Diagnostic, Severity};

/// How many bytes tell whether an input is a capture.
const HEAD: usize = 1024;

/// A body that is text, or was packed as base64.
pub struct Body {
    /// Number of its entry, from 1.
    pub entry: usize,
    /// `request` or `response`.
    pub side: &'static str,
    bytes: Vec<u8>,
}

impl Body {
    /// The body as an input, called `FILE#ENTRY/SIDE`.
    ///
    /// # Errors
    /// Where it is packed and broken.
    pub fn into_input(self, file: &str) -> io::Result<Input> {
        Input::new(format!("{file}#{}/{}", self.entry, self.side), Box::new(Cursor::new(self.bytes)))
    }
}

/// Whether an input is such a capture; reads on as far as that takes.
///
/// # Errors
/// Where reading fails.
pub fn is_har(input: &mut Input) -> io::Result<bool> {
    while input.head().len() < HEAD && !input.ended() && may_be(input.head()) {
        input.more()?;
    }
    let head = &input.head()[..input.head().len().min(HEAD)];
    let has = |word: &str| memchr::memmem::find(head, word.as_bytes()).is_some();
    Ok(may_be(head) && has("\"log\"") && (has("\"creator\"") || has("\"entries\"") || has("\"version\"")))
}

/// Whether these bytes begin as `{"log":{`, as far as they go.
fn may_be(head: &[u8]) -> bool {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let found = head.iter().filter(|byte| !byte.is_ascii_whitespace());
    found.zip(b"{\"log\":{").all(|(found, wanted)| found == wanted)
}

/// Gives each body to `each`, until that says `false`. What is wrong with the capture comes back as a finding.
pub fn bodies(input: Input, each: &mut dyn FnMut(Body) -> bool) -> Option<Diagnostic> {
    let reader = BufReader::with_capacity(BLOCK, Blocks { input, held: Vec::new(), at: 0 });
    let mut stopped = false;
    let mut take = |body| {
        stopped = !each(body);
        !stopped
    };
    let done = Object { name: "log", then: Object { name: "entries", then: Entries(&mut take) } }
        .deserialize(&mut serde_json::Deserializer::from_reader(reader));
    let error = done.err().filter(|_| !stopped)?;
    Some(Diagnostic {
        severity: Severity::Error,
        rule: if error.is_eof() { "json/cut-short" } else { "json/invalid" },
        message: format!("the capture can't be read on: {error}"),
        help: Some("the bodies before this place are read".to_owned()),
        line: error.line() as u64,
        ..Diagnostic::default()
    })
}

/// An input as a reader.
struct Blocks {
    input: Input,
    held: Vec<u8>,
    at: usize,
}

impl Read for Blocks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.held.len() {
            self.held.clear();
            self.at = 0;
            if let Some(block) = self.input.next_block()? {
                self.held.extend_from_slice(block);
            }
        }
        let n = (&self.held[self.at..]).read(buffer)?;
        self.at += n;
        Ok(n)
    }
}

/// An object of which one member is read.
struct Object<T> {
    name: &'static str,
    then: T,
}

impl<'de, T: DeserializeSeed<'de, Value = ()>> DeserializeSeed<'de> for Object<T> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de, T: DeserializeSeed<'de, Value = ()>> Visitor<'de> for Object<T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "an object with `{}`", self.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut then = Some(self.then);
        while let Some(key) = map.next_key::<String>()? {
            match then.take_if(|_| key == self.name) {
                Some(then) => map.next_value_seed(then)?,
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

/// The entries, one by one.
struct Entries<'e>(&'e mut dyn FnMut(Body) -> bool);

impl<'de> DeserializeSeed<'de> for Entries<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Entries<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of entries")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut number = 0;
        while let Some(entry) = list.next_element::<Entry>()? {
            number += 1;
            for (side, bytes) in [("request", entry.sent()), ("response", entry.received())] {
                let body = bytes.filter(|bytes| !bytes.is_empty());
                let body = body.map(|bytes| Body { entry: number, side, bytes });
                if body.is_some_and(|body| !(self.0)(body)) {
                    return Err(A::Error::custom("nobody wants more"));
                }
            }
        }
        Ok(())
    }
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Entry {
    request: Request,
    response: Response,
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Request {
    post_data: Option<Content>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Response {
    content: Option<Content>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Content {
    text: Option<Box<RawValue>>,
    encoding: Option<String>,
}

impl Entry {
    fn sent(&self) -> Option<Vec<u8>> {
        self.request.post_data.as_ref()?.bytes()
    }

    fn received(&self) -> Option<Vec<u8>> {
        self.response.content.as_ref()?.bytes()
    }
}

impl Content {
    /// The body. What says base64 and is none is taken as it stands, and is then none of the formats.
    fn bytes(&self) -> Option<Vec<u8>> {
        let token = self.text.as_ref()?.get().strip_prefix('"')?.strip_suffix('"')?;
        let text = JsonStr::new(token).decode_json().into_owned();
        let packed = self.encoding.as_deref().is_some_and(|word| word.eq_ignore_ascii_case("base64"));
        let unpacked = if packed { STANDARD.decode(text.trim()).ok() } else { None };
        Some(unpacked.unwrap_or_else(|| text.into_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> (Vec<String>, Option<&'static str>) {
        let mut input = Input::new("a.har".into(), Box::new(Cursor::new(text.to_owned()))).unwrap();
        assert!(is_har(&mut input).unwrap(), "{text}");
        let mut list = Vec::new();
        let done = bodies(input, &mut |body| {
            let bytes = String::from_utf8_lossy(&body.bytes).into_owned();
            list.push(format!("{}/{} {bytes}", body.entry, body.side));
            true
        });
        (list, done.map(|found| found.rule))
    }

    #[test]
    fn bodies_are_found_packed_and_plain() {
        let text = r#"{ "log": {"version":"1.2","pages":[{"a":1}],"entries":[
            {"request":{"method":"GET"},"response":{"content":{"size":0}}},
            {"time":1,"request":{"postData":{"mimeType":"x","text":"{\"a\":\"\u00e9\"}"}},"response":{"content":{"text":"TG93Lg==","encoding":"base64"}}}
        ],"comment":""}}"#;
        assert_eq!(
            found(text),
            (vec!["2/request {\"a\":\"é\"}".to_owned(), "2/response Low.".to_owned()], None)
        );
    }

    #[test]
    fn a_capture_that_is_cut_gives_what_stands_before() {
        let text = r#"{"log":{"entries":[{"request":{"postData":{"text":"a"}}},{"requ"#;
        assert_eq!(found(text), (vec!["1/request a".to_owned()], Some("json/cut-short")));
    }

    #[test]
    fn what_only_has_a_log_is_no_capture() {
        for text in ["", "{}", r#"{"log":[1]}"#, r#"{"log":{"messages":[]}}"#, r#"{"logs":{"version":1}}"#] {
            let mut input = Input::new("a".into(), Box::new(Cursor::new(text))).unwrap();
            assert!(!is_har(&mut input).unwrap(), "{text}");
        }
    }
}
