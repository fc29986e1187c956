//! A conversation as a tree. All of it is owned; text stays in its escaped token.

use super::ending::{Finish, Interrupt, RunError};
use super::extras::{Extras, Remainder};
use super::json::{Json, JsonStr, JsonString};
use super::part::Part;
use super::place::Place;
use super::request::{Param, Tool};
use super::usage::Usage;

/// One run with what came before it, or one history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transcript {
    /// Format id it was read from.
    pub source: String,
    /// Whether an end was seen; a history is always complete.
    pub complete: bool,
    /// Who replied, when.
    pub run: Run,
    /// The messages in order.
    pub messages: Vec<Message>,
    /// Tools on offer.
    pub tools: Vec<Tool>,
    /// What a request asks for.
    pub params: Vec<Param>,
    /// How the reply ended.
    pub finish: Option<Finish>,
    /// What the reply took.
    pub usage: Usage,
    /// The error that the reply is or ended with.
    pub error: Option<RunError>,
    /// What the run waits for.
    pub interrupts: Vec<Interrupt>,
    /// Shared state at the end.
    pub state: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// What its own writer would spell otherwise.
    pub remainder: Remainder,
}

/// Identity of a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Id of the reply or run.
    pub id: Option<JsonString>,
    /// Id of the conversation.
    pub thread_id: Option<JsonString>,
    /// Model that replied.
    pub model: Option<JsonString>,
    /// When, as the source spells it: seconds, milliseconds or RFC 3339.
    pub created_at: Option<JsonString>,
    /// Where the record stood that says so.
    pub place: Place,
    /// JSON pointers from there to id, thread id, model and time, in this order.
    pub names: [&'static str; 4],
}

/// One message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// Its id.
    pub id: Option<JsonString>,
    /// Name of the speaker.
    pub name: Option<JsonString>,
    /// Which of several alternative replies it is, from 0; `None` where there is one.
    pub choice: Option<u32>,
    /// What it says, in order.
    pub parts: Vec<Part>,
    /// How it ended, where each message has its own end.
    pub finish: Option<Finish>,
    /// Free metadata.
    pub metadata: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// What its own writer would spell otherwise.
    pub remainder: Remainder,
    /// Where it stood.
    pub place: Place,
    /// JSON pointer from there to its id, where that is not `/id`.
    pub id_name: Option<&'static str>,
}

/// Who speaks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Instructions.
    System,
    /// Instructions of the developer.
    Developer,
    /// The person.
    #[default]
    User,
    /// The model.
    Assistant,
    /// A tool's answer.
    Tool,
    /// A family's own word.
    Other(JsonString),
}

impl Role {
    /// The role with this name.
    #[must_use]
    pub fn from_word(word: JsonStr<'_>) -> Self {
        match word.as_str() {
            "system" => Self::System,
            "developer" => Self::Developer,
            "user" => Self::User,
            "assistant" => Self::Assistant,
            "tool" => Self::Tool,
            _ => Self::Other(word.owned()),
        }
    }

    /// Its name, as an escaped token.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::System => "system",
            Self::Developer => "developer",
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::Tool => "tool",
            Self::Other(word) => word.as_str(),
        }
    }
}
