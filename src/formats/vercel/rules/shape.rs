//! What each chunk, message and part must be.

use super::sources::{SCHEMAS, VALIDATE, messages, stream};
use crate::report::{Level, Rule};

/// A member that must be there is missing.
pub(in crate::formats::vercel) static MISSING_MEMBER: Rule = Rule {
    id: "vercel/missing-member",
    level: Level::Error,
    what: "a member that must be there is missing",
    why: "The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "add the member; null may stand where any value may",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1"}"#,
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

/// A member is of another kind than it must be.
pub(in crate::formats::vercel) static WRONG_TYPE: Rule = Rule {
    id: "vercel/wrong-type",
    level: Level::Error,
    what: "a member is of another kind than it must be",
    why: "The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "write the value as the kind that is expected",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":5}"#,
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

/// A word is none of those that may stand there.
pub(in crate::formats::vercel) static UNKNOWN_WORD: Rule = Rule {
    id: "vercel/unknown-word",
    level: Level::Error,
    what: "a word is none of those that may stand there",
    why: "The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "use one of the known words",
    fails: parts!(r#"{"type":"text","text":"Low.","state":"complete"}"#),
    passes: parts!(r#"{"type":"text","text":"Low.","state":"done"}"#),
    ..Rule::BLANK
};

/// A member is null.
pub(in crate::formats::vercel) static NULL: Rule = Rule {
    id: "vercel/null",
    level: Level::Error,
    what: "a member is null",
    why: "In the AI SDK an optional member is absent, never null. The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "leave the member out",
    fails: stream!(
        r#"{"type":"start","messageId":null}"#,
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

/// A list that must not be empty is.
pub(in crate::formats::vercel) static EMPTY_LIST: Rule = Rule {
    id: "vercel/empty-list",
    level: Level::Error,
    what: "a list that must not be empty is",
    why: "The AI SDK refuses the history: a message of the user or the system has at least one part, a request at least one message.",
    source: VALIDATE,
    help: "leave the message out, or give it an empty text",
    fails: messages(r#"[{"id":"u1","role":"user","parts":[]}]"#),
    passes: messages(r#"[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]"#),
    ..Rule::BLANK
};

/// A member is none that the AI SDK knows.
pub(in crate::formats::vercel) static UNKNOWN_MEMBER: Rule = Rule {
    id: "vercel/unknown-member",
    level: Level::Strict,
    what: "a member is none that the AI SDK knows",
    why: "It is dropped without a word. Releases before July 2026 refuse the chunk.",
    source: SCHEMAS,
    help: "put it in `providerMetadata`, in the message's metadata or in a `data-` part",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"text-start","id":"t1"}"#,
        r#"{"type":"text-delta","id":"t1","delta":"Low.","seq":1}"#,
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

/// A member is none that the AI SDK knows, and looks like one.
pub(in crate::formats::vercel) static MISSPELT_MEMBER: Rule = Rule {
    id: "vercel/misspelt-member",
    level: Level::Warning,
    what: "a member is none that the AI SDK knows, and looks like one",
    why: "It is dropped without a word, so what it says is lost.",
    source: SCHEMAS,
    help: "write the member as the AI SDK spells it: camelCase",
    fails: stream!(
        r#"{"type":"start","message_id":"m1"}"#,
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

/// Metadata for a provider does not name the provider.
pub(in crate::formats::vercel) static FLAT_METADATA: Rule = Rule {
    id: "vercel/flat-metadata",
    level: Level::Error,
    what: "metadata for a provider does not name the provider",
    why: "The AI SDK refuses the chunk and ends the stream there, or refuses the whole history.",
    source: SCHEMAS,
    help: "write an object for each provider: {\"anthropic\": {\"signature\": …}}",
    fails: parts!(r#"{"type":"reasoning","text":"hm","providerMetadata":{"signature":"c2ln"}}"#),
    passes: parts!(
        r#"{"type":"reasoning","text":"hm","providerMetadata":{"anthropic":{"signature":"c2ln"}}}"#
    ),
    ..Rule::BLANK
};

/// An object has a key that could change a prototype.
pub(in crate::formats::vercel) static FORBIDDEN_KEY: Rule = Rule {
    id: "vercel/forbidden-key",
    level: Level::Error,
    what: "an object has a key that could change a prototype",
    why: "The client parses chunks so that `__proto__`, and `constructor` with a `prototype` in it, are no JSON; the stream ends there.",
    source: "@ai-sdk/provider-utils 5.0.81, secureJsonParse",
    help: "send such data as text",
    fails: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"data-port","data":{"__proto__":{"name":"Oban"}}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    passes: stream!(
        r#"{"type":"start","messageId":"m1"}"#,
        r#"{"type":"data-port","data":{"proto":{"name":"Oban"}}}"#,
        r#"{"type":"finish","finishReason":"stop"}"#,
    ),
    ..Rule::BLANK
};
