//! What must agree from event to event, and from message to message.

use super::samples::{ANSWERED_RUN, CALL_RUN, TEXT_RUN};
use crate::report::{Example, Level, Rule};

/// A call that has ended starts again.
pub(in crate::formats::ag_ui) static CALL_AGAIN: Rule = Rule {
    id: "ag-ui/call-again",
    level: Level::Warning,
    what: "a call that has ended starts again",
    why: "The client appends the new arguments to the old ones, which are then no JSON.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "each call has an id of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    passes: CALL_RUN,
    ..Rule::BLANK
};

/// Two interrupts, or two answers to interrupts, have the same id.
pub(in crate::formats::ag_ui) static INTERRUPT_TWICE: Rule = Rule {
    id: "ag-ui/interrupt-twice",
    level: Level::Warning,
    what: "two interrupts, or two answers to interrupts, have the same id",
    why: "An answer names its interrupt by the id: one of two questions stays open, or one of two answers is lost.",
    source: "AG-UI 1.0, interrupts",
    help: "give each interrupt an id of its own, and answer it once",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"x"},{"id":"i1","reason":"x"}]}}"#,
    ),
    passes: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"x"},{"id":"i2","reason":"x"}]}}"#,
    ),
    ..Rule::BLANK
};

/// A message that has ended starts again.
pub(in crate::formats::ag_ui) static MESSAGE_AGAIN: Rule = Rule {
    id: "ag-ui/message-again",
    level: Level::Warning,
    what: "a message that has ended starts again",
    why: "The client appends the new text to the old one, with nothing in between.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents; ag-ui-validate 0.4.0, AGUI104",
    help: "each message has an id of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"High."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A message starts again with another role or name.
pub(in crate::formats::ag_ui) static OTHER_SPEAKER: Rule = Rule {
    id: "ag-ui/other-speaker",
    level: Level::Warning,
    what: "a message starts again with another role or name",
    why: "The client keeps the first; the text goes to the wrong speaker.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "role and name of a message are those it began with; another speaker has another message",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"user"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// The parent of a call is no assistant message.
pub(in crate::formats::ag_ui) static PARENT_ROLE: Rule = Rule {
    id: "ag-ui/parent-role",
    level: Level::Warning,
    what: "the parent of a call is no assistant message",
    why: "The client makes an assistant message with the id of the call instead.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "name an assistant message, or none",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"u1","role":"user"}
{"type":"TEXT_MESSAGE_END","messageId":"u1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide","parentMessageId":"u1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide","parentMessageId":"m1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    ..Rule::BLANK
};

/// A result is for a call that is not in this run.
pub(in crate::formats::ag_ui) static UNKNOWN_CALL_ID: Rule = Rule {
    id: "ag-ui/unknown-call-id",
    level: Level::Note,
    whole: true,
    what: "a result is for a call that is not in this run",
    why: "It may answer a call of an earlier run; the client puts it at the end of the history.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "check the toolCallId, unless the call is of an earlier run",
    fails: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c9","content":"Low."}"#),
    ),
    passes: ANSWERED_RUN,
};

/// The result of a call comes before its arguments have ended.
pub(in crate::formats::ag_ui) static RESULT_BEFORE_END: Rule = Rule {
    id: "ag-ui/result-before-end",
    level: Level::Warning,
    what: "the result of a call comes before its arguments have ended",
    why: "The client takes it, but the call can't have been made with arguments that were not whole.",
    source: "ag-ui-validate 0.4.0, AGUI206",
    help: "send TOOL_CALL_END before TOOL_CALL_RESULT",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c1","content":"Low."}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    passes: ANSWERED_RUN,
    ..Rule::BLANK
};

/// A call has two results.
pub(in crate::formats::ag_ui) static RESULT_TWICE: Rule = Rule {
    id: "ag-ui/result-twice",
    level: Level::Warning,
    what: "a call has two results",
    why: "The client keeps both messages; a model API refuses the second.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "send one TOOL_CALL_RESULT for each call",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c1","content":"Low."}
{"type":"TOOL_CALL_RESULT","messageId":"t2","toolCallId":"c1","content":"High."}"#
        ),
    ),
    passes: ANSWERED_RUN,
    ..Rule::BLANK
};

/// A patch of the state or of an activity does not apply.
pub(in crate::formats::ag_ui) static PATCH_FAILED: Rule = Rule {
    id: "ag-ui/patch-failed",
    level: Level::Warning,
    what: "a patch of the state or of an activity does not apply",
    why: "The client warns and keeps the value as it was, so that it differs from the agent's from then on.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "patch what the last snapshot has, or send a snapshot",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"STATE_SNAPSHOT","snapshot":{}}
{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/tide"}]}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"STATE_SNAPSHOT","snapshot":{"tide":1}}
{"type":"STATE_DELTA","delta":[{"op":"remove","path":"/tide"}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// A patch has an operation that RFC 6902 does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_OPERATION: Rule = Rule {
    id: "ag-ui/unknown-operation",
    level: Level::Warning,
    what: "a patch has an operation that RFC 6902 does not know",
    why: "The client leaves the operation out and applies the rest.",
    source: "@ag-ui/client 1.0.0, enforcement",
    help: "RFC 6902 has add, remove, replace, move, copy and test",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"STATE_SNAPSHOT","snapshot":{}}
{"type":"STATE_DELTA","delta":[{"op":"merge","path":"/tide","value":1}]}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"STATE_SNAPSHOT","snapshot":{}}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"/tide","value":1}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// A patch is for an activity that is not in this run.
pub(in crate::formats::ag_ui) static UNKNOWN_ACTIVITY: Rule = Rule {
    id: "ag-ui/unknown-activity",
    level: Level::Warning,
    whole: true,
    what: "a patch is for an activity that is not in this run",
    why: "The client ignores it.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "send ACTIVITY_SNAPSHOT with this messageId first",
    fails: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"PLAN","patch":[]}"#),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"PLAN","content":{}}
{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"PLAN","patch":[]}"#
        ),
    ),
};
