//! How the messages of a stream end.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, SERVER, STREAM};
use crate::report::{Example, Level, Rule};

/// A message stops without a `message_delta`.
pub(in crate::formats::anthropic) static MESSAGE_DELTA_MISSING: Rule = Rule {
    id: "anthropic/message-delta-missing",
    level: Level::Warning,
    what: "a message stops without a `message_delta`",
    why: "Its stop reason stays null, and its usage that of the start.",
    source: CLIENT,
    help: "send the stop reason and the usage in a `message_delta`",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A `message_delta` comes while a block is open.
pub(in crate::formats::anthropic) static MESSAGE_DELTA_EARLY: Rule = Rule {
    id: "anthropic/message-delta-early",
    level: Level::Warning,
    what: "a `message_delta` comes while a block is open",
    why: "The client takes it; strict readers want the blocks closed.",
    source: SERVER,
    help: "stop the block first",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"content_block_stop","index":0}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The stream ends without `message_stop`.
pub(in crate::formats::anthropic) static MESSAGE_STOP_MISSING: Rule = Rule {
    id: "anthropic/message-stop-missing",
    level: Level::Error,
    whole: true,
    what: "the stream ends without `message_stop`",
    why: "The reply is cut short, and the client refuses it.",
    source: CLIENT,
    help: "a stream ends with `message_stop`",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}"#,
    ),
    passes: TEXT_STREAM,
};

/// The stream carries an error.
pub(in crate::formats::anthropic) static ERROR_IN_STREAM: Rule = Rule {
    id: "anthropic/error-in-stream",
    level: Level::Error,
    what: "the stream carries an error",
    why: "The client throws it there and reads no further.",
    source: "npm @anthropic-ai/sdk 1.10.0, core/streaming",
    help: "read the message of the error",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
