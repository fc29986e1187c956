//! Wires we know by sight and do not read: to be named, never to be taken for one of ours.

use crate::codec::Sample;
use crate::ir::{Fields, Kind};

/// What is looked for in one value.
type Sign = fn(Fields<'_>) -> bool;

const SIGNS: &[(&str, Sign)] = &[
    ("an OpenAI Responses stream", |v| starts(v, "type", "response.") && v.has("sequence_number")),
    ("an OpenAI Responses stream", |v| starts(v, "type", "response.") && !v.has("response_id")),
    ("an OpenAI Responses body", |v| is(v, "object", "response")),
    ("an OpenAI Responses request", |v| v.has("input") && v.has("model") && !v.has("messages")),
    ("a legacy OpenAI completion", |v| is(v, "object", "text_completion")),
    ("an OpenAI Assistants object", |v| starts(v, "object", "thread.")),
    ("a list of models", |v| is(v, "object", "list") && list_of(v, "data", &["object", "owned_by"])),
    ("a list of models", |v| list_of(v, "data", &["id", "pricing"]) || list_of(v, "data", &["display_name"])),
    ("a list", |v| is(v, "object", "list")),
    ("a Gemini body", |v| v.has("candidates") || v.has("promptFeedback")),
    ("a Gemini request", |v| v.has("contents") && !v.has("messages")),
    ("a Gemini interaction", |v| starts(v, "event_type", "interaction.") || is(v, "object", "interaction")),
    ("a Cohere request", |v| v.has("messages") && list_of(v, "documents", &["data"])),
    ("a Cohere stream", |v| {
        one_of(v, "type", &["message-start", "content-start", "content-delta", "message-end"])
    }),
    ("a Bedrock Converse body", |v| v.has("output") && v.has("stopReason")),
    ("a Bedrock Converse stream", |v| v.has("messageStart") || v.has("contentBlockDelta")),
    ("a Bedrock Converse request", |v| v.has("inferenceConfig") || v.has("toolConfig")),
    ("an Ollama body", |v| v.has("message") && v.has("done") && v.has("created_at")),
    ("an Agenta session record", |v| v.has("session_update") && v.has("payload")),
    ("an error body", is_error),
];

/// What tells a stream whose first values say little.
const IN_STREAMS: &[(&str, Sign)] = &[("a Terminal Use task stream", |v| {
    let piece = one_of(v, "type", &["text-delta", "reasoning-delta"]);
    (piece && v.has("text") && !v.has("delta"))
        || (is(v, "type", "finish") && v.has("totalUsage"))
        || (is(v, "type", "tool-input-delta") && v.has("id") && v.has("delta"))
        || is(v, "type", "handler-complete")
})];

/// What the sample is, where it is a wire of these.
pub(super) fn name(sample: &Sample<'_>) -> Option<&'static str> {
    let first = sample.values.first()?.root;
    if first.kind() != Kind::Object {
        return None;
    }
    let fields = first.fields();
    let in_any = |sign: &Sign| sample.values.iter().any(|value| sign(value.root.fields()));
    let first = SIGNS.iter().find(|(_, sign)| sign(fields));
    first.or_else(|| IN_STREAMS.iter().find(|(_, sign)| in_any(sign))).map(|(name, _)| *name)
}

fn is(fields: Fields<'_>, key: &str, word: &str) -> bool {
    fields.token(key).is_some_and(|token| token.is(word))
}

fn starts(fields: Fields<'_>, key: &str, word: &str) -> bool {
    fields.token(key).is_some_and(|token| token.as_str().starts_with(word))
}

fn one_of(fields: Fields<'_>, key: &str, words: &[&str]) -> bool {
    words.iter().any(|word| is(fields, key, word))
}

fn list_of(fields: Fields<'_>, key: &str, members: &[&str]) -> bool {
    let first = fields.get(key).and_then(|list| list.elements().next());
    first.is_some_and(|item| {
        let item = item.fields();
        members.iter().all(|member| item.has(member))
    })
}

/// `{"error":…}` in any of its spellings, with nothing of a reply beside it.
fn is_error(fields: Fields<'_>) -> bool {
    let reply = ["choices", "content", "messages", "parts", "data", "role"];
    let known = is(fields, "type", "error") || is(fields, "object", "error");
    (fields.get("error").is_some() || known || fields.has("detail"))
        && !reply.iter().any(|key| fields.has(key))
}
