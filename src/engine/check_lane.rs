//! The lane of `validate`: each frame or record is looked at by the checker, then read for its faults.
//!
//! Memory is that of one frame and of what the checker and the reader hold. A fault that the checker and the reader both
//! find at one place is told once.

use super::reading::Reading;
use super::rules;
use super::sink::{Lane, OnError, Work};
use super::watch::Watch;
use crate::check::{Check, Findings};
use crate::codec::{Codec, Source, WireFormat};
use crate::emit::Frame;
use crate::framing::{Extent, Fault, Framing, Open, Out, Position, RawFrame, Sink, Style};
use crate::ir::{JsonStr, Kind, Tape, Usage, Value};
use crate::report::{Diagnostic, Severity};

mod stream;

/// Checks and reads, and writes nothing.
pub(super) struct CheckLane {
    pub(super) work: Work,
    reading: Option<Reading>,
    checker: Option<Box<dyn Check>>,
    watch: Watch,
    tape: Tape,
    /// What the checker has not looked at in the frame at hand, by its number.
    free: Vec<u32>,
    /// Whether this frame was seen already, as a line that may recur.
    met: bool,
    /// Whether a history is open: messages in one array, or one a line.
    history: bool,
    /// What has been found and not been told.
    ready: Vec<Diagnostic>,
    /// Where the checker has found what in the frame at hand.
    checked: Vec<(&'static str, Option<String>)>,
}

impl CheckLane {
    /// Without `recur`, each frame of a stream is looked at and read.
    pub(super) fn new(format: &'static WireFormat, excerpts: bool, recur: bool) -> Self {
        let out = Out::new(Style { framing: Framing::Ndjson, names: false, pretty: false });
        let mut work = Work::new(format, format, out, OnError::Skip);
        if excerpts {
            work.report.with_excerpts();
        }
        let reading = match format.codec {
            Codec::Stream(codec) => Some(Reading::new(format.family, codec, recur)),
            Codec::Messages(_) | Codec::Document(_) => None,
        };
        let watch = Watch::default();
        let (checker, tape) = (checker(format), Tape::default());
        let (free, ready, checked) = (Vec::new(), Vec::new(), Vec::new());
        Self { work, reading, checker, watch, tape, free, met: false, history: false, ready, checked }
    }

    /// Tells what has been found.
    pub(super) fn pass_on(&mut self, tell: &mut dyn FnMut(Diagnostic)) {
        self.after_reading();
        self.ready.drain(..).for_each(tell);
    }

    /// Keeps what the checker has found.
    fn after_checking(&mut self) {
        self.checked.clear();
        for found in self.work.report.drain() {
            self.checked.push((found.rule, found.path.clone()));
            self.ready.push(found);
        }
    }

    /// Keeps what the reader has found, at the level of its rule, but for what the checker has found there already: the
    /// same rule, or any fault of the same member.
    fn after_reading(&mut self) {
        for mut found in self.work.report.drain() {
            let same = |(rule, path): &(&str, Option<String>)| {
                *path == found.path && (*rule == found.rule || path.is_some())
            };
            if found.severity == Severity::Loss || self.checked.iter().any(same) {
                continue;
            }
            if let Some(rule) = super::catalogue::by_id(found.rule) {
                found.severity = rule.level.severity();
            }
            self.ready.push(found);
        }
        self.checked.clear();
    }

    /// The checker looks at a frame, a message or a document before it is read.
    fn look(&mut self, frame: Frame<'_>, base: &str) {
        self.after_reading();
        if let Some(key) = frame.root.repeated_key() {
            let message = format!("the key `{}` comes again in the same object", key.key().decode());
            let mut found = Findings::new(&mut self.work.report, frame.number, frame.line, base);
            found.put(&rules::DUPLICATE_KEY, key, message);
        }
        if let Some(checker) = &mut self.checker {
            let mut found = Findings::new(&mut self.work.report, frame.number, frame.line, base);
            checker.check(frame, &mut found);
        }
        self.after_checking();
    }

    /// A value that stands alone: a document, a history in one piece, or one message of it.
    fn record(&mut self, raw: &RawFrame<'_>) {
        let text = self.work.text(raw);
        if !self.work.check(&mut self.tape, &text, raw) {
            return;
        }
        let tape = std::mem::take(&mut self.tape);
        let view = tape.view(&text);
        let root = view.root();
        match (self.work.from.codec, root.kind()) {
            (Codec::Messages(_), Kind::Array) => {
                self.end_history();
                self.history = true;
                root.elements().for_each(|item| self.node(item, raw.at, ""));
                self.end_history();
            }
            (Codec::Document(_), Kind::Array) => root.elements().for_each(|item| self.node(item, raw.at, "")),
            (Codec::Messages(_) | Codec::Document(_) | Codec::Stream(_), _) => self.node(root, raw.at, ""),
        }
        self.tape = tape;
    }

    /// A message or a document; `base` is its place in the array that it is an element of.
    fn node(&mut self, root: Value<'_>, place: Position, base: &str) {
        if root.kind() != Kind::Object {
            return self.work.refuse_kind(root, place);
        }
        self.history |= matches!(self.work.from.codec, Codec::Messages(_));
        let (frame, line) = (place.frame, place.line);
        self.look(Frame { root, name: None, number: frame, line }, base);
        if let Some(text) = half_in(root) {
            let message = "half of a character stands alone in the text";
            let mut found = Findings::new(&mut self.work.report, frame, line, base);
            found.put(&rules::LONE_SURROGATE, text, message);
        }
        let Work { from, report, .. } = &mut self.work;
        let usage = Usage::default();
        let mut source = Source { report, family: from.family, frame, line, base: base.to_owned(), usage };
        match from.codec {
            Codec::Messages(codec) => drop((codec.read)(root, &mut source)),
            Codec::Document(codec) => {
                drop((codec.read)(root, &mut source));
                self.end_checker();
            }
            Codec::Stream(_) => {}
        }
        self.work.report.close_losses();
        self.after_reading();
    }

    fn end_history(&mut self) {
        if std::mem::take(&mut self.history) {
            self.end_checker();
        }
    }

    /// What is checked ends; the next begins anew.
    fn end_checker(&mut self) {
        if let Some(mut done) = self.checker.take() {
            done.finish(&mut Findings::new(&mut self.work.report, 0, 0, ""));
        }
        self.checker = checker(self.work.from);
    }
}

/// The first text in `value` in which half of a character stands alone.
fn half_in(value: Value<'_>) -> Option<Value<'_>> {
    if !JsonStr::new(value.peek()).has_lone_surrogate() {
        return None;
    }
    let mut inside = value.elements().chain(value.members().map(|(_, member)| member));
    inside.find_map(half_in).or(Some(value))
}

/// A checker for a format.
fn checker(format: &WireFormat) -> Option<Box<dyn Check>> {
    let make = match format.codec {
        Codec::Stream(codec) => codec.checker,
        Codec::Messages(codec) => codec.checker,
        Codec::Document(codec) => codec.checker,
    };
    make.map(|make| make())
}

impl Sink for CheckLane {
    fn frame(&mut self, frame: RawFrame<'_>) {
        if self.reading.is_some() {
            self.stream_frame(&frame);
        } else if !frame.sentinel {
            self.record(&frame);
        }
    }

    fn open(&mut self, _at: Position) {
        self.end_history();
        self.history = matches!(self.work.from.codec, Codec::Messages(_));
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        if self.reading.is_some() {
            let at = Position { frame: index + 1, ..frame.at };
            return self.stream_frame(&RawFrame { at, ..frame });
        }
        let text = self.work.text(&frame);
        if self.work.check(&mut self.tape, &text, &frame) {
            let tape = std::mem::take(&mut self.tape);
            self.node(tape.view(&text).root(), frame.at, &format!("/{index}"));
            self.tape = tape;
        }
    }

    fn close(&mut self, _at: Position) {
        self.end_history();
    }

    fn fault(&mut self, fault: Fault) {
        self.forget();
        self.work.fault(&fault);
    }

    fn take(&mut self, frame: RawFrame<'_>) -> bool {
        self.met = !self.again(&frame);
        !self.met
    }

    fn take_open(&mut self, rest: RawFrame<'_>, open: Open) -> Option<Extent> {
        self.next(&rest, open)
    }

    fn looks_ahead(&self) -> bool {
        self.reading.as_ref().is_some_and(|reading| reading.recur.is_some())
    }
}

impl Lane for CheckLane {
    fn finish(&mut self) {
        self.end_stream();
        self.end_history();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}
