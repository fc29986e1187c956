//! JSON to frames: a document, several one after the other (as jq takes them), or an array taken element by element
//! (RFC 8259; RFC 7464 for 0x1e between documents).
//! ```text
//! {"messages": []}        [{"role": "user"},
//! {"messages": []}         {"role": "assistant"}]
//! ```
//! Only the ends of values are found here; the next floor checks what is in them. Memory is one element, so an array
//! of a gigabyte passes through. A value in one block is borrowed from it.

mod faults;
mod out;

use super::scan::{Break, Scanner, Step, whole};
use super::text::is_space;
use super::{Body, Decode, Place, RawFrame, Sink};

/// How much of a line that is no JSON is looked at.
const JUNK_SEEN: usize = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// A value, a comma or the end of the array may come.
    Between,
    /// After the `[` of a top-level array, or of a bare `[DONE]`.
    Opening,
    /// In a value; in a word that may turn out as `[DONE]`.
    Value { done: bool },
    /// At a byte that cannot stand in the value before it.
    Broken(Break),
    /// In a line that is no JSON.
    Junk,
    /// Looking for the next line that begins as JSON does.
    Lost { line_start: bool },
    /// After a fatal fault.
    Dead,
}

/// The top-level array that is open.
#[derive(Clone, Copy, Debug)]
struct Array {
    start: Place,
    index: u64,
    /// An element went before and no comma has come since.
    full: bool,
    /// A comma came and no element since.
    comma: bool,
}

/// The JSON decoder.
pub(super) struct Json {
    state: State,
    array: Option<Array>,
    scanner: Scanner,
    /// What earlier blocks held of the value.
    held: Vec<u8>,
    place: Place,
    /// Where the value, the line of junk or the array begins.
    start: Place,
    frame: u64,
    max_frame: usize,
    noise: bool,
    /// Below the status line of another response.
    in_headers: bool,
}

impl Body for Json {
    fn start(&mut self, place: Place, noise: bool) {
        (self.place, self.noise) = (place, noise);
    }
}

impl Decode for Json {
    fn feed(&mut self, block: &[u8], sink: &mut dyn Sink) {
        let mut rest = block;
        while !rest.is_empty() && self.state != State::Dead {
            let used = self.step(rest, sink);
            self.place.pass(&rest[..used]);
            rest = &rest[used..];
        }
    }

    fn finish(&mut self, sink: &mut dyn Sink) {
        match self.state {
            State::Value { done: false } if self.scanner.is_scalar() && self.array.is_none() => {
                self.end_value(&[], sink);
            }
            State::Value { done } => {
                if done {
                    self.open(sink);
                }
                self.cut_short(sink);
                self.deliver(&[], sink);
            }
            State::Opening => {
                self.open(sink);
                self.cut_short(sink);
            }
            State::Between if self.array.is_some() => self.cut_short(sink),
            State::Between | State::Broken(_) | State::Lost { .. } | State::Junk | State::Dead => {}
        }
        if self.state == State::Junk {
            self.end_junk(sink);
        }
        self.close(sink);
    }
}

impl Json {
    pub(super) fn new(max_frame: usize) -> Json {
        Json {
            state: State::Between,
            array: None,
            scanner: Scanner::new(),
            held: Vec::new(),
            place: Place::START,
            start: Place::START,
            frame: 0,
            max_frame,
            noise: false,
            in_headers: false,
        }
    }

    /// Takes at least one byte or goes to another state; how many bytes it took.
    fn step(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> usize {
        match self.state {
            State::Between | State::Opening => {
                let spaces = bytes.iter().position(|byte| !is_space(*byte)).unwrap_or(bytes.len());
                if spaces > 0 {
                    return spaces;
                }
                if self.state == State::Opening {
                    self.opening(bytes[0], sink)
                } else {
                    self.between(bytes[0], sink)
                }
            }
            State::Value { done } => self.value(bytes, done, sink),
            State::Broken(why) => {
                self.broken(why, bytes[0], sink);
                0
            }
            State::Junk => self.junk(bytes, sink),
            State::Lost { line_start } => self.lost(bytes, line_start),
            State::Dead => bytes.len(),
        }
    }

    fn between(&mut self, byte: u8, sink: &mut dyn Sink) -> usize {
        let in_array = self.array.is_some();
        match byte {
            b'[' if !in_array => {
                self.start = self.place;
                self.state = State::Opening;
                1
            }
            b']' if in_array => {
                if self.array.is_some_and(|array| array.comma) {
                    self.comma("a comma stands before the end of the array", sink);
                }
                self.close(sink);
                1
            }
            b',' => {
                self.take_comma(sink);
                1
            }
            b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' => self.begin(false, sink),
            b'}' | b']' | b':' => self.begin_junk(),
            _ if in_array => self.begin(false, sink),
            _ => self.begin_junk(),
        }
    }

    fn opening(&mut self, byte: u8, sink: &mut dyn Sink) -> usize {
        if byte == b'D' {
            return self.begin(true, sink);
        }
        self.open(sink);
        self.state = State::Between;
        0
    }

    fn begin(&mut self, done: bool, sink: &mut dyn Sink) -> usize {
        if self.array.is_some_and(|array| array.full) {
            self.comma("a comma is missing between two elements", sink);
        }
        if !done {
            self.start = self.place;
        }
        self.scanner.reset();
        self.state = State::Value { done };
        0
    }

    fn begin_junk(&mut self) -> usize {
        self.start = self.place;
        self.state = State::Junk;
        0
    }

    fn value(&mut self, bytes: &[u8], done: bool, sink: &mut dyn Sink) -> usize {
        let step = self.scanner.feed(bytes);
        let used = match step {
            Step::More => bytes.len(),
            Step::End(at) | Step::Broken(at, _) => at,
        };
        if self.held.len() + used > self.max_frame {
            self.too_long(done, sink);
            return bytes.len();
        }
        match step {
            Step::More => self.held.extend_from_slice(bytes),
            Step::End(end) if done => return self.end_done(&bytes[..end], bytes[end], sink),
            Step::End(end) => self.end_value(&bytes[..end], sink),
            Step::Broken(_, why) => self.state = State::Broken(why),
        }
        used
    }

    /// After the word in `[DONE`: the sentinel, or the first element of an array that has no such word in JSON.
    fn end_done(&mut self, tail: &[u8], next: u8, sink: &mut dyn Sink) -> usize {
        let is_done = next == b']' && self.held.len() + tail.len() == 4 && b"DONE".ends_with(tail);
        if is_done && b"DONE".starts_with(&self.held) {
            let (payload, at) = (&b"[DONE]"[..], self.start.at(self.frame));
            sink.frame(RawFrame { sentinel: true, ..RawFrame::bare(payload, at) });
            self.rest();
            return tail.len() + 1;
        }
        self.open(sink);
        self.end_value(tail, sink);
        tail.len()
    }

    fn end_value(&mut self, tail: &[u8], sink: &mut dyn Sink) {
        if self.array.is_none() && self.scanner.is_scalar() {
            self.held.extend_from_slice(tail);
            if !whole(&self.held) {
                // The word is the start of a line that is no JSON.
                self.state = State::Junk;
                return;
            }
            return self.deliver(&[], sink);
        }
        self.deliver(tail, sink);
    }
}
