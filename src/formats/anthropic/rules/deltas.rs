//! What the deltas of a stream must be, and how blocks end.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, STREAM, TYPES};
use crate::report::{Example, Level, Rule};

/// Thinking ends without its signature.
pub(in crate::formats::anthropic) static THINKING_UNSEALED: Rule = Rule {
    id: "anthropic/thinking-unsealed",
    level: Level::Warning,
    whole: true,
    what: "thinking ends without its signature",
    why: "The server takes thinking back with its signature alone, so the next request has to leave it out.",
    source: TYPES,
    help: "send a `signature_delta` before the block ends",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"s"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
};

/// A delta comes for a block that is not open.
pub(in crate::formats::anthropic) static DELTA_OUTSIDE_BLOCK: Rule = Rule {
    id: "anthropic/delta-outside-block",
    level: Level::Warning,
    what: "a delta comes for a block that is not open",
    why: "The client passes over it, so its text is lost, or appends it to a block that has stopped.",
    source: CLIENT,
    help: "a content_block_start for this index must come first",
    fails: Example::new(
        STREAM,
        stream!(r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A delta is of another kind than its block.
pub(in crate::formats::anthropic) static DELTA_OF_OTHER_KIND: Rule = Rule {
    id: "anthropic/delta-of-other-kind",
    level: Level::Error,
    what: "a delta is of another kind than its block",
    why: "The client passes over it, so its text is lost; other clients fail there.",
    source: CLIENT,
    help: "each kind of block has its own deltas",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A block stops that is not open.
pub(in crate::formats::anthropic) static STOP_OUTSIDE_BLOCK: Rule = Rule {
    id: "anthropic/stop-outside-block",
    level: Level::Warning,
    what: "a block stops that is not open",
    why: "The client passes over it.",
    source: CLIENT,
    help: "a `content_block_start` for this index must come first",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#,
            r#"{"type":"content_block_stop","index":1}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A block is still open at the end.
pub(in crate::formats::anthropic) static BLOCK_NOT_CLOSED: Rule = Rule {
    id: "anthropic/block-not-closed",
    level: Level::Warning,
    what: "a block is still open at the end",
    why: "The client keeps it, and the input of a call that never stops may not be parsed.",
    source: CLIENT,
    help: "each `content_block_start` has its `content_block_stop`",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A call starts with an input and gets another in deltas.
pub(in crate::formats::anthropic) static INPUT_TWICE: Rule = Rule {
    id: "anthropic/input-twice",
    level: Level::Warning,
    what: "a call starts with an input and gets another in deltas",
    why: "The client lets the deltas win.",
    source: CLIENT,
    help: "start with `{}`, or send no deltas",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{"a":1}}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"c1","name":"f","input":{}}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{}"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    ..Rule::BLANK
};

/// A thinking block gets two signatures.
pub(in crate::formats::anthropic) static SIGNATURE_TWICE: Rule = Rule {
    id: "anthropic/signature-twice",
    level: Level::Warning,
    what: "a thinking block gets two signatures",
    why: "The client keeps the last.",
    source: CLIENT,
    help: "send the signature once, whole",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    ..Rule::BLANK
};

/// A block is of a kind that is not known.
pub(in crate::formats::anthropic) static UNKNOWN_BLOCK: Rule = Rule {
    id: "anthropic/unknown-block",
    level: Level::Warning,
    what: "a block is of a kind that is not known",
    why: "A newer API may know it. In a stream the client keeps it as it starts, and deltas do not reach it.",
    source: CLIENT,
    help: "use one of the known kinds",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"poll"}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A delta is of a kind that the API does not know.
pub(in crate::formats::anthropic) static UNKNOWN_DELTA: Rule = Rule {
    id: "anthropic/unknown-delta",
    level: Level::Warning,
    what: "a delta is of a kind that the API does not know",
    why: "The client passes over it.",
    source: CLIENT,
    help: "use one of the known kinds",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"sparkle_delta","x":1}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
