//! The lane of streams: frame by frame through a reader into a writer, or into a fold.

use super::reading::Reading;
use super::records::deliver;
use super::sink::{Lane, Work, at};
use crate::codec::{Codec, StreamCodec, WireFormat};
use crate::emit::{Frame, Sinks, WriteEvents};
use crate::fold::Fold;
use crate::framing::{self, Fault, Position, RawFrame, Sink};
use crate::ir::{Kind, Tape, Transcript};

/// Reads a stream and writes it as events come, or folds it into documents.
pub(super) struct StreamLane {
    work: Work,
    pub(super) reading: Reading,
    writer: Box<dyn WriteEvents>,
    tape: Tape,
    /// Whether this frame was seen already, as a line that may recur.
    met: bool,
}

impl StreamLane {
    pub(super) fn new(work: Work, codec: StreamCodec, recur: bool) -> Self {
        let writer = writer(work.from, work.to);
        let reading = Reading::new(work.from.family, codec, recur);
        Self { work, reading, writer, tape: Tape::default(), met: false }
    }

    /// Reads each frame for a writer of the caller's, which may look at where an event stands.
    pub(super) fn into_writer(work: Work, codec: StreamCodec, writer: Box<dyn WriteEvents>) -> Self {
        let reading = Reading::new(work.from.family, codec, false);
        Self { work, reading, writer, tape: Tape::default(), met: false }
    }

    /// Whether the frame is like one that was read, and so is done.
    #[inline]
    fn again(&mut self, raw: &RawFrame<'_>) -> bool {
        let Work { out, report, .. } = &mut self.work;
        let again = self.reading.again(raw, Sinks { writer: &mut *self.writer, out, report });
        self.work.frames += u64::from(again);
        again
    }

    fn take(&mut self, raw: &RawFrame<'_>) {
        if self.work.stopped {
            return;
        }
        if raw.sentinel {
            let Work { out, report, .. } = &mut self.work;
            self.reading.sentinel(Sinks { writer: &mut *self.writer, out, report });
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
        let name = raw.name.and_then(|name| std::str::from_utf8(name).ok());
        let root = self.tape.root(&text);
        let mut read = |root, number| {
            let Work { out, report, .. } = &mut self.work;
            let frame = Frame { root, name, number, line: raw.at.line };
            self.reading.read(frame, Sinks { writer: &mut *self.writer, out, report });
            self.work.close_losses_of_reply();
        };
        if root.kind() == Kind::Array {
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
            self.take(&RawFrame { payload: &raw.payload[value], ..*raw });
        }
        true
    }
}

/// What writes the events of a stream in `to`.
fn writer(from: &'static WireFormat, to: &'static WireFormat) -> Box<dyn WriteEvents> {
    match to.codec {
        Codec::Stream(codec) => {
            let mut writer = (codec.writer)();
            writer.source(from.id);
            writer
        }
        Codec::Messages(_) | Codec::Document(_) => {
            Box::new(Fold::new(Box::new(move |mut run, out, report| {
                from.id.clone_into(&mut run.source);
                deliver(run, to, out, report);
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
}

impl Lane for StreamLane {
    fn finish(&mut self) {
        let Work { out, report, .. } = &mut self.work;
        self.reading.finish(Sinks { writer: &mut *self.writer, out, report });
        self.writer.finish(&mut self.work.out, &mut self.work.report);
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
        let Work { from, to, out, report, .. } = &mut self.work;
        report.reply_ends(false);
        if matches!(to.codec, Codec::Stream(_)) {
            let help = "nothing is written; check the capture, or name its format with --from";
            report.error("frame/no-reply", crate::ir::At::NOWHERE, "the stream holds no reply", help);
        } else {
            deliver(Transcript { source: from.id.to_owned(), ..Transcript::default() }, to, out, report);
        }
    }
}
