//! The way back through `native` is exact: what a room's own writer spells otherwise than the source is kept as a patch.
//!
//! Blind to formats: the record is read, written by the writer of its own format, and compared with itself.

use crate::calls;
use crate::codec::{Codec, MessagesCodec, WireFormat};
use crate::ir::{Arr, Json, Message, Patch, Remainder, Tape, Transcript, Usage, Value, apply, diff};
use crate::report::Report;

/// What has to be changed in what `format` writes for `transcript` to get `source`.
pub(super) fn of_record(format: &WireFormat, source: Value<'_>, transcript: &Transcript) -> Remainder {
    let Codec::Document(codec) = format.codec else { return Remainder::default() };
    let mut bytes = Vec::new();
    let mut settled = transcript.clone();
    calls::settle(&mut settled.messages);
    (codec.write)(settled, &mut bytes, &mut Report::default());
    compare(format, source, &bytes, |root| Some(root))
}

/// The same for one message of a history.
pub(super) fn of_message(format: &WireFormat, source: Value<'_>, message: &Message) -> Remainder {
    let Codec::Messages(codec) = format.codec else { return Remainder::default() };
    let (mut bytes, mut report) = (Vec::new(), Report::default());
    let mut alone = Transcript { messages: vec![message.clone()], ..Transcript::default() };
    calls::settle(&mut alone.messages);
    let mut list = Arr::begin(&mut bytes);
    (codec.write)(alone, &mut list, &mut report);
    list.end();
    compare(format, source, &bytes, |root| {
        let mut items = root.elements();
        items.next().filter(|_| items.next().is_none())
    })
}

/// The source as it stands, where nothing of it is ours to write.
pub(super) fn whole(format: &WireFormat, source: Value<'_>) -> Remainder {
    let patch = Patch { set: vec![(String::new(), Json::from_valid(source.peek()))], remove: Vec::new() };
    Remainder { format: format.id.to_owned(), patch }
}

fn compare(
    format: &WireFormat,
    source: Value<'_>,
    written: &[u8],
    pick: impl Fn(Value<'_>) -> Option<Value<'_>>,
) -> Remainder {
    let text = crate::ir::written(written);
    let mut tape = Tape::default();
    let view = tape.fill(&text).is_ok().then(|| tape.view(&text));
    let picked = view.as_ref().and_then(|view| pick(view.root()));
    match picked {
        Some(written) => Remainder { format: format.id.to_owned(), patch: diff(source, written) },
        None => whole(format, source),
    }
}

/// Writes a history, each message that remembers this format with its own spelling.
pub(super) fn write_history(
    format: &WireFormat,
    codec: MessagesCodec,
    mut transcript: Transcript,
    list: &mut Arr<'_>,
    report: &mut Report,
) {
    let is_own = |message: &Message| message.remainder.format == format.id;
    if !transcript.messages.iter().any(is_own) {
        return (codec.write)(transcript, list, report);
    }
    let mut plain: Vec<Message> = Vec::new();
    for message in std::mem::take(&mut transcript.messages) {
        if !is_own(&message) {
            plain.push(message);
            continue;
        }
        if !plain.is_empty() {
            let messages = std::mem::take(&mut plain);
            (codec.write)(Transcript { messages, ..Transcript::default() }, list, report);
        }
        let text = respelled(codec, message, report);
        if !text.is_empty() {
            list.raw(&text);
        }
    }
    if plain.is_empty() {
        // What the format itself said of the usage stands in the messages.
        transcript.usage = Usage::default();
    }
    transcript.messages = plain;
    (codec.write)(transcript, list, report);
}

/// A message with its own spelling.
fn respelled(codec: MessagesCodec, message: Message, report: &mut Report) -> String {
    let patch = message.remainder.patch.clone();
    let mut bytes = Vec::new();
    let mut alone = Arr::resume(&mut bytes, false, false);
    (codec.write)(Transcript { messages: vec![message], ..Transcript::default() }, &mut alone, report);
    if patch.set.first().is_some_and(|(pointer, _)| pointer.is_empty()) {
        return apply("null", &patch);
    }
    apply(&crate::ir::written(&bytes), &patch)
}
