//! What an event hands over: one frame as a rule, several where the blank lines between them are missing.

use std::ops::Range;

use super::{Event, Head, Tally};
use crate::framing::noise;
use crate::framing::scan::whole;
use crate::framing::text::{is_blank, is_sentinel, show};
use crate::framing::{Fault, RawFrame, Sink, rules};

impl Event {
    /// The event is at its end: hands it over, or in parts if it holds more than one.
    pub(in crate::framing::sse) fn dispatch(&mut self, tally: &mut Tally, sink: &mut dyn Sink) {
        let starts =
            if self.parts.len() > 1 && !self.is_complete() { self.whole_parts() } else { Vec::new() };
        let mut from = 0;
        for start in starts {
            self.deliver(from..start, tally, sink);
            if from == 0 {
                let message = "a whole JSON value follows a broken one in the same event";
                let help = "the server broke off inside an event; the value after it often says why";
                let at = self.parts[start].head.place.at(tally.frame + 1);
                sink.fault(Fault::error(rules::GLUED, message, help, at));
            }
            from = start;
        }
        // An `event` line after the data counts as one before it.
        if let (Some(last), Some(name)) = (self.parts.last_mut(), self.head.take().and_then(|head| head.name))
        {
            last.head.name = Some(name);
        }
        self.deliver(from..self.parts.len(), tally, sink);
        self.clear();
    }

    /// If `next` cannot belong to the data before it, hands that over; the head before `next` stays.
    pub(super) fn split(&mut self, next: &[u8], tally: &mut Tally, sink: &mut dyn Sink) -> bool {
        if self.parts.is_empty() || is_blank(next) || !self.is_complete() {
            return false;
        }
        self.deliver(0..self.parts.len(), tally, sink);
        let head = self.head.take();
        let cut = head.as_ref().map_or(self.record.len(), |head| head.record);
        let kept = self.record.split_off(cut);
        self.clear();
        self.has_lines = true;
        self.record = kept;
        let moved = |name: Range<usize>| name.start - cut..name.end - cut;
        self.head = head.map(|head| Head { record: 0, place: head.place, name: head.name.map(moved) });
        true
    }

    /// The parts that begin a frame of their own, because they are whole JSON or follow one that is.
    fn whole_parts(&self) -> Vec<usize> {
        let end = |index: usize| self.parts.get(index + 1).map_or(self.data.len(), |part| part.data - 1);
        let is_own = |index: usize| {
            let text = &self.data[self.parts[index].data..end(index)];
            text.starts_with(b"{\"") && whole(text)
        };
        let own: Vec<bool> = (0..self.parts.len()).map(is_own).collect();
        (1..own.len()).filter(|index| own[*index] || own[index - 1]).collect()
    }

    fn deliver(&self, range: Range<usize>, tally: &mut Tally, sink: &mut dyn Sink) {
        let Some(first) = self.parts.get(range.start) else {
            return;
        };
        let next = self.parts.get(range.end);
        let head = next.map(|part| &part.head).or(self.head.as_ref());
        let record_end = head.map_or(self.record.len(), |head| head.record);
        let record_start = if range.start == 0 { 0 } else { first.head.record };
        let record = trim_end(&self.record[record_start..record_end]);
        let payload = &self.data[first.data..next.map_or(self.data.len(), |part| part.data - 1)];
        if is_blank(payload) {
            return;
        }
        if noise::is_keepalive(payload) {
            let message = format!("`{}` is a keep-alive sent as data and is left out", show(payload));
            let help = "send keep-alives as comments, `: keepalive`";
            let at = first.head.place.at(tally.frame);
            return sink.fault(Fault::warning(rules::KEEPALIVE_AS_DATA, message, help, at));
        }
        let sentinel = is_sentinel(payload);
        tally.frame += u64::from(!sentinel);
        let name = self.parts[range].iter().rev().find_map(|part| part.head.name.clone());
        let name = name.map(|name| &self.record[name]);
        let at = first.head.place.at(tally.frame);
        sink.frame(RawFrame { payload, name, record, at, sentinel, text: "" });
    }
}

fn trim_end(record: &[u8]) -> &[u8] {
    let end = record.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r')).map_or(0, |last| last + 1);
    &record[..end]
}
