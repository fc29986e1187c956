//! Vercel AI SDK: UIMessages, the body of a chat request, and the UI Message Stream.
//!
//! Source: `ai` 7.0.173 (npm, 2026-07), its schemas `uiMessageChunkSchema` and `uiMessagesSchema` and its fold
//! `processUIMessageStream`, each measured by running it. One assistant message is one turn: model steps begin with
//! `step-start`, and a tool part holds the call, the question for approval and the answer together.
//!
//! ```text
//! data: {"type":"start","messageId":"m1"}
//! data: {"type":"start-step"}
//! data: {"type":"text-start","id":"t1"}
//! data: {"type":"text-delta","id":"t1","delta":"Hi."}
//! data: {"type":"text-end","id":"t1"}
//! data: {"type":"finish-step"}
//! data: {"type":"finish","finishReason":"stop"}
//! data: [DONE]
//! ```
//! adds up to `{"id":"m1","role":"assistant","parts":[{"type":"step-start"},{"type":"text","text":"Hi.","state":"done"}]}`.
//!
//! What the shared tree has no word for rides in extras, named from the UIMessage's part whichever shape it came in:
//! `/title`, `/callProviderMetadata`, `/approval/signature`. Three of them are words of this room:
//! - `/dynamic`: `true` is a `dynamic-tool` part, `false` one that says `"dynamic": false`;
//! - `/state`: `"streaming"` and `"input-streaming"` are parts that nobody ended, any other a state that the part's own
//!   members do not show;
//! - `/textIds/N` of a message is the id that its text N had in the stream, which the message does not keep.

//!
//! Agenta has a side that speaks this wire (`vercel-stream@agenta`). What its data parts say is read as what its own
//! frames say: `data-input-request` and `data-interaction` are what the run waits for, `data-agent-error` is the code of
//! the `error` after it, `sessionId` in the metadata of `start` names the conversation. Data that only this side has
//! (`data-render`, `data-committed-revision`) stays data. Of a source that is Agenta's, the plain stream has the same
//! parts; of another it has none of them.

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, StreamCodec, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

use words::FAMILY;

mod check;
mod detect;
mod partial;
mod read;
mod rules;
mod says;
mod usage;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub(super) use rules::RULES;

/// Metadata of a message is any JSON; a transient data part reaches `onData` alone and no message.
const CARRY: Carry = Carry::beside(&["/metadata/chatwire", "/chatwire"])
    .or_in(r#"{"id":"chatwire","role":"assistant","parts":[]}"#);
const CARRY_BODY: Carry = Carry::beside(&["/chatwire"]);
const CARRY_FRAME: Carry = Carry::apart(r#"{"type":"data-chatwire","transient":true}"#, &["/data"]);

/// The wire formats of the family.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "vercel-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "Vercel AI SDK: array of UIMessages",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 0),
        detect: detect::messages,
        codec: Codec::Messages(MessagesCodec {
            read: read::message,
            write: write::messages,
            turns: None,
            checker: Some(check::messages),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "vercel-request",
        family: FAMILY,
        shape: Shape::Request,
        about: "Vercel AI SDK: body of a chat request",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::request,
        codec: Codec::Document(DocumentCodec {
            read: read::request,
            write: write::request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY_BODY),
    },
    WireFormat {
        id: "vercel-stream",
        family: FAMILY,
        shape: Shape::Stream,
        about: "Vercel AI SDK: UI Message Stream",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 2),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: read::stream,
            writer: write::stream,
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_FRAME),
    },
    WireFormat {
        id: "vercel-stream@agenta",
        family: FAMILY,
        shape: Shape::Stream,
        about: "UI Message Stream as Agenta writes it",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 3),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: read::stream,
            writer: write::agenta_stream,
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_FRAME),
    },
];
