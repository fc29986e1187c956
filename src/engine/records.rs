//! The lane of documents: histories, bodies and replies, one by one.

use super::remainder::{of_message, of_record, whole, write_history};
use super::sink::{Lane, Work};
use crate::codec::{Codec, DocumentCodec, MessagesCodec, Shape, Source, WireFormat};
use crate::fold::Then;
use crate::formats;
use crate::framing::{Fault, Out, Position, RawFrame, Sink};
use crate::ir::{
    Json, JsonString, Kind, Message, Part, PartKind, Place, Role, Tape, Transcript, Usage, Value, apply,
};
use crate::report::Report;
use crate::turns;
use crate::unfold::unfold;

/// Reads documents and writes each as soon as it is whole.
pub(super) struct RecordLane {
    pub(super) work: Work,
    tape: Tape,
    history: Option<Transcript>,
    /// The first document of an array, until it is known whether it is the only one.
    lone: Option<(Transcript, String)>,
    then: Then<'static>,
}

impl RecordLane {
    pub(super) fn new(work: Work) -> Self {
        let to = work.to;
        Self::handing(work, Box::new(move |read, out, report| deliver(read, to, out, report)))
    }

    /// Hands each transcript to `then`.
    pub(super) fn handing(work: Work, then: Then<'static>) -> Self {
        Self { work, tape: Tape::default(), history: None, lone: None, then }
    }

    /// A value on its own: a document, a history in one piece, or one message of a history that runs over the lines.
    fn take(&mut self, raw: &RawFrame<'_>) {
        let text = self.work.text(raw);
        if self.work.stopped || !self.work.check(&mut self.tape, &text, raw) {
            return;
        }
        let tape = std::mem::take(&mut self.tape);
        let root = tape.root(&text);
        match (self.work.from.codec, root.kind()) {
            (Codec::Messages(codec), Kind::Array) => {
                self.flush();
                root.items().for_each(|item| self.entry(codec, item, raw.at, String::new()));
                self.history.get_or_insert_default();
                self.flush();
            }
            (Codec::Messages(codec), Kind::Object) => self.message(codec, root, raw.at, String::new()),
            (Codec::Document(codec), Kind::Object) => {
                let read = self.document(codec, root, raw.at, String::new());
                self.write(read);
            }
            (Codec::Document(codec), Kind::Array) => {
                for item in root.items() {
                    let read = self.document(codec, item, raw.at, String::new());
                    self.write(read);
                }
            }
            (Codec::Messages(_) | Codec::Document(_) | Codec::Stream(_), _) => {
                self.work.refuse_kind(root, raw.at)
            }
        }
        self.tape = tape;
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
        let Work { from, to, .. } = &mut self.work;
        if to.shape != Shape::Transcript {
            return;
        }
        let mut message = Message { role: Role::Other(JsonString::default()), ..Message::default() };
        let kind = PartKind::Raw { family: from.family.to_owned(), value: value.json() };
        message.parts.push(Part::new(kind, Place::default()));
        message.remainder = whole(from, value);
        self.history.get_or_insert_default().messages.push(message);
    }

    fn message(&mut self, codec: MessagesCodec, value: Value<'_>, place: Position, base: String) {
        let Work { from, to, report, .. } = &mut self.work;
        let (frame, line) = (place.frame, place.line);
        let usage = Usage::default();
        let mut source = Source { report, family: from.family, frame, line, base, usage };
        let mut message = (codec.read)(value, &mut source);
        let usage = source.usage;
        if to.shape == Shape::Transcript {
            message.remainder = of_message(from, value, &message);
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
        let Work { from, to, report, .. } = &mut self.work;
        let (frame, line) = (place.frame, place.line);
        let usage = Usage::default();
        let mut source = Source { report, family: from.family, frame, line, base, usage };
        let mut read = (codec.read)(value, &mut source);
        if to.shape == Shape::Transcript {
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
        if alone && self.work.to.shape == Shape::Transcript {
            read.remainder.patch.set = vec![(String::new(), Json::from_valid(format!("[{text}]")))];
            read.remainder.patch.remove.clear();
        }
        self.write(read);
    }

    fn flush(&mut self) {
        if let Some(mut history) = self.history.take() {
            let Work { from, out, report, .. } = &mut self.work;
            history.complete = true;
            from.id.clone_into(&mut history.source);
            (self.then)(history, out, report);
        }
    }
}

/// Writes a transcript in `to`: as it is, or in a reply's shape the last turn of it.
pub(super) fn deliver(transcript: Transcript, to: &'static WireFormat, out: &mut Out, report: &mut Report) {
    match to.codec {
        Codec::Messages(_) => {
            let text = write_history(to, transcript, report);
            out.document(&text);
        }
        Codec::Document(codec) => {
            let mut transcript = transcript;
            if to.shape == Shape::Response {
                let Some(before) = the_reply(&mut transcript, false, report) else { return };
                turns::lose_before(&before, report);
            }
            let remainder = transcript.remainder.clone();
            let mut bytes = Vec::new();
            (codec.write)(transcript, &mut bytes, report);
            let text = crate::ir::written(&bytes);
            if remainder.format == to.id && !remainder.patch.is_empty() {
                out.document(&apply(&text, &remainder.patch));
            } else {
                out.document(&text);
            }
        }
        Codec::Stream(codec) => {
            let mut transcript = transcript;
            let mut writer = (codec.writer)();
            let holds = writer.holds_conversation();
            let before = match the_reply(&mut transcript, holds, report) {
                Some(before) => before,
                None if holds => std::mem::take(&mut transcript.messages),
                None => return,
            };
            let streamed = transcript.source.contains("-stream");
            if transcript.messages.len() > 1 && !streamed && !holds {
                transcript.messages = turns::join(std::mem::take(&mut transcript.messages), report);
            }
            if !before.is_empty() {
                writer.before(before, report);
            }
            if let Some(source) = formats::by_id(&transcript.source) {
                writer.source(source.id);
            }
            unfold(&transcript, &mut *writer, out, report);
            writer.finish(out, report);
        }
    }
    report.close_losses();
}

/// Leaves the reply in a transcript and gives what comes before it. What was a stream is a reply already, even an
/// empty one; on a wire that holds a conversation, so is one that nobody answers in.
fn the_reply(transcript: &mut Transcript, holds: bool, report: &mut Report) -> Option<Vec<Message>> {
    let streamed = transcript.source.contains("-stream");
    let answers = transcript.messages.iter().any(|message| message.role == Role::Assistant);
    if streamed && (answers || holds || transcript.messages.is_empty()) {
        return Some(Vec::new());
    }
    let place = transcript.messages.last().map(|message| message.place.clone()).unwrap_or_default();
    let before = turns::before_reply(transcript);
    if before.is_none() {
        let help = "a response or a stream is one reply; write the history as messages instead";
        let message = "no assistant message follows the last user message";
        report.error("frame/no-reply", crate::ir::At::place(&place), message, help);
    }
    before
}

impl Sink for RecordLane {
    fn frame(&mut self, frame: RawFrame<'_>) {
        if !frame.sentinel {
            self.take(&frame);
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
        let root = tape.root(&text);
        let base = format!("/{index}");
        match (self.work.from.codec, root.kind()) {
            (Codec::Messages(codec), _) => self.entry(codec, root, frame.at, base),
            (Codec::Document(codec), Kind::Object) => {
                let read = self.document(codec, root, frame.at, base);
                if index == 0 {
                    self.lone = Some((read, text.clone().into_owned()));
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
