//! A stream that carries: the writer's frames go on as they come, and before the end comes what they could not say.

use super::carried::{Carried, Rest};
use super::goal::is_told;
use super::place;
use crate::codec::{Carry, WireFormat};
use crate::emit::WriteEvents;
use crate::engine::echo::{Echo, Kept};
use crate::framing::{Out, Record};
use crate::ir::{Event, EventKind, Message, Transcript};
use crate::report::{Diagnostic, Report};

/// Wraps the writer of a stream. A frame near the start says that something is carried, so that whoever reads it can
/// let all others flow; one before the end carries it.
pub(in crate::engine) struct Carrying {
    to: &'static WireFormat,
    carry: Carry,
    writer: Box<dyn WriteEvents>,
    /// Takes down what the writer writes.
    tap: Out,
    /// What the writer reports, until the reply ends.
    aside: Report,
    said: Said,
    echo: Option<Echo>,
    announced: bool,
    /// Frames that wait for the end, where all of the reply is known.
    held: Vec<Record>,
}

/// What the source says.
enum Said {
    /// It is still being said.
    Live(Box<Kept>),
    /// All of it is known.
    Whole(Box<Transcript>),
}

impl Carrying {
    /// Carries what `writer`, the writer of `to`, cannot say.
    pub(in crate::engine) fn new(
        to: &'static WireFormat,
        carry: Carry,
        writer: Box<dyn WriteEvents>,
    ) -> Self {
        Self {
            to,
            carry,
            writer,
            tap: Out::recorder(),
            aside: Report::default(),
            said: Said::Live(Box::new(Kept::new(""))),
            echo: Echo::new(to),
            announced: false,
            held: Vec::new(),
        }
    }

    /// The events are of this transcript.
    pub(super) fn know(&mut self, transcript: Transcript) {
        self.said = Said::Whole(Box::new(transcript));
    }

    /// Hears what was written since the last time; a live stream goes on at once.
    fn pass(&mut self, out: &mut Out) {
        let mut records = self.tap.take_records();
        self.hear(&records);
        if let Said::Whole(_) = self.said {
            return self.held.append(&mut records);
        }
        self.announce(&mut records);
        records.iter().for_each(|record| out.record(record));
    }

    fn hear(&mut self, records: &[Record]) {
        if let Some(echo) = &mut self.echo {
            records.iter().for_each(|record| echo.hear(record));
        }
    }

    /// Says, by the first frame of a reply, that something is carried.
    fn announce(&mut self, records: &mut Vec<Record>) {
        if !self.announced
            && let Some(first) = records.iter().position(is_frame)
        {
            self.announced = true;
            self.insert(records, (first, first + 1), &Carried::Follows);
        }
    }

    /// Puts something to carry into the frame at `inside`, or as a frame of its own at `own`.
    fn insert(&self, records: &mut Vec<Record>, (inside, own): (usize, usize), carried: &Carried) -> bool {
        if !self.carry.apart
            && let Some(Record::Frame { name: _, json }) = records.get_mut(inside)
            && let Some(loaded) = place::put(json, &self.carry, carried)
        {
            *json = loaded;
            return true;
        }
        let Some((name, json)) = place::own(&self.carry, carried) else { return false };
        records.insert(own, Record::Frame { name, json });
        true
    }

    /// The reply is at its end: what could not be said comes before its last frame.
    fn end(&mut self, out: &mut Out, report: &mut Report) {
        let mut records = std::mem::take(&mut self.held);
        let last = self.tap.take_records();
        self.hear(&last);
        records.extend(last);
        let written = std::mem::replace(&mut self.echo, Echo::new(self.to)).map(Echo::finish);
        let superseded = self.superseded();
        let carried = self.load(written, &mut records, out.has_sentinel());
        records.iter().for_each(|record| out.record(record));
        self.announced = false;
        let aside = std::mem::take(&mut self.aside);
        let is_lost = |found: &Diagnostic| superseded.iter().any(|old| overlap(old, found));
        report.take_in(aside, |found| !carried || is_told(found) || is_lost(found));
    }

    /// What a later value replaces in the transcript: that is not carried.
    fn superseded(&mut self) -> Vec<Diagnostic> {
        let Said::Live(kept) = &mut self.said else { return Vec::new() };
        let mut report = kept.report();
        report.close_losses();
        report.drain().collect()
    }

    fn load(&mut self, written: Option<Transcript>, records: &mut Vec<Record>, has_sentinel: bool) -> bool {
        let said = match &mut self.said {
            Said::Live(kept) => kept.take(),
            Said::Whole(transcript) => std::mem::take(&mut **transcript),
        };
        let Some(written) = written else { return false };
        if said.source == self.to.id && self.is_all(&said, records, has_sentinel) {
            return true;
        }
        let Some(rest) = Rest::between(&said, &written) else { return false };
        if records.iter().filter(|record| is_frame(record)).count() > 1 {
            self.announce(records);
        }
        let last = records.iter().rposition(is_frame);
        let end = records.iter().rposition(|record| !is_frame(record)).unwrap_or(records.len());
        let place = last.unwrap_or(end);
        let left = usize::from(self.carry.apart && last.is_some());
        self.insert(records, (place, place), &Carried::Rest(rest.before(left)))
    }
}

impl Carrying {
    /// Whether what was written says all of a reply of the same format, its sentinel included.
    fn is_all(&self, said: &Transcript, records: &[Record], has_sentinel: bool) -> bool {
        let Some(mut echo) = Echo::new(self.to) else { return false };
        for record in records {
            match record {
                Record::Frame { .. } => echo.hear(record),
                Record::Sentinel(_) if has_sentinel => echo.hear_sentinel(),
                Record::Sentinel(_) => {}
            }
        }
        Rest::is_none(said, &echo.finish())
    }
}

/// Whether two findings are of the same place in the same frame.
fn overlap(one: &Diagnostic, other: &Diagnostic) -> bool {
    let frames = |found: &Diagnostic| found.frames.unwrap_or((found.frame, found.frame));
    let ((start, end), (first, last)) = (frames(one), frames(other));
    let path = |found: &Diagnostic| found.path.clone().unwrap_or_default();
    let (here, there) = (path(one), path(other));
    start <= last && first <= end && (here.starts_with(&there) || there.starts_with(&here))
}

fn is_frame(record: &Record) -> bool {
    matches!(record, Record::Frame { .. })
}

impl WriteEvents for Carrying {
    fn source(&mut self, format: &str) {
        if let Said::Live(_) = self.said {
            self.said = Said::Live(Box::new(Kept::new(format)));
        }
        self.writer.source(format);
    }

    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if let Said::Live(kept) = &mut self.said {
            kept.write(event);
        }
        self.writer.write(event, &mut self.tap, &mut self.aside);
        if let EventKind::RunEnd { .. } = event.kind { self.end(out, report) } else { self.pass(out) }
    }

    fn holds_conversation(&self) -> bool {
        self.writer.holds_conversation()
    }

    fn before(&mut self, messages: Vec<Message>, _report: &mut Report) {
        self.writer.before(messages, &mut self.aside);
    }

    fn finish(&mut self, out: &mut Out, report: &mut Report) {
        self.writer.finish(&mut self.tap, &mut self.aside);
        let records: Vec<_> = self.held.drain(..).chain(self.tap.take_records()).collect();
        records.iter().for_each(|record| out.record(record));
        report.take_in(std::mem::take(&mut self.aside), is_told);
    }
}
