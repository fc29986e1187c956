//! What a whole reply must hold and agree on.

use super::samples::CALL_REPLY;
use super::sources::{RESPONSE, TYPES};
use crate::report::{Example, Level, Rule};

/// The reply is an error.
pub(in crate::formats::openai) static ERROR_BODY: Rule = Rule {
    id: "openai/error-body",
    level: Level::Error,
    what: "the reply is an error",
    why: "A client throws it: there is no reply.",
    source: "npm openai 7.55.0, APIError",
    help: "read the message of the error",
    fails: Example::new(
        RESPONSE,
        r#"{"error":{"message":"no quota","type":"insufficient_quota","param":null,"code":null}}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// A choice has no message.
pub(in crate::formats::openai) static MESSAGE_MISSING: Rule = Rule {
    id: "openai/message-missing",
    level: Level::Warning,
    what: "a choice has no message",
    why: "A client that reads the message fails. Azure does it where its filter has taken the reply.",
    source: TYPES,
    help: "each choice holds a `message`",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"finish_reason":"content_filter"}]}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// The finish reason is none that the API knows.
pub(in crate::formats::openai) static FINISH_UNKNOWN: Rule = Rule {
    id: "openai/finish-unknown",
    level: Level::Warning,
    what: "the finish reason is none that the API knows",
    why: "Clients pass it on, and one that waits for `stop` does not see the end.",
    source: TYPES,
    help: "one of stop, length, tool_calls, content_filter, function_call",
    fails: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#, r#""eos""#)),
    passes: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#)),
    ..Rule::BLANK
};

/// The finish reason tells of calls, and there is none.
pub(in crate::formats::openai) static TOOL_CALLS_MISSING: Rule = Rule {
    id: "openai/tool-calls-missing",
    level: Level::Warning,
    what: "the finish reason tells of calls, and there is none",
    why: "A loop over tools has nothing to call and asks the model again.",
    source: TYPES,
    help: "a reply that waits for tools holds `tool_calls`",
    fails: Example::new(RESPONSE, reply!(r#"{"role":"assistant","content":"Low."}"#, r#""tool_calls""#)),
    passes: CALL_REPLY,
    ..Rule::BLANK
};

/// There are calls, and the finish reason is another than `tool_calls`.
pub(in crate::formats::openai) static FINISH_WITH_CALLS: Rule = Rule {
    id: "openai/finish-with-calls",
    level: Level::Note,
    what: "there are calls, and the finish reason is another than `tool_calls`",
    why: "A loop that goes by the finish reason does not call the tools. OpenAI does it where the tool choice names a function; some servers always.",
    source: "OpenAI API, function calling",
    help: "go by the calls, not by the reason",
    fails: Example::new(
        RESPONSE,
        reply!(
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]}"#,
            r#""stop""#
        ),
    ),
    passes: CALL_REPLY,
    ..Rule::BLANK
};

/// Two choices have the same index.
pub(in crate::formats::openai) static CHOICE_REPEATED: Rule = Rule {
    id: "openai/choice-repeated",
    level: Level::Warning,
    what: "two choices have the same index",
    why: "Clients find a choice by its place or by its index, and get different ones.",
    source: TYPES,
    help: "number the choices from 0",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"},{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    passes: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"},{"index":1,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    ..Rule::BLANK
};

/// The tokens of prompt and completion do not add up to the total.
pub(in crate::formats::openai) static USAGE_TOTAL: Rule = Rule {
    id: "openai/usage-total",
    level: Level::Note,
    what: "the tokens of prompt and completion do not add up to the total",
    why: "Some servers count thinking in the total alone. Who bills by the parts counts too little.",
    source: TYPES,
    help: "total_tokens is prompt_tokens and completion_tokens",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":20},"choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    passes: Example::new(
        RESPONSE,
        r#"{"id":"x","object":"chat.completion","created":1,"model":"m","usage":{"prompt_tokens":9,"completion_tokens":3,"total_tokens":12},"choices":[{"index":0,"message":{"role":"assistant","content":"Low."},"finish_reason":"stop"}]}"#,
    ),
    ..Rule::BLANK
};
