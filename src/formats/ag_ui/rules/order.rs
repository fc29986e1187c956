//! What must open, close, come first and last.

use super::samples::{EMPTY_RUN, TEXT_RUN};
use super::sources::{CLIENT, SCHEMA, SPEC, VERIFY};
use crate::report::{Example, Level, Rule};

/// An event has no `type`.
pub(in crate::formats::ag_ui) static NO_TYPE: Rule = Rule {
    id: "ag-ui/no-type",
    level: Level::Error,
    what: "an event has no `type`",
    why: "The client can't tell what it is and refuses the stream.",
    source: SCHEMA,
    help: "an AG-UI event is an object whose `type` is one of the 31 event types",
    fails: Example::new("ag-ui-stream", run!(r#"{"messageId":"m1","delta":"Low."}"#)),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// An event stands before RUN_STARTED.
pub(in crate::formats::ag_ui) static OUTSIDE_RUN: Rule = Rule {
    id: "ag-ui/outside-run",
    level: Level::Error,
    whole: true,
    what: "an event stands before RUN_STARTED",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "send RUN_STARTED first; RUN_ERROR alone may come without it",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
    ),
    passes: TEXT_RUN,
};

/// A run starts inside a run.
pub(in crate::formats::ag_ui) static NESTED_RUN: Rule = Rule {
    id: "ag-ui/nested-run",
    level: Level::Error,
    what: "a run starts inside a run",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "end the run with RUN_FINISHED or RUN_ERROR first",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"q"}
{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#,
    ),
    passes: EMPTY_RUN,
    ..Rule::BLANK
};

/// An event stands after the end of the run.
pub(in crate::formats::ag_ui) static AFTER_END: Rule = Rule {
    id: "ag-ui/after-end",
    level: Level::Error,
    what: "an event stands after the end of the run",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "send nothing but another RUN_STARTED after RUN_FINISHED or RUN_ERROR",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}"#,
    ),
    passes: EMPTY_RUN,
    ..Rule::BLANK
};

/// The stream ends and the run has not.
pub(in crate::formats::ag_ui) static NO_END: Rule = Rule {
    id: "ag-ui/no-end",
    level: Level::Warning,
    whole: true,
    what: "the stream ends and the run has not",
    why: "The client reports no fault, so a reply that was cut short looks like a whole one.",
    source: SPEC,
    help: "end the run with RUN_FINISHED or RUN_ERROR; the capture may be cut",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
    ),
    passes: TEXT_RUN,
};

/// `[DONE]` is no event of AG-UI.
pub(in crate::formats::ag_ui) static SENTINEL: Rule = Rule {
    id: "ag-ui/sentinel",
    level: Level::Error,
    what: "`[DONE]` is no event of AG-UI",
    why: "The client reads each data line as JSON and refuses the stream.",
    source: CLIENT,
    help: "end the stream after RUN_FINISHED or RUN_ERROR",
    fails: Example::new(
        "ag-ui-stream",
        r#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}

data: [DONE]
"#,
    ),
    passes: Example::new(
        "ag-ui-stream",
        r#"data: {"type":"RUN_STARTED","threadId":"t","runId":"r"}

data: {"type":"RUN_FINISHED","threadId":"t","runId":"r"}
"#,
    ),
    ..Rule::BLANK
};

/// An event goes on with or ends what is not open.
pub(in crate::formats::ag_ui) static NOT_OPEN: Rule = Rule {
    id: "ag-ui/not-open",
    level: Level::Error,
    whole: true,
    what: "an event goes on with or ends what is not open",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "send the START event with this id first",
    fails: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}"#),
    ),
    passes: TEXT_RUN,
};

/// Something starts that is open already.
pub(in crate::formats::ag_ui) static ALREADY_OPEN: Rule = Rule {
    id: "ag-ui/already-open",
    level: Level::Error,
    what: "something starts that is open already",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "end it first, or give the new one an id of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// The run finishes while something is open.
pub(in crate::formats::ag_ui) static OPEN_AT_END: Rule = Rule {
    id: "ag-ui/open-at-end",
    level: Level::Error,
    whole: true,
    what: "the run finishes while something is open",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "end messages, calls, spans, steps and subagents before the run; RUN_ERROR may leave them open",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}"#
        ),
    ),
    passes: TEXT_RUN,
};
