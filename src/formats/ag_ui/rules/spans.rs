//! Steps, subagents and runs that must begin and end alike, and chunks that open by themselves.

use super::samples::{EMPTY_RUN, STEP_RUN};
use super::sources::{SPEC, VERIFY};
use crate::report::{Example, Level, Rule};

/// A step or subagent starts and runs already.
pub(in crate::formats::ag_ui) static ALREADY_RUNNING: Rule = Rule {
    id: "ag-ui/already-running",
    level: Level::Error,
    what: "a step or subagent starts and runs already",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "finish it first, or give the new one a name of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"STEP_STARTED","stepName":"plan"}
{"type":"STEP_STARTED","stepName":"plan"}
{"type":"STEP_FINISHED","stepName":"plan"}"#
        ),
    ),
    passes: STEP_RUN,
    ..Rule::BLANK
};

/// A step or subagent ends and does not run.
pub(in crate::formats::ag_ui) static NOT_RUNNING: Rule = Rule {
    id: "ag-ui/not-running",
    level: Level::Error,
    whole: true,
    what: "a step or subagent ends and does not run",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "start it first; an end names the owner that the start named",
    fails: Example::new("ag-ui-stream", run!(r#"{"type":"STEP_FINISHED","stepName":"plan"}"#)),
    passes: STEP_RUN,
};

/// RUN_FINISHED has other ids than RUN_STARTED.
pub(in crate::formats::ag_ui) static OTHER_RUN_ID: Rule = Rule {
    id: "ag-ui/other-run-id",
    level: Level::Warning,
    what: "RUN_FINISHED has other ids than RUN_STARTED",
    why: "The specification asks for the same ids; the client does not look, and an application that keys its runs by id loses one.",
    source: SPEC,
    help: "a run keeps its runId and threadId",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"q"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
    ),
    passes: EMPTY_RUN,
    ..Rule::BLANK
};

/// The first chunk of a message or call does not name it.
pub(in crate::formats::ag_ui) static CHUNK_WITHOUT_ID: Rule = Rule {
    id: "ag-ui/chunk-without-id",
    level: Level::Error,
    whole: true,
    what: "the first chunk of a message or call does not name it",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: "@ag-ui/client 1.0.0, transformChunks",
    help: "the first chunk needs messageId, or toolCallId and toolCallName",
    fails: Example::new("ag-ui-stream", run!(r#"{"type":"TEXT_MESSAGE_CHUNK","delta":"Low."}"#)),
    passes: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"Low."}"#),
    ),
};

/// A chunk says otherwise than the chunk that opened the message or call.
pub(in crate::formats::ag_ui) static CHUNK_CONFLICT: Rule = Rule {
    id: "ag-ui/chunk-conflict",
    level: Level::Error,
    what: "a chunk says otherwise than the chunk that opened the message or call",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: "@ag-ui/client 1.0.0, transformChunks",
    help: "say role, name and parent once, in the first chunk",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"Lo"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","role":"user","delta":"w."}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"Lo"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","role":"assistant","delta":"w."}"#
        ),
    ),
    ..Rule::BLANK
};

/// A chunk without an id could go on with several messages.
pub(in crate::formats::ag_ui) static AMBIGUOUS_CHUNK: Rule = Rule {
    id: "ag-ui/ambiguous-chunk",
    level: Level::Error,
    what: "a chunk without an id could go on with several messages",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: "@ag-ui/client 1.0.0, transformChunks",
    help: "name the message or the subagent in each chunk",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"a"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s2","name":"b"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"a","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"b","subagentRunId":"s2"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"c"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s2"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"a"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"c"}"#
        ),
    ),
    ..Rule::BLANK
};
