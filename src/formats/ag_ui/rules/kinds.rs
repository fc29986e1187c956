//! Kinds that AG-UI does not know, and those of before 1.0.

use super::samples::TEXT_RUN;
use super::sources::SCHEMA;
use crate::report::{Example, Level, Rule};

/// A message, part or source in a history is of a kind that AG-UI does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_KIND: Rule = Rule {
    id: "ag-ui/unknown-kind",
    level: Level::Error,
    what: "a message, part or source in a history is of a kind that AG-UI does not know",
    why: "The schema refuses the whole history. The client takes the node out before it sends the history, so what it says is lost.",
    source: SCHEMA,
    help: "use one of the known kinds",
    fails: Example::new("ag-ui-messages", r#"[{"id":"u1","role":"human","content":"tide?"}]"#),
    passes: Example::new("ag-ui-messages", r#"[{"id":"u1","role":"user","content":"tide?"}]"#),
    ..Rule::BLANK
};

/// The type of an event is unknown.
pub(in crate::formats::ag_ui) static UNKNOWN_EVENT: Rule = Rule {
    id: "ag-ui/unknown-event",
    level: Level::Warning,
    what: "the type of an event is unknown",
    why: "The client leaves the event out with a warning; the schema and the Python SDK refuse it.",
    source: "@ag-ui/client 1.0.0, enforcement",
    help: "AG-UI 1.0 has 31 event types; what the application adds goes into CUSTOM",
    fails: Example::new("ag-ui-stream", run!(r#"{"type":"TEXT_MESSAGE_STRAT","messageId":"m1"}"#)),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// An event is of before AG-UI 1.0.
pub(in crate::formats::ag_ui) static OLD_EVENT: Rule = Rule {
    id: "ag-ui/old-event",
    level: Level::Warning,
    what: "an event is of before AG-UI 1.0",
    why: "The client reads it as a REASONING event with an id of its own; its title is lost, and other readers refuse it.",
    source: "@ag-ui/client 1.0.0, compatibility boundary",
    help: "send REASONING events",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"THINKING_START"}
{"type":"THINKING_END"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"REASONING_START","messageId":"m1"}
{"type":"REASONING_END","messageId":"m1"}"#
        ),
    ),
    ..Rule::BLANK
};

/// A message of a snapshot has a role that AG-UI does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_ROLE: Rule = Rule {
    id: "ag-ui/unknown-role",
    level: Level::Warning,
    what: "a message of a snapshot has a role that AG-UI does not know",
    why: "The client drops the message.",
    source: "@ag-ui/client 1.0.0, enforcement",
    help: "developer, system, assistant, user, tool, activity and reasoning are known",
    fails: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"human","content":"tide?"}]}"#),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"tide?"}]}"#),
    ),
    ..Rule::BLANK
};

/// A content part is of a kind that AG-UI does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_PART: Rule = Rule {
    id: "ag-ui/unknown-part",
    level: Level::Warning,
    what: "a content part is of a kind that AG-UI does not know",
    why: "The client drops the part.",
    source: "@ag-ui/client 1.0.0, enforcement",
    help: "text, image, audio, video and document with a source of type data, url or file are known",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":[{"type":"poll","text":"tide?"}]}]}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":[{"type":"text","text":"tide?"}]}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// A call is of a kind that AG-UI does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_CALL: Rule = Rule {
    id: "ag-ui/unknown-call",
    level: Level::Error,
    what: "a call is of a kind that AG-UI does not know",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: SCHEMA,
    help: "a tool call has the type `function` and a function with name and arguments",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"custom","function":{"name":"f","arguments":"{}"}}]}]}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// The outcome of a run is of a kind that AG-UI does not know.
pub(in crate::formats::ag_ui) static UNKNOWN_OUTCOME: Rule = Rule {
    id: "ag-ui/unknown-outcome",
    level: Level::Warning,
    what: "the outcome of a run is of a kind that AG-UI does not know",
    why: "The client strips it, which makes the run a success.",
    source: "@ag-ui/client 1.0.0, enforcement",
    help: "success, interrupt and cancelled are known",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"timeout"}}"#,
    ),
    passes: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"cancelled"}}"#,
    ),
    ..Rule::BLANK
};
