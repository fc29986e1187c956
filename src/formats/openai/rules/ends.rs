//! How a streamed reply begins and ends.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, STREAM};
use crate::report::{Example, Level, Rule};

/// The stream carries an error.
pub(in crate::formats::openai) static ERROR_IN_STREAM: Rule = Rule {
    id: "openai/error-in-stream",
    level: Level::Error,
    what: "the stream carries an error",
    why: "The client throws it there and reads no further.",
    source: "npm openai 7.55.0, core/streaming",
    help: "read the message of the error",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"error":{"message":"overloaded","type":"server_error","code":500}}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// No chunk of a choice says its role.
pub(in crate::formats::openai) static DELTA_ROLE_MISSING: Rule = Rule {
    id: "openai/delta-role-missing",
    level: Level::Error,
    whole: true,
    what: "no chunk of a choice says its role",
    why: "The client refuses the reply at its end.",
    source: CLIENT,
    help: "send `\"role\": \"assistant\"` with the first piece of each choice",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"content":"Low."},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"stop"}"#
        ),
    ),
    passes: TEXT_STREAM,
};

/// A choice has no finish reason before `[DONE]`.
pub(in crate::formats::openai) static FINISH_MISSING: Rule = Rule {
    id: "openai/finish-missing",
    level: Level::Warning,
    whole: true,
    what: "a choice has no finish reason before `[DONE]`",
    why: "The reply is whole, as `[DONE]` says, but the client refuses it at its end; why it ends nobody knows.",
    source: CLIENT,
    help: "send `finish_reason` with the last piece of each choice",
    fails: Example::new(
        STREAM,
        stream!(r#"{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}"#),
    ),
    passes: TEXT_STREAM,
};

/// A choice has two different finish reasons.
pub(in crate::formats::openai) static FINISH_TWICE: Rule = Rule {
    id: "openai/finish-twice",
    level: Level::Warning,
    what: "a choice has two different finish reasons",
    why: "The client keeps the last. Where one of them tells of calls, it is kept here.",
    source: CLIENT,
    help: "send one finish reason a choice",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"stop"}"#,
            r#"{"index":0,"delta":{},"finish_reason":"length"}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// Text comes after the finish reason.
pub(in crate::formats::openai) static CONTENT_AFTER_FINISH: Rule = Rule {
    id: "openai/content-after-finish",
    level: Level::Warning,
    what: "text comes after the finish reason",
    why: "The client appends it; who has shown the reply at its end has shown less.",
    source: CLIENT,
    help: "send the finish reason with the last piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"stop"}"#,
            r#"{"index":0,"delta":{"content":" tide."},"finish_reason":null}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The stream ends before a finish reason or `[DONE]`.
pub(in crate::formats::openai) static END_MISSING: Rule = Rule {
    id: "openai/end-missing",
    level: Level::Error,
    whole: true,
    what: "the stream ends before a finish reason or `[DONE]`",
    why: "The reply is cut short, and the client refuses it.",
    source: CLIENT,
    help: "a stream ends with a finish reason for each choice and `[DONE]`",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}"#,
    ),
    passes: TEXT_STREAM,
};

/// The stream ends before it says anything.
pub(in crate::formats::openai) static NO_CHOICES: Rule = Rule {
    id: "openai/no-choices",
    level: Level::Error,
    whole: true,
    what: "the stream ends before it says anything",
    why: "The client fails: it has got no chunk.",
    source: CLIENT,
    help: "a reply has at least one chunk with a choice",
    fails: Example::new(STREAM, r#"[DONE]"#),
    passes: TEXT_STREAM,
};

/// A reply has no choices.
pub(in crate::formats::openai) static CHOICES_EMPTY: Rule = Rule {
    id: "openai/choices-empty",
    level: Level::Warning,
    what: "a reply has no choices",
    why: "Clients take the first choice unasked and fail.",
    source: "npm openai 7.55.0, lib/parser; the field's own agents read `choices[0]`",
    help: "a reply has at least one choice; a fault is an `error`",
    fails: Example::new(
        "openai-response",
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1,"completion_tokens":0,"total_tokens":1}}"#,
    ),
    passes: Example::new(
        "openai-response",
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}"#,
    ),
    ..Rule::BLANK
};

/// Something comes after `[DONE]`.
pub(in crate::formats::openai) static AFTER_DONE: Rule = Rule {
    id: "openai/after-done",
    level: Level::Warning,
    what: "something comes after `[DONE]`",
    why: "The client reads no further; OpenCode sends its costs there.",
    source: "npm openai 7.55.0, core/streaming",
    help: "send it before `[DONE]`",
    fails: Example::new(
        STREAM,
        r#"{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}]}
{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
[DONE]
{"choices":[],"cost":"0"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
