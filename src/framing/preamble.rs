//! What stands above the body of a capture: a byte order mark, the header blocks of `curl -i`, the talk of `curl -v`.

use super::noise;
use super::text::is_blank;
use super::{Body, Decode, Place, Sink};

/// The byte order mark.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// No line above the body is longer than this.
const MAX_LINE: usize = 64 * 1024;

/// Takes the preamble off and hands the rest to a decoder.
pub(super) struct Preamble<D> {
    body: D,
    held: Vec<u8>,
    place: Place,
    in_headers: bool,
    warned: bool,
    done: bool,
}

/// What stands at the start of the bytes.
pub(super) enum Top<'a> {
    /// The byte order mark.
    Mark,
    /// A line end alone, or white space.
    Blank(usize),
    /// A status line: headers follow.
    Status(usize),
    /// A line that is noise, or the part of it that is.
    Noise(&'a [u8], usize),
    /// A header line.
    Header(&'a [u8], usize),
    /// The blank line after the headers.
    HeadersEnd(usize),
    /// The body.
    Body,
    /// More bytes are needed to tell.
    More,
}

/// Looks at what is on top. `last` says that no bytes follow these.
pub(super) fn top(bytes: &[u8], first: bool, in_headers: bool, last: bool) -> Top<'_> {
    if first && bytes.starts_with(MARK) {
        return Top::Mark;
    }
    if !last && (bytes.is_empty() || first && MARK.starts_with(bytes)) {
        return Top::More;
    }
    let Some((line, used)) = first_line(bytes, last) else {
        let open = bytes.len() <= MAX_LINE && (in_headers || noise::may_be(bytes));
        return if open { Top::More } else { Top::Body };
    };
    if in_headers {
        return match line {
            [] => Top::HeadersEnd(used),
            _ if is_header(line) => Top::Header(line, used),
            _ => Top::Body,
        };
    }
    let length = noise::length(line);
    match line {
        _ if bytes.is_empty() => Top::Body,
        _ if is_blank(line) => Top::Blank(used),
        _ if is_status(line) => Top::Status(used),
        _ if length == line.len() => Top::Noise(line, used),
        _ if length > 0 => Top::Noise(&line[..length], length),
        _ => Top::Body,
    }
}

/// The first line and its length with its end. A CR at the very end may be half of a CRLF.
fn first_line(bytes: &[u8], last: bool) -> Option<(&[u8], usize)> {
    let Some(end) = memchr::memchr2(b'\n', b'\r', bytes) else {
        return last.then_some((bytes, bytes.len()));
    };
    match &bytes[end..] {
        [b'\r', b'\n', ..] => Some((&bytes[..end], end + 2)),
        [b'\r'] if !last => None,
        _ => Some((&bytes[..end], end + 1)),
    }
}

/// The first line of a response: headers follow. Where several were captured it stands between two bodies.
pub(super) fn is_status(line: &[u8]) -> bool {
    line.starts_with(b"HTTP/")
}

/// `name: value`, and no field of the body: some captures have lost the blank line between.
pub(super) fn is_header(line: &[u8]) -> bool {
    let body = [&b"data:"[..], b"event:", b"id:", b"retry:", b":", b"{", b"["];
    !body.iter().any(|start| line.starts_with(start)) && line.contains(&b':')
}

impl<D: Body> Preamble<D> {
    pub(super) fn new(body: D) -> Preamble<D> {
        Preamble {
            body,
            held: Vec::new(),
            place: Place::START,
            in_headers: false,
            warned: false,
            done: false,
        }
    }

    fn skip(&mut self, bytes: &[u8], last: bool, sink: &mut dyn Sink) {
        let mut rest = bytes;
        loop {
            let used = match top(rest, self.place.offset == 0, self.in_headers, last) {
                Top::Mark => MARK.len(),
                Top::Blank(used) | Top::Header(_, used) => used,
                Top::Status(used) => {
                    self.in_headers = true;
                    used
                }
                Top::HeadersEnd(used) => {
                    self.in_headers = false;
                    used
                }
                Top::Noise(line, used) => {
                    noise::warn(&mut self.warned, line, self.place.at(0), sink);
                    used
                }
                Top::Body => {
                    self.done = true;
                    self.body.start(self.place, self.warned);
                    return self.body.feed(rest, sink);
                }
                Top::More => {
                    self.held = rest.to_vec();
                    return;
                }
            };
            self.pass(&rest[..used]);
            rest = &rest[used..];
        }
    }

    /// Lines end in LF, CRLF or CR here.
    fn pass(&mut self, bytes: &[u8]) {
        self.place.offset += bytes.len() as u64;
        self.place.line += u64::from(matches!(bytes, [.., b'\n' | b'\r']));
    }
}

impl<D: Body> Decode for Preamble<D> {
    fn feed(&mut self, block: &[u8], sink: &mut dyn Sink) {
        if self.done {
            return self.body.feed(block, sink);
        }
        if self.held.is_empty() {
            return self.skip(block, false, sink);
        }
        let mut bytes = std::mem::take(&mut self.held);
        bytes.extend_from_slice(block);
        self.skip(&bytes, false, sink);
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if !self.done {
            let bytes = std::mem::take(&mut self.held);
            self.skip(&bytes, true, sink);
        }
        self.body.finish(sink);
    }
}
