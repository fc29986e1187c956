//! One SSE event, gathered line by line, and what servers make of events: several without a blank line between,
//! a JSON error glued to a broken half, bare JSON, keep-alives as data, noise of the capture.

mod out;

use std::ops::Range;

use super::balance::Balance;
use super::field::{Field, field};
use crate::framing::noise;
use crate::framing::text::{is_sentinel, show};
use crate::framing::{Fault, Line, Place, Sink, rules};

/// How much room a buffer keeps between events.
const KEPT: usize = 1 << 20;

/// What outlives the event.
pub(super) struct Tally {
    pub(super) frame: u64,
    pub(super) max_frame: usize,
    /// Noise was reported.
    pub(super) noise: bool,
}

impl Tally {
    pub(super) fn new(max_frame: usize) -> Tally {
        Tally { frame: 0, max_frame, noise: false }
    }
}

/// A `data` line (or a line of bare JSON) with the `event` and `id` lines before it.
struct Part {
    head: Head,
    /// Where its value begins in the data.
    data: usize,
}

/// What stands before the value of a part: its first field and its name.
struct Head {
    /// Where it begins in the record.
    record: usize,
    place: Place,
    name: Option<Range<usize>>,
}

/// The event so far.
pub(super) struct Event {
    /// The lines as they stood.
    record: Vec<u8>,
    /// The values of the parts, joined by LF.
    data: Vec<u8>,
    parts: Vec<Part>,
    /// Fields that belong to the part that follows, if there is one; else to the part before.
    head: Option<Head>,
    balance: Balance,
    /// The data so far is bare JSON.
    bare: bool,
    too_long: bool,
    has_lines: bool,
}

impl Event {
    pub(super) fn new() -> Event {
        Event {
            record: Vec::new(),
            data: Vec::new(),
            parts: Vec::new(),
            head: None,
            balance: Balance::new(),
            bare: false,
            too_long: false,
            has_lines: false,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.has_lines
    }

    /// Takes the next line; a blank one ends the event.
    pub(super) fn line(&mut self, line: Line<'_>, tally: &mut Tally, sink: &mut dyn Sink) {
        if line.text.is_empty() && !line.cut {
            return self.dispatch(tally, sink);
        }
        self.has_lines = true;
        if self.too_long {
            return;
        }
        if line.cut {
            return self.give_up(line, tally, sink);
        }
        let goes_on = self.bare && !self.is_complete();
        match field(line.text) {
            Field::Data(value) => self.data(value, line, tally, sink),
            Field::Bare => self.bare(line, tally, sink),
            Field::Name(value) => self.name(value, line),
            Field::Id => drop(self.head(line)),
            Field::Other | Field::Junk if goes_on => self.bare(line, tally, sink),
            Field::Other => drop(self.push(line)),
            Field::Junk => self.junk(line, tally, sink),
        }
        if self.record.len() > tally.max_frame {
            self.give_up(line, tally, sink);
        }
    }

    fn data(&mut self, value: &[u8], line: Line<'_>, tally: &mut Tally, sink: &mut dyn Sink) {
        let bare_before = self.bare;
        if self.split(value, tally, sink) && !bare_before {
            let message = "two events without a blank line between are read as two";
            let help = "send a blank line after each event";
            sink.fault(Fault::warning(
                rules::EVENT_NOT_SEPARATED,
                message,
                help,
                place(line).at(tally.frame + 1),
            ));
        }
        self.bare = false;
        self.part(value, line);
    }

    fn bare(&mut self, line: Line<'_>, tally: &mut Tally, sink: &mut dyn Sink) {
        self.split(line.text, tally, sink);
        if self.parts.is_empty() {
            self.bare = true;
        }
        if !is_sentinel(line.text) && (self.parts.is_empty() || !self.bare) {
            let message = format!("line `{}` has no field name and is read as data", show(line.text));
            let help = "send JSON as `data: {…}`, else clients ignore it";
            sink.fault(Fault::warning(rules::BARE_JSON, message, help, place(line).at(tally.frame + 1)));
        }
        self.part(line.text, line);
    }

    fn part(&mut self, value: &[u8], line: Line<'_>) {
        if !self.parts.is_empty() {
            self.data.push(b'\n');
        }
        self.head(line);
        // `head` has just made sure that there is one.
        if let Some(head) = self.head.take() {
            self.parts.push(Part { head, data: self.data.len() });
        }
        self.data.extend_from_slice(value);
    }

    fn name(&mut self, value: &[u8], line: Line<'_>) {
        let end = self.head(line);
        if let Some(head) = &mut self.head {
            head.name = (!value.is_empty()).then_some(end - value.len()..end);
        }
    }

    /// Adds a line that begins a head or goes on with it; where it ends in the record.
    fn head(&mut self, line: Line<'_>) -> usize {
        let range = self.push(line);
        self.head.get_or_insert(Head { record: range.start, place: place(line), name: None });
        range.end
    }

    /// Adds the line to the record; where it stands there.
    fn push(&mut self, line: Line<'_>) -> Range<usize> {
        if !self.record.is_empty() {
            self.record.extend_from_slice(line.before);
        }
        let start = self.record.len();
        self.record.extend_from_slice(line.text);
        start..self.record.len()
    }

    fn is_complete(&mut self) -> bool {
        self.balance.is_whole(&self.data) || is_sentinel(&self.data) || noise::is_keepalive(&self.data)
    }

    fn junk(&mut self, line: Line<'_>, tally: &mut Tally, sink: &mut dyn Sink) {
        let at = place(line).at(tally.frame);
        let length = noise::length(line.text);
        if length == 0 {
            let message = format!("line `{}` is no field and is ignored", show(line.text));
            let help = "a line begins with `data:`, `event:`, `id:`, `retry:` or `:`";
            return sink.fault(Fault::warning(rules::NOT_A_FIELD, message, help, at));
        }
        noise::warn(&mut tally.noise, &line.text[..length], at, sink);
        if length < line.text.len() {
            let rest = Line { text: &line.text[length..], offset: line.offset + length as u64, ..line };
            self.line(rest, tally, sink);
        }
    }

    fn give_up(&mut self, line: Line<'_>, tally: &mut Tally, sink: &mut dyn Sink) {
        tally.frame += 1;
        let head = self.parts.first().map(|part| &part.head).or(self.head.as_ref());
        let at = head.map_or(place(line), |head| head.place).at(tally.frame);
        self.clear();
        (self.has_lines, self.too_long) = (true, true);
        sink.fault(Fault::too_long(tally.max_frame, at));
    }

    fn clear(&mut self) {
        self.record.clear();
        self.data.clear();
        self.parts.clear();
        // One huge event must not hold its memory for the rest of the run.
        self.record.shrink_to(KEPT);
        self.data.shrink_to(KEPT);
        self.head = None;
        (self.bare, self.too_long, self.has_lines) = (false, false, false);
        self.balance.reset();
    }
}

fn place(line: Line<'_>) -> Place {
    Place { line: line.number, offset: line.offset }
}
