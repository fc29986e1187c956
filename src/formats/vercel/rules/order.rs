//! What must open, close, come first and last in a stream.

use super::sources::{FOLD, stream};
use crate::report::{Level, Rule};

/// A delta is for something that has not started.
pub(in crate::formats::vercel) static DELTA_WITHOUT_START: Rule = Rule {
    id: "vercel/delta-without-start",
    level: Level::Error,
    what: "a delta is for something that has not started",
    why: "The client ends the stream there with a UIMessageStreamError. A start is forgotten at its end, at `reset-step` and when another message begins.",
    source: FOLD,
    help: "send the start with this id first",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
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

/// A text or reasoning ends that has not started.
pub(in crate::formats::vercel) static END_WITHOUT_START: Rule = Rule {
    id: "vercel/end-without-start",
    level: Level::Error,
    what: "a text or reasoning ends that has not started",
    why: "The client ends the stream there with a UIMessageStreamError.",
    source: FOLD,
    help: "send the start with this id first, and one end for each start",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"text-end","id":"t1"}"#,
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

/// An id starts again and was never ended.
pub(in crate::formats::vercel) static START_WITHOUT_END: Rule = Rule {
    id: "vercel/start-without-end",
    level: Level::Warning,
    what: "an id starts again and was never ended",
    why: "The first part stays `streaming` for ever and shows as if it were still being written.",
    source: FOLD,
    help: "end a part before its id is used again",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
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

/// A text or reasoning goes on after the end of its step.
pub(in crate::formats::vercel) static DELTA_AFTER_STEP: Rule = Rule {
    id: "vercel/delta-after-step",
    level: Level::Warning,
    what: "a text or reasoning goes on after the end of its step",
    why: "AI SDK 5 and 6 forget what is open at `finish-step` and refuse the next delta.",
    source: "ai 5.0.277 and 6.0.326, processUIMessageStream",
    help: "end each part before `finish-step`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// The reply finishes and a text or reasoning has not ended.
pub(in crate::formats::vercel) static OPEN_AT_END: Rule = Rule {
    id: "vercel/open-at-end",
    level: Level::Warning,
    what: "the reply finishes and a text or reasoning has not ended",
    why: "The part stays `streaming` in the history, so it shows as if it were still being written.",
    source: FOLD,
    help: "send the end of each part before `finish`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
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

/// A step starts inside a step.
pub(in crate::formats::vercel) static STEP_OPEN: Rule = Rule {
    id: "vercel/step-open",
    level: Level::Strict,
    what: "a step starts inside a step",
    why: "The client counts starts alone; what watches the ends of steps misses one.",
    source: FOLD,
    help: "send `finish-step` first",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A step finishes that has not started.
pub(in crate::formats::vercel) static STEP_NOT_OPEN: Rule = Rule {
    id: "vercel/step-not-open",
    level: Level::Strict,
    what: "a step finishes that has not started",
    why: "The history has no `step-start` for it, so the texts and calls of several steps become one.",
    source: FOLD,
    help: "send `start-step` before what the step says",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"start-step"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish-step"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};
