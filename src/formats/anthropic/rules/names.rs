//! The names of frames: the client goes by them.

use super::samples::{NAMED_STREAM, TEXT_STREAM};
use super::sources::STREAM;
use crate::report::{Example, Level, Rule};

/// A frame has no event name, and others have.
pub(in crate::formats::anthropic) static EVENT_NAME_MISSING: Rule = Rule {
    id: "anthropic/event-name-missing",
    level: Level::Warning,
    what: "a frame has no event name, and others have",
    why: "The client goes by the name and passes over the frame.",
    source: "npm @anthropic-ai/sdk 1.10.0, core/streaming",
    help: "send `event:` with the type of each frame",
    fails: Example::new(STREAM, named_stream!("")),
    passes: NAMED_STREAM,
    ..Rule::BLANK
};

/// A frame has another event name than its type.
pub(in crate::formats::anthropic) static EVENT_NAME_DIFFERS: Rule = Rule {
    id: "anthropic/event-name-differs",
    level: Level::Warning,
    what: "a frame has another event name than its type",
    why: "The client goes by the name first and may pass over the frame.",
    source: "npm @anthropic-ai/sdk 1.10.0, core/streaming",
    help: "send `event:` with the type of each frame",
    fails: Example::new(STREAM, named_stream!("event: delta\n")),
    passes: NAMED_STREAM,
    ..Rule::BLANK
};

/// The stream ends with `[DONE]`.
pub(in crate::formats::anthropic) static DONE: Rule = Rule {
    id: "anthropic/done",
    level: Level::Strict,
    what: "the stream ends with `[DONE]`",
    why: "The API does not send it; the client passes over it where it has no event name.",
    source: "npm @anthropic-ai/sdk 1.10.0, core/streaming",
    help: "leave it out",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}
[DONE]"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// `[DONE]` comes under an event name.
pub(in crate::formats::anthropic) static DONE_NAMED: Rule = Rule {
    id: "anthropic/done-named",
    level: Level::Error,
    what: "`[DONE]` comes under an event name",
    why: "The client takes it for JSON and fails.",
    source: "npm @anthropic-ai/sdk 1.10.0, core/streaming",
    help: "leave it out",
    fails: Example::new(
        STREAM,
        concat!(
            "event: message_start\n",
            "data: ",
            r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}"#,
            "\n\n",
            "event: content_block_start\n",
            "data: ",
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            "\n\n",
            "event: content_block_delta\n",
            "data: ",
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            "\n\n",
            "event: content_block_stop\n",
            "data: ",
            r#"{"type":"content_block_stop","index":0}"#,
            "\n\n",
            "event: message_delta\n",
            "data: ",
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}"#,
            "\n\n",
            "event: message_stop\n",
            "data: ",
            r#"{"type":"message_stop"}"#,
            "\n\n",
            "event: data\ndata: [DONE]\n\n"
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
