//! OpenAI Chat Completions: the API of OpenAI and of the vendors that speak it.
//!
//! Source: the types and the stream reader of npm `openai` 7.55.0 and PyPI `openai` 3.57.0, and captures of more than
//! twenty vendors. Sample of a stream:
//!
//! ```text
//! data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1735689600,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low "},"finish_reason":null}]}
//! data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1735689600,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
//! data: [DONE]
//! ```

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, StreamCodec, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod check;
mod detect;
mod read;
mod rules;
mod says;
#[cfg(test)]
mod tests;
mod time;
mod usage;
mod words;
mod write;

pub(super) use rules::RULES;

use words::FAMILY;

/// The SDKs keep a member that they do not know; the servers are stricter.
const CARRY: Carry = Carry::beside(&["/chatwire"]);
const CARRY_SENT: Carry = CARRY.refused_by("OpenAI's servers");
const CARRY_MESSAGE: Carry = CARRY_SENT.or_in(r#"{"role":"assistant","name":"chatwire","content":""}"#);
const CARRY_CHUNK: Carry = CARRY.or_in(r#"{"object":"chat.completion.chunk","choices":[]}"#);

/// The wire formats of this family.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "openai-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "a history of Chat Completions messages",
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
        id: "openai-request",
        family: FAMILY,
        shape: Shape::Request,
        about: "the body of a Chat Completions request",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::request,
        codec: Codec::Document(DocumentCodec {
            read: read::read_request,
            write: write::write_request,
            checker: Some(check::request),
        }),
        carry: Some(CARRY_SENT),
    },
    WireFormat {
        id: "openai-response",
        family: FAMILY,
        shape: Shape::Response,
        about: "a whole reply, `chat.completion`",
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
        id: "openai-stream",
        family: FAMILY,
        shape: Shape::Stream,
        about: "a reply in pieces, `chat.completion.chunk`",
        framing: Framing::Sse,
        names: false,
        says: Says::stream(says::ROWS, 3),
        detect: detect::stream,
        codec: Codec::Stream(StreamCodec {
            reader: || Box::new(read::Reader::default()),
            writer: || Box::new(write::Writer::default()),
            append: read::APPEND,
            checker: Some(check::stream),
        }),
        carry: Some(CARRY_CHUNK),
    },
];
