//! The native transcript: everything the shared vocabulary holds, spelled out. Format of our own, version 1;
//! `docs/native.md` tells each member, `docs/native.schema.json` is its JSON Schema.
//!
//! `native` is one JSON object a line for each run or history, `native-stream` is the events, one a line:
//!
//! ```text
//! {"chatwire":1,"source":"openai-stream","complete":true,"run":{"id":"r1"},"messages":[
//!   {"role":"assistant","parts":[{"type":"text","text":"Hi"}]}],"finish":{"reason":"stop","raw":"stop"}}
//!
//! {"event":"run-start","run":{"id":"r1"}}
//! {"event":"message-start","message":0,"role":"assistant"}
//! {"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
//! {"event":"delta","part":0,"text":"Hi"}
//! {"event":"part-end","part":0}
//! {"event":"message-end","message":0}
//! {"event":"run-end","finish":{"reason":"stop","raw":"stop"},"complete":true}
//! ```
//!
//! Invariants. Absent means unknown. Nothing of a transcript or an event is lost here but places and what only spells a
//! thing another way: arguments that parse become a value, and empty ones `{}`. Read back and written again, a document
//! is the same bytes. What only one family says rides in `extras` under pointers in that family's spelling.

mod check;
mod names;
mod nodes;
mod parts;
mod read;
mod rules;
mod says;
mod stream;
mod write;

#[cfg(test)]
mod tests;

pub(super) use rules::RULES;

use crate::codec::{Carry, Codec, DocumentCodec, Sample, Score, Shape, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;
use crate::ir::{Kind, Transcript};

/// A stream of events is one reply; what else there was goes with a note.
const CARRY_NOTE: Carry = Carry::apart(r#"{"event":"note"}"#, &["/chatwire"]);

/// The wire formats of this room.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "native",
        family: "native",
        shape: Shape::Transcript,
        about: "the native transcript: one run or history with all that is known of it",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 0),
        detect: detect_transcript,
        codec: Codec::Document(DocumentCodec {
            read: read::document,
            write: write::document,
            checker: Some(check::transcript),
        }),
        carry: None,
    },
    WireFormat {
        id: "native-stream",
        family: "native",
        shape: Shape::Stream,
        about: "the native events, one a line",
        framing: Framing::Ndjson,
        names: false,
        says: Says::stream(says::ROWS, 1),
        detect: detect_stream,
        codec: Codec::Stream(stream::CODEC),
        carry: Some(CARRY_NOTE),
    },
];

/// A transcript as native text: all that it says but for places. Two transcripts say the same if their texts are equal.
#[must_use]
pub fn text(transcript: &Transcript) -> String {
    let mut bytes = Vec::new();
    write::whole(transcript, &mut bytes);
    crate::ir::written(&bytes).into_owned()
}

fn detect_transcript(sample: &Sample<'_>) -> Score {
    let version = sample.values.first().and_then(|value| value.root.fields().get("chatwire"));
    match version {
        Some(version) if version.kind() == Kind::Number => {
            Score::of(100, format!("frame 1: /chatwire is {}", version.peek()))
        }
        Some(_) | None => Score::NONE,
    }
}

fn detect_stream(sample: &Sample<'_>) -> Score {
    let event = sample.values.first().and_then(|value| value.root.fields().token("event"));
    match event.map(|event| event.as_str()) {
        Some("run-start") => Score::of(95, "frame 1: /event is run-start"),
        Some(word) if stream::words::is_event(word) => Score::of(60, format!("frame 1: /event is {word}")),
        Some(_) | None => Score::NONE,
    }
}
