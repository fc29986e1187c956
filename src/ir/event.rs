//! A conversation as it happens. Only [`Delta`] borrows from the frame; what is rare owns what it carries.

use std::borrow::Cow;

use super::document::Live;
use super::ending::{Finish, Interrupt, RunError};
use super::extras::{Merge, Scope};
use super::json::{Json, JsonStr, JsonString};
use super::key::{MessageKey, PartKey};
use super::message::{Role, Run};
use super::part::Part;
use super::place::{Path, Place};
use super::tape::Value;
use super::usage::Usage;

/// Something that happens, with its place and with what nobody else in its frame has read.
#[derive(Clone, Copy, Debug)]
pub struct Event<'f> {
    /// What happens.
    pub kind: &'f EventKind<'f>,
    /// Where it stands.
    pub at: At<'f>,
    /// Members of the frame that are not in the shared vocabulary; the frame's last event has them.
    pub extras: &'f [FrameExtra<'f>],
}

/// A member that its family alone understands, in a frame.
#[derive(Clone, Copy, Debug)]
pub struct FrameExtra<'f> {
    /// The family that understands it.
    pub family: &'f str,
    /// What it belongs to.
    pub scope: Scope,
    /// Its JSON pointer in the frame.
    pub path: &'f str,
    /// Its name from the node it belongs to (see [`super::Extra::name`]).
    pub name: &'f str,
    /// The value as it stood.
    pub value: &'f str,
    /// What becomes of it when it comes again.
    pub merge: Merge,
}

impl FrameExtra<'_> {
    /// An extra of nothing.
    pub(crate) const NONE: Self =
        Self { family: "", scope: Scope::Run, path: "", name: "", value: "", merge: Merge::Replace };
}

/// Where an event comes from. The pointer is only made when somebody asks.
#[derive(Clone, Copy, Debug)]
pub struct At<'f> {
    /// Number of the frame, from 1; 0 is nowhere.
    pub frame: u64,
    /// Line of the frame's first field, from 1.
    pub line: u64,
    /// The node.
    pub node: AtNode<'f>,
}

/// The node that an event comes from.
#[derive(Clone, Copy, Debug)]
pub enum AtNode<'f> {
    /// None.
    Nowhere,
    /// A value of the frame that is being read.
    Value(Value<'f>),
    /// A value, by its JSON pointer, of a frame that was not read because it is like one that was.
    Path(&'f str),
    /// A node of a tree, which remembers where it came from.
    Place(&'f Place),
}

impl<'f> At<'f> {
    /// Nowhere: what was made up.
    pub const NOWHERE: At<'static> = At { frame: 0, line: 0, node: AtNode::Nowhere };

    /// The place of a tree's node.
    #[must_use]
    pub fn place(place: &'f Place) -> Self {
        Self { frame: place.frame, line: place.line, node: AtNode::Place(place) }
    }

    /// The JSON pointer in the frame.
    #[must_use]
    pub fn path(self) -> Cow<'f, str> {
        match self.node {
            AtNode::Nowhere => Cow::Borrowed(""),
            AtNode::Value(value) => Cow::Owned(value.pointer()),
            AtNode::Path(path) => Cow::Borrowed(path),
            AtNode::Place(place) => Cow::Borrowed(&place.path),
        }
    }

    /// The place, owned.
    #[must_use]
    pub fn to_place(self) -> Place {
        let path = match self.node {
            AtNode::Nowhere => Path::default(),
            AtNode::Value(value) => value.path(),
            AtNode::Path(path) => path.into(),
            AtNode::Place(place) => place.path.clone(),
        };
        Place { frame: self.frame, line: self.line, path }
    }
}

/// What happens. `RunStart` comes first, `RunEnd` last with the usage before it; what opens closes.
#[derive(Clone, Debug)]
pub enum EventKind<'f> {
    /// A reply begins.
    RunStart(Box<Run>),
    /// A message begins.
    MessageStart(Box<MessageHead>),
    /// Free metadata of a message; merged into what is there, object by object.
    Metadata {
        /// The message.
        message: MessageKey,
        /// The value.
        value: Json,
    },
    /// A model step begins in a message.
    StepStart {
        /// The message.
        message: MessageKey,
    },
    /// The parts of the running step are void: it is tried again. Outside a step, all parts are; a message that then
    /// says nothing more is taken back.
    StepReset {
        /// The message.
        message: MessageKey,
    },
    /// A part begins; its text comes in deltas.
    PartStart {
        /// The part.
        key: PartKey,
        /// The message it belongs to.
        message: MessageKey,
        /// Its head, with what text it has already.
        part: Box<Part>,
    },
    /// More of an open part.
    Delta {
        /// The part.
        key: PartKey,
        /// The piece.
        delta: Delta<'f>,
    },
    /// A part is told anew (a tool's name, its input, a text that a snapshot repeats); its place in the message stays,
    /// and so does what this does not say: empty thinking, absent input.
    Revise {
        /// The part, open or not.
        key: PartKey,
        /// The part as it is now.
        part: Box<Part>,
    },
    /// A call is made anew: its input so far is void, and so is its answer, if it has one. Its head told anew
    /// follows, if more of it comes.
    CallReset {
        /// The call, open or not.
        key: PartKey,
    },
    /// A part is whole.
    PartEnd {
        /// The part.
        key: PartKey,
    },
    /// A part that comes at once. Data of the same name and id, and a preliminary result, are replaced by the next.
    Whole {
        /// The message it belongs to.
        message: MessageKey,
        /// The part.
        part: Box<Part>,
    },
    /// Token counts so far.
    Usage(Box<Usage>),
    /// The shared state as it is now.
    State(Live),
    /// The run waits for something.
    Interrupt(Box<Interrupt>),
    /// A model step ends.
    StepEnd {
        /// The message.
        message: MessageKey,
    },
    /// A message is whole.
    MessageEnd {
        /// The message.
        key: MessageKey,
        /// How it ended, where each message has its own end.
        finish: Option<Box<Finish>>,
    },
    /// The reply is or carries an error.
    Error(Box<RunError>),
    /// The reply ends.
    RunEnd {
        /// How.
        finish: Option<Box<Finish>>,
        /// Whether the source showed an end.
        complete: bool,
    },
    /// A frame only one family speaks.
    Raw {
        /// The family.
        family: &'f str,
        /// The frame as it stood.
        value: Json,
    },
    /// Nothing but the frame's extras.
    Note,
}

/// How a message begins.
#[derive(Clone, Debug, Default)]
pub struct MessageHead {
    /// The message.
    pub key: MessageKey,
    /// Who speaks.
    pub role: Role,
    /// Its id.
    pub id: Option<JsonString>,
    /// Name of the speaker.
    pub name: Option<JsonString>,
    /// Which of several alternative replies it is, from 0.
    pub choice: u32,
}

/// A piece of an open part.
#[derive(Clone, Debug)]
pub enum Delta<'f> {
    /// More text, thinking or refusal.
    Text(JsonStr<'f>),
    /// More of the arguments' text.
    Args(JsonStr<'f>),
    /// The arguments whole; they take the place of what came before.
    Input(Json),
    /// The signature of thinking; it takes the place of what came before.
    Signature(JsonStr<'f>),
}
