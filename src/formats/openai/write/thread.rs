//! What a stream writer knows of a choice, and of a part that goes out in pieces.

use crate::calls::Tightener;
use crate::framing::Mould;
use crate::ir::{Finish, Json, JsonString, Place};
use crate::report::LossSlot;

/// A choice.
#[derive(Debug)]
pub(super) struct Choice {
    /// Its number on the wire.
    pub(super) index: u32,
    /// Whether its role has still to be told.
    pub(super) role_waits: bool,
    /// How many calls it has.
    pub(super) calls: u64,
    /// How many pieces of thinking it has.
    pub(super) pieces: u64,
    /// What came last: text joins text, and a new part is nothing the wire can tell.
    pub(super) last: Last,
    /// How it ended.
    pub(super) finish: Option<Finish>,
    /// Whether a step has begun.
    pub(super) stepped: bool,
}

impl Choice {
    pub(super) fn new(index: u32) -> Self {
        Self {
            index,
            role_waits: true,
            calls: 0,
            pieces: 0,
            last: Last::Nothing,
            finish: None,
            stepped: false,
        }
    }
}

/// The kind of part that came last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Last {
    Nothing,
    Text,
    Refusal,
    Other,
}

/// A part.
#[derive(Debug)]
pub(super) struct Thread {
    /// Position of its choice.
    pub(super) choice: usize,
    /// How it is written.
    pub(super) line: Line,
    /// What the chunks of its text have in common.
    pub(super) mould: Mould,
}

/// How a part is written.
#[derive(Debug)]
pub(super) enum Line {
    Text,
    Refusal,
    /// Thinking: in a field, in a piece, or in both.
    Thinking {
        field: Option<&'static str>,
        piece: Option<(&'static str, u64)>,
    },
    /// Thinking in an array of content parts.
    Content,
    Call(CallLine),
    Audio,
    /// It has no place; its pieces stand elsewhere in their frames than its head, so they are a loss of their own.
    Lost(Option<LossSlot>),
}

/// A call that is written.
#[derive(Debug)]
pub(super) struct CallLine {
    pub(super) index: u64,
    pub(super) form: Form,
    pub(super) name: JsonString,
    /// Its arguments so far: a call that has none ends with `{}`, and arguments told whole are compared.
    pub(super) arguments: JsonString,
    /// Arguments told whole, which may be told anew until the call ends, and where they stood.
    pub(super) whole: Option<(Json, Place)>,
    /// Where the source holds a value and no text, what takes the spacing out.
    pub(super) tightener: Option<Tightener>,
}

/// How a call is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Function,
    Custom,
    Legacy,
}
