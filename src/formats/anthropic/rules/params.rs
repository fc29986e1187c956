//! What the members of a request must agree on. The types do not hold it; the server refuses it.

use super::samples::{STOP_REQUEST, TOOL_REQUEST};
use super::sources::{REQUEST, SERVER};
use crate::report::{Example, Level, Rule};

/// Two tools have the same name.
pub(in crate::formats::anthropic) static TOOL_NAME_REPEATED: Rule = Rule {
    id: "anthropic/tool-name-repeated",
    level: Level::Warning,
    what: "two tools have the same name",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "give each tool a name of its own",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"f","input_schema":{"type":"object"}},{"name":"f","input_schema":{"type":"object"}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// The tool choice names a tool that is not offered.
pub(in crate::formats::anthropic) static TOOL_CHOICE_UNKNOWN: Rule = Rule {
    id: "anthropic/tool-choice-unknown",
    level: Level::Warning,
    what: "the tool choice names a tool that is not offered",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "name one of `tools`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"get_tide","input_schema":{"type":"object"}}],"tool_choice":{"type":"tool","name":"get_wind"}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"get_tide","input_schema":{"type":"object"}}],"tool_choice":{"type":"tool","name":"get_tide"}"#
        ),
    ),
    ..Rule::BLANK
};

/// There is a tool choice, and there are no tools.
pub(in crate::formats::anthropic) static TOOL_CHOICE_ALONE: Rule = Rule {
    id: "anthropic/tool-choice-alone",
    level: Level::Warning,
    what: "there is a tool choice, and there are no tools",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "leave `tool_choice` out where there are no tools",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""tool_choice":{"type":"auto"}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"get_tide","input_schema":{"type":"object"}}],"tool_choice":{"type":"auto"}"#
        ),
    ),
    ..Rule::BLANK
};

/// The schema of a tool is not that of an object.
pub(in crate::formats::anthropic) static SCHEMA_NOT_OBJECT: Rule = Rule {
    id: "anthropic/schema-not-object",
    level: Level::Warning,
    what: "the schema of a tool is not that of an object",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "the schema has `\"type\": \"object\"`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"get_tide","input_schema":{"type":"string"}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// The budget for thinking is below 1024, or not below `max_tokens`.
pub(in crate::formats::anthropic) static THINKING_BUDGET: Rule = Rule {
    id: "anthropic/thinking-budget",
    level: Level::Warning,
    what: "the budget for thinking is below 1024, or not below `max_tokens`",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "leave tokens for the answer",
    fails: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":2048,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"}]}"#,
    ),
    passes: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"}]}"#,
    ),
    ..Rule::BLANK
};

/// Thinking is asked for together with what it excludes.
pub(in crate::formats::anthropic) static THINKING_WITH_LIMITS: Rule = Rule {
    id: "anthropic/thinking-with-limits",
    level: Level::Warning,
    what: "thinking is asked for together with what it excludes",
    why: "With thinking the server refuses a temperature other than 1, `top_k`, and a choice that forces a tool.",
    source: SERVER,
    help: "leave those out",
    fails: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":4096,"temperature":0.2,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"}]}"#,
    ),
    passes: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":4096,"temperature":1,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"}]}"#,
    ),
    ..Rule::BLANK
};

/// Thinking is asked for, and the turn that called tools does not begin with it.
pub(in crate::formats::anthropic) static THINKING_LEFT_OUT: Rule = Rule {
    id: "anthropic/thinking-left-out",
    level: Level::Warning,
    what: "thinking is asked for, and the turn that called tools does not begin with it",
    why: "The server wants the thinking of the turn back before its calls.",
    source: SERVER,
    help: "send the thinking blocks back unchanged, first in the message",
    fails: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}]}"#,
    ),
    passes: Example::new(
        REQUEST,
        r#"{"model":"m","max_tokens":4096,"thinking":{"type":"enabled","budget_tokens":2048},"messages":[{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}]}"#,
    ),
    ..Rule::BLANK
};

/// A number is not in the range that the API allows.
pub(in crate::formats::anthropic) static OUT_OF_RANGE: Rule = Rule {
    id: "anthropic/out-of-range",
    level: Level::Warning,
    what: "a number is not in the range that the API allows",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "temperature and top_p are 0 to 1, max_tokens is from 1",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""temperature":1.5"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""temperature":1"#)),
    ..Rule::BLANK
};

/// A stop sequence is nothing but white space.
pub(in crate::formats::anthropic) static BLANK_STOP: Rule = Rule {
    id: "anthropic/blank-stop",
    level: Level::Warning,
    what: "a stop sequence is nothing but white space",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "leave it out",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""stop_sequences":["\n"]"#),
    ),
    passes: STOP_REQUEST,
    ..Rule::BLANK
};

/// More than four blocks are marked for the cache.
pub(in crate::formats::anthropic) static TOO_MANY_BREAKPOINTS: Rule = Rule {
    id: "anthropic/too-many-breakpoints",
    level: Level::Warning,
    what: "more than four blocks are marked for the cache",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "mark the last block of what is to be cached",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}}]}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}},{"type":"text","text":"tide?","cache_control":{"type":"ephemeral"}}]}"#
        ),
    ),
    ..Rule::BLANK
};
