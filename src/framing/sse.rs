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
use super::block::Block;
use super::{Body, Decode, Ends, Extent, LineSource, Open, Place, RawFrame, Sink};

/// The fewest bytes that close an event.
const SHORTEST: usize = 2;

/// The SSE decoder.
pub(super) struct Sse {
    lines: LineSource,
    event: Event,
    tally: Tally,
}

/// Where a plain event begins: its name, its payload with all that follows it, and how many lines stand above.
struct Head<'a> {
    name: Option<&'a [u8]>,
    open: &'a [u8],
    above: u64,
}

impl Sse {
    pub(super) fn new(max_frame: usize) -> Sse {
        Sse {
            lines: LineSource::new(Ends::Any, max_frame),
            event: Event::new(),
            tally: Tally::new(max_frame),
        }
    }

    /// Hands over the plain events with which the block begins; what is left.
    pub(super) fn quick_run<'a>(&mut self, mut rest: Block<'a>, sink: &mut dyn Sink) -> Block<'a> {
        rest.pass(|bytes| self.lines.finish_crlf(bytes));
        if !self.event.is_empty() || !self.lines.is_idle() {
            return rest;
        }
        while let Some(extent) = self.plain(rest, sink) {
            self.tally.frame += 1;
            self.lines.skip(extent);
            rest = rest.after(extent.length);
        }
        rest
    }

    /// Hands over the plain event with which the block begins, if it does.
    #[inline]
    fn plain(&self, block: Block<'_>, sink: &mut dyn Sink) -> Option<Extent> {
        let Block { bytes, text } = block;
        let at = self.lines.place().at(self.tally.frame + 1);
        let near = block.near(self.tally.max_frame, SHORTEST, at);
        if let Some(extent) = sink.take_open(near, Open::Event) {
            return Some(extent);
        }
        let Head { name, open, above } = head(bytes)?;
        let (start, length) = (bytes.len() - open.len(), memchr2(b'\n', b'\r', open)?);
        let end = start + length;
        let close = closing(&bytes[end..]).filter(|_| end <= self.tally.max_frame)?;
        let text = text.get(start..end).unwrap_or_default();
        let raw =
            RawFrame { payload: &open[..length], name, record: &bytes[..end], at, sentinel: false, text };
        sink.frame(raw);
        Some(Extent::of_event(end + close, above))
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
        let mut rest = Block::checked(block);
        loop {
            rest = self.quick_run(rest, sink);
            let Some(line) = rest.pass(|bytes| self.lines.next(bytes)) else {
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

/// What stands above the data of a plain event, with how many lines that is.
pub(crate) fn above(record: &[u8]) -> Option<(&[u8], u64)> {
    let Head { open, above, .. } = head(record)?;
    Some((&record[..record.len() - open.len()], above))
}

/// `event:` and `id:` lines, then a `data:` line that begins as a JSON object does. The event is plain if a blank line
/// follows that line, and line ends are all LF or all CRLF. Nothing that needs a second look: no comment, no keep-alive,
/// no sentinel.
#[inline]
fn head(bytes: &[u8]) -> Option<Head<'_>> {
    let (mut start, mut above, mut name) = (0, 0, None);
    loop {
        let line = &bytes[start..];
        if let Some(value) = line.strip_prefix(b"data:") {
            let open = value.strip_prefix(b" ").unwrap_or(value);
            return (open.first() == Some(&b'{')).then_some(Head { name, open, above });
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
        above += 1;
    }
}

/// The end of a line, if it stands here; how long it is.
#[inline]
pub(crate) fn line_end(bytes: &[u8]) -> Option<usize> {
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
