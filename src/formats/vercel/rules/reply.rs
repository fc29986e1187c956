//! How a reply begins, ends and breaks off.

use super::sources::{FOLD, stream};
use crate::report::{Level, Rule};

/// A second `start` names the message anew.
pub(in crate::formats::vercel) static SECOND_START: Rule = Rule {
    id: "vercel/second-start",
    level: Level::Warning,
    what: "a second `start` names the message anew",
    why: "`readUIMessageStream` drops all that came before it.",
    source: "ai 7.0.173, readUIMessageStream",
    help: "end a reply with `finish` before the next one starts",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"start","messageId":"m2"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// Something stands before the `start` that names the message.
pub(in crate::formats::vercel) static BEFORE_START: Rule = Rule {
    id: "vercel/before-start",
    level: Level::Warning,
    what: "something stands before the `start` that names the message",
    why: "`readUIMessageStream` begins the message anew at its name: what came before is lost.",
    source: "ai 7.0.173, readUIMessageStream",
    help: "send `start` first, or mark passing data as `transient`",
    fails: stream!(
        r#"{"type":"data-port","data":"Oban"}"#,
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"data-port","data":"Oban"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A chunk stands after `finish`.
pub(in crate::formats::vercel) static AFTER_FINISH: Rule = Rule {
    id: "vercel/after-finish",
    level: Level::Strict,
    what: "a chunk stands after `finish`",
    why: "The AI SDK reads on; other readers stop at the end of the reply.",
    source: FOLD,
    help: "send `finish` last",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A chunk stands after `[DONE]`.
pub(in crate::formats::vercel) static AFTER_SENTINEL: Rule = Rule {
    id: "vercel/after-sentinel",
    level: Level::Warning,
    what: "a chunk stands after `[DONE]`",
    why: "The AI SDK reads on; other readers stop at `[DONE]` and lose it.",
    source: "@ai-sdk/provider-utils 5.0.81, parseJsonEventStream",
    help: "send `[DONE]` last",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"[DONE]"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
        r#"[DONE]"#,
    ),
    ..Rule::BLANK
};

/// The reply goes on after an `error`.
pub(in crate::formats::vercel) static AFTER_ERROR: Rule = Rule {
    id: "vercel/after-error",
    level: Level::Warning,
    what: "the reply goes on after an `error`",
    why: "`useChat` stops at the error and shows nothing of what follows; `readUIMessageStream` and the server read on.",
    source: "ai 7.0.173, AbstractChat",
    help: "send `error` last, before `finish`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"error","errorText":"overloaded"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"error"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"error","errorText":"overloaded"}"#,
        r#"{"type":"finish","finishReason":"error"}"#,
    ),
    ..Rule::BLANK
};

/// The reply has no end.
pub(in crate::formats::vercel) static NO_FINISH: Rule = Rule {
    id: "vercel/no-finish",
    level: Level::Warning,
    whole: true,
    what: "the reply has no end",
    why: "The client reports no fault, so a reply that was cut short looks like a whole one.",
    source: FOLD,
    help: "end a reply with `finish`, or with `abort` where it was broken off",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
};

/// The reply was broken off.
pub(in crate::formats::vercel) static ABORT: Rule = Rule {
    id: "vercel/abort",
    level: Level::Warning,
    what: "the reply was broken off",
    why: "The client keeps what came and does not mark the message: in the history it looks like a whole one.",
    source: FOLD,
    help: "ask again, or take the reply for the part it is",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"abort"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// Metadata of a message cannot be merged into what it has.
pub(in crate::formats::vercel) static METADATA_CLASH: Rule = Rule {
    id: "vercel/metadata-clash",
    level: Level::Error,
    what: "metadata of a message cannot be merged into what it has",
    why: "The message's metadata is a string, a number or a flag so far, and the client throws a TypeError when members are put into it.",
    source: FOLD,
    help: "send metadata as objects",
    fails: stream!(
        r#"{"type":"start","messageId":"m1","messageMetadata":"tide"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","messageMetadata":{"model":"m"}}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1","messageMetadata":{"port":"tide"}}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","messageMetadata":{"model":"m"}}"#,
    ),
    ..Rule::BLANK
};

/// Metadata of a message is no object.
pub(in crate::formats::vercel) static METADATA_NOT_OBJECT: Rule = Rule {
    id: "vercel/metadata-not-object",
    level: Level::Warning,
    what: "metadata of a message is no object",
    why: "The next metadata is merged into it: a string then becomes an object of its letters, or the stream fails.",
    source: FOLD,
    help: "send metadata as objects",
    fails: stream!(
        r#"{"type":"start","messageId":"m1","messageMetadata":"tide"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1","messageMetadata":{"port":"Oban"}}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};
