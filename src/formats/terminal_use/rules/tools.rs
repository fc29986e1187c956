//! What a tool part must be.

use super::sources::{CLIENT, SCHEMA, messages};
use crate::report::{Level, Rule};

/// A tool part has no `toolCallId`.
pub(in crate::formats::terminal_use) static TOOL_WITHOUT_ID: Rule = Rule {
    id: "terminal-use/tool-without-id",
    level: Level::Error,
    what: "a tool part has no `toolCallId`",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "give each call an id",
    fails: parts!(
        r#"{"type":"tool","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The input of a tool part is no object.
pub(in crate::formats::terminal_use) static INPUT_NOT_OBJECT: Rule = Rule {
    id: "terminal-use/input-not-object",
    level: Level::Error,
    what: "the input of a tool part is no object",
    why: "The schema and the client's models refuse the message.",
    source: SCHEMA,
    help: "write an object, `{}` where there are no arguments",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":"{}","output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The state of a tool part is none of the four.
pub(in crate::formats::terminal_use) static STATE_UNKNOWN: Rule = Rule {
    id: "terminal-use/state-unknown",
    level: Level::Error,
    what: "the state of a tool part is none of the four",
    why: "The schema refuses the message. Approvals and denials of the AI SDK have no state here.",
    source: SCHEMA,
    help: "use input-streaming, input-available, output-available or output-error",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"approval-requested","input":{}}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"input-available","input":{}}"#
    ),
    ..Rule::BLANK
};

/// A call is done and has no output.
pub(in crate::formats::terminal_use) static OUTPUT_MISSING: Rule = Rule {
    id: "terminal-use/output-missing",
    level: Level::Warning,
    what: "a call is done and has no output",
    why: "Readers show it as done and have nothing to show.",
    source: SCHEMA,
    help: "write the output, null where there is none",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{}}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// A call has failed and does not say why.
pub(in crate::formats::terminal_use) static ERROR_TEXT_MISSING: Rule = Rule {
    id: "terminal-use/error-text-missing",
    level: Level::Warning,
    what: "a call has failed and does not say why",
    why: "Readers show the failure and have nothing to show.",
    source: SCHEMA,
    help: "write `errorText`",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-error","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-error","input":{},"errorText":"no such port"}"#
    ),
    ..Rule::BLANK
};

/// A call has an output and its state says that it is not done.
pub(in crate::formats::terminal_use) static EARLY_OUTPUT: Rule = Rule {
    id: "terminal-use/early-output",
    level: Level::Warning,
    what: "a call has an output and its state says that it is not done",
    why: "Readers go by the state and lose the output.",
    source: SCHEMA,
    help: "say `output-available`, or `output-error`",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"input-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// Two calls have the same id.
pub(in crate::formats::terminal_use) static CALL_ID_REPEATED: Rule = Rule {
    id: "terminal-use/call-id-repeated",
    level: Level::Warning,
    what: "two calls have the same id",
    why: "A result names its call by the id; many APIs refuse the history that is made of it.",
    source: "Anthropic Messages API: tool_use ids must be unique",
    help: "give each call an id of its own",
    fails: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"},{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The user goes on and a call has no output.
pub(in crate::formats::terminal_use) static CALL_WITHOUT_RESULT: Rule = Rule {
    id: "terminal-use/call-without-result",
    level: Level::Warning,
    what: "the user goes on and a call has no output",
    why: "The server keeps a call and its result in one part; this one was never answered, which models' servers refuse.",
    source: CLIENT,
    help: "the task may have been stopped there; write an error as its output",
    fails: messages(
        r#"[{"id":"a1","role":"assistant","parts":[{"type":"tool","toolCallId":"c1","toolName":"tide","state":"input-available","input":{}}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    passes: messages(
        r#"[{"id":"a1","role":"assistant","parts":[{"type":"tool","toolCallId":"c1","toolName":"tide","state":"output-available","input":{},"output":"low"}]},{"id":"u2","role":"user","parts":[{"type":"text","text":"and now?"}]}]"#,
    ),
    ..Rule::BLANK
};
