//! What the events of a stream must be, and their order.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, STREAM, TYPES};
use crate::report::{Example, Level, Rule};

/// An event is of a type that the API does not know.
pub(in crate::formats::anthropic) static UNKNOWN_EVENT: Rule = Rule {
    id: "anthropic/unknown-event",
    level: Level::Warning,
    what: "an event is of a type that the API does not know",
    why: "The client passes over it.",
    source: CLIENT,
    help: "use one of the known types",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"future_thing"}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// An event lacks a member that each should have.
pub(in crate::formats::anthropic) static EVENT_MEMBER_MISSING: Rule = Rule {
    id: "anthropic/event-member-missing",
    level: Level::Strict,
    what: "an event lacks a member that each should have",
    why: "The types want it; the client reads on.",
    source: TYPES,
    help: "add the member",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A member of an event is of another kind than it must be.
pub(in crate::formats::anthropic) static EVENT_TYPE: Rule = Rule {
    id: "anthropic/event-type",
    level: Level::Warning,
    what: "a member of an event is of another kind than it must be",
    why: "The client does not look, and joins or passes on what is there.",
    source: TYPES,
    help: "write the value as the kind that is expected",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":5}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A stop reason is none that the API knows.
pub(in crate::formats::anthropic) static UNKNOWN_STOP_REASON: Rule = Rule {
    id: "anthropic/unknown-stop-reason",
    level: Level::Warning,
    what: "a stop reason is none that the API knows",
    why: "The client passes it on, and one that waits for `end_turn` does not see the end.",
    source: TYPES,
    help: "end_turn, max_tokens, stop_sequence, tool_use, pause_turn, refusal and model_context_window_exceeded are known",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"message_delta","delta":{"stop_reason":"stop","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
