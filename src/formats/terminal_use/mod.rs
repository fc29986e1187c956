//! Terminal Use, Messages v2: a task's messages as UIMessages of its own kind, one by one or in pages.
//!
//! Source: the OpenAPI document of Messages v2 (0.1.0) and the client `terminaluse` 0.35.0 (PyPI), whose models were
//! run. Sample of a page:
//!
//! ```json
//! {"data":[{"id":"msg_01ABC","role":"assistant","createdAt":"2024-01-01T00:00:00Z","parts":[
//!   {"type":"tool","toolCallId":"t1","toolName":"Bash","state":"output-available","input":{"command":"ls"},"output":"a"},
//!   {"type":"text","text":"Hello, how can I help?"}]}],"hasMore":false,"nextCursor":null}
//! ```
//!
//! How it is taken:
//! - A page is a history in an envelope; `hasMore` and `nextCursor` are extras of the run. More pages are a warning.
//! - A tool part is a call and its answer. Text or thinking after an answered call belongs to the next step.
//! - `createdAt` stands in the message's metadata under that name, where Vercel's UIMessages have it.
//! - A part without `type`, which the schema gives a default, is read by its members and reported.
//! - The seal of thinking is read from any provider's metadata and written as the document names it
//!   (`thinking.signature`); a null among the extras remembers another place.
//! - The client's models take more than the schema (snake_case, any role, any state); what is written fits the schema.
//! - A data part has no name here; it is read as `data`.

use crate::codec::{Carry, Codec, DocumentCodec, MessagesCodec, Shape, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod check;
mod detect;
mod metadata;
mod read;
mod rules;
mod says;
#[cfg(test)]
mod tests;
mod tool;
mod words;
mod write;

pub(super) use rules::RULES;

use words::FAMILY;

/// The client's models take members that they do not know.
const CARRY: Carry = Carry::beside(&["/metadata/chatwire", "/chatwire"])
    .or_in(r#"{"id":"chatwire","role":"assistant","parts":[{"type":"text","text":""}]}"#);
const CARRY_PAGE: Carry = Carry::beside(&["/chatwire"]);

/// The wire formats of this family.
pub(super) const FORMATS: &[WireFormat] = &[
    WireFormat {
        id: "terminal-use-messages",
        family: FAMILY,
        shape: Shape::Messages,
        about: "a history of UIMessages (v2)",
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
        id: "terminal-use-response",
        family: FAMILY,
        shape: Shape::Page,
        about: "a page of UIMessages (v2), `{data, hasMore, nextCursor}`",
        framing: Framing::Json,
        names: false,
        says: Says::document(says::ROWS, 1),
        detect: detect::page,
        codec: Codec::Document(DocumentCodec {
            read: read::page,
            write: write::page,
            checker: Some(check::page),
        }),
        carry: Some(CARRY_PAGE),
    },
];
