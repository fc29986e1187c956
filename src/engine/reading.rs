//! A reader at work: frames like earlier ones go past it, the others through it, and both give the same.

use super::recur::Recur;
use crate::codec::StreamCodec;
use crate::emit::{Emit, Frame, ReadEvents, Single, Sinks, Spare};
use crate::framing::{Extent, Open, RawFrame};

/// The reader of a stream with its memory of recurring frames.
pub(super) struct Reading {
    reader: Box<dyn ReadEvents>,
    family: &'static str,
    codec: StreamCodec,
    /// Whether it has read anything; what has not has nothing to finish.
    has_read: bool,
    spare: Spare,
    pub(super) recur: Option<Recur>,
}

impl Reading {
    /// A reader of `codec`; without `recur` each frame is read.
    pub(super) fn new(family: &'static str, codec: StreamCodec, recur: bool) -> Self {
        let recur = recur.then(Recur::default);
        let spare = Spare::default();
        Self { reader: (codec.reader)(), family, codec, has_read: false, spare, recur }
    }

    /// What comes is read anew.
    pub(super) fn renew(&mut self) {
        self.forget();
        self.reader = (self.codec.reader)();
        self.has_read = false;
    }

    /// Gives what a frame gives, if it is like one that was read. `false` if it has to be read.
    pub(super) fn again(&mut self, raw: &RawFrame<'_>, mut sinks: Sinks<'_>) -> bool {
        self.recur.as_mut().is_some_and(|recur| recur.again(raw, &mut sinks))
    }

    /// As [`Reading::again`], where the payload only begins with such a frame.
    #[inline]
    pub(super) fn next(&mut self, raw: &RawFrame<'_>, open: Open, mut sinks: Sinks<'_>) -> Option<Extent> {
        self.recur.as_mut()?.next(raw, open, &mut sinks)
    }

    /// Reads a frame, and remembers it if it may come again.
    pub(super) fn read(&mut self, frame: Frame<'_>, raw: &RawFrame<'_>, sinks: Sinks<'_>) {
        let single = self.pass(frame, sinks);
        self.learn(frame, raw, single);
    }

    /// Reads a frame; what it gave, if it was one delta and nothing was told of it.
    pub(super) fn pass<'f>(&mut self, frame: Frame<'f>, mut sinks: Sinks<'_>) -> Option<Single<'f>> {
        self.has_read = true;
        let told = sinks.report.told();
        let wire = (self.family, self.codec.append);
        let mut emit = Emit::new(wire, Some(frame), &mut self.spare, sinks.lend());
        self.reader.read(frame, &mut emit);
        let single = emit.close()?;
        (sinks.report.told() == told).then_some(single)
    }

    /// Remembers a frame that gave this and may come again; one that gave anything else ends what is remembered.
    pub(super) fn learn(&mut self, frame: Frame<'_>, raw: &RawFrame<'_>, single: Option<Single<'_>>) {
        match (&mut self.recur, single) {
            (Some(recur), Some(single)) => recur.remember(frame, raw, single),
            (Some(recur), None) => recur.forget(),
            (None, _) => {}
        }
    }

    /// Something came that is no frame to remember: a fault, or several frames in one.
    pub(super) fn forget(&mut self) {
        if let Some(recur) = &mut self.recur {
            recur.forget();
        }
    }

    /// The wire's own last word came.
    pub(super) fn sentinel(&mut self, mut sinks: Sinks<'_>) {
        self.forget();
        self.has_read = true;
        let mut emit = Emit::new((self.family, self.codec.append), None, &mut self.spare, sinks.lend());
        self.reader.sentinel(&mut emit);
        emit.close();
    }

    /// The input ends.
    pub(super) fn finish(&mut self, mut sinks: Sinks<'_>) {
        self.forget();
        if !std::mem::take(&mut self.has_read) {
            return;
        }
        let mut emit = Emit::new((self.family, self.codec.append), None, &mut self.spare, sinks.lend());
        self.reader.finish(&mut emit);
        emit.close();
    }
}
