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
    /// The count of cached tokens.
    CachedTokens,
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
    (Field::CachedTokens, "cached-tokens", "the count of cached tokens"),
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
    (Field::Own, "own", "a part that only its family speaks"),
    (Field::Extra, "extra", "a member that only its family knows"),
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
}

/// A row of what a wire can say: a field that has none has no place on that wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Says {
    /// The field.
    pub field: Field,
    /// How well.
    pub how: How,
    /// JSON pointer of the field from the node it belongs to; empty where it has no member of its own.
    pub at: &'static str,
}

impl Says {
    /// A wire says this as it is, at this pointer from the node (empty where it has no member of its own).
    #[must_use]
    pub const fn kept(field: Field, at: &'static str) -> Self {
        Self { field, how: How::Keeps, at }
    }

    /// As [`Says::kept`], but not all of it, or as something else.
    #[must_use]
    pub const fn narrowed(field: Field, at: &'static str) -> Self {
        Self { field, how: How::Narrows, at }
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
