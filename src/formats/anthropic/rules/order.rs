//! How the messages of a stream begin, and what comes outside them.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, SERVER, STREAM};
use crate::report::{Example, Level, Rule};

/// The message that starts is not the assistant's.
pub(in crate::formats::anthropic) static MESSAGE_ROLE: Rule = Rule {
    id: "anthropic/message-role",
    level: Level::Error,
    what: "the message that starts is not the assistant's",
    why: "The client finds no message of the assistant at the end and fails.",
    source: CLIENT,
    help: "start with `\"role\": \"assistant\"`",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A message has no `message_start`.
pub(in crate::formats::anthropic) static MESSAGE_START_MISSING: Rule = Rule {
    id: "anthropic/message-start-missing",
    level: Level::Error,
    whole: true,
    what: "a message has no `message_start`",
    why: "The client passes over all that comes before it, and fails at the end: there is no message.",
    source: CLIENT,
    help: "send `message_start` first",
    fails: Example::new(
        STREAM,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
};

/// `message_start` comes twice.
pub(in crate::formats::anthropic) static MESSAGE_START_TWICE: Rule = Rule {
    id: "anthropic/message-start-twice",
    level: Level::Error,
    what: "`message_start` comes twice",
    why: "The client refuses the second.",
    source: CLIENT,
    help: "send it once",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A message starts while another is running.
pub(in crate::formats::anthropic) static MESSAGE_INSIDE_MESSAGE: Rule = Rule {
    id: "anthropic/message-inside-message",
    level: Level::Error,
    what: "a message starts while another is running",
    why: "The client refuses it.",
    source: CLIENT,
    help: "`message_stop` ends a message before the next one starts",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_start","message":{"id":"msg_2","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// One stream holds several messages.
pub(in crate::formats::anthropic) static SEVERAL_MESSAGES: Rule = Rule {
    id: "anthropic/several-messages",
    level: Level::Note,
    what: "one stream holds several messages",
    why: "The client refuses the second. Here each is a reply of its own: the capture may hold several streams.",
    source: CLIENT,
    help: "give the client one stream for each reply",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}
{"type":"message_start","message":{"id":"msg_2","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// An event comes outside any message.
pub(in crate::formats::anthropic) static EVENT_OUTSIDE_MESSAGE: Rule = Rule {
    id: "anthropic/event-outside-message",
    level: Level::Warning,
    what: "an event comes outside any message",
    why: "The client passes over what comes before `message_start`.",
    source: CLIENT,
    help: "send `message_start` first",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// An event comes after `message_stop`.
pub(in crate::formats::anthropic) static AFTER_STOP: Rule = Rule {
    id: "anthropic/after-stop",
    level: Level::Warning,
    what: "an event comes after `message_stop`",
    why: "Who has read the message to its end does not see it; some gateways send a last ping there.",
    source: SERVER,
    help: "send it before `message_stop`",
    fails: Example::new(
        STREAM,
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":1}}}
{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}
{"type":"content_block_stop","index":0}
{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":3}}
{"type":"message_stop"}
{"type":"ping"}"#,
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
