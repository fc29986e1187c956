//! AG-UI 1.0: what an agent and a user-facing application say to each other.
//!
//! Sources: the AG-UI 1.0 specification and its JSON Schema, and the packages `@ag-ui/core` and `@ag-ui/client` 1.0.0
//! (2026-09-17), read 2026-11. A request (`RunAgentInput`) is answered by a stream of events, each one SSE frame
//! without an `event:` line; there is no `[DONE]`. A history is an array of messages.
//! ```text
//! data: {"type":"RUN_STARTED","threadId":"t1","runId":"r1"}
//! data: {"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}
//! data: {"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
//! data: {"type":"TEXT_MESSAGE_END","messageId":"m1"}
//! data: {"type":"RUN_FINISHED","threadId":"t1","runId":"r1","outcome":{"type":"success"}}
//!
//! [{"id":"u1","role":"user","content":"tide?"},
//!  {"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},
//!  {"id":"t1","role":"tool","toolCallId":"c1","content":"Low."}]
//! ```
//! How it meets the shared vocabulary:
//! - A message is a model step. A `reasoning` message is an assistant message of one reasoning part. Its
//!   `encryptedValue` is the signature of its text, or, where it has none, the sealed thinking itself.
//! - Of a message of another family that is more than AG-UI's can be (several steps, thinking, results beside calls)
//!   the first piece has the message's id and each later one a counted id of its own.
//! - An `activity` message is an assistant message of one data part, whose extra `/activityType` marks what it is.
//! - `STEP_*`, `SUBAGENT_*` and `RAW` events, and kinds nobody knows, are kept whole: a step is a named stretch of the
//!   agent's own work, no model step. `CUSTOM` is a data part, and Stackbone's `usage` is usage.
//! - Patches of state and activities are applied: an event has the whole value. The texts of untouched parts stay.
//! - A question whether a call may be made is an interrupt with the reason `tool_call`, and the answer to it an entry of
//!   `resume` with the payload `{"approved":…}`: in the tree it stands in the message that paused. Any other entry of
//!   `resume` is an extra.
//! - Members that only AG-UI has are extras. On an event they are named `event:/timestamp` where the event belongs to a
//!   message or a call, `RUN_FINISHED:/result` (by event type) where it belongs to the run, and without a prefix where
//!   a message, a call or `RUN_STARTED` has them.

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, StreamCodec, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod check;
mod detect;
mod ids;
mod read;
mod rules;
mod says;
#[cfg(test)]
mod tests;
mod usage;
mod words;
mod write;

pub(super) use rules::RULES;

/// The family's id.
const FAMILY: &str = "ag-ui";

/// Metadata of a message, props that are passed on, and `CUSTOM` events are the protocol's own room for others.
const CARRY: Carry =
    Carry::beside(&["/metadata/chatwire", "/chatwire"]).or_in(r#"{"id":"chatwire","role":"assistant"}"#);
const CARRY_INPUT: Carry = Carry::beside(&["/forwardedProps/chatwire", "/chatwire"]);
const CARRY_EVENT: Carry = Carry::apart(r#"{"type":"CUSTOM","name":"chatwire"}"#, &["/value"]);

/// The family's formats.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "ag-ui-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "AG-UI 1.0: array of messages",
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
        id: "ag-ui-request",
        family: FAMILY,
        shape: Shape::Request,
        about: "AG-UI 1.0: RunAgentInput",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::request,
        codec: Codec::Document(DocumentCodec {
            read: read::request,
            write: write::request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY_INPUT),
    },
    WireFormat {
        id: "ag-ui-stream",
        family: FAMILY,
        shape: Shape::Stream,
        about: "AG-UI 1.0: events",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 2),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: read::reader,
            writer: write::writer,
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_EVENT),
    },
    WireFormat {
        id: "ag-ui-stream@stackbone",
        family: FAMILY,
        shape: Shape::Stream,
        about: "AG-UI 1.0 events of Stackbone: usage as a CUSTOM event",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 3),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: read::reader,
            writer: write::stackbone_writer,
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_EVENT),
    },
];
