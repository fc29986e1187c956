//! What the calls of a stream must be.

use super::samples::CALL_STREAM;
use super::sources::{CLIENT, STREAM};
use crate::report::{Example, Level, Rule};

/// A piece of a call has no index.
pub(in crate::formats::openai) static TOOL_INDEX_MISSING: Rule = Rule {
    id: "openai/tool-index-missing",
    level: Level::Error,
    what: "a piece of a call has no index",
    why: "The client refuses the stream: it puts calls together by their index.",
    source: CLIENT,
    help: "number the calls of a reply with `index`, from 0",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
    ..Rule::BLANK
};

/// The calls are not numbered from 0 without a gap.
pub(in crate::formats::openai) static TOOL_GAP: Rule = Rule {
    id: "openai/tool-gap",
    level: Level::Warning,
    whole: true,
    what: "the calls are not numbered from 0 without a gap",
    why: "The client fails at the call that is not there; a reader that takes the number for a key, and not for a place, loses nothing.",
    source: CLIENT,
    help: "number the calls of a reply from 0; text has no number",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":1,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
};

/// A call does not say its type in any of its pieces.
pub(in crate::formats::openai) static TOOL_TYPE_MISSING: Rule = Rule {
    id: "openai/tool-type-missing",
    level: Level::Error,
    whole: true,
    what: "a call does not say its type in any of its pieces",
    why: "The client refuses the stream.",
    source: CLIENT,
    help: "send `\"type\": \"function\"` with the first piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
};

/// A call has neither a function nor a custom tool in any of its pieces.
pub(in crate::formats::openai) static TOOL_BODY_MISSING: Rule = Rule {
    id: "openai/tool-body-missing",
    level: Level::Error,
    whole: true,
    what: "a call has neither a function nor a custom tool in any of its pieces",
    why: "The client refuses the stream: it does not know what is called.",
    source: CLIENT,
    help: "send the name with the first piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function"}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
};

/// A call never says the name of its tool.
pub(in crate::formats::openai) static TOOL_NAMELESS: Rule = Rule {
    id: "openai/tool-nameless",
    level: Level::Warning,
    whole: true,
    what: "a call never says the name of its tool",
    why: "The client reads an empty name, and nobody knows what to call.",
    source: CLIENT,
    help: "send the name with the first piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
};

/// A call has no id in any of its pieces.
pub(in crate::formats::openai) static TOOL_ID_MISSING: Rule = Rule {
    id: "openai/tool-id-missing",
    level: Level::Warning,
    whole: true,
    what: "a call has no id in any of its pieces",
    why: "The client makes one up, so no server knows it in the next request.",
    source: CLIENT,
    help: "send an id with the first piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
};

/// A call goes on with another id.
pub(in crate::formats::openai) static TOOL_ID_CHANGES: Rule = Rule {
    id: "openai/tool-id-changes",
    level: Level::Warning,
    what: "a call goes on with another id",
    why: "The client keeps the last id and joins the arguments of both.",
    source: CLIENT,
    help: "each call has an index of its own",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{"tool_calls":[{"index":0,"id":"c2","function":{"arguments":""}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
    ..Rule::BLANK
};

/// The name of a call changes after its arguments have begun.
pub(in crate::formats::openai) static TOOL_NAME_LATE: Rule = Rule {
    id: "openai/tool-name-late",
    level: Level::Warning,
    what: "the name of a call changes after its arguments have begun",
    why: "The client keeps the last name; who has begun to show the call has shown another.",
    source: CLIENT,
    help: "send the whole name before the arguments",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"name":"g"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
        ),
    ),
    passes: CALL_STREAM,
    ..Rule::BLANK
};

/// Arguments come after the finish reason.
pub(in crate::formats::openai) static ARGUMENTS_AFTER_FINISH: Rule = Rule {
    id: "openai/arguments-after-finish",
    level: Level::Warning,
    what: "arguments come after the finish reason",
    why: "Who runs the tools at the finish reason has run them with less.",
    source: CLIENT,
    help: "send the finish reason after the last piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#,
            r#"{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":" "}}]},"finish_reason":null}"#
        ),
    ),
    passes: CALL_STREAM,
    ..Rule::BLANK
};

/// A `function_call` has no name or no arguments.
pub(in crate::formats::openai) static FUNCTION_CALL_NAMELESS: Rule = Rule {
    id: "openai/function-call-nameless",
    level: Level::Error,
    whole: true,
    what: "a `function_call` has no name or no arguments",
    why: "The client refuses the stream.",
    source: CLIENT,
    help: "send the name and, if only empty, arguments with the first piece",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","function_call":{"arguments":"{}"}},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"function_call"}"#
        ),
    ),
    passes: Example::new(
        STREAM,
        stream!(
            r#"{"index":0,"delta":{"role":"assistant","function_call":{"name":"f","arguments":"{}"}},"finish_reason":null}"#,
            r#"{"index":0,"delta":{},"finish_reason":"function_call"}"#
        ),
    ),
};
