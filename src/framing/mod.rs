//! Bytes to frames and back; knows no wire format.
//!
//! Three framings carry every format: Server-Sent Events (WHATWG HTML, section 9.2 "Server-sent events", read 2026-11),
//! NDJSON (one JSON value a line) and plain JSON (one document, a sequence of documents, an array of frames).
//! ```text
//! event: ping              {"type":"a"}             [{"type":"a"},
//! data: {"type":"ping"}    {"type":"b"}              {"type":"b"}]
//! ```
//! Bytes come in blocks of any size and go out as frames to a [`Sink`]. Three invariants hold everywhere below:
//! any cutting of the bytes gives the same calls; memory is bounded by one frame (`max_frame`); a byte that is
//! dropped and is neither white space, a comment nor a field that the framing tells us to ignore gives a [`Fault`].
//!
//! What a capture has above its body (byte order mark, the headers of `curl -i`, the talk of `curl -v`) is taken off
//! by `preamble`; then `sse`, `ndjson` and `json` each read their own grammar. `sniff` tells the framing from a sample.

mod block;
mod encode;
mod json;
mod lines;
mod mould;
mod ndjson;
mod noise;
mod preamble;
mod scan;
mod sniff;
mod sse;
#[cfg(test)]
mod tests;
mod text;

/// The rules of this floor, `frame/<fault>`.
pub mod rules;

use std::fmt;

pub use encode::{Out, Record, Style};
pub use lines::{Ends, Line, LineSource};
pub use mould::Mould;
pub use ndjson::{Records, Untaken};
pub use scan::{values, whole};
pub use sniff::{Sniffed, sniff};
pub(crate) use sse::{above, closing, line_end};

/// How frames are laid out in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Framing {
    /// Server-Sent Events: fields in lines, a blank line after each event.
    Sse,
    /// One JSON value a line.
    Ndjson,
    /// One JSON document, several one after the other, or an array of frames.
    Json,
}

impl Framing {
    /// Every framing, in the order in which help texts name them.
    pub const ALL: [Framing; 3] = [Framing::Sse, Framing::Ndjson, Framing::Json];

    /// The word for it on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Framing::Sse => "sse",
            Framing::Ndjson => "ndjson",
            Framing::Json => "json",
        }
    }

    /// The framing that a word names.
    pub fn from_name(name: &str) -> Option<Framing> {
        Framing::ALL.into_iter().find(|framing| framing.name() == name)
    }
}

impl fmt::Display for Framing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A place in the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The frame, from 1. What is no frame (a sentinel, noise) has the number of the last frame before it, or 0.
    /// All elements of a top-level array have the number of the array.
    pub frame: u64,
    /// The line, from 1.
    pub line: u64,
    /// Bytes before it in the (unzipped) input.
    pub offset: u64,
}

/// One frame as it came. It lives as long as the call that hands it over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawFrame<'a> {
    /// The JSON text: the `data` lines of an SSE event joined by LF, an NDJSON line, a JSON value.
    pub payload: &'a [u8],
    /// The SSE `event` field, where there was one.
    pub name: Option<&'a [u8]>,
    /// All lines of an SSE event (comments, `id` and `retry` too) without the last line end and the closing blank
    /// line, for copying; in the other framings the payload.
    pub record: &'a [u8],
    /// Where its first field (SSE: `data`, `event` or `id`) or first byte stands.
    pub at: Position,
    /// The payload is `[DONE]`; such a frame has no number of its own.
    pub sentinel: bool,
    /// As much of the payload's beginning as is known to be UTF-8.
    pub text: &'a str,
}

impl<'a> RawFrame<'a> {
    /// A frame that is nothing but its payload.
    #[must_use]
    pub fn bare(payload: &'a [u8], at: Position) -> Self {
        Self { payload, name: None, record: payload, at, sentinel: false, text: "" }
    }

    /// The frame with another payload.
    #[must_use]
    pub fn with(self, payload: &'a [u8]) -> Self {
        Self { payload, text: "", ..self }
    }
}

/// What begins where a sink may look ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Open {
    /// An SSE event: the lines above its data, the data in one line, and its [`closing`].
    Event,
    /// An NDJSON line: the value and its [`line_end`].
    Line,
}

/// How far an SSE event or NDJSON line reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// How many bytes it has, with the line ends that close it.
    pub length: usize,
    /// How many lines that is.
    pub lines: u64,
}

impl Extent {
    /// An event of this length that has so many lines above its data, and a blank one below.
    #[inline]
    #[must_use]
    pub fn of_event(length: usize, above: u64) -> Self {
        Self { length, lines: above + 2 }
    }
}

/// How bad a fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultSeverity {
    /// Read as it was meant; nothing is lost.
    Warning,
    /// Something is lost or broken.
    Error,
}

/// Something wrong with the framing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// One of [`rules`].
    pub rule: &'static str,
    /// How bad it is.
    pub severity: FaultSeverity,
    /// What is wrong: lower case, no full stop.
    pub message: String,
    /// What to do.
    pub help: String,
    /// Where.
    pub at: Position,
    /// Nothing is read after it.
    pub fatal: bool,
}

impl Fault {
    fn new(severity: FaultSeverity, rule: &'static str, message: String, help: &str, at: Position) -> Fault {
        Fault { rule, severity, message, help: help.into(), at, fatal: false }
    }

    /// A fault by which nothing is lost.
    pub fn warning(rule: &'static str, message: impl Into<String>, help: &str, at: Position) -> Fault {
        Fault::new(FaultSeverity::Warning, rule, message.into(), help, at)
    }

    /// A fault by which something is lost or broken.
    pub fn error(rule: &'static str, message: impl Into<String>, help: &str, at: Position) -> Fault {
        Fault::new(FaultSeverity::Error, rule, message.into(), help, at)
    }

    pub(crate) fn too_long(max_frame: usize, at: Position) -> Fault {
        let message = format!("frame is longer than `{max_frame}` bytes and is left out");
        Fault::error(rules::TOO_LONG, message, "allow longer frames with --max-frame", at)
    }
}

/// What takes the frames.
pub trait Sink {
    /// A frame that stands alone: an SSE event, an NDJSON line, a top-level JSON value that is no array.
    fn frame(&mut self, frame: RawFrame<'_>);

    /// A top-level array begins ([`Framing::Json`] alone).
    fn open(&mut self, at: Position);

    /// An element of it.
    fn element(&mut self, index: u64, frame: RawFrame<'_>);

    /// The array ends; also called, after the fault, where the input is cut short.
    fn close(&mut self, at: Position);

    /// Something is wrong with the framing.
    fn fault(&mut self, fault: Fault);

    /// A first look at an NDJSON line, before the record reader checks it. A sink that knows the line to be one whole
    /// JSON value (because it is like one that went before) takes it here and says `true`. One that finds out later
    /// that it is not reads it with [`Untaken`].
    fn take(&mut self, _frame: RawFrame<'_>) -> bool {
        false
    }

    /// A first look at what may be a frame, before anything is looked for in it: the payload is all that is at hand. A
    /// sink that finds all of [`Open`] there, and knows the frame because it is like one that went before, takes it here.
    fn take_open(&mut self, _rest: RawFrame<'_>, _open: Open) -> Option<Extent> {
        None
    }

    /// Whether [`Sink::take_open`] may take anything.
    fn looks_ahead(&self) -> bool {
        false
    }
}

/// Blocks of bytes in, frames out.
pub trait Decode {
    /// Takes the next block, of any size.
    fn feed(&mut self, block: &[u8], sink: &mut dyn Sink);

    /// The input is at its end. To be called once.
    fn finish(&mut self, sink: &mut dyn Sink);
}

/// A decoder for a framing; no frame may be longer than `max_frame` bytes.
pub fn decoder(framing: Framing, max_frame: usize) -> Box<dyn Decode> {
    match framing {
        Framing::Sse => Box::new(preamble::Preamble::new(sse::Sse::new(max_frame))),
        Framing::Ndjson => Box::new(preamble::Preamble::new(ndjson::Ndjson::new(max_frame))),
        Framing::Json => Box::new(preamble::Preamble::new(json::Json::new(max_frame))),
    }
}

/// A decoder that can begin below a preamble.
trait Body: Decode {
    /// Its first byte stands here; `noise` says that noise was met (and reported) before.
    fn start(&mut self, place: Place, noise: bool);
}

/// A line and an offset, moved along with the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: u64,
    offset: u64,
}

impl Place {
    const START: Place = Place { line: 1, offset: 0 };

    /// Goes past `bytes`, whose lines end in LF.
    fn pass(&mut self, bytes: &[u8]) {
        self.offset += bytes.len() as u64;
        // A search costs more to begin than a few bytes to look at.
        self.line += match bytes.len() {
            0..16 => bytes.iter().filter(|byte| **byte == b'\n').count() as u64,
            _ => memchr::memchr_iter(b'\n', bytes).count() as u64,
        };
    }

    fn at(self, frame: u64) -> Position {
        Position { frame, line: self.line, offset: self.offset }
    }
}
