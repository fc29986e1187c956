//! What was written, read back by the format's own reader; and transcripts that are kept for who asks.

use std::cell::RefCell;
use std::rc::Rc;

use super::remainder;
use crate::codec::{Codec, Shape, Source, WireFormat};
use crate::emit::{Emit, Frame, ReadEvents, Sinks, Spare, WriteEvents};
use crate::fold::Fold;
use crate::framing::{Out, Record};
use crate::ir::{Event, Kind, Message, Remainder, Tape, Transcript, Usage, Value};
use crate::report::Report;

/// What `format` reads in the text of one of its bodies or replies.
pub(super) fn document(format: &'static WireFormat, text: &str, spelling: Spelling) -> Option<Transcript> {
    let Codec::Document(codec) = format.codec else { return None };
    let (mut read, remainder) = reading(format, text, codec.read, remainder::of_record)?;
    read.complete |= format.shape == Shape::Response;
    format.id.clone_into(&mut read.source);
    if spelling == Spelling::Kept {
        read.remainder = remainder;
    }
    Some(read)
}

/// What `format` reads in the text of one of its messages.
pub(super) fn message(format: &'static WireFormat, text: &str, spelling: Spelling) -> Option<Message> {
    let Codec::Messages(codec) = format.codec else { return None };
    let (mut read, remainder) = reading(format, text, codec.read, remainder::of_message)?;
    if spelling == Spelling::Kept {
        read.remainder = remainder;
    }
    Some(read)
}

/// Whether a node remembers how its own text is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    Kept,
    Free,
}

/// A history of these messages.
pub(super) fn history(format: &'static WireFormat, messages: Vec<Message>) -> Transcript {
    Transcript { source: format.id.to_owned(), complete: true, messages, ..Transcript::default() }
}

fn reading<T>(
    format: &WireFormat,
    text: &str,
    read: fn(Value<'_>, &mut Source<'_>) -> T,
    spell: fn(&WireFormat, Value<'_>, &T) -> Remainder,
) -> Option<(T, Remainder)> {
    let mut tape = Tape::default();
    tape.fill(text).ok()?;
    let report = &mut Report::default();
    let (base, usage) = (String::new(), Usage::default());
    let mut source = Source { report, family: format.family, frame: 1, line: 1, base, usage };
    let view = tape.view(text);
    let root = view.root();
    if root.kind() != Kind::Object {
        return None;
    }
    let read = read(root, &mut source);
    let remainder = spell(format, root, &read);
    Some((read, remainder))
}

/// Folds events and keeps what they add up to.
pub(super) struct Kept {
    fold: Fold<'static>,
    runs: Rc<RefCell<Vec<Transcript>>>,
    source: String,
    out: Out,
    report: Report,
}

impl Kept {
    /// Keeps the runs of a stream in the format of this id.
    pub(super) fn new(source: &str) -> Self {
        let runs = Rc::new(RefCell::new(Vec::new()));
        let to = Rc::clone(&runs);
        let fold = Fold::new(Box::new(move |run, _, _| to.borrow_mut().push(run)));
        Self { fold, runs, source: source.to_owned(), out: Out::recorder(), report: Report::default() }
    }

    pub(super) fn write(&mut self, event: &Event<'_>) {
        self.fold.write(event, &mut self.out, &mut self.report);
    }

    /// What was found while events added up.
    pub(super) fn report(&mut self) -> Report {
        std::mem::take(&mut self.report)
    }

    /// The run that ended last; one without messages where there was none.
    pub(super) fn take(&mut self) -> Transcript {
        let mut run = self.runs.borrow_mut().pop().unwrap_or_default();
        self.runs.borrow_mut().clear();
        self.source.clone_into(&mut run.source);
        run
    }
}

/// Reads a stream back while it is written.
pub(super) struct Echo {
    format: &'static WireFormat,
    append: &'static [&'static str],
    reader: Box<dyn ReadEvents>,
    kept: Kept,
    tape: Tape,
    frames: u64,
}

impl Echo {
    /// Reads `format`; `None` where that is no stream.
    pub(super) fn new(format: &'static WireFormat) -> Option<Self> {
        let Codec::Stream(codec) = format.codec else { return None };
        let (reader, kept) = ((codec.reader)(), Kept::new(format.id));
        Some(Self { format, append: codec.append, reader, kept, tape: Tape::default(), frames: 0 })
    }

    /// Reads what was written next. A sentinel says nothing here: not every framing has it.
    pub(super) fn hear(&mut self, record: &Record) {
        let Record::Frame { name, json } = record else { return };
        let mut tape = std::mem::take(&mut self.tape);
        if tape.fill(json).is_ok() {
            self.frames += 1;
            let name = (self.format.names && !name.is_empty()).then_some(name.as_bytes());
            let view = tape.view(json);
            let frame = Frame { root: view.root(), name, number: self.frames, line: self.frames };
            self.with(Some(frame), |reader, emit| reader.read(frame, emit));
        }
        self.tape = tape;
    }

    /// Reads the text that ends a stream.
    pub(super) fn hear_sentinel(&mut self) {
        self.with(None, |reader, emit| reader.sentinel(emit));
    }

    /// The reply that was written, which is at its end.
    pub(super) fn finish(mut self) -> Transcript {
        self.with(None, |reader, emit| reader.finish(emit));
        self.kept.take()
    }

    fn with<'f>(
        &mut self,
        frame: Option<Frame<'f>>,
        read: impl FnOnce(&mut dyn ReadEvents, &mut Emit<'_, 'f>),
    ) {
        let Kept { fold, out, report, .. } = &mut self.kept;
        let sinks = Sinks { writer: fold, out, report };
        let mut spare = Spare::default();
        let mut emit = Emit::new((self.format.family, self.append), frame, &mut spare, sinks);
        read(&mut *self.reader, &mut emit);
        emit.close();
    }
}
