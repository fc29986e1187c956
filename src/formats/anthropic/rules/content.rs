//! What the server refuses of names, ids and texts in a history.

use super::samples::{ANSWERED_REQUEST, THINKING_REQUEST, TOOL_REQUEST, TURNS_REQUEST};
use super::sources::{REQUEST, SERVER};
use crate::report::{Example, Level, Rule};

/// The id of a call has other signs than letters, digits, `_` and `-`.
pub(in crate::formats::anthropic) static ID_ILLEGAL: Rule = Rule {
    id: "anthropic/id-illegal",
    level: Level::Warning,
    what: "the id of a call has other signs than letters, digits, `_` and `-`",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "use letters, digits, `_` and `-`, the same in call and result",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c.1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c.1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// The name of a tool has other signs than letters, digits, `_` and `-`, or more than 128.
pub(in crate::formats::anthropic) static NAME_ILLEGAL: Rule = Rule {
    id: "anthropic/name-illegal",
    level: Level::Warning,
    what: "the name of a tool has other signs than letters, digits, `_` and `-`, or more than 128",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "use letters, digits, `_` and `-`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"}"#,
            r#""tools":[{"name":"get.tide","input_schema":{"type":"object"}}]"#
        ),
    ),
    passes: TOOL_REQUEST,
    ..Rule::BLANK
};

/// A message holds nothing but white space.
pub(in crate::formats::anthropic) static BLANK_MESSAGE: Rule = Rule {
    id: "anthropic/blank-message",
    level: Level::Warning,
    what: "a message holds nothing but white space",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "leave the message out",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":" "},{"role":"user","content":"tide?"}"#
        ),
    ),
    passes: TURNS_REQUEST,
    ..Rule::BLANK
};

/// A text block holds nothing but white space.
pub(in crate::formats::anthropic) static BLANK_TEXT: Rule = Rule {
    id: "anthropic/blank-text",
    level: Level::Warning,
    what: "a text block holds nothing but white space",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "leave the block out",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":[{"type":"text","text":""},{"type":"text","text":"Low."}]}"#),
    ),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":[{"type":"text","text":"Low."}]}"#)),
    ..Rule::BLANK
};

/// A message has no blocks.
pub(in crate::formats::anthropic) static EMPTY_CONTENT: Rule = Rule {
    id: "anthropic/empty-content",
    level: Level::Warning,
    what: "a message has no blocks",
    why: "The server takes that in the last message alone, where the assistant is to begin.",
    source: SERVER,
    help: "leave the message out",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[]},{"role":"user","content":"tide?"}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[]}"#),
    ),
    ..Rule::BLANK
};

/// The text that the assistant is to go on with ends in white space.
pub(in crate::formats::anthropic) static TRAILING_SPACE: Rule = Rule {
    id: "anthropic/trailing-space",
    level: Level::Warning,
    whole: true,
    what: "the text that the assistant is to go on with ends in white space",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "strip the end of the last message",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"assistant","content":"The tide is "}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"assistant","content":"The tide is"}"#),
    ),
};

/// A system message stands elsewhere than after a message of the user.
pub(in crate::formats::anthropic) static SYSTEM_MISPLACED: Rule = Rule {
    id: "anthropic/system-misplaced",
    level: Level::Warning,
    what: "a system message stands elsewhere than after a message of the user",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "put instructions for the whole into `system`",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"system","content":"Be brief."},{"role":"user","content":"tide?"}"#),
    ),
    passes: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"system","content":"Be brief."}"#),
    ),
    ..Rule::BLANK
};

/// A thinking block is marked for the cache.
pub(in crate::formats::anthropic) static CACHED_THINKING: Rule = Rule {
    id: "anthropic/cached-thinking",
    level: Level::Warning,
    what: "a thinking block is marked for the cache",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "mark another block of the message",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln","cache_control":{"type":"ephemeral"}},{"type":"text","text":"Low."}]}"#
        ),
    ),
    passes: THINKING_REQUEST,
    ..Rule::BLANK
};
