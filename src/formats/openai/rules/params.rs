//! What the members of a request must agree on. The types do not hold it; the server refuses it.

use super::samples::TOOL_REQUEST;
use super::sources::{API, REQUEST};
use crate::report::{Example, Level, Rule};

/// Two tools have the same name.
pub(in crate::formats::openai) static TOOL_NAME_REPEATED: Rule = Rule {
    id: "openai/tool-name-repeated",
    level: Level::Warning,
    what: "two tools have the same name",
    why: "A call names its tool by the name, so it can't be told which of the two is meant.",
    source: API,
    help: "give each tool a name of its own",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide"}},{"type":"function","function":{"name":"get_tide"}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// The tool choice names a tool that is not offered.
pub(in crate::formats::openai) static TOOL_CHOICE_UNKNOWN: Rule = Rule {
    id: "openai/tool-choice-unknown",
    level: Level::Warning,
    what: "the tool choice names a tool that is not offered",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "name one of `tools`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}],"tool_choice":{"type":"function","function":{"name":"get_wind"}}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}],"tool_choice":{"type":"function","function":{"name":"get_tide"}}"#
        ),
    ),
    ..Rule::BLANK
};

/// There is a tool choice, and there are no tools.
pub(in crate::formats::openai) static TOOL_CHOICE_ALONE: Rule = Rule {
    id: "openai/tool-choice-alone",
    level: Level::Warning,
    what: "there is a tool choice, and there are no tools",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "leave `tool_choice` and `parallel_tool_calls` out where there are no tools",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""tool_choice":"auto""#)),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}],"tool_choice":"auto""#
        ),
    ),
    ..Rule::BLANK
};

/// The parameters of a function are no schema of an object.
pub(in crate::formats::openai) static PARAMETERS_NOT_OBJECT: Rule = Rule {
    id: "openai/parameters-not-object",
    level: Level::Warning,
    what: "the parameters of a function are no schema of an object",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "the schema has `\"type\": \"object\"`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"string","properties":{}}}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// There are stream options, and the reply is not to be streamed.
pub(in crate::formats::openai) static STREAM_OPTIONS_ALONE: Rule = Rule {
    id: "openai/stream-options-alone",
    level: Level::Warning,
    what: "there are stream options, and the reply is not to be streamed",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "ask for `\"stream\": true`, or leave them out",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""stream_options":{"include_usage":true}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""stream":true,"stream_options":{"include_usage":true}"#
        ),
    ),
    ..Rule::BLANK
};

/// The limit of tokens stands in both the old and the new member.
pub(in crate::formats::openai) static MAX_TOKENS_TWICE: Rule = Rule {
    id: "openai/max-tokens-twice",
    level: Level::Warning,
    what: "the limit of tokens stands in both the old and the new member",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "keep `max_completion_tokens`; `max_tokens` is the old one",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""max_tokens":64,"max_completion_tokens":64"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""max_completion_tokens":64"#),
    ),
    ..Rule::BLANK
};

/// There is a number of log probabilities, and none are asked for.
pub(in crate::formats::openai) static TOP_LOGPROBS_ALONE: Rule = Rule {
    id: "openai/top-logprobs-alone",
    level: Level::Warning,
    what: "there is a number of log probabilities, and none are asked for",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "ask for `\"logprobs\": true`",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""top_logprobs":2"#)),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""logprobs":true,"top_logprobs":2"#),
    ),
    ..Rule::BLANK
};

/// A number is not in the range that the API allows.
pub(in crate::formats::openai) static OUT_OF_RANGE: Rule = Rule {
    id: "openai/out-of-range",
    level: Level::Warning,
    what: "a number is not in the range that the API allows",
    why: "OpenAI refuses it; the ranges of vendors differ.",
    source: API,
    help: "temperature 0 to 2, top_p 0 to 1, penalties -2 to 2, top_logprobs 0 to 20, n from 1, at most 4 stops",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""temperature":2.5"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""temperature":2"#)),
    ..Rule::BLANK
};

/// JSON is asked for, and no message speaks of it.
pub(in crate::formats::openai) static JSON_NOT_MENTIONED: Rule = Rule {
    id: "openai/json-not-mentioned",
    level: Level::Warning,
    what: "JSON is asked for, and no message speaks of it",
    why: "The server wants the word JSON somewhere in the messages, lest the model write white space without end.",
    source: API,
    help: "say in the instructions that the answer is to be JSON",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""response_format":{"type":"json_object"}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide, as JSON?"}"#,
            r#""response_format":{"type":"json_object"}"#
        ),
    ),
    ..Rule::BLANK
};
