//! The frames of a stream: like ones before, or looked at and read.

use super::CheckLane;
use crate::check::Findings;
use crate::emit::{Frame, Single, Sinks};
use crate::engine::reading::Reading;
use crate::engine::sink::{Work, at};
use crate::framing::{Extent, Open, RawFrame, values};
use crate::ir::{Kind, Value};

impl CheckLane {
    /// A frame of a stream.
    pub(super) fn stream_frame(&mut self, raw: &RawFrame<'_>) {
        if raw.sentinel {
            return self.sentinel(raw);
        }
        if !std::mem::take(&mut self.met) && self.again(raw) {
            return;
        }
        let text = self.work.text(raw);
        if let Err(fault) = self.tape.fill(&text) {
            self.forget();
            if !self.take_apart(raw) {
                self.work.frames += 1;
                self.work.refuse(fault, &text, raw);
            }
            return;
        }
        self.work.frames += 1;
        let tape = std::mem::take(&mut self.tape);
        let view = tape.view(&text);
        let root = view.root();
        let name = raw.name;
        if root.kind() == Kind::Array && root.elements().next().is_some() {
            for (number, root) in (1..).zip(root.elements()) {
                self.event(Frame { root, name, number, line: raw.at.line }, raw);
            }
            self.forget();
        } else {
            self.event(Frame { root, name, number: raw.at.frame, line: raw.at.line }, raw);
        }
        self.tape = tape;
    }

    fn event(&mut self, frame: Frame<'_>, raw: &RawFrame<'_>) {
        self.after_reading();
        let told = self.ready.len();
        self.look(frame, "");
        self.free.clear();
        self.free.extend(frame.root.idle().map(Value::number));
        let Some(reading) = &mut self.reading else { return };
        let Work { out, report, .. } = &mut self.work;
        let single = reading.pass(frame, Sinks { writer: &mut self.watch, out, report });
        self.work.close_losses_of_reply();
        self.after_reading();
        let single = single.filter(|single| self.ready.len() == told && self.may_recur(frame, single));
        if let Some(reading) = &mut self.reading {
            reading.learn(frame, raw, single);
        }
    }

    /// Whether the checker has nothing to say of the frames that are like this one: it has not looked at what may differ
    /// in them, and finds nothing in this frame when it comes again.
    fn may_recur(&mut self, frame: Frame<'_>, single: &Single<'_>) -> bool {
        let mut said = single.echoes.iter().chain([&single.token]);
        if !said.all(|value| self.free.contains(&value.number())) {
            return false;
        }
        if let Some(checker) = &mut self.checker {
            let mut found = Findings::new(&mut self.work.report, frame.number, frame.line, "");
            checker.check(frame, &mut found);
        }
        self.work.report.drain().next().is_none()
    }

    /// Whether the frame is like one that was looked at and read, and so is done.
    pub(super) fn again(&mut self, raw: &RawFrame<'_>) -> bool {
        let again = self.pass_by(|reading, sinks| reading.again(raw, sinks).then_some(()));
        again.is_some()
    }

    /// How far the frame reaches with which the payload begins, if it is like one that was looked at and read.
    #[inline]
    pub(super) fn next(&mut self, raw: &RawFrame<'_>, open: Open) -> Option<Extent> {
        self.pass_by(|reading, sinks| reading.next(raw, open, sinks))
    }

    #[inline(always)]
    fn pass_by<T>(&mut self, pass: impl FnOnce(&mut Reading, Sinks<'_>) -> Option<T>) -> Option<T> {
        let reading = self.reading.as_mut().filter(|_| !self.watch.waits())?;
        let Work { out, report, frames, .. } = &mut self.work;
        let passed = pass(reading, Sinks { writer: &mut self.watch, out, report })?;
        *frames += 1;
        Some(passed)
    }

    fn sentinel(&mut self, raw: &RawFrame<'_>) {
        if let Some(checker) = &mut self.checker {
            let name = raw.name.and_then(|name| std::str::from_utf8(name).ok());
            let mut found = Findings::new(&mut self.work.report, raw.at.frame, raw.at.line, "");
            if raw.payload != b"[DONE]" {
                checker.padded_sentinel(&mut found);
            }
            checker.sentinel(name, &mut found);
        }
        let Some(reading) = &mut self.reading else { return };
        let Work { out, report, .. } = &mut self.work;
        reading.sentinel(Sinks { writer: &mut self.watch, out, report });
    }

    /// Something came that is no frame to remember.
    pub(super) fn forget(&mut self) {
        if let Some(reading) = &mut self.reading {
            reading.forget();
        }
    }

    /// Several whole values in the data of one frame: each is looked at. `false` if it is not that.
    fn take_apart(&mut self, raw: &RawFrame<'_>) -> bool {
        let (several, rest) = values(raw.payload);
        if several.len() < 2 || !rest.is_empty() {
            return false;
        }
        let message = format!("{} values in the data of one frame", several.len());
        self.work.report.warning("frame/two-values", at(raw.at), message, "a frame should hold one");
        for value in several {
            self.stream_frame(&raw.with(&raw.payload[value]));
        }
        true
    }

    /// The stream is at its end.
    pub(super) fn end_stream(&mut self) {
        let Some(reading) = &mut self.reading else { return };
        let Work { out, report, .. } = &mut self.work;
        reading.finish(Sinks { writer: &mut self.watch, out, report });
        if self.work.report.replies().all == 0 && self.work.frames > 0 {
            let help = "check the capture, or name its format with --from";
            let message = "the stream holds no reply";
            self.work.report.error("frame/no-reply", crate::ir::At::NOWHERE, message, help);
        }
        self.end_checker();
    }
}
