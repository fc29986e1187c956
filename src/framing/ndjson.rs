//! NDJSON to frames: one JSON value a line (ndjson.org and jsonlines.org, read 2026-11; RFC 7464 puts 0x1e first).
//! ```text
//! {"type":"message_start","data":{"id":"m1"}}
//! {"type":"done"}
//! ```
//! `LineSource` finds the lines, bounded and with their places; [`Records`] reads each with ndjson-stream. A sink that
//! knows a line already ([`Sink::take`]) saves the second step. A line that is no JSON is a frame all the same: the
//! next floor says what is wrong with it and where.

use ndjson_stream::config::{EmptyLineHandling, NdjsonConfig};
use ndjson_stream::engine::NdjsonEngine;
use serde_json::value::RawValue;

use super::block::Block;
use super::noise;
use super::preamble;
use super::scan::values;
use super::text::{is_sentinel, trim};
use super::{Body, Decode, Ends, Fault, Line, LineSource, Open, Place, Position, RawFrame, Sink, rules};

/// The fewest bytes that end a line.
const SHORTEST: usize = 1;

const END_LINES: &str = "end each value with a line feed";

/// The record reader: one line in, one JSON value out.
pub struct Records {
    engine: NdjsonEngine<Box<RawValue>>,
}

impl Records {
    /// A reader that skips blank lines. Without `parse_rest` the engine drops a line that has no line end in silence.
    pub fn new() -> Records {
        let config = NdjsonConfig::default()
            .with_empty_line_handling(EmptyLineHandling::IgnoreBlank)
            .with_parse_rest(true);
        Records { engine: NdjsonEngine::with_config(config) }
    }

    /// The value of one line (given without its end), `None` if it is blank. Its text is as it stands in the line.
    pub fn read(&mut self, line: &[u8]) -> Option<serde_json::Result<Box<RawValue>>> {
        self.engine.input(line);
        self.engine.finalize();
        self.engine.pop()
    }
}

impl Default for Records {
    fn default() -> Records {
        Records::new()
    }
}

/// The NDJSON decoder.
pub(super) struct Ndjson {
    lines: LineSource,
    lane: Lane,
}

/// What a line goes through.
struct Lane {
    untaken: Untaken,
    max_frame: usize,
    /// Below the status line of another response.
    in_headers: bool,
}

/// Reads the lines that no sink takes as they are.
#[derive(Default)]
pub struct Untaken {
    records: Records,
    /// How many frames there were so far.
    pub frame: u64,
    /// Whether noise has been told.
    pub noise: bool,
}

impl Ndjson {
    pub(super) fn new(max_frame: usize) -> Ndjson {
        let lane = Lane { untaken: Untaken::default(), max_frame, in_headers: false };
        Ndjson { lines: LineSource::new(Ends::Lf, max_frame), lane }
    }
}

impl Body for Ndjson {
    fn start(&mut self, place: Place, noise: bool) {
        self.lines.start_at(place);
        self.lane.untaken.noise = noise;
    }
}

impl Decode for Ndjson {
    fn feed(&mut self, block: &[u8], sink: &mut dyn Sink) {
        let mut rest = if sink.looks_ahead() { Block::checked(block) } else { Block::unchecked(block) };
        loop {
            if sink.looks_ahead() {
                rest = self.quick_run(rest, sink);
            }
            let Some(line) = rest.pass(|bytes| self.lines.next(bytes)) else { return };
            self.lane.line(line, sink);
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        if let Some(line) = self.lines.finish() {
            self.lane.line(line, sink);
        }
    }
}

impl Ndjson {
    /// Hands over the lines with which the block begins, as long as the sink knows them; what is left.
    fn quick_run<'a>(&mut self, mut rest: Block<'a>, sink: &mut dyn Sink) -> Block<'a> {
        let Lane { untaken, max_frame, in_headers } = &mut self.lane;
        if *in_headers || !self.lines.is_idle() {
            return rest;
        }
        loop {
            let at = self.lines.place().at(untaken.frame + 1);
            let Some(extent) = sink.take_open(rest.near(*max_frame, SHORTEST, at), Open::Line) else {
                return rest;
            };
            untaken.frame += 1;
            self.lines.skip(extent);
            rest = rest.after(extent.length);
        }
    }
}

impl Lane {
    fn line(&mut self, line: Line<'_>, sink: &mut dyn Sink) {
        let untaken = &mut self.untaken;
        let mut at = Position { frame: untaken.frame + 1, line: line.number, offset: line.offset };
        if line.cut {
            untaken.frame += 1;
            return sink.fault(Fault::too_long(self.max_frame, at));
        }
        let text = trim(line.text);
        if text.is_empty() {
            self.in_headers = false;
            return;
        }
        self.in_headers = self.in_headers && preamble::is_header(text);
        if self.in_headers {
            return;
        }
        at.offset += line.text.iter().position(|byte| *byte == text[0]).unwrap_or(0) as u64;
        self.in_headers = preamble::is_status(text);
        if self.in_headers || noise::length(text) == text.len() {
            at.frame = untaken.frame;
            return noise::warn(&mut untaken.noise, text, at, sink);
        }
        if is_sentinel(text) {
            at.frame = untaken.frame;
            return sink.frame(RawFrame { sentinel: true, ..RawFrame::bare(text, at) });
        }
        if sink.take(RawFrame::bare(text, at)) {
            untaken.frame += 1;
        } else {
            untaken.read(text, at, sink);
        }
    }
}

impl Untaken {
    /// Reads a line without the white space around it.
    pub fn read(&mut self, text: &[u8], at: Position, sink: &mut dyn Sink) {
        match self.records.read(text) {
            Some(Ok(value)) => self.deliver(value.get().as_bytes(), at, sink),
            Some(Err(_)) => self.broken(text, at, sink),
            // Blank by Unicode's measure, not by JSON's.
            None => self.deliver(text, at, sink),
        }
    }

    /// A line that is not one JSON value: several, one and a rest, or none.
    fn broken(&mut self, text: &[u8], at: Position, sink: &mut dyn Sink) {
        let (found, left) = values(text);
        let rest = &text[left.clone()];
        let is_noise = !rest.is_empty() && noise::length(rest) == rest.len();
        let is_json = matches!(rest, [b'{' | b'[', ..]);
        if found.is_empty() || !(rest.is_empty() || is_noise || is_json) {
            return self.deliver(text, at, sink);
        }
        for (index, value) in found.into_iter().enumerate() {
            let at = Position { frame: self.frame + 1, offset: at.offset + value.start as u64, ..at };
            if index == 1 {
                let message = format!("line {} holds more than one JSON value; each is read", at.line);
                sink.fault(Fault::warning(rules::TWO_VALUES, message, END_LINES, at));
            }
            self.deliver(&text[value], at, sink);
        }
        let at = Position { frame: self.frame, offset: at.offset + left.start as u64, ..at };
        if is_noise {
            noise::warn(&mut self.noise, rest, at, sink);
        } else if is_json {
            let at = Position { frame: self.frame + 1, ..at };
            let message = "a broken JSON value follows a whole one on the same line";
            sink.fault(Fault::error(rules::GLUED, message, END_LINES, at));
            self.deliver(rest, at, sink);
        }
    }

    fn deliver(&mut self, payload: &[u8], at: Position, sink: &mut dyn Sink) {
        self.frame += 1;
        sink.frame(RawFrame::bare(payload, at));
    }
}
