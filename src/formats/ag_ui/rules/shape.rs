//! What each event, message and body must be.

use super::samples::{CALL_RUN, TEXT_RUN};
use super::sources::SCHEMA;
use crate::report::{Example, Level, Rule};

/// A member that must be there is missing.
pub(in crate::formats::ag_ui) static MISSING_MEMBER: Rule = Rule {
    id: "ag-ui/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: SCHEMA,
    help: "add the member",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A member is of another kind than it must be.
pub(in crate::formats::ag_ui) static WRONG_TYPE: Rule = Rule {
    id: "ag-ui/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: SCHEMA,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":5}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A word is none of those that may stand there.
pub(in crate::formats::ag_ui) static UNKNOWN_WORD: Rule = Rule {
    id: "ag-ui/unknown-word",
    level: Level::Error,
    what: "a word is none of those that may stand there",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: SCHEMA,
    help: "use one of the known words",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"tool"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A member is null.
pub(in crate::formats::ag_ui) static NULL: Rule = Rule {
    id: "ag-ui/null",
    level: Level::Error,
    what: "a member is null",
    why: "In AG-UI an optional member is absent, never null; the client refuses null, but for a few members that it reads as absent.",
    source: SCHEMA,
    help: "leave the member out",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":null}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A member is null where it should be absent.
pub(in crate::formats::ag_ui) static NULL_READ: Rule = Rule {
    id: "ag-ui/null-read",
    level: Level::Strict,
    what: "a member is null where it should be absent",
    why: "The client reads this null as absent, which other readers of AG-UI do not.",
    source: "@ag-ui/client 1.0.0, compatibility boundary",
    help: "leave the member out",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":null}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    passes: CALL_RUN,
    ..Rule::BLANK
};

/// A list that must not be empty is.
pub(in crate::formats::ag_ui) static EMPTY_LIST: Rule = Rule {
    id: "ag-ui/empty-list",
    level: Level::Error,
    what: "a list that must not be empty is",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: SCHEMA,
    help: "name at least one, or leave out what holds the list",
    fails: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[]}}"#,
    ),
    passes: Example::new(
        "ag-ui-stream",
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"i1","reason":"confirm"}]}}"#,
    ),
    ..Rule::BLANK
};

/// A member is none that AG-UI knows.
pub(in crate::formats::ag_ui) static UNKNOWN_MEMBER: Rule = Rule {
    id: "ag-ui/unknown-member",
    level: Level::Strict,
    what: "a member is none that AG-UI knows",
    why: "The client strips it with a warning; the JSON Schema refuses it.",
    source: SCHEMA,
    help: "put it in `metadata`, which is for the application",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low.","seq":1}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#
        ),
    ),
    passes: TEXT_RUN,
    ..Rule::BLANK
};

/// A member is none that AG-UI knows, and looks like one.
pub(in crate::formats::ag_ui) static MISSPELT_MEMBER: Rule = Rule {
    id: "ag-ui/misspelt-member",
    level: Level::Warning,
    what: "a member is none that AG-UI knows, and looks like one",
    why: "The client strips it, so what it says is lost.",
    source: SCHEMA,
    help: "write the member as AG-UI spells it: camelCase",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parent_message_id":"m1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}"#
        ),
    ),
    ..Rule::BLANK
};
