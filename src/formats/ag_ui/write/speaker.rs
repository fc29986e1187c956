//! A message as it is written: which piece of it is being said, and what waits for it.

use std::collections::HashSet;

use super::pending::Pending;
use crate::formats::ag_ui::ids::Ids;
use crate::ir::{ApprovalResponse, At, Document, Field, Json, JsonString, Message, Part, Place, Role};
use crate::report::{Loss, LossSlot, Report};

/// A message on its way.
#[derive(Debug)]
pub(super) struct Speaker {
    pub(super) role: Role,
    pub(super) id: Option<JsonString>,
    pub(super) name: Option<JsonString>,
    pub(super) place: Place,
    /// The id of the piece that is being said; `None` at a border.
    now: Option<JsonString>,
    /// Whether a text of that piece is open.
    pub(super) talks: bool,
    /// Whether answers came after it.
    pub(super) answered: bool,
    /// The id of the first piece and whether that is thinking.
    pub(super) first: Option<(JsonString, bool)>,
    /// Metadata that nothing has said yet.
    pub(super) metadata: Option<Document>,
    pub(super) pending: Pending,
    /// The loss of it, if it is one of several replies, of which the first is written.
    pub(super) mute: Option<LossSlot>,
    /// Whether it goes into the snapshot before the reply.
    pub(super) collects: bool,
    pub(super) collected: Vec<Part>,
    /// Calls that were not allowed, and calls with an answer.
    pub(super) denied: Vec<(ApprovalResponse, Place)>,
    pub(super) answers: HashSet<Option<JsonString>>,
}

impl Speaker {
    pub(super) fn new(role: Role, id: Option<JsonString>, name: Option<JsonString>, place: Place) -> Self {
        Self {
            role,
            id,
            name,
            place,
            now: None,
            talks: false,
            answered: false,
            first: None,
            metadata: None,
            pending: Pending::default(),
            mute: None,
            collects: false,
            collected: Vec::new(),
            denied: Vec::new(),
            answers: HashSet::new(),
        }
    }

    /// What follows is a message of its own.
    pub(super) fn border(&mut self) {
        self.now = None;
        self.talks = false;
        self.answered = false;
    }

    /// The piece that more can be said in.
    pub(super) fn now(&self) -> Option<&JsonString> {
        self.now.as_ref()
    }

    /// Begins a piece: the first has the message's id.
    pub(super) fn begin(&mut self, thinking: bool, ids: &mut Ids, report: &mut Report) -> JsonString {
        let id = match (&self.first, &self.id) {
            (None, Some(id)) if self.role == Role::Tool || ids.take(id) => id.clone(),
            (None, Some(id)) => {
                let what = "the id of a message, which another has,";
                report.lose(Loss::Dropped, At::place(&self.place), (Field::MessageId, what), Some(id));
                ids.piece(id)
            }
            (Some(_), Some(id)) => {
                report.invented("/messageId", Field::MessageId);
                ids.piece(id)
            }
            (_, None) => {
                report.invented("/messageId", Field::MessageId);
                ids.make()
            }
        };
        if self.first.is_none() {
            self.first = Some((id.clone(), thinking));
        }
        self.now = (!thinking).then(|| id.clone());
        self.talks = false;
        self.answered = false;
        id
    }

    /// Whether this is the id of the first piece, which has what the message has besides what it says.
    pub(super) fn is_first(&self, id: &JsonString) -> bool {
        self.first.as_ref().is_some_and(|(first, _)| first == id)
    }

    /// The subagent that speaks.
    pub(super) fn owner(&self) -> Option<&Json> {
        self.pending.get("/subagentRunId")
    }

    /// Metadata for what is said next.
    pub(super) fn take_metadata(&mut self) -> Option<Json> {
        self.metadata.take().map(|metadata| metadata.now())
    }

    /// What was collected, as a message.
    pub(super) fn message(&mut self) -> Message {
        let mut message = Message {
            role: self.role.clone(),
            id: self.id.clone(),
            name: self.name.clone(),
            parts: std::mem::take(&mut self.collected),
            metadata: self.take_metadata(),
            place: self.place.clone(),
            ..Message::default()
        };
        message.extras = std::mem::take(&mut self.pending).into_extras();
        message
    }
}
