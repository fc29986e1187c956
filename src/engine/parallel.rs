//! The lane of logs over several cores. Lines that stand for themselves go out in batches; what comes of them is put
//! together in their order, so nobody can tell how many cores there were.

use std::mem::take;

use super::crew::{BATCH, Batch, Crew};
use super::records::RecordLane;
use super::sink::{Lane, Work};
use crate::codec::Codec;
use crate::framing::{Fault, Position, RawFrame, Sink};
use crate::ir::Tape;
use crate::report::Report;

/// Reads the lines of a log on several cores.
pub(super) struct ParallelLane {
    /// Where all comes together; it also reads what does not stand for itself.
    lane: RecordLane,
    batch: Batch,
    crew: Option<Crew<Batch, Done>>,
    /// Whether a line came that belongs to the next: from then on there is one core.
    in_turn: bool,
    cores: usize,
    tape: Tape,
}

/// What came of a batch.
struct Done {
    bytes: Vec<u8>,
    report: Report,
    frames: u64,
    stopped: bool,
}

impl ParallelLane {
    pub(super) fn new(lane: RecordLane, cores: usize) -> Self {
        Self { lane, batch: Batch::default(), crew: None, in_turn: false, cores, tape: Tape::default() }
    }

    /// Whether a line says all it has to say: a message of a history that runs over the lines does not.
    fn stands_alone(&self, raw: &RawFrame<'_>) -> bool {
        match self.lane.work.from.codec {
            Codec::Messages(_) => raw.payload.first() == Some(&b'['),
            Codec::Document(_) => true,
            Codec::Stream(_) => false,
        }
    }

    fn send(&mut self) {
        let batch = take(&mut self.batch);
        let crew = self.crew.get_or_insert_with(|| hire(&self.lane.work, self.cores));
        crew.send(batch);
        while self.crew.as_ref().is_some_and(Crew::is_full) {
            self.collect();
        }
    }

    /// Takes what came of the oldest batch; `false` where there is none.
    fn collect(&mut self) -> bool {
        let Some(done) = self.crew.as_mut().and_then(Crew::oldest) else { return false };
        let Done { bytes, report, frames, stopped } = done;
        let work = &mut self.lane.work;
        if !work.stopped {
            work.out.verbatim(&bytes);
            work.report.append(report);
            work.frames += frames;
            work.stopped = stopped;
        }
        true
    }

    /// Waits for all that is on its way. A batch that is still at home is read here.
    fn settle(&mut self) {
        while self.collect() {}
        let Batch { bytes, lines } = take(&mut self.batch);
        lines.into_iter().for_each(|(line, at)| self.lane.frame(frame(&bytes[line], at)));
    }
}

fn frame(line: &[u8], at: Position) -> RawFrame<'_> {
    RawFrame { payload: line, name: None, record: line, at, sentinel: false }
}

/// The threads, each with a lane of its own.
fn hire(work: &Work, cores: usize) -> Crew<Batch, Done> {
    Crew::new(cores, || {
        let work = work.like();
        move || {
            let mut lane = RecordLane::new(work);
            Box::new(move |batch| read(&mut lane, &batch))
        }
    })
}

fn read(lane: &mut RecordLane, batch: &Batch) -> Done {
    batch.lines.iter().for_each(|(line, at)| lane.frame(frame(&batch.bytes[line.clone()], *at)));
    let work = &mut lane.work;
    work.report.close_losses();
    let report = work.report.hand_over();
    let (frames, stopped) = (take(&mut work.frames), take(&mut work.stopped));
    let bytes = work.out.bytes().to_vec();
    work.out.clear();
    Done { bytes, report, frames, stopped }
}

impl Sink for ParallelLane {
    fn frame(&mut self, raw: RawFrame<'_>) {
        self.in_turn |= !raw.sentinel && !self.stands_alone(&raw);
        if self.in_turn {
            self.settle();
            return self.lane.frame(raw);
        }
        if raw.sentinel || self.lane.work.stopped {
            return;
        }
        let start = self.batch.bytes.len();
        self.batch.bytes.extend_from_slice(raw.payload);
        self.batch.lines.push((start..self.batch.bytes.len(), raw.at));
        if self.batch.bytes.len() >= BATCH {
            self.send();
        }
    }

    fn take(&mut self, raw: RawFrame<'_>) -> bool {
        if self.in_turn {
            return self.lane.take(raw);
        }
        let text = std::str::from_utf8(raw.payload);
        // Whoever reads the line checks it again, on another core.
        let is_record = text.is_ok_and(|text| self.tape.fill(text).is_ok()) && self.stands_alone(&raw);
        if is_record {
            self.frame(raw);
        }
        is_record
    }

    fn open(&mut self, at: Position) {
        self.settle();
        self.lane.open(at);
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        self.lane.element(index, frame);
    }

    fn close(&mut self, at: Position) {
        self.lane.close(at);
    }

    fn fault(&mut self, fault: Fault) {
        self.settle();
        self.lane.fault(fault);
    }
}

impl Lane for ParallelLane {
    fn finish(&mut self) {
        self.settle();
        self.lane.finish();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.lane.work
    }
}
