//! The lane of documents: histories, bodies and replies, one by one.

use super::carry::{Segment, Unloaded, deliver, unload};
use super::long::Long;
use super::remainder::{of_message, of_record, whole};
use super::sink::{Lane, Work, at};
use crate::codec::{Codec, DocumentCodec, MessagesCodec, Shape, Source};
use crate::fold::Then;
use crate::framing::{Fault, Position, RawFrame, Sink};
use crate::ir::{
    Json, JsonString, Kind, Message, Part, PartKind, Place, Role, Tape, Transcript, Usage, Value, utf8,
};

/// For no more messages room is made before they are read.
const MANY: usize = 64;

/// Reads documents and writes each as soon as it is whole.
pub(super) struct RecordLane {
    pub(super) work: Work,
    tape: Tape,
    history: Option<Transcript>,
    /// Messages since the last one that carries something.
    segment: Segment,
    /// Where they begin in the history.
    begin: usize,
    /// Whether any were made whole, so that the history is another format's.
    restored: bool,
    /// The first document of an array, until it is known whether it is the only one.
    lone: Option<(Transcript, Option<String>)>,
    then: Then<'static>,
    /// A history that goes out in pieces where it is long.
    long: Option<Long>,
}

impl RecordLane {
    pub(super) fn new(work: Work) -> Self {
        let goal = work.goal();
        let plain = !work.carry && !work.spells() && !work.out.style().pretty;
        let long = Long::of(work.to).filter(|_| plain);
        let lane = Self::handing(work, Box::new(move |read, out, report| deliver(read, goal, out, report)));
        Self { long, ..lane }
    }

    /// Whether a history has begun that is not written yet.
    pub(super) fn is_in_history(&self) -> bool {
        self.history.is_some()
    }

    /// Hands each transcript to `then`.
    pub(super) fn handing(work: Work, then: Then<'static>) -> Self {
        Self {
            work,
            tape: Tape::default(),
            history: None,
            segment: Segment::default(),
            begin: 0,
            restored: false,
            lone: None,
            then,
            long: None,
        }
    }

    /// A value on its own: a document, a history in one piece, or one message of a history that runs over the lines.
    fn record(&mut self, raw: &RawFrame<'_>) {
        if self.work.stopped {
            return;
        }
        let text = self.work.text(raw);
        if self.work.check(&mut self.tape, &text, raw) {
            self.read(&text, raw);
        }
    }

    /// Reads what is on the tape. A record that gives nothing but faults is rejected.
    fn read(&mut self, text: &str, raw: &RawFrame<'_>) {
        let Work { out, report, .. } = &self.work;
        let (told, errors, written) = (report.told(), report.errors(), out.bytes().len());
        let tape = std::mem::take(&mut self.tape);
        self.value(tape.view(text).root(), raw.at);
        self.tape = tape;
        let Work { out, report, .. } = &self.work;
        let nothing = out.bytes().len() == written && self.history.is_none();
        if nothing && report.errors() > errors {
            self.work.reject(told, raw.payload);
        }
    }

    /// As [`RecordLane::read`], of a value that may stand inside another.
    pub(super) fn value(&mut self, value: Value<'_>, place: Position) {
        match (self.work.from.codec, value.kind()) {
            (Codec::Messages(codec), Kind::Array) => {
                self.flush();
                let history = self.history.get_or_insert_default();
                history.messages.reserve_exact(value.elements().take(MANY).count());
                value.items().for_each(|item| self.entry(codec, item, place, String::new()));
                self.history.get_or_insert_default();
                self.flush();
            }
            (Codec::Messages(codec), Kind::Object) => self.message(codec, value, place, String::new()),
            (Codec::Document(codec), Kind::Object) => {
                let read = self.document(codec, value, place, String::new());
                self.write(read);
            }
            (Codec::Document(codec), Kind::Array) => {
                for item in value.items() {
                    let read = self.document(codec, item, place, String::new());
                    self.write(read);
                }
            }
            (Codec::Messages(_) | Codec::Document(_) | Codec::Stream(_), _) => {
                self.work.refuse_kind(value, place);
            }
        }
    }

    /// An entry of a history.
    fn entry(&mut self, codec: MessagesCodec, value: Value<'_>, place: Position, base: String) {
        if value.kind() == Kind::Object {
            self.message(codec, value, place, base);
        } else {
            self.stray(value, place);
        }
    }

    /// An entry of a history that is no message: no target takes it but `native`, which keeps all.
    fn stray(&mut self, value: Value<'_>, place: Position) {
        self.work.refuse_kind(value, place);
        if !self.work.spells() {
            return;
        }
        let Work { from, .. } = &mut self.work;
        let mut message = Message { role: Role::Other(JsonString::default()), ..Message::default() };
        let kind = PartKind::Raw { family: from.family.to_owned(), value: value.json() };
        message.parts.push(Part::new(kind, Place::default()));
        message.remainder = whole(from, value);
        self.history.get_or_insert_default().messages.push(message);
    }

    fn message(&mut self, codec: MessagesCodec, value: Value<'_>, place: Position, base: String) {
        let Work { from, report, carry, .. } = &mut self.work;
        let found =
            if *carry { self.segment.take(from, value.peek(), at(place), report) } else { Unloaded::Nothing };
        let mut tape = Tape::default();
        match found {
            Unloaded::Nothing => return self.read_message(codec, value, place, base),
            Unloaded::Whole(whole) => self.restore(*whole),
            Unloaded::Left(Some(plain)) if tape.fill(&plain).is_ok() => {
                let base = base + &value.pointer();
                self.read_message(codec, tape.view(&plain).root(), place, base);
            }
            Unloaded::Left(_) => {}
        }
        self.begin = self.history.as_ref().map_or(0, |history| history.messages.len());
    }

    /// Puts messages that are whole in the place of those that were read since the last such.
    fn restore(&mut self, whole: Transcript) {
        let history = self.history.get_or_insert_default();
        let mut messages = std::mem::take(&mut history.messages);
        messages.truncate(self.begin);
        *history = whole;
        messages.append(&mut history.messages);
        history.messages = messages;
        self.restored = true;
    }

    fn read_message(&mut self, codec: MessagesCodec, value: Value<'_>, place: Position, base: String) {
        let spells = self.work.spells();
        let Work { from, report, .. } = &mut self.work;
        let (frame, line) = (place.frame, place.line);
        let usage = Usage::default();
        let mut source = Source { report, family: from.family, frame, line, base, usage };
        let mut message = (codec.read)(value, &mut source);
        let usage = source.usage;
        if spells {
            message.remainder = of_message(from, value, &message);
        }
        if let Some(long) = &mut self.long {
            if let Some(history) = self.history.as_mut().filter(|_| long.ends_before(&message)) {
                let (messages, source) = (std::mem::take(&mut history.messages), from.id.to_owned());
                let piece = Transcript { messages, source, complete: true, ..Transcript::default() };
                long.write(piece, &mut self.work.out, &mut self.work.report);
            }
            long.keep(&message, value.verbatim().len());
        }
        let history = self.history.get_or_insert_default();
        if message.role == Role::Assistant {
            history.usage = usage;
        }
        history.messages.push(message);
    }

    fn document(
        &mut self,
        codec: DocumentCodec,
        value: Value<'_>,
        place: Position,
        base: String,
    ) -> Transcript {
        let Work { from, report, carry, .. } = &mut self.work;
        let found = if *carry { unload(from, value.peek(), at(place), report) } else { Unloaded::Nothing };
        let mut tape = Tape::default();
        match found {
            Unloaded::Whole(whole) => *whole,
            Unloaded::Left(Some(plain)) if tape.fill(&plain).is_ok() => {
                let base = base + &value.pointer();
                self.read_document(codec, tape.view(&plain).root(), place, base)
            }
            Unloaded::Nothing | Unloaded::Left(_) => self.read_document(codec, value, place, base),
        }
    }

    fn read_document(
        &mut self,
        codec: DocumentCodec,
        value: Value<'_>,
        place: Position,
        base: String,
    ) -> Transcript {
        let spells = self.work.spells();
        let Work { from, report, .. } = &mut self.work;
        let (frame, line) = (place.frame, place.line);
        let usage = Usage::default();
        let mut source = Source { report, family: from.family, frame, line, base, usage };
        let mut read = (codec.read)(value, &mut source);
        if spells {
            read.remainder = of_record(from, value, &read);
        }
        if from.shape == Shape::Response {
            read.complete = true;
        }
        if from.shape != Shape::Transcript {
            from.id.clone_into(&mut read.source);
        }
        read
    }

    fn write(&mut self, read: Transcript) {
        let Work { from, out, report, .. } = &mut self.work;
        if read.error.is_some() {
            report.reply_fails();
        }
        report.reply_ends(read.complete || from.shape == Shape::Request);
        (self.then)(read, out, report);
    }

    /// Writes the first document of an array. If it was the only one, `native` remembers that it stood in an array.
    fn release(&mut self, alone: bool) {
        let Some((mut read, text)) = self.lone.take() else { return };
        if let Some(text) = text.filter(|_| alone && self.work.spells()) {
            read.remainder.patch.set = vec![(String::new(), Json::from_valid(format!("[{text}]")))];
            read.remainder.patch.remove.clear();
        }
        self.write(read);
    }

    /// Writes the history that is read so far.
    pub(super) fn flush(&mut self) {
        if let Some(mut history) = self.history.take() {
            let Work { from, out, report, .. } = &mut self.work;
            if !std::mem::take(&mut self.restored) {
                history.complete = true;
                from.id.clone_into(&mut history.source);
            }
            self.segment = Segment::default();
            self.begin = 0;
            if !self.long.as_mut().is_some_and(|long| long.end(&mut history, out, report)) {
                (self.then)(history, out, report);
            }
        }
    }
}

impl Sink for RecordLane {
    fn frame(&mut self, frame: RawFrame<'_>) {
        if !frame.sentinel {
            self.record(&frame);
        }
    }

    fn open(&mut self, _at: Position) {
        self.flush();
        if matches!(self.work.from.codec, Codec::Messages(_)) {
            self.history = Some(Transcript::default());
        }
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        let text = self.work.text(&frame);
        if self.work.stopped || !self.work.check(&mut self.tape, &text, &frame) {
            return;
        }
        let tape = std::mem::take(&mut self.tape);
        let view = tape.view(&text);
        let root = view.root();
        let base = format!("/{index}");
        match (self.work.from.codec, root.kind()) {
            (Codec::Messages(codec), _) => self.entry(codec, root, frame.at, base),
            (Codec::Document(codec), Kind::Object) => {
                let read = self.document(codec, root, frame.at, base);
                if index == 0 {
                    let own = read.source == self.work.from.id;
                    self.lone = Some((read, own.then(|| text.clone().into_owned())));
                } else {
                    self.release(false);
                    self.write(read);
                }
            }
            (Codec::Document(_) | Codec::Stream(_), _) => self.work.refuse_kind(root, frame.at),
        }
        self.tape = tape;
    }

    fn close(&mut self, _at: Position) {
        self.release(true);
        self.flush();
    }

    fn fault(&mut self, fault: Fault) {
        self.work.fault(&fault);
    }

    /// A line that is one object or array needs no record reader: it is checked onto the tape here.
    fn take(&mut self, raw: RawFrame<'_>) -> bool {
        let Ok(text) = utf8(raw.payload) else { return false };
        let is_record = matches!(raw.payload, [b'{' | b'[', ..]) && !self.work.stopped;
        let is_record = is_record && self.tape.fill(text).is_ok();
        if is_record {
            self.work.frames += 1;
            self.read(text, &raw);
        }
        is_record
    }
}

impl Lane for RecordLane {
    fn finish(&mut self) {
        self.flush();
        self.work.out.finish();
    }

    fn work(&mut self) -> &mut Work {
        &mut self.work
    }
}
