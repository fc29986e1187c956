//! What the lanes share: where their bytes and reports go, and how a frame becomes JSON on a tape.

use super::carry::Goal;
use crate::codec::{Shape, WireFormat};
use crate::framing::rules::TOO_LONG;
use crate::framing::{Fault, FaultSeverity, Out, Position, RawFrame, Sink};
use crate::ir::{At, AtNode, JsonFault, Tape, Value, utf8};
use crate::report::{Rejected, Report};

/// What to do with a frame or record that cannot be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnError {
    /// Report it and leave it out.
    #[default]
    Skip,
    /// Report it and write it as it was.
    Keep,
    /// Report it and stop.
    Stop,
}

/// One way through the engine: it takes frames and leaves bytes and reports in its [`Work`].
pub(super) trait Lane: Sink {
    /// The input is at its end.
    fn finish(&mut self);
    /// Where bytes and reports are.
    fn work(&mut self) -> &mut Work;
}

/// Where the bytes and reports of a lane go.
pub(super) struct Work {
    pub(super) from: &'static WireFormat,
    pub(super) to: &'static WireFormat,
    pub(super) out: Out,
    pub(super) report: Report,
    pub(super) on_error: OnError,
    /// Whether what the target cannot say is to ride along.
    pub(super) carry: bool,
    /// How many replies had ended when losses were closed last.
    closed: u64,
    /// How many frames or records there were, good or bad.
    pub(super) frames: u64,
    /// Whether `--on-error stop` has ended the run.
    pub(super) stopped: bool,
    /// Whether findings take along the text of the record that is left out for them.
    pub(super) rejects: bool,
}

/// The place of a frame as a whole.
pub(super) fn at(at: Position) -> At<'static> {
    At { frame: at.frame, line: at.line, node: AtNode::Nowhere }
}

impl Work {
    pub(super) fn new(
        from: &'static WireFormat,
        to: &'static WireFormat,
        out: Out,
        on_error: OnError,
    ) -> Self {
        Self {
            from,
            to,
            out,
            report: Report::between(from.says, to.says),
            on_error,
            carry: false,
            closed: 0,
            frames: 0,
            stopped: false,
            rejects: false,
        }
    }

    /// A place for the same work that is still empty.
    pub(super) fn like(&self) -> Self {
        let mut like = Self::new(self.from, self.to, Out::new(self.out.style()), self.on_error);
        like.carry = self.carry;
        like.rejects = self.rejects;
        like.report = self.report.like();
        like
    }

    /// What to write.
    pub(super) fn goal(&self) -> Goal {
        Goal { to: self.to, carry: self.carry }
    }

    /// Whether nodes are to remember how their own text is spelled. Those of `native` remember how another's is.
    pub(super) fn spells(&self) -> bool {
        self.from.shape != Shape::Transcript && (self.carry || self.to.shape == Shape::Transcript)
    }

    /// A loss ends with the reply it is of.
    pub(super) fn close_losses_of_reply(&mut self) {
        let ended = self.report.replies().all;
        if ended > self.closed {
            self.closed = ended;
            self.report.close_losses();
        }
    }

    /// Takes a fault of the framing into the report.
    pub(super) fn fault(&mut self, fault: &Fault) {
        match fault.severity {
            FaultSeverity::Warning => {
                self.report.warning(fault.rule, at(fault.at), fault.message.clone(), &fault.help);
            }
            FaultSeverity::Error => {
                let told = self.report.told();
                self.report.error(fault.rule, at(fault.at), fault.message.clone(), &fault.help);
                if fault.rule == TOO_LONG {
                    self.frames += 1;
                    self.report.reject(told, Rejected::default());
                }
            }
        }
    }

    /// The frame's text; bytes that are no UTF-8 are told and replaced, so that the rest is not lost.
    pub(super) fn text<'a>(&mut self, frame: &RawFrame<'a>) -> std::borrow::Cow<'a, str> {
        if frame.text.len() == frame.payload.len() {
            return std::borrow::Cow::Borrowed(frame.text);
        }
        match utf8(frame.payload) {
            Ok(text) => std::borrow::Cow::Borrowed(text),
            Err(fault) => {
                let offset = frame.at.offset + fault.valid_up_to() as u64;
                let message = format!("bytes that are no UTF-8, near byte {offset} of the input");
                let help = "they are read as U+FFFD; mend the capture";
                self.report.error("frame/not-utf8", at(frame.at), message, help);
                String::from_utf8_lossy(frame.payload)
            }
        }
    }

    /// Checks a frame's text onto the tape. `false` where it is no JSON, which is told; `--on-error` decides the rest.
    pub(super) fn check(&mut self, tape: &mut Tape, text: &str, frame: &RawFrame<'_>) -> bool {
        self.frames += 1;
        match tape.fill(text) {
            Ok(()) => true,
            Err(fault) => {
                self.refuse(fault, text, frame);
                false
            }
        }
    }

    /// Tells that a value is no record.
    pub(super) fn refuse_kind(&mut self, value: Value<'_>, place: Position) {
        let message = format!("a {:?} where an object should stand", value.kind()).to_lowercase();
        let help = "a record is an object or an array of objects";
        self.report.error("json/unexpected-kind", at(place), message, help);
    }

    /// Tells that a frame is no JSON, and does what `--on-error` says.
    pub(super) fn refuse(&mut self, fault: JsonFault, text: &str, frame: &RawFrame<'_>) {
        let told = self.report.told();
        no_json(&mut self.report, fault, text, frame.at);
        self.reject(told, frame.payload);
    }

    /// What becomes of a record that could not be read, which the findings after the first `told` tell.
    pub(super) fn reject(&mut self, told: usize, record: &[u8]) {
        let row = self.rejects.then(|| String::from_utf8_lossy(record).into_owned());
        self.report.reject(told, Rejected { row });
        match self.on_error {
            OnError::Skip => {}
            OnError::Keep => {
                self.out.verbatim(record);
                self.out.verbatim(b"\n");
            }
            OnError::Stop => self.stopped = true,
        }
    }
}

/// Tells that a text is no JSON.
pub(super) fn no_json(report: &mut Report, fault: JsonFault, text: &str, place: Position) {
    let rule = if fault.cut_short { "json/cut-short" } else { "json/invalid" };
    let mut near = fault.offset.saturating_sub(24);
    while !text.is_char_boundary(near) {
        near -= 1;
    }
    let excerpt: String = text[near..].chars().take(40).collect();
    let message = format!("{} at byte {}, near `{}`", fault.what, fault.offset, excerpt.escape_debug());
    let help = if fault.cut_short {
        "the input ends inside this value; what came before it is kept"
    } else {
        "this frame is left out; --on-error keep writes it as it is, stop ends here"
    };
    report.error(rule, at(place), message, help);
}
