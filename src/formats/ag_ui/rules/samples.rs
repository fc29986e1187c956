//! Examples that several rules share.

use crate::report::Example;

/// A run with a call.
pub(super) const CALL_RUN: Example = Example::new(
    "ag-ui-stream",
    run!(
        r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
    ),
);

/// A run that says something.
pub(super) const TEXT_RUN: Example = Example::new(
    "ag-ui-stream",
    run!(
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
    ),
);

/// A run with a call and its answer.
pub(super) const ANSWERED_RUN: Example = Example::new(
    "ag-ui-stream",
    run!(
        r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"get_tide"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c1","content":"Low."}"#
    ),
);

/// A run that says nothing.
pub(super) const EMPTY_RUN: Example = Example::new(
    "ag-ui-stream",
    r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
);

/// A run with a step.
pub(super) const STEP_RUN: Example = Example::new(
    "ag-ui-stream",
    run!(
        r#"{"type":"STEP_STARTED","stepName":"plan"}
{"type":"STEP_FINISHED","stepName":"plan"}"#
    ),
);
