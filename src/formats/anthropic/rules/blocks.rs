//! What the blocks of a stream must be.

use super::samples::TEXT_STREAM;
use super::sources::{CLIENT, SERVER, STREAM};
use crate::report::{Example, Level, Rule};

/// A block starts, and nobody says what it is.
pub(in crate::formats::anthropic) static BLOCK_MISSING: Rule = Rule {
    id: "anthropic/block-missing",
    level: Level::Warning,
    what: "a block starts, and nobody says what it is",
    why: "The client makes a block of no kind; its deltas are lost.",
    source: CLIENT,
    help: "`content_block` says what kind of block starts",
    fails: Example::new(
        STREAM,
        stream!(r#"{"type":"content_block_start","index":0}"#, r#"{"type":"content_block_stop","index":0}"#),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A block starts that is open already.
pub(in crate::formats::anthropic) static BLOCK_STARTED_TWICE: Rule = Rule {
    id: "anthropic/block-started-twice",
    level: Level::Warning,
    what: "a block starts that is open already",
    why: "The client makes a second one and gives its deltas to the first.",
    source: CLIENT,
    help: "blocks are numbered from 0, each number once",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// A block starts before the one before has stopped.
pub(in crate::formats::anthropic) static BLOCKS_INTERLEAVED: Rule = Rule {
    id: "anthropic/blocks-interleaved",
    level: Level::Warning,
    what: "a block starts before the one before has stopped",
    why: "The client takes it; strict readers hold one block at a time.",
    source: SERVER,
    help: "stop a block before the next starts",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#,
            r#"{"type":"content_block_stop","index":1}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// The blocks are not numbered as they come.
pub(in crate::formats::anthropic) static INDEX_GAP: Rule = Rule {
    id: "anthropic/index-gap",
    level: Level::Warning,
    what: "the blocks are not numbered as they come",
    why: "The client counts blocks itself and loses the text of this one.",
    source: CLIENT,
    help: "number the blocks from 0 without a gap",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":1,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":1}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};

/// An event of a block does not say which.
pub(in crate::formats::anthropic) static INDEX_MISSING: Rule = Rule {
    id: "anthropic/index-missing",
    level: Level::Warning,
    what: "an event of a block does not say which",
    why: "The client takes it for the first block.",
    source: CLIENT,
    help: "`index` says which block it is about",
    fails: Example::new(
        STREAM,
        stream!(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
            r#"{"type":"content_block_delta","delta":{"type":"text_delta","text":"Low."}}"#,
            r#"{"type":"content_block_stop","index":0}"#
        ),
    ),
    passes: TEXT_STREAM,
    ..Rule::BLANK
};
