//! Bytes to rows: the lines of a log, or the values of a JSON input with all that stands between them. Put together
//! again they are the input, byte for byte.

use std::mem::take;
use std::ops::Range;

use super::batch::{Batch, Unit};
use crate::framing::{Decode, Ends, Fault, Framing, LineSource, Position, RawFrame, Sink, decoder};

/// Cuts an input into rows.
pub(super) enum Rows {
    /// Each line is one.
    Lines { source: LineSource, frame: u64 },
    /// Each value is one, or each element of an array.
    Values { decoder: Box<dyn Decode>, between: Between },
}

/// What the decoder said of the bytes that are held.
#[derive(Default)]
pub(super) struct Between {
    held: Vec<u8>,
    /// Bytes of the input before those that are held.
    offset: u64,
    marks: Vec<Mark>,
    faults: Vec<Fault>,
    in_array: bool,
    /// Nothing is read after a fatal fault.
    dead: bool,
    frame: u64,
}

enum Mark {
    /// An array begins at this offset.
    Open(u64),
    /// A value stands here.
    Value(Range<u64>, Position, bool),
}

impl Rows {
    pub(super) fn new(framing: Framing, max_frame: usize) -> Self {
        match framing {
            Framing::Ndjson => Self::Lines { source: LineSource::new(Ends::Lf, max_frame), frame: 0 },
            Framing::Json | Framing::Sse => {
                let decoder = decoder(Framing::Json, max_frame);
                Self::Values { decoder, between: Between::default() }
            }
        }
    }

    /// Takes the next block; the rows that are whole go into the batch.
    pub(super) fn feed(&mut self, mut block: &[u8], batch: &mut Batch) {
        match self {
            Self::Lines { source, frame } => {
                while let Some(line) = source.next(&mut block) {
                    *frame += u64::from(!is_blank(line.text) || line.cut);
                    let at = Position { frame: *frame, line: line.number, offset: line.offset };
                    batch.line(line.text, b"\n", at, line.cut);
                }
            }
            Self::Values { decoder, between } => {
                between.held.extend_from_slice(block);
                decoder.feed(block, between);
                between.release(batch);
            }
        }
    }

    /// The input is at its end.
    pub(super) fn finish(&mut self, batch: &mut Batch) {
        match self {
            Self::Lines { source, frame } => {
                if let Some(line) = source.finish() {
                    *frame += u64::from(!is_blank(line.text) || line.cut);
                    let at = Position { frame: *frame, line: line.number, offset: line.offset };
                    batch.line(line.text, b"", at, line.cut);
                }
            }
            Self::Values { decoder, between } => {
                decoder.finish(between);
                between.release(batch);
                batch.plain(&take(&mut between.held));
            }
        }
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.trim_ascii().is_empty()
}

impl Between {
    /// Moves what is marked into the batch; what follows the last mark is held on.
    fn release(&mut self, batch: &mut Batch) {
        batch.faults.append(&mut self.faults);
        if self.dead {
            return self.held.clear();
        }
        let mut done = 0;
        for mark in take(&mut self.marks) {
            let index = |offset: u64| usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            match mark {
                Mark::Open(offset) => {
                    let end = index(offset) + 1;
                    batch.plain(&self.held[done..end]);
                    batch.units.push(Unit::Open);
                    done = end;
                }
                Mark::Value(range, at, in_array) => {
                    let (start, end) = (index(range.start), index(range.end));
                    batch.value((&self.held[done..start], &self.held[start..end]), at, in_array);
                    done = end;
                }
            }
        }
        self.held.drain(..done);
        self.offset += done as u64;
    }

    fn value(&mut self, frame: RawFrame<'_>) {
        self.frame += 1;
        let start = frame.at.offset;
        let at = Position { frame: self.frame, ..frame.at };
        self.marks.push(Mark::Value(start..start + frame.payload.len() as u64, at, self.in_array));
    }
}

impl Sink for Between {
    fn frame(&mut self, frame: RawFrame<'_>) {
        if !frame.sentinel {
            self.value(frame);
        }
    }

    fn open(&mut self, at: Position) {
        self.in_array = true;
        self.marks.push(Mark::Open(at.offset));
    }

    fn element(&mut self, _index: u64, frame: RawFrame<'_>) {
        self.value(frame);
    }

    fn close(&mut self, _at: Position) {
        self.in_array = false;
    }

    fn fault(&mut self, fault: Fault) {
        self.dead |= fault.fatal;
        self.faults.push(fault);
    }
}
