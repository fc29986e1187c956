//! What each message, block and body must be.

use super::samples::{ANSWERED_REQUEST, IMAGE_REQUEST, STOP_REQUEST, THINKING_REQUEST};
use super::sources::{REQUEST, RESPONSE, SERVER, TYPES};
use crate::report::{Example, Level, Rule};

/// A member that must be there is missing.
pub(in crate::formats::anthropic) static MISSING_MEMBER: Rule = Rule {
    id: "anthropic/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "The server refuses a request without it; the client fails at an event without it.",
    source: TYPES,
    help: "add the member",
    fails: Example::new(REQUEST, request!(r#"{"role":"user"}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is of another kind than it must be.
pub(in crate::formats::anthropic) static WRONG_TYPE: Rule = Rule {
    id: "anthropic/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "The server refuses it; a typed client fails or reads something else.",
    source: TYPES,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":"{}"}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A word is none of those that may stand there.
pub(in crate::formats::anthropic) static UNKNOWN_WORD: Rule = Rule {
    id: "anthropic/unknown-word",
    level: Level::Error,
    what: "a word is none of those that may stand there",
    why: "The server refuses it in a request; a typed client fails at it in a reply.",
    source: TYPES,
    help: "use one of the known words",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"AAAA"}}]}"#
        ),
    ),
    passes: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AAAA"}}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// A source, choice or part is of a kind that the API does not know.
pub(in crate::formats::anthropic) static UNKNOWN_KIND: Rule = Rule {
    id: "anthropic/unknown-kind",
    level: Level::Error,
    what: "a source, choice or part is of a kind that the API does not know",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "use one of the known kinds",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/tide.png"}}]}"#
        ),
    ),
    passes: IMAGE_REQUEST,
    ..Rule::BLANK
};

/// A message has a role that the API does not know.
pub(in crate::formats::anthropic) static UNKNOWN_ROLE: Rule = Rule {
    id: "anthropic/unknown-role",
    level: Level::Error,
    what: "a message has a role that the API does not know",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "user, assistant and system are known; a result of a tool is a block of the user",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"},{"role":"tool","content":"Low."}"#),
    ),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is null and must not be.
pub(in crate::formats::anthropic) static NULL: Rule = Rule {
    id: "anthropic/null",
    level: Level::Error,
    what: "a member is null and must not be",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "write a value, or leave the member out",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":null}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is null where it should be absent.
pub(in crate::formats::anthropic) static NULL_READ: Rule = Rule {
    id: "anthropic/null-read",
    level: Level::Strict,
    what: "a member is null where it should be absent",
    why: "The types do not allow it; clients and most servers read it as absent.",
    source: TYPES,
    help: "leave the member out",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""tools":null"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A list that must not be empty is.
pub(in crate::formats::anthropic) static EMPTY_LIST: Rule = Rule {
    id: "anthropic/empty-list",
    level: Level::Error,
    what: "a list that must not be empty is",
    why: "The server refuses the request with status 400.",
    source: SERVER,
    help: "add an item",
    fails: Example::new(REQUEST, r#"{"model":"m","max_tokens":64,"messages":[]}"#),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is none that the API knows.
pub(in crate::formats::anthropic) static UNKNOWN_MEMBER: Rule = Rule {
    id: "anthropic/unknown-member",
    level: Level::Strict,
    what: "a member is none that the API knows",
    why: "The server refuses members that it does not know in a request; clients pass over them in a reply.",
    source: TYPES,
    help: "leave it out",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""seed":3"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is none that the API knows, and looks like one.
pub(in crate::formats::anthropic) static MISSPELT_MEMBER: Rule = Rule {
    id: "anthropic/misspelt-member",
    level: Level::Warning,
    what: "a member is none that the API knows, and looks like one",
    why: "Nobody reads it, so what it says is lost.",
    source: TYPES,
    help: "write the member as the API spells it: snake_case",
    fails: Example::new(
        REQUEST,
        request!(r#"{"role":"user","content":"tide?"}"#, r#""stopSequences":["."]"#),
    ),
    passes: STOP_REQUEST,
    ..Rule::BLANK
};

/// A message has no role.
pub(in crate::formats::anthropic) static ROLE_MISSING: Rule = Rule {
    id: "anthropic/role-missing",
    level: Level::Error,
    what: "a message has no role",
    why: "The server refuses the request with status 400. Here it is read as the user's.",
    source: TYPES,
    help: "a message has a `role`: user, assistant or system",
    fails: Example::new(REQUEST, request!(r#"{"content":"tide?"}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// Content is neither a text nor blocks.
pub(in crate::formats::anthropic) static CONTENT_KIND: Rule = Rule {
    id: "anthropic/content-kind",
    level: Level::Error,
    what: "content is neither a text nor blocks",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "`content` is a string or an array of blocks",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":5}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A call does not say which tool it calls.
pub(in crate::formats::anthropic) static TOOL_NAME_MISSING: Rule = Rule {
    id: "anthropic/tool-name-missing",
    level: Level::Error,
    what: "a call does not say which tool it calls",
    why: "Nobody can run it; the server refuses it in a history.",
    source: TYPES,
    help: "a tool_use block has `id`, `name` and `input`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
        ),
    ),
    passes: ANSWERED_REQUEST,
    ..Rule::BLANK
};

/// A request has no limit of tokens.
pub(in crate::formats::anthropic) static MAX_TOKENS_MISSING: Rule = Rule {
    id: "anthropic/max-tokens-missing",
    level: Level::Error,
    what: "a request has no limit of tokens",
    why: "The server refuses the request with status 400. Requests that only count tokens have none.",
    source: TYPES,
    help: "add `max_tokens`",
    fails: Example::new(REQUEST, r#"{"model":"m","messages":[{"role":"user","content":"tide?"}]}"#),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A thinking block has no signature.
pub(in crate::formats::anthropic) static SIGNATURE_MISSING: Rule = Rule {
    id: "anthropic/signature-missing",
    level: Level::Error,
    what: "a thinking block has no signature",
    why: "The server takes thinking back only as it gave it, with its signature.",
    source: TYPES,
    help: "send the block back unchanged, or leave it out",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"Low."}]}"#
        ),
    ),
    passes: THINKING_REQUEST,
    ..Rule::BLANK
};

/// A block is of a beta of the API.
pub(in crate::formats::anthropic) static BETA_BLOCK: Rule = Rule {
    id: "anthropic/beta-block",
    level: Level::Note,
    what: "a block is of a beta of the API",
    why: "The stable types refuse it; the server wants the header `anthropic-beta`.",
    source: "PyPI anthropic 2.14.0, beta types",
    help: "send the header, and read it with the beta client",
    fails: Example::new(
        RESPONSE,
        reply!(r#"{"type":"mcp_tool_use","id":"c1","name":"get_tide","server_name":"s","input":{}}"#),
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"type":"text","text":"Low."}"#)),
    ..Rule::BLANK
};

/// A block stands in a message whose role does not take it.
pub(in crate::formats::anthropic) static BLOCK_IN_OTHER_ROLE: Rule = Rule {
    id: "anthropic/block-in-other-role",
    level: Level::Warning,
    what: "a block stands in a message whose role does not take it",
    why: "The types hold one list of blocks for both roles; the server refuses it.",
    source: SERVER,
    help: "results, images and documents are the user's; calls and thinking the assistant's",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"image","source":{"type":"url","url":"https://example.com/tide.png"}}]}"#
        ),
    ),
    passes: IMAGE_REQUEST,
    ..Rule::BLANK
};
