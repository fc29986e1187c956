//! Which chunks and parts there are, and which words they are told by.

use super::sources::{CHUNKS, FOLD, SCHEMAS, VALIDATE, messages, stream};
use crate::report::{Level, Rule};

/// A chunk or a part has no `type`.
pub(in crate::formats::vercel) static NO_TYPE: Rule = Rule {
    id: "vercel/no-type",
    level: Level::Error,
    what: "a chunk or a part has no `type`",
    why: "The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "say the `type` of each chunk and part",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"id":"t1","delta":"Low."}"#,
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

/// A chunk is none of the UI Message Stream.
pub(in crate::formats::vercel) static UNKNOWN_CHUNK: Rule = Rule {
    id: "vercel/unknown-chunk",
    level: Level::Error,
    what: "a chunk is none of the UI Message Stream",
    why: "The client refuses the chunk and ends the stream there; what came before it stays.",
    source: CHUNKS,
    help: "send what is the application's own as `data-NAME`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"hologram"}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"data-hologram","data":null}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};

/// A chunk is of the model's own stream, not of the UI Message Stream.
pub(in crate::formats::vercel) static FULL_STREAM: Rule = Rule {
    id: "vercel/full-stream",
    level: Level::Error,
    what: "a chunk is of the model's own stream, not of the UI Message Stream",
    why: "`fullStream` of the AI SDK and the data stream of version 4 have other parts than the UI Message Stream; the client refuses them.",
    source: CHUNKS,
    help: "answer with `result.toUIMessageStreamResponse()`, not with `fullStream`",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"tool-call","toolCallId":"c1","toolName":"tide","input":{}}"#,
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

/// A part is none of a UIMessage.
pub(in crate::formats::vercel) static UNKNOWN_PART: Rule = Rule {
    id: "vercel/unknown-part",
    level: Level::Error,
    what: "a part is none of a UIMessage",
    why: "The AI SDK refuses the whole history.",
    source: VALIDATE,
    help: "put what is the application's own in a `data-NAME` part",
    fails: parts!(r#"{"type":"image","url":"https://example.com/tide.png"}"#),
    passes: parts!(r#"{"type":"file","mediaType":"image/png","url":"https://example.com/tide.png"}"#),
    ..Rule::BLANK
};

/// A part is of AI SDK 4.
pub(in crate::formats::vercel) static OLD_PART: Rule = Rule {
    id: "vercel/old-part",
    level: Level::Error,
    what: "a part is of AI SDK 4",
    why: "The schema has no such part since version 5: it refuses the whole history.",
    source: VALIDATE,
    help: "write `tool-NAME` with `toolCallId`, `state`, `input` and `output`, or `source-url`",
    fails: parts!(
        r#"{"type":"tool-invocation","toolInvocation":{"state":"result","toolCallId":"c1","toolName":"tide","args":{},"result":"low"}}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// A chunk of the stream stands where a part of a message should.
pub(in crate::formats::vercel) static CHUNK_IN_MESSAGE: Rule = Rule {
    id: "vercel/chunk-in-message",
    level: Level::Warning,
    what: "a chunk of the stream stands where a part of a message should",
    why: "It is refused, or taken for a call of a tool with the chunk's name: the message must hold what the chunks add up to.",
    source: VALIDATE,
    help: "fold the stream first, with `readUIMessageStream` or `chatwire fold`",
    fails: parts!(r#"{"type":"tool-output-available","toolCallId":"c1","output":"low"}"#),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// A finish reason is none of the AI SDK.
pub(in crate::formats::vercel) static FINISH_REASON: Rule = Rule {
    id: "vercel/finish-reason",
    level: Level::Error,
    what: "a finish reason is none of the AI SDK",
    why: "The client refuses the chunk and ends the stream there; what came before it stays. `unknown` was one until version 5.",
    source: CHUNKS,
    help: "use stop, length, content-filter, tool-calls, error, interrupted or other",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low."}"#,
        r#"{"type":"text-end","id":"t1"}"#,
        r#"{"type":"finish","finishReason":"end_turn"}"#,
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

/// A type or a tool has an empty name.
pub(in crate::formats::vercel) static NO_NAME: Rule = Rule {
    id: "vercel/no-name",
    level: Level::Warning,
    what: "a type or a tool has an empty name",
    why: "The schema lets it pass; models' servers refuse a call without a name, and nothing can be told by an empty one.",
    source: FOLD,
    help: "name the tool, or the data",
    fails: parts!(
        r#"{"type":"tool-","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    passes: parts!(
        r#"{"type":"tool-tide","toolCallId":"c1","state":"output-available","input":{},"output":"low"}"#
    ),
    ..Rule::BLANK
};

/// The kind of a custom part does not name a provider.
pub(in crate::formats::vercel) static KIND_WITHOUT_PROVIDER: Rule = Rule {
    id: "vercel/kind-without-provider",
    level: Level::Strict,
    what: "the kind of a custom part does not name a provider",
    why: "The types say `provider.kind`; the schema does not check it.",
    source: "ai 7.0.173, CustomContentUIPart",
    help: "write the kind as `provider.kind`",
    fails: parts!(r#"{"type":"custom","kind":"compaction"}"#),
    passes: parts!(r#"{"type":"custom","kind":"openai.compaction"}"#),
    ..Rule::BLANK
};

/// White space stands beside `[DONE]`.
pub(in crate::formats::vercel) static PADDED_SENTINEL: Rule = Rule {
    id: "vercel/padded-sentinel",
    level: Level::Error,
    what: "white space stands beside `[DONE]`",
    why: "The client skips exactly `[DONE]`; anything else is taken for JSON, which ends the stream with an error.",
    source: "@ai-sdk/provider-utils 5.0.81, parseJsonEventStream",
    help: "write `data: [DONE]` and nothing else",
    fails: stream("data: {\"type\":\"start\"}\n\ndata: {\"type\":\"finish\"}\n\ndata: [DONE] \n\n"),
    passes: stream("data: {\"type\":\"start\"}\n\ndata: {\"type\":\"finish\"}\n\ndata: [DONE]\n\n"),
    ..Rule::BLANK
};
