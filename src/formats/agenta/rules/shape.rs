//! What each event, message and block must be.

use super::samples::{ANSWERED_CALL, BLOCK_HISTORY, IMAGE_HISTORY, QUESTION, WHOLE_MESSAGE};
use super::sources::{DOCUMENT, FOLD, MESSAGES};
use crate::report::{Example, Level, Rule};

/// An event lacks a member that the document gives it.
pub(in crate::formats::agenta) static MISSING_MEMBER: Rule = Rule {
    id: "agenta/missing-member",
    level: Level::Warning,
    what: "an event, message or block lacks a member that the document gives it",
    why: "The consumers put an empty value in its place or leave the event out, so what it should say is not shown.",
    source: FOLD,
    help: "add the member",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: WHOLE_MESSAGE,
    ..Rule::BLANK
};

/// A member of an event is of another kind than the document says.
pub(in crate::formats::agenta) static EVENT_MEMBER_KIND: Rule = Rule {
    id: "agenta/event-member-kind",
    level: Level::Warning,
    what: "a member of an event is of another kind than the document says",
    why: "Nothing checks it on the way: it reaches the client as it is, as text of Python's making, or not at all.",
    source: DOCUMENT,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":"no"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
    ..Rule::BLANK
};

/// A member of a message or block is of another kind than it must be.
pub(in crate::formats::agenta) static WRONG_TYPE: Rule = Rule {
    id: "agenta/wrong-type",
    level: Level::Error,
    what: "a member of a message or block is of another kind than it must be",
    why: "The package refuses the whole request with a ValidationError.",
    source: MESSAGES,
    help: "write the value as the kind that is expected",
    fails: Example::new("agenta-messages", r#"[{"role":"user","content":[{"type":"image","uri":7}]}]"#),
    passes: IMAGE_HISTORY,
    ..Rule::BLANK
};

/// A word is none that the document lists.
pub(in crate::formats::agenta) static UNKNOWN_WORD: Rule = Rule {
    id: "agenta/unknown-word",
    level: Level::Strict,
    what: "a word is none that the document lists",
    why: "It is passed on as it is: an interaction of another kind reaches the client as `data-interaction`.",
    source: DOCUMENT,
    help: "use one of the listed words",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_mood","payload":{}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    passes: QUESTION,
    ..Rule::BLANK
};

/// A member is null where it should be absent.
pub(in crate::formats::agenta) static NULL: Rule = Rule {
    id: "agenta/null",
    level: Level::Strict,
    what: "a member is null where it should be absent",
    why: "The package reads it as absent; the document says that unset fields are omitted.",
    source: DOCUMENT,
    help: "leave the member out",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"text","text":"tide?","uri":null}]}]"#,
    ),
    passes: BLOCK_HISTORY,
    ..Rule::BLANK
};

/// A member is none that Agenta knows.
pub(in crate::formats::agenta) static UNKNOWN_MEMBER: Rule = Rule {
    id: "agenta/unknown-member",
    level: Level::Strict,
    what: "a member is none that Agenta knows",
    why: "The package takes it out without a word.",
    source: MESSAGES,
    help: "leave it out, or put what it says into the text",
    fails: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?","name":"Ann"}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?"}]"#),
    ..Rule::BLANK
};

/// A member is none that Agenta knows, and looks like one.
pub(in crate::formats::agenta) static MISSPELT_MEMBER: Rule = Rule {
    id: "agenta/misspelt-member",
    level: Level::Warning,
    what: "a member is none that Agenta knows, and looks like one",
    why: "The package takes it out, so what it says is lost.",
    source: MESSAGES,
    help: "write the member as the document spells it",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"image","uri":"https://a.example/p.png","mimetype":"image/png"}]}]"#,
    ),
    passes: Example::new(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"image","uri":"https://a.example/p.png","mimeType":"image/png"}]}]"#,
    ),
    ..Rule::BLANK
};

/// A member of a block is spelt in snake_case.
pub(in crate::formats::agenta) static SNAKE_CASE: Rule = Rule {
    id: "agenta/snake-case",
    level: Level::Strict,
    what: "a member of a block is spelt in snake_case",
    why: "The parser accepts it; the wire is camelCase, and what the package writes always is.",
    source: DOCUMENT,
    help: "write it in camelCase",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"assistant","content":[{"type":"tool_call","tool_call_id":"c1","tool_name":"bash","input":{}}]}]"#,
    ),
    passes: Example::new(
        "agenta-messages",
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{}}]}]"#,
    ),
    ..Rule::BLANK
};

/// A member of a block is there in both spellings.
pub(in crate::formats::agenta) static TWO_SPELLINGS: Rule = Rule {
    id: "agenta/two-spellings",
    level: Level::Warning,
    what: "a member of a block is there in both spellings",
    why: "One of them counts: the camelCase one, unless it is an empty text. What the other says is lost.",
    source: MESSAGES,
    help: "keep the camelCase one",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"tool","content":[{"type":"tool_result","output":"x","isError":false,"is_error":true}]}]"#,
    ),
    passes: Example::new(
        "agenta-messages",
        r#"[{"role":"tool","content":[{"type":"tool_result","output":"x","isError":true}]}]"#,
    ),
    ..Rule::BLANK
};

/// The type of an event is none that Agenta knows.
pub(in crate::formats::agenta) static UNKNOWN_EVENT: Rule = Rule {
    id: "agenta/unknown-event",
    level: Level::Warning,
    what: "the type of an event is none that Agenta knows",
    why: "It is passed on, and both consumers leave it out.",
    source: FOLD,
    help: "what the application adds goes into a `data` event",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"mesage","data":{"text":"Low."}}
{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: WHOLE_MESSAGE,
    ..Rule::BLANK
};

/// A content block is of a type that Agenta does not know.
pub(in crate::formats::agenta) static UNKNOWN_BLOCK: Rule = Rule {
    id: "agenta/unknown-block",
    level: Level::Warning,
    what: "a content block is of a type that Agenta does not know",
    why: "The package keeps the type and takes every member out that is in none of its own blocks.",
    source: MESSAGES,
    help: "text, image, resource, attachment, tool_call and tool_result are known",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"poll","question":"tide?"}]}]"#,
    ),
    passes: BLOCK_HISTORY,
    ..Rule::BLANK
};

/// A role is none of the six of the message type.
pub(in crate::formats::agenta) static UNKNOWN_ROLE: Rule = Rule {
    id: "agenta/unknown-role",
    level: Level::Strict,
    what: "a role is none of the six of the message type",
    why: "The package checks no role; the schema of the messages type, which other services use, has developer, system, user, assistant, tool and function.",
    source: DOCUMENT,
    help: "use one of the six",
    fails: Example::new("agenta-messages", r#"[{"role":"moderator","content":"tide?"}]"#),
    passes: Example::new("agenta-messages", r#"[{"role":"user","content":"tide?"}]"#),
    ..Rule::BLANK
};
