//! What must agree in a history, and who owns what.

use super::sources::{SPEC, VERIFY};
use crate::report::{Example, Level, Rule};

/// An encrypted value is for a message or call that is not in this run.
pub(in crate::formats::ag_ui) static UNKNOWN_ENTITY: Rule = Rule {
    id: "ag-ui/unknown-entity",
    level: Level::Warning,
    whole: true,
    what: "an encrypted value is for a message or call that is not in this run",
    why: "The client ignores it, so the thinking can't be given back to the provider.",
    source: "@ag-ui/client 1.0.0, defaultApplyEvents",
    help: "send it after the message or call that it seals",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m9","encryptedValue":"x"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"m1","encryptedValue":"x"}"#
        ),
    ),
};

/// Two messages of a history have the same id.
pub(in crate::formats::ag_ui) static MESSAGE_ID_REPEATED: Rule = Rule {
    id: "ag-ui/message-id-repeated",
    level: Level::Warning,
    what: "two messages of a history have the same id",
    why: "The client merges later events into the first of them; ids are unique across a conversation by rule.",
    source: SPEC,
    help: "give each message an id of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"tide?"},{"id":"u1","role":"user","content":"now?"}]}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"tide?"},{"id":"u2","role":"user","content":"now?"}]}"#
        ),
    ),
    ..Rule::BLANK
};

/// Two calls of a history have the same id.
pub(in crate::formats::ag_ui) static CALL_ID_TWICE: Rule = Rule {
    id: "ag-ui/call-id-twice",
    level: Level::Warning,
    what: "two calls of a history have the same id",
    why: "A result names its call by the id, so it can't be told which of the two it answers.",
    source: SPEC,
    help: "give each call an id of its own",
    fails: Example::new(
        "ag-ui-messages",
        r#"[{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c1","type":"function","function":{"name":"g","arguments":"{}"}}]}]"#,
    ),
    passes: Example::new(
        "ag-ui-messages",
        r#"[{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"g","arguments":"{}"}}]}]"#,
    ),
    ..Rule::BLANK
};

/// A tool message answers no call before it.
pub(in crate::formats::ag_ui) static RESULT_WITHOUT_CALL: Rule = Rule {
    id: "ag-ui/result-without-call",
    level: Level::Warning,
    what: "a tool message answers no call before it",
    why: "Model APIs refuse such a history; the call may have been cut off from it.",
    source: "the model APIs behind an agent",
    help: "keep the assistant message with the call, or leave the result out",
    fails: Example::new(
        "ag-ui-messages",
        r#"[{"id":"t1","role":"tool","toolCallId":"c9","content":"Low."}]"#,
    ),
    passes: Example::new(
        "ag-ui-messages",
        r#"[{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"id":"t1","role":"tool","toolCallId":"c1","content":"Low."}]"#,
    ),
    ..Rule::BLANK
};

/// Two tools of a request have the same name.
pub(in crate::formats::ag_ui) static TOOL_NAME_REPEATED: Rule = Rule {
    id: "ag-ui/tool-name-repeated",
    level: Level::Warning,
    what: "two tools of a request have the same name",
    why: "A call names its tool; the second can't be called, and model APIs refuse the list.",
    source: "the model APIs behind an agent",
    help: "give each tool a name of its own",
    fails: Example::new(
        "ag-ui-request",
        r#"{"threadId":"t","runId":"r","messages":[],"tools":[{"name":"f","description":"a"},{"name":"f","description":"b"}]}"#,
    ),
    passes: Example::new(
        "ag-ui-request",
        r#"{"threadId":"t","runId":"r","messages":[],"tools":[{"name":"f","description":"a"},{"name":"g","description":"b"}]}"#,
    ),
    ..Rule::BLANK
};

/// An event names another owner than what it goes on with.
pub(in crate::formats::ag_ui) static OTHER_OWNER: Rule = Rule {
    id: "ag-ui/other-owner",
    level: Level::Error,
    what: "an event names another owner than what it goes on with",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "each event of a message, call or step has the subagentRunId of its start, or none",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"TEXT_MESSAGE_START","messageId":"m1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low.","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"TEXT_MESSAGE_START","messageId":"m1","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low.","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}"#
        ),
    ),
    ..Rule::BLANK
};

/// A subagent that has ended starts again in the same run.
pub(in crate::formats::ag_ui) static SUBAGENT_AGAIN: Rule = Rule {
    id: "ag-ui/subagent-again",
    level: Level::Error,
    what: "a subagent that has ended starts again in the same run",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "give each run of a subagent an id of its own",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}"#
        ),
    ),
    ..Rule::BLANK
};

/// The parent of a subagent has not started in this run.
pub(in crate::formats::ag_ui) static UNKNOWN_PARENT: Rule = Rule {
    id: "ag-ui/unknown-parent-subagent",
    level: Level::Error,
    whole: true,
    what: "the parent of a subagent has not started in this run",
    why: "The client refuses the stream there; nothing after it is shown.",
    source: VERIFY,
    help: "start the parent first, or leave parentSubagentRunId out",
    fails: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s2","name":"b","parentSubagentRunId":"s1"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s2"}"#
        ),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(
            r#"{"type":"SUBAGENT_STARTED","subagentRunId":"s1","name":"scout"}
{"type":"SUBAGENT_STARTED","subagentRunId":"s2","name":"b","parentSubagentRunId":"s1"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s2"}
{"type":"SUBAGENT_FINISHED","subagentRunId":"s1"}"#
        ),
    ),
};

/// Metadata has the key `ag-ui`, which is the protocol's own.
pub(in crate::formats::ag_ui) static RESERVED_METADATA: Rule = Rule {
    id: "ag-ui/reserved-metadata",
    level: Level::Warning,
    what: "metadata has the key `ag-ui`, which is the protocol's own",
    why: "A later version of the protocol may read it as something else.",
    source: SPEC,
    help: "choose another key",
    fails: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"CUSTOM","name":"x","value":1,"metadata":{"ag-ui":1}}"#),
    ),
    passes: Example::new(
        "ag-ui-stream",
        run!(r#"{"type":"CUSTOM","name":"x","value":1,"metadata":{"x":1}}"#),
    ),
    ..Rule::BLANK
};
