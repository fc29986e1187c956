//! What each message, body and part must be.

use super::samples::{ANSWERED_CALL_REQUEST, IMAGE_REQUEST};
use super::sources::{API, REQUEST, TYPES};
use crate::report::{Example, Level, Rule};

/// A member that must be there is missing.
pub(in crate::formats::openai) static MISSING_MEMBER: Rule = Rule {
    id: "openai/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "The server refuses a request without it; of a reply, clients read nothing where it should be.",
    source: TYPES,
    help: "add the member",
    fails: Example::new(REQUEST, r#"{"messages":[{"role":"user","content":"tide?"}]}"#),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is of another kind than it must be.
pub(in crate::formats::openai) static WRONG_TYPE: Rule = Rule {
    id: "openai/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "The server refuses it; a typed client fails or reads something else.",
    source: TYPES,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":{"port":"Oban"}}}]},{"role":"tool","tool_call_id":"c1","content":"Low."}"#
        ),
    ),
    passes: ANSWERED_CALL_REQUEST,
    ..Rule::BLANK
};

/// A word is none of those that may stand there.
pub(in crate::formats::openai) static UNKNOWN_WORD: Rule = Rule {
    id: "openai/unknown-word",
    level: Level::Error,
    what: "a word is none of those that may stand there",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "use one of the known words",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""verbosity":"chatty""#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""verbosity":"low""#)),
    ..Rule::BLANK
};

/// A part, call or choice is of a kind that nobody knows.
pub(in crate::formats::openai) static UNKNOWN_KIND: Rule = Rule {
    id: "openai/unknown-kind",
    level: Level::Error,
    what: "a part, call or choice is of a kind that nobody knows",
    why: "Neither OpenAI nor a vendor that is known here takes it.",
    source: TYPES,
    help: "use one of the known kinds",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":[{"type":"poll","text":"tide?"}]}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":[{"type":"text","text":"tide?"}]}"#)),
    ..Rule::BLANK
};

/// A message has a role that the API does not know.
pub(in crate::formats::openai) static UNKNOWN_ROLE: Rule = Rule {
    id: "openai/unknown-role",
    level: Level::Error,
    what: "a message has a role that the API does not know",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "developer, system, user, assistant, tool and the old function are known",
    fails: Example::new(REQUEST, request!(r#"{"role":"human","content":"tide?"}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A content part stands in a message whose role does not take it.
pub(in crate::formats::openai) static PART_IN_OTHER_ROLE: Rule = Rule {
    id: "openai/part-in-other-role",
    level: Level::Error,
    what: "a content part stands in a message whose role does not take it",
    why: "Instructions take text alone, the assistant says text or a refusal, and only a user shows images, sound and files.",
    source: TYPES,
    help: "move the part into a user message",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"system","content":[{"type":"image_url","image_url":{"url":"https://example.com/tide.png"}}]}"#
        ),
    ),
    passes: IMAGE_REQUEST,
    ..Rule::BLANK
};

/// A member is null and must not be.
pub(in crate::formats::openai) static NULL: Rule = Rule {
    id: "openai/null",
    level: Level::Error,
    what: "a member is null and must not be",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "write a value",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":null}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is null where it should be absent.
pub(in crate::formats::openai) static NULL_READ: Rule = Rule {
    id: "openai/null-read",
    level: Level::Strict,
    what: "a member is null where it should be absent",
    why: "The types do not allow it. Servers of vendors and most clients read it as absent.",
    source: TYPES,
    help: "leave the member out",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?","name":null}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A list that must not be empty is.
pub(in crate::formats::openai) static EMPTY_LIST: Rule = Rule {
    id: "openai/empty-list",
    level: Level::Error,
    what: "a list that must not be empty is",
    why: "The server refuses the request with status 400.",
    source: API,
    help: "add an item",
    fails: Example::new(REQUEST, r#"{"model":"m","messages":[]}"#),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is none that the API knows.
pub(in crate::formats::openai) static UNKNOWN_MEMBER: Rule = Rule {
    id: "openai/unknown-member",
    level: Level::Strict,
    what: "a member is none that the API knows",
    why: "OpenAI refuses members that it does not know in a request; vendors add many, and clients pass over them in a reply.",
    source: TYPES,
    help: "leave it out for OpenAI itself",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""top_k":3"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A member is none that the API knows, and looks like one.
pub(in crate::formats::openai) static MISSPELT_MEMBER: Rule = Rule {
    id: "openai/misspelt-member",
    level: Level::Warning,
    what: "a member is none that the API knows, and looks like one",
    why: "Nobody reads it, so what it says is lost.",
    source: TYPES,
    help: "write the member as the API spells it: snake_case",
    fails: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""maxTokens":64"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""max_tokens":64"#)),
    ..Rule::BLANK
};

/// An item of `messages` is no object.
pub(in crate::formats::openai) static NOT_A_MESSAGE: Rule = Rule {
    id: "openai/not-a-message",
    level: Level::Error,
    what: "an item of `messages` is no object",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "wrap it as `{\"role\": …}`",
    fails: Example::new(REQUEST, request!(r#""tide?""#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A message has no role.
pub(in crate::formats::openai) static ROLE_MISSING: Rule = Rule {
    id: "openai/role-missing",
    level: Level::Error,
    what: "a message has no role",
    why: "The server refuses the request with status 400. Here it is read as the assistant's.",
    source: TYPES,
    help: "one of system, developer, user, assistant, tool",
    fails: Example::new(REQUEST, request!(r#"{"content":"tide?"}"#)),
    passes: Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#)),
    ..Rule::BLANK
};

/// A tool message does not say what it answers.
pub(in crate::formats::openai) static TOOL_CALL_ID_MISSING: Rule = Rule {
    id: "openai/tool-call-id-missing",
    level: Level::Error,
    what: "a tool message does not say what it answers",
    why: "The server refuses the request with status 400.",
    source: TYPES,
    help: "name the call that it answers with `tool_call_id`",
    fails: Example::new(
        REQUEST,
        request!(
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]},{"role":"tool","content":"Low."}"#
        ),
    ),
    passes: ANSWERED_CALL_REQUEST,
    ..Rule::BLANK
};
