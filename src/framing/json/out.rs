//! What the JSON decoder hands over.

use super::{Array, Json, State};
use crate::framing::{Place, RawFrame, Sink};

/// How much room the buffer keeps between values.
const KEPT: usize = 1 << 20;

impl Json {
    /// Hands over what is held and `tail` as a frame or an element.
    pub(super) fn deliver(&mut self, tail: &[u8], sink: &mut dyn Sink) {
        if !self.held.is_empty() {
            self.held.extend_from_slice(tail);
        }
        self.frame += u64::from(self.array.is_none());
        self.in_headers = false;
        let payload = if self.held.is_empty() { tail } else { &self.held };
        let raw = RawFrame::bare(payload, self.start.at(self.frame));
        match &mut self.array {
            Some(array) => {
                sink.element(array.index, raw);
                *array = Array { index: array.index + 1, full: true, comma: false, ..*array };
            }
            None => sink.frame(raw),
        }
        self.rest();
    }

    pub(super) fn open(&mut self, sink: &mut dyn Sink) {
        self.frame += 1;
        self.array = Some(Array { start: self.start, index: 0, full: false, comma: false });
        sink.open(self.start.at(self.frame));
    }

    pub(super) fn close(&mut self, sink: &mut dyn Sink) {
        if self.array.take().is_some() {
            sink.close(self.place.at(self.frame));
        }
    }

    /// Where the array begins, or the value that is in none.
    pub(super) fn outer(&self) -> Place {
        self.array.map_or(self.start, |array| array.start)
    }

    pub(super) fn rest(&mut self) {
        self.held.clear();
        self.held.shrink_to(KEPT);
        self.state = State::Between;
    }
}
