//! Is it this family's? What only this wire says is beyond doubt; what others say too is weighed.

use crate::codec::{Sample, Score};
use crate::ir::{Fields, Kind, Value};

/// Chunk types that no other wire has.
const CHUNKS: &[&str] = &[
    "reasoning-start",
    "reasoning-end",
    "tool-input-available",
    "tool-input-error",
    "tool-output-available",
    "tool-output-error",
    "tool-output-denied",
    "tool-approval-request",
    "tool-approval-response",
    "message-metadata",
    "reset-step",
    "source-url",
    "source-document",
    "reasoning-file",
    "steering-message",
];

/// Chunk types that other streams of parts have as well, with a member that makes them ours.
const SHARED: &[(&str, &str)] = &[
    ("text-delta", "delta"),
    ("reasoning-delta", "delta"),
    ("tool-input-start", "toolCallId"),
    ("tool-input-delta", "inputTextDelta"),
    ("start", "messageId"),
    ("start", "messageMetadata"),
    ("error", "errorText"),
];

/// Chunk types that say little, or that other streams have just so.
const WEAK: &[&str] =
    &["start", "start-step", "finish-step", "finish", "abort", "text-start", "text-end", "file", "custom"];

/// Members of the streams of parts that are not ours: the SDK's own full stream and what others made after it.
const STRANGE: &[(&str, &str)] = &[
    ("text-delta", "text"),
    ("reasoning-delta", "text"),
    ("tool-input-start", "toolName"),
    ("finish", "totalUsage"),
    ("finish-step", "usage"),
    ("finish-step", "response"),
    ("tool-call", "toolName"),
    ("tool-result", "toolName"),
    ("handler-complete", "eventId"),
    ("error", "error"),
];

/// The stream.
pub(super) fn stream(sample: &Sample<'_>) -> Score {
    let mut best = Score::NONE;
    let mut raise = |points: u8, why: String| {
        if points > best.points {
            best.points = points;
            best.evidence.insert(0, why);
        }
    };
    if sample.header("x-vercel-ai-ui-message-stream").is_some() {
        raise(100, "header: x-vercel-ai-ui-message-stream".to_owned());
    }
    for (n, value) in (1..).zip(&sample.values) {
        let fields = value.root.fields();
        let Some(kind) = fields.token("type").map(|kind| kind.decode()) else { continue };
        let why = format!("frame {n}: /type is {kind}");
        if STRANGE.iter().any(|(word, member)| *word == kind && stands_out(fields, &kind, member)) {
            return Score::NONE;
        }
        let shared = SHARED.iter().any(|(word, member)| *word == kind && fields.has(member));
        if shared || CHUNKS.contains(&&*kind) || (kind.starts_with("data-") && fields.has("data")) {
            raise(95, why);
        } else if WEAK.contains(&&*kind) && !is_part(fields) {
            raise(if sample.sse { 50 } else { 40 }, why);
        }
    }
    best
}

/// Whether the member is there and ours is not.
fn stands_out(fields: Fields<'_>, kind: &str, member: &str) -> bool {
    let ours = match kind {
        "text-delta" | "reasoning-delta" => "delta",
        "error" => "errorText",
        "finish-step" | "finish" => "finishReason ",
        _ => "toolCallId",
    };
    let known = fields.has(ours) && !matches!(kind, "tool-call" | "tool-result");
    fields.has(member) && !known
}

/// Whether a value is a record of another kind that has a type: a message or an event with its payload in `data`.
fn is_part(fields: Fields<'_>) -> bool {
    fields.has("role") || fields.has("parts") || fields.has("content") || fields.get("data").is_some()
}

/// The history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    if sample.sse {
        return Score::NONE;
    }
    (1..)
        .zip(&sample.values)
        .map(|(n, value)| of_message(value.root, n))
        .max_by_key(|score| score.points)
        .map_or(Score::NONE, |best| {
            let strange = sample.values.iter().any(|value| is_terminal_use(value.root));
            if strange { Score::NONE } else { best }
        })
}

/// The request body.
pub(super) fn request(sample: &Sample<'_>) -> Score {
    let Some(first) = sample.values.first() else { return Score::NONE };
    let fields = first.root.fields();
    let Some(list) = fields.get("messages").filter(|list| list.kind() == Kind::Array) else {
        return Score::NONE;
    };
    if sample.sse || fields.has("runId") || fields.has("model") {
        return Score::NONE;
    }
    let best = (0..)
        .zip(list.elements())
        .map(|(n, message)| of_message(message, n))
        .max_by_key(|score| score.points);
    let best = best.unwrap_or(Score::NONE);
    let trigger = fields.token("trigger").is_some_and(|word| word.as_str().ends_with("-message"));
    match (trigger, best.points) {
        (true, _) => Score::of(95, "/trigger is that of a chat request"),
        (false, 0) => Score::NONE,
        (false, points) => Score { points: points.saturating_sub(10), ..best },
    }
}

/// How well a value fits a UIMessage.
fn of_message(value: Value<'_>, n: usize) -> Score {
    let fields = value.fields();
    let Some(parts) = fields.get("parts").filter(|parts| parts.kind() == Kind::Array) else {
        return Score::NONE;
    };
    let role =
        fields.token("role").is_some_and(|role| ["system", "user", "assistant"].contains(&role.as_str()));
    let kinds = parts
        .elements()
        .filter_map(|part| part.fields().token("type").map(|kind| kind.decode().into_owned()));
    let kinds: Vec<String> = kinds.collect();
    if let Some(kind) = kinds.iter().find(|kind| is_certain(kind)) {
        let points = if role { 98 } else { 60 };
        return Score::of(points, format!("message {n}: a part of type {kind}"));
    }
    match kinds.first().filter(|_| role) {
        Some(kind) if is_known(kind) => Score::of(90, format!("message {n}: /parts/0/type is {kind}")),
        Some(_) => Score::NONE,
        None if !role || parts.elements().next().is_some() => Score::NONE,
        None => Score::of(60, format!("message {n}: /parts is an array")),
    }
}

/// Part types that only this wire has.
fn is_certain(kind: &str) -> bool {
    let named = |prefix: &str| kind.strip_prefix(prefix).is_some_and(|name| !name.is_empty());
    named("tool-")
        || named("data-")
        || ["step-start", "dynamic-tool", "source-document", "reasoning-file", "steering-message"]
            .contains(&kind)
}

/// Part types that Terminal Use has as well.
fn is_known(kind: &str) -> bool {
    ["text", "reasoning", "file", "source-url", "custom", "data-"].contains(&kind)
}

/// A message of Terminal Use: its own part types, or the time it was made.
fn is_terminal_use(value: Value<'_>) -> bool {
    let fields = value.fields();
    let parts = fields.get("parts").into_iter().flat_map(Value::elements);
    let is = |part: Value<'_>, word: &str| part.fields().token("type").is_some_and(|kind| kind.is(word));
    parts
        .into_iter()
        .any(|part| is(part, "tool") || is(part, "data") || (is(part, "error") && part.fields().has("error")))
}
