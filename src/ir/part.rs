//! The parts of a message.

use super::extras::Extras;
use super::field::Field;
use super::json::{Json, JsonString};
use super::place::Place;

/// One part of a message.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood; in a stream, where its text stands in each frame.
    pub place: Place,
}

impl Part {
    /// A part without extras.
    #[must_use]
    pub fn new(kind: PartKind, place: Place) -> Self {
        Self { kind, extras: Extras::default(), place }
    }
}

/// The kinds of part.
#[derive(Clone, Debug, PartialEq)]
pub enum PartKind {
    /// Text.
    Text(JsonString),
    /// Thinking.
    Reasoning(Reasoning),
    /// The model declines, in words.
    Refusal(JsonString),
    /// The model calls a tool.
    ToolCall(ToolCall),
    /// What the tool gave.
    ToolResult(ToolResult),
    /// An image, a sound, a document.
    File(File),
    /// A source the reply rests on; one with a [`Citation`] belongs to the text before it.
    Source(Source),
    /// A named value of the application.
    Data(Data),
    /// The run asks whether a call may be made.
    ApprovalRequest(ApprovalRequest),
    /// The answer to that.
    ApprovalResponse(ApprovalResponse),
    /// An error told inside the message.
    Error(JsonString),
    /// A model step begins.
    Step,
    /// A node only one family speaks.
    Raw {
        /// The family.
        family: String,
        /// The node as it stood.
        value: Json,
    },
}

impl PartKind {
    /// What is lost when a part of this kind is.
    #[must_use]
    pub fn field(&self) -> Field {
        match self {
            Self::Text(_) => Field::Text,
            Self::Reasoning(_) => Field::Reasoning,
            Self::Refusal(_) => Field::Refusal,
            Self::ToolCall(_) => Field::Call,
            Self::ToolResult(_) => Field::Result,
            Self::File(_) => Field::File,
            Self::Source(_) => Field::Source,
            Self::Data(_) => Field::Data,
            Self::ApprovalRequest(_) => Field::Question,
            Self::ApprovalResponse(_) => Field::Answer,
            Self::Error(_) => Field::Failure,
            Self::Step => Field::Step,
            Self::Raw { .. } => Field::Own,
        }
    }

    /// The call, if it is one.
    #[must_use]
    pub fn call(&self) -> Option<&ToolCall> {
        if let Self::ToolCall(call) = self { Some(call) } else { None }
    }

    /// The answer of a tool, if it is one.
    #[must_use]
    pub fn result(&self) -> Option<&ToolResult> {
        if let Self::ToolResult(result) = self { Some(result) } else { None }
    }

    /// The question whether a call may be made, if it is one.
    #[must_use]
    pub fn approval_request(&self) -> Option<&ApprovalRequest> {
        if let Self::ApprovalRequest(request) = self { Some(request) } else { None }
    }

    /// The answer to such a question, if it is one.
    #[must_use]
    pub fn approval_response(&self) -> Option<&ApprovalResponse> {
        if let Self::ApprovalResponse(response) = self { Some(response) } else { None }
    }
}

/// Thinking, or its sealed form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasoning {
    /// The text, or a summary of it.
    pub text: JsonString,
    /// The provider's seal on the text.
    pub signature: Option<JsonString>,
    /// The thinking itself, readable by the provider alone.
    pub encrypted: Option<JsonString>,
}

/// A tool call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolCall {
    /// Id that the result names.
    pub id: Option<JsonString>,
    /// Name of the tool.
    pub name: JsonString,
    /// The arguments.
    pub input: Input,
    /// Whether `input` is free text and not JSON (OpenAI custom tools).
    pub free_text: bool,
    /// Whether the provider runs the tool itself, so that no client answers.
    pub provider_executed: bool,
}

/// Arguments of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Input {
    /// None came.
    #[default]
    Absent,
    /// Text that should be JSON, as a token; it may be cut or broken.
    Text(JsonString),
    /// A JSON value.
    Json(Json),
}

/// A tool's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolResult {
    /// Id of the call.
    pub id: Option<JsonString>,
    /// Name of the tool, where the source says it.
    pub name: Option<JsonString>,
    /// The answer; text is a JSON string, `None` where there is none.
    pub output: Option<Json>,
    /// How it went.
    pub status: Status,
    /// Whether a later answer of the same call takes its place.
    pub preliminary: bool,
    /// Whether the provider ran the tool itself.
    pub provider_executed: bool,
}

/// How a tool call went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Status {
    /// It answered.
    #[default]
    Ok,
    /// It failed.
    Error,
    /// It was not allowed to run.
    Denied,
}

/// A file.
#[derive(Clone, Debug, PartialEq)]
pub struct File {
    /// IANA media type, where known.
    pub media_type: Option<JsonString>,
    /// The file or where it is.
    pub content: FileContent,
    /// Its name or title.
    pub filename: Option<JsonString>,
}

/// Where a file is.
#[derive(Clone, Debug, PartialEq)]
pub enum FileContent {
    /// Its bytes in base64.
    Data(JsonString),
    /// At a URL.
    Url(JsonString),
    /// With the provider, under this id.
    Id(JsonString),
}

/// A source.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Source {
    /// Where it is; `None` for a document.
    pub url: Option<JsonString>,
    /// Its title.
    pub title: Option<JsonString>,
    /// Its id.
    pub id: Option<JsonString>,
    /// Media type of a document.
    pub media_type: Option<JsonString>,
    /// File name of a document.
    pub filename: Option<JsonString>,
    /// Which words of the text before it rest on it.
    pub citation: Option<Citation>,
}

/// The words that a source stands behind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Citation {
    /// First character of the citing text.
    pub start: Option<u64>,
    /// One past its last character.
    pub end: Option<u64>,
    /// The words of the source.
    pub cited_text: Option<JsonString>,
}

/// A named value of the application.
#[derive(Clone, Debug, PartialEq)]
pub struct Data {
    /// Its name.
    pub name: JsonString,
    /// Its id: a later value of the same name and id takes its place.
    pub id: Option<JsonString>,
    /// The value.
    pub value: Json,
    /// Whether it is only shown as it passes, never stored.
    pub transient: bool,
}

/// A question whether a call may be made.
#[derive(Clone, Debug, PartialEq)]
pub struct ApprovalRequest {
    /// Id of the question.
    pub id: JsonString,
    /// Id of the call.
    pub call_id: Option<JsonString>,
    /// Why it is asked.
    pub reason: Option<JsonString>,
}

/// The answer to an [`ApprovalRequest`].
#[derive(Clone, Debug, PartialEq)]
pub struct ApprovalResponse {
    /// Id of the question.
    pub id: JsonString,
    /// Id of the call.
    pub call_id: Option<JsonString>,
    /// Yes or no.
    pub approved: bool,
    /// Why.
    pub reason: Option<JsonString>,
}
