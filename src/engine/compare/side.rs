//! One of the two inputs: what it says is asked for piece by piece, so that both can be read side by side.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::Cursor;
use std::rc::Rc;

use super::record::{Collect, Frame, Frames, Ready};
use crate::codec::{Codec, WireFormat};
use crate::engine::detect::detect;
use crate::engine::input::Input;
use crate::engine::job::Refusal;
use crate::engine::plan::choose;
use crate::engine::records::RecordLane;
use crate::engine::sink::{Lane, OnError, Work};
use crate::engine::stream::StreamLane;
use crate::framing::{Decode, Fault, Framing, Out, Position, RawFrame, Sink, Style, decoder};
use crate::ir::{At, Place};
use crate::report::{Diagnostic, Severity};

/// How the inputs are read.
#[derive(Clone)]
pub struct Reading {
    /// The formats that they may be in.
    pub from: Vec<&'static WireFormat>,
    /// The most bytes of a frame.
    pub max_frame: usize,
}

/// An input, and what of it was read and not yet taken.
pub(super) struct Side<T> {
    pub(super) name: String,
    pub(super) format: &'static WireFormat,
    input: Input,
    decoder: Box<dyn Decode>,
    lane: Box<dyn Lane>,
    ready: Ready<T>,
    frames: Option<Frames>,
    ended: bool,
}

impl<T: 'static> Side<T> {
    /// Finds out what an input is. `collect` makes what is taken out of what is read.
    ///
    /// # Errors
    /// A [`Refusal`] where it cannot be read at all.
    pub(super) fn open(
        mut input: Input,
        reading: &Reading,
        collect: &dyn Collect<T>,
        tell: &mut dyn FnMut(Diagnostic),
    ) -> Result<Self, Refusal> {
        let found = detect(&mut input, &reading.from, reading.max_frame)?;
        let format = choose(&found, &reading.from, tell)?;
        let ready = Rc::new(RefCell::new(VecDeque::new()));
        let style = Style { framing: Framing::Ndjson, names: false, pretty: false };
        let work = Work::new(format, collect.spelled_by(format), Out::new(style), OnError::Skip);
        let lane: Box<dyn Lane> = match format.codec {
            Codec::Stream(codec) => {
                let writer = collect.events(format, ready.clone());
                Box::new(StreamLane::into_writer(work, codec, writer, collect.is_blind_to_places()))
            }
            Codec::Messages(_) | Codec::Document(_) => {
                Box::new(RecordLane::handing(work, collect.records(ready.clone())))
            }
        };
        let decoder = decoder(found.framing, reading.max_frame);
        let (name, frames) = (input.name.clone(), collect.frames());
        Ok(Self { name, format, input, decoder, lane, ready, frames, ended: false })
    }

    /// The next that the input says; `None` at its end. Faults of reading are told.
    ///
    /// # Errors
    /// Where reading fails.
    pub(super) fn next(&mut self, tell: &mut dyn FnMut(Diagnostic)) -> Result<Option<T>, Refusal> {
        loop {
            let ready = self.ready.borrow_mut().pop_front();
            if ready.is_some() || self.ended {
                return Ok(ready);
            }
            let mut tap = Tap { lane: &mut *self.lane, frames: self.frames.as_ref() };
            match self.input.next_block()? {
                Some(block) => self.decoder.feed(block, &mut tap),
                None => self.end(),
            }
            let work = self.lane.work();
            work.out.clear();
            work.report.drain().filter(|found| found.severity != Severity::Loss).for_each(&mut *tell);
        }
    }

    fn end(&mut self) {
        self.ended = true;
        self.decoder.finish(&mut Tap { lane: &mut *self.lane, frames: self.frames.as_ref() });
        self.lane.finish();
        let work = self.lane.work();
        if work.frames == 0 {
            let help = "check what wrote it; an empty capture is no reply";
            work.report.error("frame/empty", At::NOWHERE, "the input holds nothing to read", help);
        }
    }

    /// Whether there were errors in what was read so far.
    pub(super) fn failed(&mut self) -> bool {
        self.lane.work().report.errors() > 0
    }
}

/// An input of bytes that were just written.
pub(super) fn from_memory(bytes: Vec<u8>) -> Result<Input, Refusal> {
    Ok(Input::new(String::new(), Box::new(Cursor::new(bytes)))?)
}

/// Keeps frames as they stand on their way to a lane, where they are asked for.
struct Tap<'t> {
    lane: &'t mut dyn Lane,
    frames: Option<&'t Frames>,
}

impl Tap<'_> {
    /// Keeps a frame with its number, or an element of an array with its own.
    fn keep(&self, frame: &RawFrame<'_>, number: u64) {
        if let Some(frames) = self.frames
            && !frame.sentinel
        {
            let place = Place { frame: number, line: frame.at.line, path: "".into() };
            let text = String::from_utf8_lossy(frame.payload).into_owned();
            frames.borrow_mut().push(Frame { place, text });
        }
    }
}

impl Sink for Tap<'_> {
    fn frame(&mut self, frame: RawFrame<'_>) {
        self.keep(&frame, frame.at.frame);
        self.lane.frame(frame);
    }

    fn open(&mut self, at: Position) {
        self.lane.open(at);
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        self.keep(&frame, index + 1);
        self.lane.element(index, frame);
    }

    fn close(&mut self, at: Position) {
        self.lane.close(at);
    }

    fn fault(&mut self, fault: Fault) {
        self.lane.fault(fault);
    }

    fn take(&mut self, frame: RawFrame<'_>) -> bool {
        let taken = self.lane.take(frame);
        if taken {
            self.keep(&frame, frame.at.frame);
        }
        taken
    }
}
