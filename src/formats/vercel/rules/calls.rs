//! What has to agree between the chunks of one call.

use super::sources::{FOLD, VALIDATE, stream};
use crate::report::{Level, Rule};

/// An output or a question is about a call that has not come.
pub(in crate::formats::vercel) static OUTPUT_WITHOUT_CALL: Rule = Rule {
    id: "vercel/output-without-call",
    level: Level::Error,
    what: "an output or a question is about a call that has not come",
    why: "The client ends the stream there with a UIMessageStreamError.",
    source: FOLD,
    help: "send `tool-input-available` with this toolCallId first",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// An output comes and the input never became available.
pub(in crate::formats::vercel) static OUTPUT_BEFORE_INPUT: Rule = Rule {
    id: "vercel/output-before-input",
    level: Level::Warning,
    what: "an output comes and the input never became available",
    why: "The part is done without an input, and a history with it is refused: an output asks for an input.",
    source: VALIDATE,
    help: "send `tool-input-available` before the output",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{}"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A call that is done gets another output.
pub(in crate::formats::vercel) static OUTPUT_TWICE: Rule = Rule {
    id: "vercel/output-twice",
    level: Level::Warning,
    what: "a call that is done gets another output",
    why: "The last one replaces the first without a word. Only outputs that say `preliminary` are meant to be replaced.",
    source: FOLD,
    help: "send one final output for each call",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"…","preliminary":true}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// Input comes for a call whose input was there.
pub(in crate::formats::vercel) static GOES_BACK: Rule = Rule {
    id: "vercel/goes-back",
    level: Level::Warning,
    what: "input comes for a call whose input was there",
    why: "The client takes the part back to the state of its input: an output that it had is lost.",
    source: FOLD,
    help: "give each call an id of its own",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{}"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// The tool of a call changes its name.
pub(in crate::formats::vercel) static RENAMED: Rule = Rule {
    id: "vercel/renamed",
    level: Level::Warning,
    what: "the tool of a call changes its name",
    why: "AI SDK 6 and 7 rename the part; version 5 keeps the first name.",
    source: FOLD,
    help: "say the same toolName in all chunks of a call",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"get_tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A call is dynamic in one chunk and not in another.
pub(in crate::formats::vercel) static KIND_CHANGES: Rule = Rule {
    id: "vercel/kind-changes",
    level: Level::Warning,
    what: "a call is dynamic in one chunk and not in another",
    why: "The client looks a call up among those of its kind: the message gets two parts with one id, and one of them never ends.",
    source: FOLD,
    help: "say `dynamic` in all chunks that bring input, or in none",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide","dynamic":true}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// The reply finishes and the input of a call never became available.
pub(in crate::formats::vercel) static CALL_UNFINISHED: Rule = Rule {
    id: "vercel/call-unfinished",
    level: Level::Warning,
    what: "the reply finishes and the input of a call never became available",
    why: "The part stays `input-streaming`; the call is left out when the history is sent to a model.",
    source: FOLD,
    help: "send `tool-input-available` or `tool-input-error` for each call",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{}"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-start","toolCallId":"c1","toolName":"tide"}"#,
        r#"{"type":"tool-input-delta","toolCallId":"c1","inputTextDelta":"{}"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// The reply finishes and the last output of a call is preliminary.
pub(in crate::formats::vercel) static PRELIMINARY_LEFT: Rule = Rule {
    id: "vercel/preliminary-left",
    level: Level::Warning,
    what: "the reply finishes and the last output of a call is preliminary",
    why: "The history holds an output that is not the final one and is sent to the model as if it were.",
    source: FOLD,
    help: "send the final output without `preliminary`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"…","preliminary":true}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-input-available","toolCallId":"c1","toolName":"tide","input":{}}"#,
        r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};
