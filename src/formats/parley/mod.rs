//! Parley: a chat as `CONTRIBUTING.md` has a contributor add one. It is in the table of the tests alone.
//!
//! Source: made up. Sample:
//!
//! ```json
//! [{"who":"user","says":"tide?"},{"who":"bot","says":"Low.","mood":"calm"}]
//! ```
//!
//! How it is taken:
//! - A turn is a message of one text; `guide` gives the instructions.
//! - What else it has (`mood`) is its own and comes back.

use crate::codec::{Codec, MessagesCodec, Shape, WireFormat};
use crate::framing::Framing;
use crate::ir::Says;

mod detect;
mod read;
mod rules;
mod says;
mod tests;
mod write;

pub(super) use rules::RULES;

const FAMILY: &str = "parley";

/// The wire formats of this family.
pub(super) const FORMATS: &[WireFormat] = &[WireFormat {
    id: "parley-messages",
    family: FAMILY,
    shape: Shape::Messages,
    about: "a chat of texts",
    framing: Framing::Json,
    names: false,
    says: Says::document(says::ROWS, 0),
    detect: detect::messages,
    codec: Codec::Messages(MessagesCodec {
        read: read::message,
        write: write::messages,
        turns: None,
        checker: None,
    }),
    carry: None,
}];
