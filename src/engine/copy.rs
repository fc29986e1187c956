//! The lane from a format to itself: frames are copied as they stood, and read for their faults alone.

use super::reading::Reading;
use super::sink::{Lane, Work};
use crate::codec::Codec;
use crate::emit::{Frame, Sinks, WriteEvents};
use crate::framing::{Fault, Framing, Out, Position, RawFrame, Sink};
use crate::ir::{Event, Tape, minify};
use crate::report::Report;

/// Copies the frames of a stream, or the documents of a log.
pub(super) struct CopyLane {
    work: Work,
    /// Framing of the input and of the output.
    framing: (Framing, Framing),
    reading: Option<Reading>,
    tape: Tape,
    history: History,
}

/// A history that is put together from elements or lines.
#[derive(Default)]
struct History {
    open: bool,
    items: Vec<u8>,
    /// How many messages there are that stand in no array.
    loose: usize,
}

/// Takes events and writes nothing: reading is for the faults.
struct Nobody;

impl WriteEvents for Nobody {
    fn write(&mut self, _event: &Event<'_>, _out: &mut Out, _report: &mut Report) {}

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl CopyLane {
    pub(super) fn new(work: Work, framing: (Framing, Framing), recur: bool) -> Self {
        let reading = match work.from.codec {
            Codec::Stream(codec) => Some(Reading::new(work.from.family, codec, recur)),
            Codec::Messages(_) | Codec::Document(_) => None,
        };
        Self { work, framing, reading, tape: Tape::default(), history: History::default() }
    }

    /// Runs the reader, which has its say in the report alone.
    fn read(&mut self, what: impl FnOnce(&mut Reading, &Tape, Sinks<'_>)) {
        let Some(reading) = &mut self.reading else { return };
        let Work { out, report, .. } = &mut self.work;
        what(reading, &self.tape, Sinks { writer: &mut Nobody, out, report });
    }

    fn copy_frame(&mut self, raw: &RawFrame<'_>, text: &str) {
        let Work { out, from, .. } = &mut self.work;
        if self.framing == (Framing::Sse, Framing::Sse) {
            out.verbatim_record(raw.record);
            return;
        }
        let name = raw.name.map(String::from_utf8_lossy);
        let kind = self.tape.view(text).root().fields().token("type").map(|kind| kind.decode().into_owned());
        let name = name.map(std::borrow::Cow::into_owned).or(kind.filter(|_| from.names));
        out.raw_frame(name.as_deref().unwrap_or(""), text);
    }

    fn stream_frame(&mut self, raw: RawFrame<'_>) {
        if self.work.stopped {
            return;
        }
        if raw.sentinel {
            self.copy_sentinel(&raw);
            return;
        }
        if self.framing == (Framing::Sse, Framing::Sse) {
            let mut again = false;
            self.read(|reading, _, sinks| again = reading.again(&raw, sinks));
            if again {
                self.work.frames += 1;
                return self.work.out.verbatim_record(raw.record);
            }
        }
        let text = self.work.text(&raw);
        self.work.frames += 1;
        if let Err(fault) = self.tape.fill(&text) {
            self.read(|reading, _, _| reading.forget());
            self.work.refuse(fault, &text, &raw);
            if self.framing == (Framing::Sse, Framing::Sse) {
                self.work.out.verbatim_record(raw.record);
            }
            return;
        }
        self.read(|reading, tape, sinks| {
            let view = tape.view(&text);
            let frame = Frame { root: view.root(), name: raw.name, number: raw.at.frame, line: raw.at.line };
            reading.read(frame, &raw, sinks);
        });
        self.copy_frame(&raw, &text);
    }

    fn copy_sentinel(&mut self, raw: &RawFrame<'_>) {
        self.read(|reading, _, sinks| reading.sentinel(sinks));
        if self.framing == (Framing::Sse, Framing::Sse) {
            self.work.out.verbatim_record(raw.record);
        } else {
            self.work.out.sentinel("[DONE]");
        }
    }

    fn item(&mut self, raw: &RawFrame<'_>) {
        let text = self.work.text(raw);
        if self.work.stopped || !self.work.check(&mut self.tape, &text, raw) {
            return;
        }
        if !self.history.items.is_empty() {
            self.history.items.push(b',');
        }
        minify(&text, &mut self.history.items);
        self.history.open = true;
    }

    fn flush(&mut self) {
        if std::mem::take(&mut self.history.open) {
            let items = std::mem::take(&mut self.history.items);
            let items = crate::ir::written(&items);
            // One message alone stays one: only what was an array, or several lines, is a list.
            match std::mem::take(&mut self.history.loose) {
                1 => self.work.out.document(&items),
                _ => self.work.out.document(&format!("[{items}]")),
            }
        }
    }

    /// A document, or in a history a message that stands alone.
    fn document(&mut self, raw: &RawFrame<'_>) {
        let messages = matches!(self.work.from.codec, Codec::Messages(_));
        if messages && raw.payload.first() == Some(&b'{') {
            self.history.loose += 1;
            return self.item(raw);
        }
        let text = self.work.text(raw);
        if !self.work.stopped && self.work.check(&mut self.tape, &text, raw) {
            self.flush();
            self.work.out.document(&text);
        }
    }
}

impl Sink for CopyLane {
    fn frame(&mut self, frame: RawFrame<'_>) {
        if self.reading.is_some() { self.stream_frame(frame) } else { self.document(&frame) }
    }

    fn open(&mut self, _at: Position) {
        if self.reading.is_none() {
            self.flush();
            self.history.open = true;
        }
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        if self.reading.is_some() {
            let at = Position { frame: index + 1, ..frame.at };
            self.stream_frame(RawFrame { at, ..frame });
        } else {
            self.item(&frame);
        }
    }

    fn close(&mut self, _at: Position) {
        self.flush();
    }

    fn fault(&mut self, fault: Fault) {
        self.read(|reading, _, _| reading.forget());
        self.work.fault(&fault);
    }
}

impl Lane for CopyLane {
    fn finish(&mut self) {
        self.flush();
        self.read(|reading, _, sinks| reading.finish(sinks));
        self.work.out.finish();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}
