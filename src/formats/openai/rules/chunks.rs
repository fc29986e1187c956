//! What each chunk of a stream must be.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, STREAM, TYPES};
use crate::report::{Example, Level, Rule};

/// A frame is no object.
pub(in crate::formats::openai) static NOT_A_CHUNK: Rule = Rule {
    id: "openai/not-a-chunk",
    level: Level::Error,
    what: "a frame is no object",
    why: "The client fails there.",
    source: CLIENT,
    help: "each frame is a `chat.completion.chunk`",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
"tide"
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A chunk has no list of choices.
pub(in crate::formats::openai) static CHOICES_MISSING: Rule = Rule {
    id: "openai/choices-missing",
    level: Level::Error,
    what: "a chunk has no list of choices",
    why: "The client goes through the choices of each chunk and fails where there are none.",
    source: CLIENT,
    help: "send `\"choices\": []` where there is nothing to say",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m"}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The choices of a chunk are null.
pub(in crate::formats::openai) static CHOICES_NULL: Rule = Rule {
    id: "openai/choices-null",
    level: Level::Warning,
    what: "the choices of a chunk are null",
    why: "The client fails there; other readers take it for an empty list. MiniMax sends it beside its errors.",
    source: CLIENT,
    help: "send `\"choices\": []` where there is nothing to say",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":null}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A choice has no index from 0 to 127.
pub(in crate::formats::openai) static CHOICE_INDEX: Rule = Rule {
    id: "openai/choice-index",
    level: Level::Error,
    what: "a choice has no index from 0 to 127",
    why: "The client refuses the stream: it puts choices together by their index.",
    source: CLIENT,
    help: "number the choices of a reply with `index`, from 0",
    fails: Example::new(
        STREAM,
        stream!(r#"{"delta":{"role":"assistant","content":"Low."},"finish_reason":"stop"}"#),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The index counts the chunks and not the choices.
pub(in crate::formats::openai) static CHOICE_INDEX_COUNTS: Rule = Rule {
    id: "openai/choice-index-counts",
    level: Level::Warning,
    what: "the index counts the chunks and not the choices",
    why: "A client makes a choice of each chunk. Here all are read as one.",
    source: "captured streams",
    help: "number the choices from 0",
    fails: Example::new(
        STREAM,
        r#"{"id":"x0","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":1,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x2","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":2,"delta":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The choices are not numbered from 0 without a gap.
pub(in crate::formats::openai) static CHOICE_GAP: Rule = Rule {
    id: "openai/choice-gap",
    level: Level::Error,
    whole: true,
    what: "the choices are not numbered from 0 without a gap",
    why: "The client fails at the choice that is not there.",
    source: CLIENT,
    help: "number the choices from 0",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":1,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}"#,
            r#"{"index":1,"delta":{},"finish_reason":"stop"}"#
        ),
    ),
    passes: TEXT_STREAM,
};

/// A chunk lacks a member that each should have.
pub(in crate::formats::openai) static CHUNK_MEMBER_MISSING: Rule = Rule {
    id: "openai/chunk-member-missing",
    level: Level::Strict,
    what: "a chunk lacks a member that each should have",
    why: "The types want `id`, `object`, `created` and `model` in each chunk and a `delta` in each choice. The client reads on.",
    source: TYPES,
    help: "add the member",
    fails: Example::new(
        STREAM,
        r#"{"object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A member of a chunk is of another kind than it must be.
pub(in crate::formats::openai) static CHUNK_TYPE: Rule = Rule {
    id: "openai/chunk-type",
    level: Level::Warning,
    what: "a member of a chunk is of another kind than it must be",
    why: "The client does not look, and joins or passes on what is there.",
    source: TYPES,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","content":5},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"stop"}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A word of a chunk is none of those that may stand there.
pub(in crate::formats::openai) static CHUNK_WORD: Rule = Rule {
    id: "openai/chunk-word",
    level: Level::Warning,
    what: "a word of a chunk is none of those that may stand there",
    why: "The client passes it on.",
    source: TYPES,
    help: "use one of the known words",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"model","content":"Low."},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"stop"}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The chunks of one reply have different ids.
pub(in crate::formats::openai) static ID_CHANGES: Rule = Rule {
    id: "openai/id-changes",
    level: Level::Strict,
    what: "the chunks of one reply have different ids",
    why: "Each chunk of a reply has the same id. The client keeps the last.",
    source: "OpenAI API, streaming: each chunk has the same ID",
    help: "give the reply one id",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"y","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A reply begins before the one before it is closed.
pub(in crate::formats::openai) static SECOND_REPLY: Rule = Rule {
    id: "openai/second-reply",
    level: Level::Warning,
    what: "a reply begins before `[DONE]`",
    why: "A stream is one reply. The client joins both into one message under the last id; converting and folding keep them apart.",
    source: CLIENT,
    help: "close each reply with `[DONE]`, or keep each in a file of its own",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}
{"id":"y","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"High."},"finish_reason":"stop"}]}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// Usage comes in a chunk whose id is empty.
pub(in crate::formats::openai) static USAGE_WITHOUT_ID: Rule = Rule {
    id: "openai/usage-without-id",
    level: Level::Warning,
    what: "usage comes in a chunk whose id is empty",
    why: "The client takes the members of a chunk only if it has an id, so the counts are lost.",
    source: CLIENT,
    help: "repeat the id of the reply in each chunk",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
{"id":"","object":"chat.completion.chunk","created":1,"model":"m","usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12},"choices":[]}
[DONE]"#,
    ),
    passes: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12},"choices":[]}
[DONE]"#,
    ),
    ..Rule::BLANK
};
