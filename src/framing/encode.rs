//! Frames and documents to bytes, into one reused buffer.

use super::Framing;
use crate::ir::{Arr, Obj, Patch, in_one_line, minify, pretty, tighten, write_patched, written};

/// How frames are written.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The framing.
    pub framing: Framing,
    /// Whether the SSE records of this wire carry `event:` lines.
    pub names: bool,
    /// Whether documents are indented.
    pub pretty: bool,
}

/// Where writers put their bytes. The engine empties it.
#[derive(Debug)]
pub struct Out {
    pub(super) buf: Vec<u8>,
    pub(super) style: Style,
    pub(super) in_array: bool,
    pub(super) records: Option<Vec<Record>>,
}

/// What was written where nothing is laid out yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A frame.
    Frame {
        /// Its SSE event name; empty where the wire has none.
        name: String,
        /// The frame itself.
        json: String,
    },
    /// The text that ends a stream.
    Sentinel(String),
}

impl Out {
    /// An empty buffer.
    #[must_use]
    pub fn new(style: Style) -> Self {
        let buf = Vec::with_capacity(64 * 1024);
        Self { buf, style, in_array: false, records: None }
    }

    /// Takes frames down and lays nothing out: for who looks at them before they go on.
    #[must_use]
    pub fn recorder() -> Self {
        let style = Style { framing: Framing::Ndjson, names: false, pretty: false };
        Self { records: Some(Vec::new()), ..Self::new(style) }
    }

    /// The frames that were taken down since the last time.
    pub fn take_records(&mut self) -> Vec<Record> {
        self.records.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Lays out what a recorder took down.
    pub fn record(&mut self, record: &Record) {
        match record {
            Record::Frame { name, json } => self.raw_frame(name, json),
            Record::Sentinel(text) => self.sentinel(text),
        }
    }

    /// How frames are written.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// The bytes so far.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.buf
    }

    /// Forgets the bytes so far and keeps the memory.
    pub fn clear(&mut self) {
        self.buf.clear();
    }

    /// Takes over bytes, and leaves in their place an empty buffer.
    pub(crate) fn take_over(&mut self, bytes: &mut Vec<u8>) {
        if self.buf.is_empty() {
            std::mem::swap(&mut self.buf, bytes);
        } else {
            self.buf.append(bytes);
        }
    }

    /// Gives the bytes so far for an empty buffer to go on with.
    pub(crate) fn exchange(&mut self, empty: Vec<u8>) -> Vec<u8> {
        std::mem::replace(&mut self.buf, empty)
    }

    /// One frame, an object. `name` is the SSE event name, written where the wire has such.
    #[inline]
    pub fn frame(&mut self, name: &str, write: impl FnOnce(&mut Obj<'_>)) {
        self.open(name);
        let mut object = Obj::begin(&mut self.buf);
        write(&mut object);
        object.end();
        self.close();
    }

    /// One frame with members set by pointer after it was written.
    pub fn patched_frame(&mut self, name: &str, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
        let mut write = Some(write);
        let mut once = |object: &mut Obj<'_>| write.take().into_iter().for_each(|write| write(object));
        self.patched(name, patch, &mut once);
    }

    /// The code is there once, and not for each `write`.
    fn patched(&mut self, name: &str, patch: &Patch, write: &mut dyn FnMut(&mut Obj<'_>)) {
        if patch.is_empty() {
            return self.frame(name, write);
        }
        self.open(name);
        let from = self.buf.len();
        write_patched(&mut self.buf, patch, write);
        in_one_line(&mut self.buf, from);
        self.close();
    }

    /// One frame from JSON text.
    pub fn raw_frame(&mut self, name: &str, json: &str) {
        self.open(name);
        if memchr::memchr2(b'\n', b'\r', json.as_bytes()).is_some() {
            minify(json, &mut self.buf);
        } else {
            self.buf.extend_from_slice(json.as_bytes());
        }
        self.close();
    }

    /// Whether the text that ends a stream is written.
    #[must_use]
    pub fn has_sentinel(&self) -> bool {
        self.style.framing == Framing::Sse
    }

    /// The text that ends a stream of this wire; SSE alone has it.
    pub fn sentinel(&mut self, text: &str) {
        if let Some(records) = &mut self.records {
            return records.push(Record::Sentinel(text.to_owned()));
        }
        if self.has_sentinel() {
            self.buf.extend_from_slice(b"data: ");
            self.buf.extend_from_slice(text.as_bytes());
            self.buf.extend_from_slice(b"\n\n");
        }
    }

    /// A whole document on a line of its own, or indented.
    pub fn document(&mut self, json: &str) {
        if self.style.pretty {
            pretty(json, &mut self.buf);
        } else {
            minify(json, &mut self.buf);
        }
        self.buf.push(b'\n');
    }

    /// A whole array, as [`Out::document`].
    pub fn array(&mut self, write: impl FnOnce(&mut Arr<'_>)) {
        if self.style.pretty {
            self.whole(|bytes| {
                let mut list = Arr::begin(bytes);
                write(&mut list);
                list.end();
                true
            });
            return;
        }
        let mut list = Arr::tight(&mut self.buf);
        write(&mut list);
        list.end();
        self.buf.push(b'\n');
    }

    /// The next piece of such an array. `has_items` says whether the pieces so far have any, if there was one.
    pub fn piece(&mut self, has_items: Option<bool>, write: impl FnOnce(&mut Arr<'_>)) -> bool {
        let mut list = match has_items {
            Some(has_items) => Arr::resume(&mut self.buf, has_items, true),
            None => Arr::tight(&mut self.buf),
        };
        write(&mut list);
        list.pause()
    }

    /// As [`Out::document`], of what `write` appends; `false` says that it is none, and is forgotten.
    pub fn whole(&mut self, write: impl FnOnce(&mut Vec<u8>) -> bool) {
        if self.style.pretty {
            let mut plain = Vec::new();
            if write(&mut plain) {
                self.document(&written(&plain));
            }
            return;
        }
        let start = self.buf.len();
        if write(&mut self.buf) {
            tighten(&mut self.buf, start);
            self.buf.push(b'\n');
        } else {
            self.buf.truncate(start);
        }
    }

    /// A whole SSE record as it stood, ended by one blank line.
    pub fn verbatim_record(&mut self, record: &[u8]) {
        let mut rest = record;
        while let Some(end) = memchr::memchr2(b'\r', b'\n', rest) {
            self.buf.extend_from_slice(&rest[..end]);
            self.buf.push(b'\n');
            let pair = rest[end] == b'\r' && rest.get(end + 1) == Some(&b'\n');
            rest = &rest[end + 1 + usize::from(pair)..];
        }
        self.buf.extend_from_slice(rest);
        self.buf.extend_from_slice(b"\n\n");
    }

    /// Bytes as they are.
    pub fn verbatim(&mut self, bytes: &[u8]) {
        self.buf.extend_from_slice(bytes);
    }

    /// Closes what is still open.
    pub fn finish(&mut self) {
        if std::mem::take(&mut self.in_array) {
            self.buf.extend_from_slice(b"]\n");
        }
    }

    #[inline]
    fn open(&mut self, name: &str) {
        if let Some(records) = &mut self.records {
            return records.push(Record::Frame { name: name.to_owned(), json: String::new() });
        }
        match self.style.framing {
            Framing::Sse => {
                if self.style.names && !name.is_empty() {
                    self.buf.extend_from_slice(b"event: ");
                    self.buf.extend_from_slice(name.as_bytes());
                    self.buf.push(b'\n');
                }
                self.buf.extend_from_slice(b"data: ");
            }
            Framing::Ndjson => {}
            Framing::Json => {
                self.separate();
            }
        }
    }

    /// Before a frame of an array.
    pub(super) fn separate(&mut self) {
        self.buf.push(if self.in_array { b',' } else { b'[' });
        self.in_array = true;
    }

    #[inline]
    fn close(&mut self) {
        if let Some(Record::Frame { json, name: _ }) = self.records.as_mut().and_then(|list| list.last_mut())
        {
            json.push_str(&String::from_utf8_lossy(&self.buf));
            return self.buf.clear();
        }
        match self.style.framing {
            Framing::Sse => self.buf.extend_from_slice(b"\n\n"),
            Framing::Ndjson => self.buf.push(b'\n'),
            Framing::Json => {}
        }
    }
}
