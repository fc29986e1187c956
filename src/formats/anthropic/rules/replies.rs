//! What a reply must agree on.

use super::samples::CALL_REPLY;
use super::sources::{RESPONSE, SERVER, TYPES};
use crate::report::{Example, Level, Rule};

/// The reply is an error.
pub(in crate::formats::anthropic) static ERROR_BODY: Rule = Rule {
    id: "anthropic/error-body",
    level: Level::Error,
    what: "the reply is an error",
    why: "A client throws it: there is no reply.",
    source: "npm @anthropic-ai/sdk 1.10.0, APIError",
    help: "read the message of the error",
    fails: Example::new(
        RESPONSE,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"type":"text","text":"Low."}"#)),
    ..Rule::BLANK
};

/// The stop reason tells of calls, and there is none.
pub(in crate::formats::anthropic) static CALLS_MISSING: Rule = Rule {
    id: "anthropic/calls-missing",
    level: Level::Warning,
    what: "the stop reason tells of calls, and there is none",
    why: "A loop over tools has nothing to call and asks the model again.",
    source: TYPES,
    help: "a reply that waits for tools holds `tool_use` blocks",
    fails: Example::new(RESPONSE, reply!(r#"{"type":"text","text":"Low."}"#, r#""tool_use""#)),
    passes: CALL_REPLY,
    ..Rule::BLANK
};

/// There are calls, and the stop reason is another than `tool_use`.
pub(in crate::formats::anthropic) static STOP_WITH_CALLS: Rule = Rule {
    id: "anthropic/stop-with-calls",
    level: Level::Note,
    what: "there are calls, and the stop reason is another than `tool_use`",
    why: "A loop that goes by the stop reason does not call the tools; at `max_tokens` the last call may be cut.",
    source: TYPES,
    help: "go by the blocks, and see whether the last is whole",
    fails: Example::new(RESPONSE, reply!(r#"{"type":"tool_use","id":"c1","name":"get_tide","input":{}}"#)),
    passes: CALL_REPLY,
    ..Rule::BLANK
};

/// Nothing says why a reply has ended.
pub(in crate::formats::anthropic) static STOP_REASON_MISSING: Rule = Rule {
    id: "anthropic/stop-reason-missing",
    level: Level::Warning,
    what: "nothing says why the reply has ended",
    why: "A loop over tools does not know whether to go on, and nobody whether the reply was cut.",
    source: TYPES,
    help: "send a `stop_reason`; it is null only while a stream goes on",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Low."}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":3}}"#,
    ),
    passes: Example::new(RESPONSE, reply!(r#"{"type":"text","text":"Low."}"#)),
    ..Rule::BLANK
};

/// A stop sequence is told, and the stop reason is another than `stop_sequence`.
pub(in crate::formats::anthropic) static STOP_SEQUENCE_STRAY: Rule = Rule {
    id: "anthropic/stop-sequence-stray",
    level: Level::Warning,
    what: "a stop sequence is told, and the stop reason is another than `stop_sequence`",
    why: "Clients take the sequence for what ended the reply.",
    source: SERVER,
    help: "tell the sequence with its reason alone",
    fails: Example::new(
        RESPONSE,
        r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Low."}],"stop_reason":"end_turn","stop_sequence":".","usage":{"input_tokens":9,"output_tokens":3}}"#,
    ),
    passes: Example::new(
        RESPONSE,
        r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Low."}],"stop_reason":"stop_sequence","stop_sequence":".","usage":{"input_tokens":9,"output_tokens":3}}"#,
    ),
    ..Rule::BLANK
};
