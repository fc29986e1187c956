//! Agenta: agents that are invoked over HTTP, with messages of role and blocks, and event frames.
//!
//! Source: the chat message format page of Agenta's documentation, and the package `agenta` 0.125.1 (PyPI, July 2026),
//! whose fold and parsers were run. Sample of a stream, which has no sentinel:
//!
//! ```text
//! data: {"type": "message_start", "data": {"id": "m1"}}
//! data: {"type": "message_delta", "data": {"id": "m1", "delta": "Here are "}}
//! data: {"type": "message_end", "data": {"id": "m1"}}
//! data: {"type": "tool_call", "data": {"id": "c1", "name": "bash", "input": {"command": "ls"}}}
//! data: {"type": "tool_result", "data": {"id": "c1", "output": "index.md\n", "isError": false}}
//! data: {"type": "done", "data": {"stopReason": "end_turn"}}
//! ```
//!
//! How it is taken:
//! - A stream, and the batch body that it adds up to, is one assistant message: calls, answers and texts in their
//!   order. What the model says after an answer begins its next step.
//! - The ids that tie the pieces of a text together are no ids of messages (the batch body has none): they are kept
//!   as extras of the message, `/texts/0/id` for its first text or thought.
//! - The package's frames repeat `type` inside `data`, the document's do not: both are read, and the document's form is
//!   written. The runner's flat records (`{"kind":"event","event":{…}}`) are read as well.
//! - A `message_delta` whose text was not started is lost by the package's fold. Here it is kept and reported; the batch
//!   body alone leaves it out, as the package does, unless the stream starts no message at all (the document's own
//!   sample).
//! - A `tool_call` that comes again brings its arguments anew and keeps its first name; `rawInput` counts before `input`.
//! - The last `done` counts. What follows a `done` belongs to the same capture, as in the package's fold.
//! - With the header `x-ag-messages-format: vercel` bodies hold UIMessages: those of a request are the AI SDK's own, read
//!   and written by the format that has them, those of a response are the folded turn as the package projects it.
//! - An interrupt about a call that another family tells is a `user_approval`.
//! - A null among the extras of a node remembers that a member of that name was not there, which the package's fold
//!   can tell from a default (`/isError`).

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, StreamCodec, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod check;
mod detect;
mod nodes;
mod read;
mod rules;
mod says;
mod stream;
#[cfg(test)]
mod tests;
mod words;
mod write;

pub(super) use rules::RULES;

use words::FAMILY;

/// What the package does not know it leaves alone; a `data` event is for the application.
const CARRY: Carry = Carry::beside(&["/chatwire"]);
const CARRY_MESSAGE: Carry = CARRY.or_in(r#"{"role":"assistant","content":""}"#);
const CARRY_FRAME: Carry = Carry::apart(r#"{"type":"data","data":{"name":"chatwire"}}"#, &["/data/data"]);

/// The wire formats of this family.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "agenta-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "a history of messages with role and blocks",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 0),
        detect: detect::messages,
        codec: Codec::Messages(MessagesCodec {
            read: read::read_message,
            write: write::write_messages,
            turns: Some(write::turns),
            checker: Some(check::messages),
        }),
        carry: Some(CARRY_MESSAGE),
    },
    WireFormat {
        id: "agenta-request",
        family: FAMILY,
        shape: Shape::Request,
        about: "the body of an invoke request, `data.inputs.messages`",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::request,
        codec: Codec::Document(DocumentCodec {
            read: read::read_request,
            write: write::write_request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "agenta-response",
        family: FAMILY,
        shape: Shape::Response,
        about: "a folded turn, `data.outputs`",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 2),
        detect: detect::response,
        codec: Codec::Document(DocumentCodec {
            read: read::read_response,
            write: write::write_response,
            checker: Some(check::response),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "agenta-request@vercel",
        family: FAMILY,
        shape: Shape::Request,
        about: "the body of an invoke request with the AI SDK's UIMessages",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 3),
        detect: detect::ui_request,
        codec: Codec::Document(DocumentCodec {
            read: read::read_request,
            write: write::write_ui_request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "agenta-response@vercel",
        family: FAMILY,
        shape: Shape::Response,
        about: "a folded turn as the AI SDK's UIMessages",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 4),
        detect: detect::ui_response,
        codec: Codec::Document(DocumentCodec {
            read: read::read_response,
            write: write::write_ui_response,
            checker: Some(check::response),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "agenta-stream",
        family: FAMILY,
        shape: Shape::Stream,
        about: "a reply as event frames",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 5),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: || Box::new(stream::Reader::default()),
            writer: || Box::new(stream::Writer::default()),
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_FRAME),
    },
];
