//! A whole transcript in another format: as a document, or played as a stream.

use super::remainder::write_history;
use crate::codec::{Codec, DocumentCodec, Shape, WireFormat};
use crate::emit::WriteEvents;
use crate::formats;
use crate::framing::Out;
use crate::ir::{Arr, Message, Remainder, Role, Transcript, apply};
use crate::report::Report;
use crate::turns;
use crate::unfold::unfold;
use crate::unsaid;

/// Writes a transcript in `to`: as it is, or in a reply's shape the last turn of it.
pub(super) fn deliver(transcript: Transcript, to: &'static WireFormat, out: &mut Out, report: &mut Report) {
    match to.codec {
        Codec::Messages(codec) => out.array(|list| write_history(to, codec, transcript, list, report)),
        Codec::Document(codec) => {
            out.whole(|bytes| write_document(to, codec, transcript, (bytes, report)));
        }
        Codec::Stream(codec) => play(transcript, &mut *(codec.writer)(), out, report),
    }
    report.close_losses();
}

/// The text of the document that `to` makes of a transcript; `None` where it holds no reply to write, which is told,
/// and of a stream.
pub(super) fn document(
    transcript: Transcript,
    to: &'static WireFormat,
    report: &mut Report,
) -> Option<String> {
    let mut bytes = Vec::new();
    match to.codec {
        Codec::Messages(codec) => {
            let mut list = Arr::begin(&mut bytes);
            write_history(to, codec, transcript, &mut list, report);
            list.end();
        }
        Codec::Document(codec) if write_document(to, codec, transcript, (&mut bytes, report)) => {}
        Codec::Document(_) | Codec::Stream(_) => return None,
    }
    Some(crate::ir::text(bytes))
}

/// Writes a document at the end of `out`; `false` where there is none to write.
fn write_document(
    to: &'static WireFormat,
    codec: DocumentCodec,
    mut transcript: Transcript,
    (out, report): (&mut Vec<u8>, &mut Report),
) -> bool {
    if to.shape == Shape::Response {
        let Some(before) = the_reply(&mut transcript, false, report) else { return false };
        turns::lose_before(&before, report);
    }
    let Remainder { format, patch } = &transcript.remainder;
    if *format == to.id && !patch.is_empty() {
        let (patch, mut plain) = (patch.clone(), Vec::new());
        (codec.write)(transcript, &mut plain, report);
        out.extend_from_slice(apply(&crate::ir::written(&plain), &patch).as_bytes());
    } else {
        (codec.write)(transcript, out, report);
    }
    true
}

/// Plays the reply of a transcript to the writer of a stream.
pub(super) fn play(
    mut transcript: Transcript,
    writer: &mut dyn WriteEvents,
    out: &mut Out,
    report: &mut Report,
) {
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
    unfold(&transcript, writer, out, report);
    writer.finish(out, report);
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
        if !holds {
            turns::lose_before(&transcript.messages, report);
            unsaid::all_but_messages(report, transcript);
        }
    }
    before
}
