//! The lane of streams: frame by frame through a reader into a writer, or into a fold.

use super::carry::{Carrying, Goal, Returning, Taken, deliver};
use super::sink::{Lane, Work, at};
use crate::codec::{Codec, StreamCodec, WireFormat};
use crate::emit::{Emit, Frame, ReadEvents, Sinks, WriteEvents};
use crate::fold::Fold;
use crate::framing::{self, Fault, Position, RawFrame, Sink};
use crate::ir::{Kind, Tape, Transcript};

/// Reads a stream and writes it as events come, or folds it into documents.
pub(super) struct StreamLane {
    work: Work,
    codec: StreamCodec,
    reader: Box<dyn ReadEvents>,
    /// Whether the reader has read anything.
    has_read: bool,
    writer: Way,
    tape: Tape,
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
    pub(super) fn new(work: Work, codec: StreamCodec) -> Self {
        let writer = match Returning::new(work.from, work.goal(), || writer(work.from, work.goal())) {
            Some(returning) => Way::Back(Box::new(returning)),
            None => Way::There(writer(work.from, work.goal())),
        };
        Self::by(work, codec, writer)
    }

    /// Reads for a writer of the caller's.
    pub(super) fn into_writer(work: Work, codec: StreamCodec, writer: Box<dyn WriteEvents>) -> Self {
        Self::by(work, codec, Way::There(writer))
    }

    fn by(work: Work, codec: StreamCodec, writer: Way) -> Self {
        Self { work, codec, reader: (codec.reader)(), has_read: false, writer, tape: Tape::default() }
    }

    fn take(&mut self, raw: &RawFrame<'_>) {
        if self.work.stopped {
            return;
        }
        if raw.sentinel {
            if matches!(&self.writer, Way::Back(back) if back.waits()) {
                return;
            }
            self.has_read = true;
            let Work { out, report, from, append, .. } = &mut self.work;
            let sinks = Sinks { writer: self.writer.writer(), out, report };
            let mut emit = Emit::new(from.family, append, None, sinks);
            self.reader.sentinel(&mut emit);
            emit.close();
            self.work.close_losses_of_reply();
            return;
        }
        let text = self.work.text(raw);
        if let Err(fault) = self.tape.fill(&text) {
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
            self.end_reading();
            self.reader = (self.codec.reader)();
        }
    }

    /// No more frames are to be read by this reader.
    fn end_reading(&mut self) {
        if std::mem::take(&mut self.has_read) {
            let Work { out, report, from, append, .. } = &mut self.work;
            let sinks = Sinks { writer: self.writer.writer(), out, report };
            let mut emit = Emit::new(from.family, append, None, sinks);
            self.reader.finish(&mut emit);
            emit.close();
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
        self.has_read = true;
        let name = raw.name.and_then(|name| std::str::from_utf8(name).ok());
        let root = self.tape.root(text);
        if root.kind() == Kind::Array && root.elements().next().is_some() {
            for (number, item) in (1..).zip(root.elements()) {
                let frame = Frame { root: item, name, number, line: raw.at.line };
                read(&mut self.work, &mut *self.reader, self.writer.writer(), frame);
            }
        } else {
            let frame = Frame { root, name, number: raw.at.frame, line: raw.at.line };
            read(&mut self.work, &mut *self.reader, self.writer.writer(), frame);
        }
    }
}

impl StreamLane {
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
            self.take(&RawFrame { payload: &raw.payload[value], ..*raw });
        }
        true
    }
}

/// One frame through the reader into the writer.
fn read(work: &mut Work, reader: &mut dyn ReadEvents, writer: &mut dyn WriteEvents, frame: Frame<'_>) {
    let Work { out, report, from, append, .. } = work;
    let mut emit = Emit::new(from.family, append, Some(frame), Sinks { writer, out, report });
    reader.read(frame, &mut emit);
    emit.close();
    work.close_losses_of_reply();
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
        self.work.fault(&fault);
    }
}

impl Lane for StreamLane {
    fn finish(&mut self) {
        self.end_reading();
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
