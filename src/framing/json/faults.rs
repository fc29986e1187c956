//! What the JSON decoder does where the input is not as JSON should be: it says so, and goes on at the next place that
//! looks like a value.

use super::{Array, JUNK_SEEN, Json, State};
use crate::framing::scan::Break;
use crate::framing::text::show;
use crate::framing::{Fault, Sink, noise, preamble, rules};

impl Json {
    /// In a line that is no JSON: waits for its end, for it may be noise.
    pub(super) fn junk(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> usize {
        let end = memchr::memchr(b'\n', bytes);
        let line = &bytes[..end.unwrap_or(bytes.len())];
        let room = JUNK_SEEN.saturating_sub(self.held.len());
        self.held.extend_from_slice(&line[..line.len().min(room)]);
        if end.is_some() {
            self.end_junk(sink);
        }
        line.len()
    }

    pub(super) fn end_junk(&mut self, sink: &mut dyn Sink) {
        let line = std::mem::take(&mut self.held);
        let at = self.start.at(self.frame);
        if self.in_headers && preamble::is_header(&line) {
            self.state = State::Between;
            return;
        }
        self.in_headers = preamble::is_status(&line);
        if self.in_headers || noise::length(&line) == line.len() {
            self.state = State::Between;
            return noise::warn(&mut self.noise, &line, at, sink);
        }
        self.state = State::Lost { line_start: false };
        let (rule, message) = match self.frame {
            0 => (rules::NOT_JSON, format!("`{}` where a JSON value should begin", show(&line))),
            _ => (rules::TRAILING_DATA, format!("`{}` after a JSON value", show(&line))),
        };
        sink.fault(Fault::error(
            rule,
            message,
            "remove what is not JSON, or name the framing with --framing",
            at,
        ));
    }

    /// The value ends before `byte`, which cannot stand there.
    pub(super) fn broken(&mut self, why: Break, byte: u8, sink: &mut dyn Sink) {
        if self.array.is_none() {
            self.frame += 1;
        }
        let at = self.place.at(self.frame);
        let line = self.start.line;
        let fault = match why {
            Break::OpenString => {
                let message = format!("line break inside a string of the value that begins in line {line}");
                Fault::error(
                    rules::OPEN_STRING,
                    message,
                    "escape it as `\\n`, or complete the value that was cut",
                    at,
                )
            }
            Break::Bracket => {
                let message = format!(
                    "`{}` closes no bracket of its kind in the value that begins in line {line}",
                    byte as char
                );
                Fault::error(rules::BRACKETS, message, "close brackets in the order in which they open", at)
            }
        };
        sink.fault(fault);
        if let Some(array) = &mut self.array {
            *array = Array { index: array.index + 1, full: false, comma: false, ..*array };
        }
        self.rest();
        self.state = State::Lost { line_start: false };
    }

    /// Skips to the next line that begins as a value does, or ends the array.
    pub(super) fn lost(&mut self, bytes: &[u8], line_start: bool) -> usize {
        let is_end = bytes[0] == b']' && self.array.is_some();
        if line_start && (is_end || matches!(bytes[0], b'{' | b'[')) {
            self.state = State::Between;
            return 0;
        }
        let end = memchr::memchr(b'\n', bytes);
        self.state = State::Lost { line_start: end.is_some() };
        end.map_or(bytes.len(), |end| end + 1)
    }

    pub(super) fn take_comma(&mut self, sink: &mut dyn Sink) {
        match &mut self.array {
            Some(array) if array.full => *array = Array { full: false, comma: true, ..*array },
            Some(array) => {
                array.comma = true;
                self.comma("a comma stands where an element should be", sink);
            }
            None => self.comma("a comma stands between two values that are not in an array", sink),
        }
    }

    pub(super) fn comma(&mut self, message: &str, sink: &mut dyn Sink) {
        let at = self.place.at(self.frame);
        sink.fault(Fault::error(
            rules::COMMA,
            message,
            "put one comma between two elements, and none elsewhere",
            at,
        ));
    }

    pub(super) fn cut_short(&mut self, sink: &mut dyn Sink) {
        let frame = self.frame + u64::from(self.array.is_none());
        let what = if self.array.is_some() { "an array" } else { "a value" };
        let message = format!("the input ends inside {what} that begins in line {}", self.outer().line);
        let help = "the capture is not complete; what is there is read";
        sink.fault(Fault::error(rules::CUT_SHORT, message, help, self.place.at(frame)));
    }

    /// Skipping the rest of the value would need its brackets, which are as long as it: nothing is read after it.
    pub(super) fn too_long(&mut self, done: bool, sink: &mut dyn Sink) {
        if done {
            self.open(sink);
        }
        self.frame += u64::from(self.array.is_none());
        let mut fault = Fault::too_long(self.max_frame, self.start.at(self.frame));
        fault.fatal = true;
        sink.fault(fault);
        // What was seen of the value depends on the blocks; its start does not.
        self.place = self.start;
        self.close(sink);
        self.rest();
        self.state = State::Dead;
    }
}
