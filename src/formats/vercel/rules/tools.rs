//! What a tool part must be in each of its states.

use super::sources::{VALIDATE, messages};
use crate::report::{Level, Rule};

/// A tool part has no `state`.
pub(in crate::formats::vercel) static NO_STATE: Rule = Rule {
    id: "vercel/no-state",
    level: Level::Error,
    what: "a tool part has no `state`",
    why: "The AI SDK refuses the whole history.",
    source: VALIDATE,
    help: "say how far the call has come: `output-available` where it is done",
    fails: parts!(r#"{"type":"tool-tide","toolCallId":"c1","input":{},"output":"low"}"#),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The state of a tool part is none of the seven.
pub(in crate::formats::vercel) static UNKNOWN_STATE: Rule = Rule {
    id: "vercel/unknown-state",
    level: Level::Error,
    what: "the state of a tool part is none of the seven",
    why: "The AI SDK refuses the whole history. `call`, `partial-call` and `result` were states until version 4.",
    source: VALIDATE,
    help: "use input-streaming, input-available, approval-requested, approval-responded, output-available, output-error or output-denied",
    fails: parts!(r#"{"type":"tool-tide","toolCallId":"c1","state":"result","input":{},"output":"low"}"#),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// A tool part has a member that its state excludes.
pub(in crate::formats::vercel) static OTHER_STATE: Rule = Rule {
    id: "vercel/other-state",
    level: Level::Error,
    what: "a tool part has a member that its state excludes",
    why: "The AI SDK refuses the whole history, even where the member is null.",
    source: VALIDATE,
    help: "leave the member out, or say the state that it belongs to",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"input-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The approval of a call is not what its state says.
pub(in crate::formats::vercel) static APPROVAL_CONTRADICTS: Rule = Rule {
    id: "vercel/approval-contradicts",
    level: Level::Error,
    what: "the approval of a call is not what its state says",
    why: "The AI SDK refuses the whole history: a call with an output was approved, a denied one was not.",
    source: VALIDATE,
    help: "say `approved: true` with an output or its error, `approved: false` with `output-denied`",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low","approval":{"id":"q1","approved":false}}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-denied","input":{},"approval":{"id":"q1","approved":false}}"#
    ),
    ..Rule::BLANK
};

/// A failed call has a `rawInput`.
pub(in crate::formats::vercel) static OLD_RAW_INPUT: Rule = Rule {
    id: "vercel/old-raw-input",
    level: Level::Strict,
    what: "a failed call has a `rawInput`",
    why: "The input that failed stands in `input` since version 7; `rawInput` is read as its stand-in.",
    source: "ai 7.0.103, ToolUIPart: rawInput is deprecated",
    help: "write the input that failed as `input`",
    fails: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-error","rawInput":"{","errorText":"no JSON"}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-error","input":"{","errorText":"no JSON"}"#
    ),
    ..Rule::BLANK
};
