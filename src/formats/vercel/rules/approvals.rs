//! Questions whether a call may be made, and their answers.

use super::sources::{FOLD, VALIDATE, stream};
use crate::report::{Level, Rule};

/// An answer is to a question that no call has.
pub(in crate::formats::vercel) static ANSWER_WITHOUT_REQUEST: Rule = Rule {
    id: "vercel/answer-without-request",
    level: Level::Error,
    what: "an answer is to a question that no call has",
    why: "The client ends the stream there with a UIMessageStreamError. A question that a later one about the same call has replaced is gone.",
    source: FOLD,
    help: "send `tool-approval-request` with this approvalId first",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":true}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":true}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A question is answered again.
pub(in crate::formats::vercel) static ANSWERED_TWICE: Rule = Rule {
    id: "vercel/answered-twice",
    level: Level::Warning,
    what: "a question is answered again",
    why: "The later answer replaces the first, when the tool may have run already.",
    source: FOLD,
    help: "answer each question once",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":true}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":false}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":true}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A call is asked about again before it was answered.
pub(in crate::formats::vercel) static ASKED_AGAIN: Rule = Rule {
    id: "vercel/asked-again",
    level: Level::Warning,
    what: "a call is asked about again before it was answered",
    why: "The new question replaces the first; an answer to the first is refused then.",
    source: FOLD,
    help: "ask once for each call",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-request","approvalId":"q2","toolCallId":"c1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// Two questions have the same id.
pub(in crate::formats::vercel) static APPROVAL_ID_REPEATED: Rule = Rule {
    id: "vercel/approval-id-repeated",
    level: Level::Warning,
    what: "two questions have the same id",
    why: "The client gives the answer to the first of the calls alone.",
    source: FOLD,
    help: "give each question an id of its own",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c2","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c2"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A call has an output and its approval was not given.
pub(in crate::formats::vercel) static OUTPUT_UNAPPROVED: Rule = Rule {
    id: "vercel/output-unapproved",
    level: Level::Warning,
    what: "a call has an output and its approval was not given",
    why: "The stream is read, but a history with the message is refused: a call with an output was approved.",
    source: VALIDATE,
    help: "send the answer to the question before the output, or `tool-output-denied`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":true}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A call is denied without an answer that denies it.
pub(in crate::formats::vercel) static DENIED_UNASKED: Rule = Rule {
    id: "vercel/denied-unasked",
    level: Level::Warning,
    what: "a call is denied without an answer that denies it",
    why: "The stream is read, but a history with the message is refused: a denied call has an approval that says no.",
    source: VALIDATE,
    help: "send `tool-approval-request` and a `tool-approval-response` with `approved: false` first",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-denied","toolCallId":"c1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1"}"#,
        r#"{"type":"tool-approval-response","approvalId":"q1","approved":false}"#,
        r#"{"type":"tool-output-denied","toolCallId":"c1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// The input of a call is a string that holds JSON.
pub(in crate::formats::vercel) static INPUT_ENCODED_TWICE: Rule = Rule {
    id: "vercel/input-encoded-twice",
    level: Level::Warning,
    what: "the input of a call is a string that holds JSON",
    why: "Tools and models get a string where an object should be.",
    source: "ai 7.0.173, ToolUIPart: input is the value itself",
    help: "send the value, not its text",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":"{\"port\":1}"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{"port":1}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};
