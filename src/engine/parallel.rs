//! The lane of logs over several cores. Lines that stand for themselves go out in batches; what comes of them is put
//! together in their order, so nobody can tell how many cores there were.
//!
//! Here lines are found and passed on; what they hold is read on the other cores, and here too while these have enough to
//! do. It may turn out that a line is not one value. Then it is read in its turn, and so is what was sent behind it if
//! the frames have other numbers now.

use std::mem::{replace, take};
use std::ops::Range;

use super::crew::{BATCH, Crew};
use super::records::RecordLane;
use super::sink::{Lane, Work};
use crate::codec::Codec;
use crate::framing::rules::NOISE;
use crate::framing::{Fault, Position, RawFrame, Sink, Untaken};
use crate::report::Report;

/// Reads the lines of a log on several cores.
pub(super) struct ParallelLane {
    /// Where all comes together; it also reads what does not stand for itself.
    lane: RecordLane,
    batch: Batch,
    /// Batches that have come home: their memory serves the next.
    spare: Vec<Batch>,
    crew: Option<Crew<Batch, Done>>,
    /// Reads batches that nobody else has time for.
    hand: Option<RecordLane>,
    /// Whether a line came that belongs to the next: from then on there is one core.
    in_turn: bool,
    cores: usize,
    /// How many frames there were more than the decoder knows of, which takes each line that is taken for one.
    more: u64,
    untaken: Untaken,
}

/// Room for a batch whose last line is none of the longest.
const ROOM: usize = BATCH + BATCH / 4;

/// Lines, and room for what comes of them.
struct Batch {
    bytes: Vec<u8>,
    lines: Vec<Line>,
    /// What [`ParallelLane::more`] was when it was sent.
    more: u64,
    out: Vec<u8>,
}

struct Line {
    text: Range<usize>,
    at: Position,
    /// Whether it was taken unread.
    taken: bool,
}

/// What came of a batch.
struct Done {
    batch: Batch,
    /// How many of its lines are read. The next is not one value, or comes after the end.
    read: usize,
    report: Report,
    frames: u64,
    stopped: bool,
}

impl Batch {
    fn new() -> Self {
        let (bytes, out) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
        Self { bytes, lines: Vec::new(), more: 0, out }
    }

    fn frame(&self, line: &Line, more: u64) -> RawFrame<'_> {
        let payload = &self.bytes[line.text.clone()];
        moved(RawFrame::bare(payload, line.at), more)
    }

    /// Empty, with its memory if that is not out of the common.
    fn emptied(mut self) -> Self {
        for buffer in [&mut self.bytes, &mut self.out] {
            buffer.clear();
            buffer.shrink_to(4 * BATCH);
        }
        self.lines.clear();
        self
    }
}

/// The frame behind so many more.
fn moved(raw: RawFrame<'_>, more: u64) -> RawFrame<'_> {
    RawFrame { at: Position { frame: raw.at.frame + more, ..raw.at }, ..raw }
}

impl ParallelLane {
    pub(super) fn new(lane: RecordLane, cores: usize) -> Self {
        let (batch, spare, untaken) = (Batch::new(), Vec::new(), Untaken::default());
        Self { lane, batch, spare, crew: None, hand: None, in_turn: false, cores, more: 0, untaken }
    }

    /// Whether a line says all it has to say: a message of a history that runs over the lines does not.
    fn stands_alone(&self, raw: &RawFrame<'_>) -> bool {
        match self.lane.work.from.codec {
            Codec::Messages(_) => raw.payload.first() == Some(&b'['),
            Codec::Document(_) => true,
            Codec::Stream(_) => false,
        }
    }

    fn keep(&mut self, raw: &RawFrame<'_>, taken: bool) {
        let start = self.batch.bytes.len();
        self.batch.bytes.extend_from_slice(raw.payload);
        self.batch.lines.push(Line { text: start..self.batch.bytes.len(), at: raw.at, taken });
        if self.batch.bytes.len() >= BATCH {
            self.send();
        }
    }

    /// The batch that is filled, for an empty one.
    fn next_batch(&mut self) -> Batch {
        replace(&mut self.batch, self.spare.pop().unwrap_or_else(Batch::new))
    }

    fn send(&mut self) {
        self.batch.more = self.more;
        let batch = self.next_batch();
        let work = &self.lane.work;
        let crew = self.crew.get_or_insert_with(|| hire(work, self.cores - 1));
        if let Some(batch) = crew.offer(batch) {
            crew.keep(work_on(self.hand.get_or_insert_with(|| RecordLane::new(work.like())), batch));
        }
        // One at a time: what is out is written before the next block is read.
        while self.lane.work.out.bytes().is_empty()
            && let Some(done) = self.crew.as_mut().and_then(Crew::ready)
        {
            self.take_in(done);
        }
        while self.crew.as_ref().is_some_and(Crew::is_full) {
            self.collect();
        }
    }

    /// Waits for what comes of the oldest batch; `false` where there is none.
    fn collect(&mut self) -> bool {
        let done = self.crew.as_mut().and_then(Crew::oldest);
        done.map(|done| self.take_in(done)).is_some()
    }

    fn take_in(&mut self, done: Done) {
        let Done { mut batch, read, report, frames, stopped } = done;
        let (fits, work) = (batch.more == self.more, &mut self.lane.work);
        if fits && !work.stopped {
            work.out.take_over(&mut batch.out);
            work.report.append(report);
            work.frames += frames;
            work.stopped = stopped;
        }
        self.read(&batch, if fits { read } else { 0 });
        self.spare.push(batch.emptied());
    }

    /// Waits for all that is on its way. A batch that is still at home is read here.
    fn settle(&mut self) {
        while self.collect() {}
        if !self.batch.lines.is_empty() {
            let batch = self.next_batch();
            self.read(&batch, 0);
            self.spare.push(batch.emptied());
        }
    }

    /// Reads the lines of a batch from one on, here.
    fn read(&mut self, batch: &Batch, first: usize) {
        for line in &batch.lines[first..] {
            let raw = batch.frame(line, self.more);
            if !line.taken {
                self.lane.frame(raw);
            } else if !self.lane.take(raw) {
                self.untaken.frame = raw.at.frame - 1;
                self.untaken.read(raw.payload, raw.at, &mut self.lane);
                self.more += self.untaken.frame - raw.at.frame;
                self.in_turn |= self.lane.is_in_history();
            }
        }
    }
}

/// The threads, each with a lane of its own.
fn hire(work: &Work, cores: usize) -> Crew<Batch, Done> {
    Crew::new(cores, || {
        let work = work.like();
        move || {
            let mut lane = RecordLane::new(work);
            Box::new(move |batch| work_on(&mut lane, batch))
        }
    })
}

fn work_on(lane: &mut RecordLane, mut batch: Batch) -> Done {
    let mut read = 0;
    for line in &batch.lines {
        let raw = batch.frame(line, batch.more);
        if !line.taken {
            lane.frame(raw);
        } else if !lane.take(raw) {
            break;
        }
        read += 1;
    }
    let work = &mut lane.work;
    work.report.close_losses();
    let report = work.report.hand_over();
    let (frames, stopped) = (take(&mut work.frames), take(&mut work.stopped));
    batch.out = work.out.exchange(take(&mut batch.out));
    Done { batch, read, report, frames, stopped }
}

impl Sink for ParallelLane {
    fn frame(&mut self, raw: RawFrame<'_>) {
        self.in_turn |= !raw.sentinel && !self.stands_alone(&raw);
        if self.in_turn {
            self.settle();
            return self.lane.frame(moved(raw, self.more));
        }
        if !raw.sentinel && !self.lane.work.stopped {
            self.keep(&raw, false);
        }
    }

    /// What looks like one value is taken for one.
    fn take(&mut self, raw: RawFrame<'_>) -> bool {
        if self.in_turn {
            self.settle();
            return self.lane.take(moved(raw, self.more));
        }
        let looks_whole = matches!(raw.payload, [b'{', .., b'}'] | [b'[', .., b']']);
        let taken = looks_whole && self.stands_alone(&raw) && !self.lane.work.stopped;
        if taken {
            self.keep(&raw, true);
        }
        taken
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

    fn fault(&mut self, mut fault: Fault) {
        self.settle();
        if fault.rule != NOISE || !replace(&mut self.untaken.noise, true) {
            fault.at.frame += self.more;
            self.lane.fault(fault);
        }
    }
}

impl Lane for ParallelLane {
    fn finish(&mut self) {
        if self.crew.is_some() {
            self.send();
        }
        self.settle();
        self.lane.finish();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.lane.work
    }
}
