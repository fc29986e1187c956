//! The way back through `native` is exact: what a room's own writer spells otherwise than the source is kept as a patch.
//!
//! Blind to formats: the record is read, written by the writer of its own format, and compared with itself.

use crate::calls;
use crate::codec::{Codec, MessagesCodec, WireFormat};
use crate::ir::{Json, Message, Patch, Remainder, Tape, Transcript, Usage, Value, apply, diff};
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
    let mut bytes = Vec::new();
    let mut alone = Transcript { messages: vec![message.clone()], ..Transcript::default() };
    calls::settle(&mut alone.messages);
    (codec.write)(alone, &mut bytes, &mut Report::default());
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
    let picked = tape.fill(&text).is_ok().then(|| tape.root(&text)).and_then(pick);
    match picked {
        Some(written) => Remainder { format: format.id.to_owned(), patch: diff(source, written) },
        None => whole(format, source),
    }
}

/// Writes a history as an array, each message that remembers this format with its own spelling.
pub(super) fn write_history(
    format: &WireFormat,
    codec: MessagesCodec,
    transcript: Transcript,
    out: &mut Vec<u8>,
    report: &mut Report,
) {
    if transcript.messages.iter().any(|message| message.remainder.format == format.id) {
        out.extend_from_slice(respelled(format, codec, transcript, report).as_bytes());
    } else {
        (codec.write)(transcript, out, report);
    }
}

fn respelled(
    format: &WireFormat,
    codec: MessagesCodec,
    mut transcript: Transcript,
    report: &mut Report,
) -> String {
    let mut items = String::new();
    let messages = std::mem::take(&mut transcript.messages);
    let mut plain: Vec<Message> = Vec::new();
    let mut write = |transcript: Transcript, patch: Option<&Patch>, report: &mut Report| {
        let mut bytes = Vec::new();
        (codec.write)(transcript, &mut bytes, report);
        let text = crate::ir::written(&bytes);
        let inner = text.trim_end().strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or("");
        let inner = match patch {
            Some(patch) if patch.set.first().is_some_and(|(pointer, _)| pointer.is_empty()) => {
                apply("null", patch)
            }
            Some(patch) => apply(inner, patch),
            None => inner.to_owned(),
        };
        if !items.is_empty() && !inner.is_empty() {
            items.push(',');
        }
        items.push_str(&inner);
    };
    for message in messages {
        if message.remainder.format == format.id {
            if !plain.is_empty() {
                let messages = std::mem::take(&mut plain);
                write(Transcript { messages, ..Transcript::default() }, None, report);
            }
            let patch = message.remainder.patch.clone();
            write(Transcript { messages: vec![message], ..Transcript::default() }, Some(&patch), report);
        } else {
            plain.push(message);
        }
    }
    transcript.messages = plain;
    if transcript.messages.is_empty() {
        // What the format itself said of the usage stands in the messages.
        transcript.usage = Usage::default();
    }
    write(transcript, None, report);
    format!("[{items}]")
}
