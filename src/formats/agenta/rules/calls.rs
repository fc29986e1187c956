//! Calls, their results, and questions about them.

use super::samples::{ANSWERED_CALL, ANSWERED_HISTORY};
use super::sources::{DOCUMENT, FOLD, VERCEL};
use crate::report::{Example, Level, Rule};

/// A call comes again with another name.
pub(in crate::formats::agenta) static NAME_CHANGED: Rule = Rule {
    id: "agenta/name-changed",
    level: Level::Warning,
    what: "a call comes again with another name",
    why: "The first name counts; the fold and the Vercel side disagree about what else changes.",
    source: FOLD,
    help: "send the same name with the same id",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"tool_call","data":{"id":"c1","name":"sh","input":{}}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
    ..Rule::BLANK
};

/// A call or its result has no id.
pub(in crate::formats::agenta) static CALL_WITHOUT_ID: Rule = Rule {
    id: "agenta/call-without-id",
    level: Level::Warning,
    what: "a call or its result has no id",
    why: "No result can be tied to it; the Vercel side drops it.",
    source: VERCEL,
    help: "give the call an id, and its result the same",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"name":"bash","input":{}}}
{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
    ..Rule::BLANK
};

/// A call does not name its tool.
pub(in crate::formats::agenta) static CALL_WITHOUT_NAME: Rule = Rule {
    id: "agenta/call-without-name",
    level: Level::Warning,
    what: "a call does not name its tool",
    why: "The Vercel side shows it as `unknown_tool`; a model that gets it replayed can't tell what was called.",
    source: VERCEL,
    help: "name the tool",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","input":{}}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
    ..Rule::BLANK
};

/// A result is for a call that is not there.
pub(in crate::formats::agenta) static RESULT_WITHOUT_CALL: Rule = Rule {
    id: "agenta/result-without-call",
    level: Level::Warning,
    whole: true,
    what: "a result is for a call that is not there",
    why: "The Vercel side drops it, and a model's API refuses the history.",
    source: VERCEL,
    help: "put the call before its result, with the same id",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"message","data":{"text":"Low."}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
};

/// A call has two results.
pub(in crate::formats::agenta) static RESULT_TWICE: Rule = Rule {
    id: "agenta/result-twice",
    level: Level::Warning,
    what: "a call has two results",
    why: "The fold keeps both, the Vercel side shows the last one; a model's API refuses the second.",
    source: FOLD,
    help: "send one result for each call",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
    ),
    passes: ANSWERED_CALL,
    ..Rule::BLANK
};

/// Two calls of a history have the same id.
pub(in crate::formats::agenta) static CALL_ID_TWICE: Rule = Rule {
    id: "agenta/call-id-twice",
    level: Level::Warning,
    what: "two calls of a history have the same id",
    why: "A result names its call by the id, so it can't be told which of the two it answers.",
    source: DOCUMENT,
    help: "give each call an id of its own",
    fails: Example::new(
        "agenta-messages",
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{}},{"type":"tool_result","toolCallId":"c1","toolName":"bash","output":"x","isError":false},{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{}},{"type":"tool_result","toolCallId":"c1","toolName":"bash","output":"x","isError":false}]}]"#,
    ),
    passes: ANSWERED_HISTORY,
    ..Rule::BLANK
};

/// A question is about a call that is not there.
pub(in crate::formats::agenta) static APPROVAL_OF_UNKNOWN_CALL: Rule = Rule {
    id: "agenta/approval-of-unknown-call",
    level: Level::Warning,
    whole: true,
    what: "a question whether a call may be made is about a call that is not there",
    why: "The client of the Vercel side finds no call to ask about, and fails.",
    source: VERCEL,
    help: "send the `tool_call` before the question, or the call with it: `payload.toolCall`",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCallId":"c2"}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCallId":"c1"}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
};

/// Two questions have the same id.
pub(in crate::formats::agenta) static REQUEST_TWICE: Rule = Rule {
    id: "agenta/request-twice",
    level: Level::Warning,
    what: "two questions have the same id",
    why: "An answer names its question by the id, so one of them stays open.",
    source: DOCUMENT,
    help: "give each question an id of its own",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{"form":"a"}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{"form":"a"}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{"form":"a"}}}
{"type":"interaction_request","data":{"id":"i2","kind":"user_input","payload":{"form":"a"}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    ..Rule::BLANK
};

/// A question whether a call may be made does not say which.
pub(in crate::formats::agenta) static APPROVAL_WITHOUT_CALL: Rule = Rule {
    id: "agenta/approval-without-call",
    level: Level::Warning,
    what: "a question whether a call may be made does not say which",
    why: "The Vercel side drops the question, so nobody can answer it.",
    source: VERCEL,
    help: "name the call: `payload.toolCallId`",
    fails: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    passes: Example::new(
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCallId":"c1"}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
    ),
    ..Rule::BLANK
};
