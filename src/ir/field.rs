//! What a wire can say, one by one: the vocabulary in which losses are told and wires are compared.

/// One thing that a conversation can say. Every loss is a loss of one of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// The id of a reply or run.
    RunId,
    /// The id of a conversation.
    ThreadId,
    /// The model's name.
    Model,
    /// The time of a reply.
    Time,
    /// Definitions of tools.
    Tools,
    /// What a request asks for.
    Params,
    /// How a reply ended.
    Finish,
    /// Token counts.
    Usage,
    /// The count of tokens read from a cache.
    CacheRead,
    /// The count of tokens written to a cache.
    CacheWrite,
    /// The count of tokens that were reasoning.
    ReasoningTokens,
    /// The total as the source gives it.
    TotalTokens,
    /// What a reply cost.
    Cost,
    /// The error that a reply is or ended with.
    Error,
    /// The code of such an error.
    ErrorCode,
    /// What a run waits for.
    Interrupt,
    /// The shared state.
    State,
    /// A message before the reply.
    Earlier,
    /// The id of a message.
    MessageId,
    /// The name of a speaker.
    MessageName,
    /// An alternative reply.
    Choice,
    /// The metadata of a message.
    Metadata,
    /// Who speaks, where that is not the user, the model or a tool.
    Role,
    /// Which message something stands in.
    Turn,
    /// The order of what a message says.
    Order,
    /// Text.
    Text,
    /// Thinking.
    Reasoning,
    /// The seal on thinking.
    Signature,
    /// Thinking that its provider alone can read.
    Sealed,
    /// A refusal.
    Refusal,
    /// A tool call.
    Call,
    /// The id of a call.
    CallId,
    /// The arguments of a call.
    Arguments,
    /// Arguments that are free text.
    FreeText,
    /// That the provider runs the tool.
    ProviderRuns,
    /// The answer of a tool.
    Result,
    /// The name of the tool at its answer.
    ResultName,
    /// An answer that is no text.
    Output,
    /// That a tool failed.
    Failed,
    /// That a call was not allowed.
    Denied,
    /// That an answer is preliminary.
    Preliminary,
    /// That the provider ran the tool.
    ProviderRan,
    /// A file, or its bytes.
    File,
    /// A file at a URL.
    FileUrl,
    /// A file that its provider keeps.
    FileId,
    /// The name of a file.
    FileName,
    /// The media type of a file.
    MediaType,
    /// A source.
    Source,
    /// The id of a source.
    SourceId,
    /// The title of a source.
    SourceTitle,
    /// A source that is a document.
    SourceDocument,
    /// Which words a source stands behind.
    Citation,
    /// The words of the source that are cited.
    CitedText,
    /// A named value of the application.
    Data,
    /// Its name.
    DataName,
    /// Its id.
    DataId,
    /// That it is not stored.
    Transient,
    /// The question whether a call may be made.
    Question,
    /// The answer to it.
    Answer,
    /// The reason of a question or answer.
    Reason,
    /// An error told inside a message.
    Failure,
    /// The border of a model step.
    Step,
    /// That a step is tried again.
    Retry,
    /// What something was before it was told anew.
    Revision,
    /// A change of a value, where others tell the value after it.
    Change,
    /// A node that one family alone speaks.
    Own,
    /// A member that one family alone knows.
    Extra,
}

/// The fields with their names in reports and their words.
const FIELDS: &[(Field, &str, &str)] = &[
    (Field::RunId, "run-id", "the id of the reply"),
    (Field::ThreadId, "thread-id", "the id of the conversation"),
    (Field::Model, "model", "the model's name"),
    (Field::Time, "time", "the time of the reply"),
    (Field::Tools, "tools", "the definition of a tool"),
    (Field::Params, "params", "a parameter of the request"),
    (Field::Finish, "finish", "the finish reason"),
    (Field::Usage, "usage", "the usage"),
    (Field::CacheRead, "cache-read", "the count of cached tokens"),
    (Field::CacheWrite, "cache-write", "the count of tokens written to a cache"),
    (Field::ReasoningTokens, "reasoning-tokens", "the count of reasoning tokens"),
    (Field::TotalTokens, "total-tokens", "the total of the tokens"),
    (Field::Cost, "cost", "the cost"),
    (Field::Error, "error", "the error of the reply"),
    (Field::ErrorCode, "error-code", "the code of an error"),
    (Field::Interrupt, "interrupt", "what the run waits for"),
    (Field::State, "state", "the shared state"),
    (Field::Earlier, "earlier", "a message before the reply"),
    (Field::MessageId, "message-id", "the id of a message"),
    (Field::MessageName, "message-name", "the name of a speaker"),
    (Field::Choice, "choice", "an alternative reply"),
    (Field::Metadata, "metadata", "the metadata of a message"),
    (Field::Role, "role", "a role of its own"),
    (Field::Turn, "turn", "the border of a message"),
    (Field::Order, "order", "the order of the parts"),
    (Field::Text, "text", "text"),
    (Field::Reasoning, "reasoning", "thinking"),
    (Field::Signature, "signature", "the signature of thinking"),
    (Field::Sealed, "sealed", "encrypted thinking"),
    (Field::Refusal, "refusal", "a refusal"),
    (Field::Call, "call", "a tool call"),
    (Field::CallId, "call-id", "the id of a tool call"),
    (Field::Arguments, "arguments", "the arguments of a call"),
    (Field::FreeText, "free-text", "arguments that are free text"),
    (Field::ProviderRuns, "provider-runs", "the mark that the provider runs the tool"),
    (Field::Result, "result", "the result of a tool"),
    (Field::ResultName, "result-name", "the name of the tool at its result"),
    (Field::Output, "output", "a result that is no text"),
    (Field::Failed, "failed", "the mark that a tool failed"),
    (Field::Denied, "denied", "the mark that a call was denied"),
    (Field::Preliminary, "preliminary", "the mark that a result is preliminary"),
    (Field::ProviderRan, "provider-ran", "the mark that the provider ran the tool"),
    (Field::File, "file", "a file"),
    (Field::FileUrl, "file-url", "a file at a URL"),
    (Field::FileId, "file-id", "a file that its provider keeps"),
    (Field::FileName, "file-name", "the name of a file"),
    (Field::MediaType, "media-type", "the media type of a file"),
    (Field::Source, "source", "a source"),
    (Field::SourceId, "source-id", "the id of a source"),
    (Field::SourceTitle, "source-title", "the title of a source"),
    (Field::SourceDocument, "source-document", "a source that is a document"),
    (Field::Citation, "citation", "which words a source stands behind"),
    (Field::CitedText, "cited-text", "the cited words of a source"),
    (Field::Data, "data", "a data part"),
    (Field::DataName, "data-name", "the name of a data part"),
    (Field::DataId, "data-id", "the id of a data part"),
    (Field::Transient, "transient", "the mark that data is not stored"),
    (Field::Question, "question", "the question whether a call may be made"),
    (Field::Answer, "answer", "the answer to the question whether a call may be made"),
    (Field::Reason, "reason", "the reason for an answer"),
    (Field::Failure, "failure", "an error inside the message"),
    (Field::Step, "step", "the border of a step"),
    (Field::Retry, "retry", "the news that a step is tried again"),
    (Field::Revision, "revision", "an earlier value, which a later one replaces,"),
    (Field::Change, "change", "a change, which becomes the value after it"),
    (Field::Own, "own", "a part that only its family speaks"),
    (Field::Extra, "extra", "a member that only its family knows"),
];

/// Nodes, and the fields that belong to them.
const WITHIN: &[(Field, &[Field])] = &[
    (
        Field::Usage,
        &[Field::CacheRead, Field::CacheWrite, Field::ReasoningTokens, Field::TotalTokens, Field::Cost],
    ),
    (Field::Error, &[Field::ErrorCode]),
    (Field::Reasoning, &[Field::Signature, Field::Sealed]),
    (Field::Call, &[Field::CallId, Field::Arguments, Field::FreeText, Field::ProviderRuns]),
    (
        Field::Result,
        &[
            Field::ResultName,
            Field::Output,
            Field::Failed,
            Field::Denied,
            Field::Preliminary,
            Field::ProviderRan,
        ],
    ),
    (Field::File, &[Field::FileUrl, Field::FileId, Field::FileName, Field::MediaType]),
    (
        Field::Source,
        &[Field::SourceId, Field::SourceTitle, Field::SourceDocument, Field::Citation, Field::CitedText],
    ),
    (Field::Data, &[Field::DataName, Field::DataId, Field::Transient]),
    (Field::Answer, &[Field::Reason]),
];

impl Field {
    /// All of them, in the order of the table.
    pub fn all() -> impl Iterator<Item = Self> {
        FIELDS.iter().map(|(field, _, _)| *field)
    }

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// It in words.
    #[must_use]
    pub fn words(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static (Self, &'static str, &'static str) {
        // The rows stand in the order of the variants, which a test holds.
        FIELDS.get(self as usize).unwrap_or(&FIELDS[0])
    }

    /// The node that it belongs to: who loses that loses it too.
    #[must_use]
    pub fn within(self) -> Option<Self> {
        WITHIN.iter().find(|(_, fields)| fields.contains(&self)).map(|(node, _)| *node)
    }

    /// Whether losing it is losing all that stands at its place.
    #[must_use]
    pub fn is_node(self) -> bool {
        matches!(
            self,
            Self::Text
                | Self::Reasoning
                | Self::Sealed
                | Self::Refusal
                | Self::Call
                | Self::Result
                | Self::File
                | Self::FileUrl
                | Self::FileId
                | Self::Source
                | Self::SourceDocument
                | Self::Data
                | Self::Question
                | Self::Answer
                | Self::Failure
                | Self::Earlier
                | Self::Choice
                | Self::Turn
                | Self::Own
                | Self::Error
                | Self::Usage
                | Self::Interrupt
                | Self::Tools
                | Self::Revision
        )
    }
}

/// How well a wire says a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// As it is.
    Keeps,
    /// Not all of it, or as something else.
    Narrows,
    /// What its own family says of it; of others nothing.
    KeepsOwn,
}

/// What a wire can say: a column of its family's table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Says {
    rows: &'static [Row],
    column: usize,
    stream: bool,
}

/// A row of a family's table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The field.
    pub field: Field,
    /// A letter for each wire of the family, in the order of the table of formats: `k` keeps it, `n` narrows it, `o`
    /// keeps what its own family says of it, `-` has no place for it. A capital means that the wire demands it, so that it is made up where a source lacks it.
    pub how: &'static str,
    /// JSON pointer of the field from the node it belongs to, in documents; empty where it has no member of its own.
    pub at: &'static str,
    /// The same in the stream.
    pub in_stream: &'static str,
}

impl Row {
    /// A row.
    #[must_use]
    pub const fn new(field: Field, how: &'static str, at: &'static str, in_stream: &'static str) -> Self {
        Self { field, how, at, in_stream }
    }
}

impl Says {
    /// What the wire of this column says, which is a document.
    #[must_use]
    pub const fn document(rows: &'static [Row], column: usize) -> Self {
        Self { rows, column, stream: false }
    }

    /// What the wire of this column says, which is a stream.
    #[must_use]
    pub const fn stream(rows: &'static [Row], column: usize) -> Self {
        Self { rows, column, stream: true }
    }

    /// Whether both are wires of one family.
    #[must_use]
    pub fn is_kin(self, other: Self) -> bool {
        std::ptr::eq(self.rows, other.rows)
    }

    fn row(self, field: Field) -> Option<&'static Row> {
        self.rows.iter().find(|row| row.field == field)
    }

    fn letter(self, field: Field) -> Option<u8> {
        self.row(field)?.how.as_bytes().get(self.column).copied()
    }

    /// How well it says a field; `None` where it has no place for it.
    #[must_use]
    pub fn how(self, field: Field) -> Option<How> {
        match self.letter(field)? {
            b'k' | b'K' => Some(How::Keeps),
            b'n' | b'N' => Some(How::Narrows),
            b'o' => Some(How::KeepsOwn),
            _ => None,
        }
    }

    /// Whether it demands a field.
    #[must_use]
    pub fn demands(self, field: Field) -> bool {
        self.letter(field).is_some_and(|letter| letter.is_ascii_uppercase())
    }

    /// JSON pointer of a field from its node; empty where it has no member of its own.
    #[must_use]
    pub fn at(self, field: Field) -> &'static str {
        self.row(field).map_or("", |row| if self.stream { row.in_stream } else { row.at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rows_stand_in_the_order_of_the_variants() {
        for (index, (field, name, words)) in FIELDS.iter().enumerate() {
            assert_eq!((*field as usize, field.name(), field.words()), (index, *name, *words));
        }
        assert_eq!(Field::Extra as usize + 1, FIELDS.len());
    }
}
