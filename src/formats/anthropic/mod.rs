//! Anthropic Messages.
//!
//! Source: the types of `@anthropic-ai/sdk` 1.10.0 (npm) and `anthropic` 2.14.0 (PyPI), stable and beta, the behaviour
//! of their accumulators, and captured traffic; seen in November 2026. A request:
//! ```json
//! {"model":"claude-x","max_tokens":64,"system":"Be brief.","messages":[{"role":"user","content":"Tide?"}]}
//! ```
//! The reply to it, whole and as a stream:
//! ```text
//! {"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":"Low."}],
//!  "stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3}}
//!
//! event: message_start
//! data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],…}}
//! event: content_block_start
//! data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
//! event: content_block_delta
//! data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
//! event: content_block_stop
//! data: {"type":"content_block_stop","index":0}
//! event: message_delta
//! data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
//! event: message_stop
//! data: {"type":"message_stop"}
//! ```
//! What stands where. The id of the reply is the run's; a message of this wire has none. Blocks that only this family
//! speaks are raw parts; a frame only it speaks is a raw part of the family `anthropic-stream`, so that a document
//! never takes it for a block. Tools that the provider runs keep the wire's own type word as the extra `/type`. Members
//! of a request are named `request:/…`, those of a reply `/…`: neither body takes the other's.

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, StreamCodec, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod check;
mod detect;
mod read;
mod rules;
mod says;
mod usage;
mod words;
mod write;

#[cfg(test)]
mod tests;

pub(super) use rules::RULES;

use words::FAMILY;

/// The SDKs keep a member that they do not know, and pass over pings; the servers are stricter.
const CARRY: Carry = Carry::beside(&["/chatwire"]);
const CARRY_SENT: Carry = CARRY.refused_by("Anthropic's servers");
const CARRY_MESSAGE: Carry = CARRY_SENT.or_in(r#"{"role":"assistant","content":[]}"#);
const CARRY_FRAME: Carry = Carry::apart(r#"{"type":"ping"}"#, &["/chatwire"]);

/// The wire formats of the family.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "anthropic-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "Anthropic Messages: the array of messages",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 0),
        detect: detect::messages,
        codec: Codec::Messages(MessagesCodec {
            read: read::message,
            write: write::messages,
            turns: Some(write::turns),
            checker: Some(check::messages),
        }),
        carry: Some(CARRY_MESSAGE),
    },
    WireFormat {
        id: "anthropic-request",
        family: FAMILY,
        shape: Shape::Request,
        about: "Anthropic Messages: the body of a request",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::request,
        codec: Codec::Document(DocumentCodec {
            read: read::request,
            write: write::request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY_SENT),
    },
    WireFormat {
        id: "anthropic-response",
        family: FAMILY,
        shape: Shape::Response,
        about: "Anthropic Messages: a reply, whole",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 2),
        detect: detect::response,
        codec: Codec::Document(DocumentCodec {
            read: read::response,
            write: write::response,
            checker: Some(check::response),
        }),
        carry: Some(CARRY),
    },
    WireFormat {
        id: "anthropic-stream",
        family: FAMILY,
        shape: Shape::Stream,
        about: "Anthropic Messages: a reply as it streams",
        framing: Framing::Sse,
        names: true,
        says: Says::stream(says::ROWS, 3),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: read::stream,
            writer: write::stream,
            append: &[],
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_FRAME),
    },
];
