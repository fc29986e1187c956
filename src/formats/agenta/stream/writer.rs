//! What is known of a reply while it is written.

use std::collections::HashMap;

use super::calling::Calling;
use crate::framing::Out;
use crate::ir::{At, Field, JsonString, Keyed, MessageKey, Part, PartKey, Patch, Usage};
use crate::report::{LossSlot, Report};

/// Writes the events of replies.
#[derive(Default)]
pub(in super::super) struct Writer {
    pub(super) parts: Vec<Saying>,
    /// Calls of which nothing is written yet.
    pub(super) untold: Vec<PartKey>,
    pub(super) messages: Vec<Place>,
    /// Extras of the run that wait for the frame they belong to.
    pub(super) run: Vec<RunExtra>,
    /// Ids that the source has for its texts, by number.
    pub(super) ids: HashMap<u32, String>,
    pub(super) texts: u32,
    /// How many ids were made up for texts and for thoughts.
    pub(super) made: [u32; 2],
    pub(super) preliminary: Keyed<Option<JsonString>, Part>,
    /// Names of the tools that were called, by the id of the call.
    pub(super) names: HashMap<JsonString, JsonString>,
    pub(super) usage: Usage,
    /// The conversation, which is reported where the reply begins.
    pub(super) thread: Option<JsonString>,
    pub(super) failed: bool,
    /// Something of the reply was there, if only its error.
    pub(super) begun: bool,
    /// The last part was a tool's answer.
    pub(super) answered: bool,
    pub(super) spoken: bool,
}

/// What becomes of a message.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    #[default]
    Reply,
    /// It has no place, for this reason.
    Nowhere((Field, &'static str)),
}

/// A member of the run that Agenta alone understands, with its place.
pub(super) struct RunExtra {
    pub(super) name: String,
    pub(super) value: String,
    pub(super) place: crate::ir::Place,
}

/// Where an event comes from, and where its frames and losses go.
pub(super) struct Told<'w, 'e> {
    pub(super) at: At<'e>,
    pub(super) out: &'w mut Out,
    pub(super) report: &'w mut Report,
}

/// What a part is on the wire.
#[derive(Default)]
pub(super) enum Saying {
    /// All of it is said.
    #[default]
    Said,
    /// A text or thought that was started under this id.
    Text { thought: bool, id: JsonString, orphan: bool },
    /// A text or thought without an id, which comes from a tree: it is written whole.
    Held { thought: bool, text: JsonString, patch: Patch },
    /// A file whose bytes come in pieces: it is written whole.
    File(Box<Part>),
    /// A call.
    Call(Box<Calling>),
    /// It has no place, for this reason.
    Lost((Field, &'static str), Option<LossSlot>),
}

impl Writer {
    pub(super) fn place(&self, message: MessageKey) -> Place {
        self.messages.get(message.0 as usize).copied().unwrap_or_default()
    }

    /// The model says something.
    pub(super) fn speak(&mut self) {
        self.answered = false;
        self.spoken = true;
    }

    /// A step begins. Before the first word and after an answer that goes without saying.
    pub(super) fn step(&self, at: At<'_>, report: &mut Report) {
        if self.spoken && !self.answered {
            report.dropped(at, Field::Step);
        }
    }
}
