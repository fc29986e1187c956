//! The lane of streams: frame by frame through a reader into a writer, or into a fold.

use super::carry::{Carrying, Goal, Returning, Taken, deliver};
use super::reading::Reading;
use super::sink::{Lane, Work, at};
use crate::codec::{Codec, StreamCodec, WireFormat};
use crate::emit::{Frame, Sinks, WriteEvents};
use crate::fold::Fold;
use crate::framing::{self, Extent, Fault, Open, Position, RawFrame, Sink};
use crate::ir::{Kind, Tape, Transcript};

/// Reads a stream and writes it as events come, or folds it into documents.
pub(super) struct StreamLane {
    work: Work,
    pub(super) reading: Reading,
    writer: Way,
    tape: Tape,
    /// Whether this frame was seen already, as a line that may recur.
    met: bool,
}

/// Where the events go.
enum Way {
    /// Straight to what writes them.
    There(Box<dyn WriteEvents>),
    /// Through what looks for something carried.
    Back(Box<Returning>),
}

impl Way {
    fn writer(&mut self) -> &mut dyn WriteEvents {
        match self {
            Self::There(writer) => &mut **writer,
            Self::Back(writer) => &mut **writer,
        }
    }
}

impl StreamLane {
    pub(super) fn new(work: Work, codec: StreamCodec, recur: bool) -> Self {
        let way = match Returning::new(work.from, work.goal(), || writer(work.from, work.goal())) {
            Some(returning) => Way::Back(Box::new(returning)),
            None => Way::There(writer(work.from, work.goal())),
        };
        // What looks for something carried looks at every frame.
        let recur = recur && matches!(way, Way::There(_));
        Self::by(work, codec, way, recur)
    }

    /// Reads for a writer of the caller's. One that looks at where an event stands has to see each frame: no `recur`.
    pub(super) fn into_writer(
        work: Work,
        codec: StreamCodec,
        writer: Box<dyn WriteEvents>,
        recur: bool,
    ) -> Self {
        Self::by(work, codec, Way::There(writer), recur)
    }

    fn by(work: Work, codec: StreamCodec, writer: Way, recur: bool) -> Self {
        let reading = Reading::new(work.from.family, codec, recur);
        Self { work, reading, writer, tape: Tape::default(), met: false }
    }

    /// Whether the frame is like one that was read, and so is done.
    fn again(&mut self, raw: &RawFrame<'_>) -> bool {
        let Work { out, report, .. } = &mut self.work;
        let again = self.reading.again(raw, Sinks { writer: self.writer.writer(), out, report });
        self.work.frames += u64::from(again);
        again
    }

    fn take(&mut self, raw: &RawFrame<'_>) {
        if self.work.stopped {
            return;
        }
        if raw.sentinel {
            if matches!(&self.writer, Way::Back(back) if back.waits()) {
                return;
            }
            let Work { out, report, .. } = &mut self.work;
            self.reading.sentinel(Sinks { writer: self.writer.writer(), out, report });
            self.work.close_losses_of_reply();
            return;
        }
        if !std::mem::take(&mut self.met) && self.again(raw) {
            return;
        }
        let text = self.work.text(raw);
        if let Err(fault) = self.tape.fill(&text) {
            self.reading.forget();
            if !self.take_apart(raw) {
                self.work.frames += 1;
                self.work.refuse(fault, &text, raw);
            }
            return;
        }
        self.work.frames += 1;
        match self.unload(&text, raw) {
            Taken::Nothing => self.read(&text, raw),
            Taken::Part(rest) if self.tape.fill(&rest).is_ok() => self.read(&rest, raw),
            Taken::Part(_) | Taken::All => {}
        }
        let Way::Back(back) = &mut self.writer else { return };
        if back.is_over() {
            let Work { out, report, .. } = &mut self.work;
            self.reading.finish(Sinks { writer: self.writer.writer(), out, report });
            self.reading.renew();
        }
    }

    /// Takes out what a frame carries.
    fn unload(&mut self, text: &str, raw: &RawFrame<'_>) -> Taken {
        let Way::Back(back) = &mut self.writer else { return Taken::Nothing };
        let Work { out, report, .. } = &mut self.work;
        back.frame(text, at(raw.at), out, report)
    }

    /// Reads what is on the tape.
    fn read(&mut self, text: &str, raw: &RawFrame<'_>) {
        let view = self.tape.view(text);
        let root = view.root();
        let mut read = |root, number| {
            let Work { out, report, .. } = &mut self.work;
            let frame = Frame { root, name: raw.name, number, line: raw.at.line };
            self.reading.read(frame, raw, Sinks { writer: self.writer.writer(), out, report });
            self.work.close_losses_of_reply();
        };
        if root.kind() == Kind::Array && root.elements().next().is_some() {
            (1..).zip(root.elements()).for_each(|(number, item)| read(item, number));
            self.reading.forget();
        } else {
            read(root, raw.at.frame);
        }
    }

    /// Several whole values in the data of one frame: each is read. `false` if it is not that.
    fn take_apart(&mut self, raw: &RawFrame<'_>) -> bool {
        let (values, rest) = framing::values(raw.payload);
        if values.len() < 2 || !rest.is_empty() {
            return false;
        }
        let message = format!("{} values in the data of one frame", values.len());
        let help = "each is read; a frame should hold one";
        self.work.report.warning("frame/two-values", at(raw.at), message, help);
        for value in values {
            self.take(&raw.with(&raw.payload[value]));
        }
        true
    }
}

/// What writes the events of a stream.
fn writer(from: &'static WireFormat, goal: Goal) -> Box<dyn WriteEvents> {
    match goal.to.codec {
        Codec::Stream(codec) => {
            let mut writer = (codec.writer)();
            if let Some(carry) = goal.place() {
                writer = Box::new(Carrying::new(goal.to, carry, writer));
            }
            writer.source(from.id);
            writer
        }
        Codec::Messages(_) | Codec::Document(_) => {
            Box::new(Fold::new(Box::new(move |mut run, out, report| {
                from.id.clone_into(&mut run.source);
                deliver(run, goal, out, report);
            })))
        }
    }
}

impl Sink for StreamLane {
    fn frame(&mut self, frame: RawFrame<'_>) {
        self.take(&frame);
    }

    fn open(&mut self, _at: Position) {}

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        let at = Position { frame: index + 1, ..frame.at };
        self.take(&RawFrame { at, ..frame });
    }

    fn close(&mut self, _at: Position) {}

    fn fault(&mut self, fault: Fault) {
        self.reading.forget();
        self.work.fault(&fault);
    }

    fn take(&mut self, frame: RawFrame<'_>) -> bool {
        let again = !self.work.stopped && self.again(&frame);
        self.met = !again;
        again
    }

    fn take_open(&mut self, rest: RawFrame<'_>, open: Open) -> Option<Extent> {
        if self.work.stopped {
            return None;
        }
        let Work { out, report, .. } = &mut self.work;
        let sinks = Sinks { writer: self.writer.writer(), out, report };
        let next = self.reading.next(&rest, open, sinks);
        self.work.frames += u64::from(next.is_some());
        next
    }

    fn looks_ahead(&self) -> bool {
        self.reading.recur.is_some()
    }
}

impl Lane for StreamLane {
    fn finish(&mut self) {
        let Work { out, report, .. } = &mut self.work;
        self.reading.finish(Sinks { writer: self.writer.writer(), out, report });
        self.writer.writer().finish(&mut self.work.out, &mut self.work.report);
        if self.work.report.replies().all == 0 {
            self.empty();
        }
        self.work.out.finish();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}

impl StreamLane {
    /// A stream without a reply is a transcript without messages.
    fn empty(&mut self) {
        let goal = self.work.goal();
        let Work { from, to, out, report, .. } = &mut self.work;
        report.reply_ends(false);
        if matches!(to.codec, Codec::Stream(_)) {
            let help = "nothing is written; check the capture, or name its format with --from";
            report.error("frame/no-reply", crate::ir::At::NOWHERE, "the stream holds no reply", help);
        } else {
            deliver(Transcript { source: from.id.to_owned(), ..Transcript::default() }, goal, out, report);
        }
    }
}
