//! Server-Sent Events to frames (WHATWG HTML, section 9.2.6 "Interpreting an event stream", read 2026-11).
//! ```text
//! : a comment
//! event: message
//! data: {"a":
//! data: 1}
//!
//! data: [DONE]
//!
//! ```
//! Two ways that give the same frames. `quick` reads an event of plain shape, whole inside one block, without a copy:
//! nearly all events are such. Everything else goes line by line into an `Event`, which also copes with what servers
//! get wrong. Against the letter of the standard, an event that the end of the input leaves open is read.

mod balance;
mod event;
mod field;

use memchr::memchr2;

use self::event::{Event, Tally};
use super::{Body, Decode, Ends, LineSource, Place, RawFrame, Sink};

/// The fewest bytes that close an event.
const SHORTEST: usize = 2;

/// The SSE decoder.
pub(super) struct Sse {
    lines: LineSource,
    event: Event,
    tally: Tally,
}

/// Where a plain event begins: its name, and its payload with all that follows it.
struct Head<'a> {
    name: Option<&'a [u8]>,
    open: &'a [u8],
    lines: u64,
}

impl Sse {
    pub(super) fn new(max_frame: usize) -> Sse {
        Sse {
            lines: LineSource::new(Ends::Any, max_frame),
            event: Event::new(),
            tally: Tally::new(max_frame),
        }
    }

    /// Hands over the plain events with which the bytes begin; what is left.
    pub(super) fn quick_run<'a>(&mut self, mut rest: &'a [u8], sink: &mut dyn Sink) -> &'a [u8] {
        self.lines.finish_crlf(&mut rest);
        if !self.event.is_empty() || !self.lines.is_idle() {
            return rest;
        }
        let mut place = self.lines.place();
        let (mut bytes, mut lines) = (0, 0);
        while let Some(Head { name, open, lines: above }) = head(rest) {
            let at = place.at(self.tally.frame + 1);
            let before = rest.len() - open.len();
            // What is longer than allowed is not to be taken unseen.
            let near = &rest[..rest.len().min(self.tally.max_frame.saturating_add(SHORTEST))];
            let payload = near.get(before..).unwrap_or_default();
            let raw = RawFrame { payload, name, record: near, at, sentinel: false };
            let taken = sink.take_open(raw);
            let Some(length) = taken.or_else(|| memchr2(b'\n', b'\r', open)) else { break };
            let end = before + length;
            let Some(close) = closing(&rest[end..]).filter(|_| end <= self.tally.max_frame) else { break };
            self.tally.frame += 1;
            if taken.is_none() {
                sink.frame(RawFrame { payload: &open[..length], record: &rest[..end], ..raw });
            }
            place.offset += (end + close) as u64;
            place.line += above + 2;
            bytes += end + close;
            lines += above + 2;
            rest = &rest[end + close..];
        }
        if bytes > 0 {
            self.lines.skip(bytes, lines);
        }
        rest
    }
}

impl Body for Sse {
    fn start(&mut self, place: Place, noise: bool) {
        self.lines.start_at(place);
        self.tally.noise = noise;
    }
}

impl Decode for Sse {
    fn feed(&mut self, block: &[u8], sink: &mut dyn Sink) {
        let mut rest = block;
        loop {
            rest = self.quick_run(rest, sink);
            let Some(line) = self.lines.next(&mut rest) else {
                return;
            };
            self.event.line(line, &mut self.tally, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if let Some(line) = self.lines.finish() {
            self.event.line(line, &mut self.tally, sink);
        }
        self.event.dispatch(&mut self.tally, sink);
    }
}

/// `event:` and `id:` lines, then a `data:` line that begins as a JSON object does. The event is plain if a blank line
/// follows that line, and line ends are all LF or all CRLF. Nothing that needs a second look: no comment, no keep-alive,
/// no sentinel.
#[inline]
fn head(bytes: &[u8]) -> Option<Head<'_>> {
    let (mut start, mut lines, mut name) = (0, 0, None);
    loop {
        let line = &bytes[start..];
        if let Some(value) = line.strip_prefix(b"data:") {
            let open = value.strip_prefix(b" ").unwrap_or(value);
            return (open.first() == Some(&b'{')).then_some(Head { name, open, lines });
        }
        let value = line.strip_prefix(b"event:");
        if value.is_none() && !line.starts_with(b"id:") {
            return None;
        }
        let end = start + memchr2(b'\n', b'\r', line)?;
        if let Some(value) = value {
            let value = &value[..end - (bytes.len() - value.len())];
            let value = value.strip_prefix(b" ").unwrap_or(value);
            name = (!value.is_empty()).then_some(value);
        }
        start = end + line_end(&bytes[end..])?;
        lines += 1;
    }
}

fn line_end(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', ..] => Some(1),
        [b'\r', b'\n', ..] => Some(2),
        _ => None,
    }
}

/// The line ends that close a plain event, if they stand here; how long they are.
#[inline]
pub(crate) fn closing(bytes: &[u8]) -> Option<usize> {
    match bytes {
        [b'\n', b'\n', ..] => Some(2),
        [b'\r', b'\n', b'\r', b'\n', ..] => Some(4),
        _ => None,
    }
}
