//! A conversation as a tree. All of it is owned; text stays in its escaped token.

use super::extras::{Extras, Remainder};
use super::json::{Json, JsonString};
use super::usage::Usage;

/// Where a node stood in the input. The default is nowhere: the node was made, or came from `native`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of the frame or record, from 1; 0 is nowhere.
    pub frame: u64,
    /// Line of the frame's first field, from 1.
    pub line: u64,
    /// JSON pointer inside the frame.
    pub path: Box<str>,
}

impl Place {
    /// The place of a member of what stands here.
    #[must_use]
    pub fn member(&self, pointer: &str) -> Self {
        Self { frame: self.frame, line: self.line, path: format!("{}{pointer}", self.path).into() }
    }
}

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
    pub fn from_word(word: super::JsonStr<'_>) -> Self {
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

/// A tool on offer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tool {
    /// Its name.
    pub name: JsonString,
    /// What it does.
    pub description: Option<JsonString>,
    /// JSON Schema of its input.
    pub schema: Option<Json>,
    /// The whole definition, where only its family understands it (`family`, value).
    pub raw: Option<(String, Json)>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}

/// One thing a request asks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Param {
    /// What.
    pub kind: ParamKind,
    /// Where it stood.
    pub place: Place,
}

/// What requests of at least two families can ask for.
#[derive(Clone, Debug, PartialEq)]
pub enum ParamKind {
    /// The most tokens of the reply.
    MaxTokens(u64),
    /// Randomness.
    Temperature(Json),
    /// Nucleus sampling.
    TopP(Json),
    /// Texts that end the reply.
    Stop(Vec<JsonString>),
    /// Which tool must or may be called.
    ToolChoice(ToolChoice),
    /// Whether several calls may be made at once.
    ParallelTools(bool),
    /// Who asks.
    User(JsonString),
    /// How much thinking: a word.
    Effort(JsonString),
    /// JSON Schema that the reply must fit.
    OutputSchema(Json),
    /// Whether the reply is to be streamed.
    Stream(bool),
}

/// Which tool must or may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// As the model likes.
    Auto,
    /// Some tool.
    Any,
    /// No tool.
    None,
    /// This tool.
    Tool(JsonString),
}

/// How a reply ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finish {
    /// Why, in the shared words.
    pub reason: StopReason,
    /// Why, in the source's word.
    pub raw: Option<JsonString>,
    /// Where that stood.
    pub place: Place,
}

/// Why a reply ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StopReason {
    /// It was done.
    Stop,
    /// It reached a limit of length.
    Length,
    /// It waits for tools.
    ToolCalls,
    /// It was filtered or refused.
    ContentFilter,
    /// It can be taken up again.
    Paused,
    /// Somebody stopped it.
    Cancelled,
    /// It failed.
    Error,
    /// A reason nobody else has a word for.
    Other,
    /// Nobody said.
    #[default]
    Unknown,
}

impl StopReason {
    /// All reasons with their words in `native`.
    pub const WORDS: &'static [(&'static str, Self)] = &[
        ("stop", Self::Stop),
        ("length", Self::Length),
        ("tool-calls", Self::ToolCalls),
        ("content-filter", Self::ContentFilter),
        ("paused", Self::Paused),
        ("cancelled", Self::Cancelled),
        ("error", Self::Error),
        ("other", Self::Other),
        ("unknown", Self::Unknown),
    ];

    /// Its word in `native`.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, reason)| *reason == self).map_or("unknown", |(word, _)| word)
    }
}

/// An error that a reply is or carries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunError {
    /// What went wrong.
    pub message: JsonString,
    /// A code or kind: text or number, as it stood.
    pub code: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}

/// What a run waits for before it can go on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Interrupt {
    /// Its id.
    pub id: JsonString,
    /// Why.
    pub reason: Option<JsonString>,
    /// The tool call it is about.
    pub call_id: Option<JsonString>,
    /// What to tell the person.
    pub message: Option<JsonString>,
    /// What else belongs to it.
    pub payload: Option<Json>,
    /// What only the source's family says.
    pub extras: Extras,
    /// Where it stood.
    pub place: Place,
}
