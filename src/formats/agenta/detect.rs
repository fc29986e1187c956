//! Detection by evidence: what only this wire says counts, what it shares with others makes it merely possible.

use crate::codec::{Sample, Score};
use crate::ir::{Fields, Kind, Value};

/// What several families say alike.
const POSSIBLE: u8 = 50;
/// Possible, with members that others are likelier to have.
const UNLIKELY: u8 = 30;

/// Something seen in a value: how much it says, and what it is.
type Seen = Option<(u8, &'static str)>;

/// The header that selects the representation.
const HEADER: &str = "x-ag-messages-format";

/// Types of frames.
const TYPES: &[&str] = &[
    "message",
    "message_start",
    "message_delta",
    "message_end",
    "thought",
    "thought_start",
    "thought_delta",
    "thought_end",
    "tool_call",
    "tool_result",
    "interaction_request",
    "interaction_response",
    "data",
    "file",
    "usage",
    "error",
    "done",
    "turn",
    "attachment_delivery",
    "mcp_server_failed",
];

/// How well a sample fits a stream.
pub(super) fn stream(sample: &Sample<'_>) -> Score {
    match sample.header(HEADER) {
        Some("agenta") if sample.sse => return Score::of(97, "header: x-ag-messages-format: agenta"),
        Some("vercel") => return Score::NONE,
        Some(_) | None => {}
    }
    best(sample, |value| frame(value.fields()))
}

/// How well a sample fits a body with a reply.
pub(super) fn response(sample: &Sample<'_>) -> Score {
    fair(sample, |value| outputs(value.fields()))
}

/// How well a sample fits a request.
pub(super) fn request(sample: &Sample<'_>) -> Score {
    fair(sample, |value| {
        let fields = value.fields();
        if listed(fields.object("data").object("inputs")) {
            return Some((97, "/data/inputs/messages is an array"));
        }
        listed(fields.object("inputs")).then_some((90, "/inputs/messages is an array"))
    })
}

/// How well a sample fits a request with UIMessages.
pub(super) fn ui_request(sample: &Sample<'_>) -> Score {
    fair(sample, |value| {
        let fields = value.fields();
        let inputs = fields.object("data").object("inputs");
        let inputs = if listed(inputs) { inputs } else { fields.object("inputs") };
        has_parts(inputs).then_some((98, "UIMessages in the inputs of a request"))
    })
}

/// How well a sample fits a body with a reply of UIMessages.
pub(super) fn ui_response(sample: &Sample<'_>) -> Score {
    fair(sample, |value| {
        let fields = value.fields();
        let outputs = fields.object("data").object("outputs");
        let outputs = if listed(outputs) { outputs } else { fields.object("outputs") };
        has_parts(outputs).then_some((98, "UIMessages in the outputs of a response"))
    })
}

/// Whether messages have parts.
fn has_parts(holder: Fields<'_>) -> bool {
    listed(holder) && holder.list("messages").any(|message| is_kind(message.fields(), "parts", Kind::Array))
}

/// How well a sample fits a history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    let named = sample.header(HEADER) == Some("agenta");
    fair(sample, |value| {
        let seen = if value.kind() == Kind::Array { history(value) } else { message(value.fields()) };
        seen.map(|seen| if named { (97, "header: x-ag-messages-format: agenta") } else { seen })
    })
}

/// The best of the values.
fn best(sample: &Sample<'_>, judge: impl Fn(Value<'_>) -> Seen) -> Score {
    let seen = (1..).zip(&sample.values).filter_map(|(number, value): (usize, _)| {
        let (points, why) = judge(value.root)?;
        Some((points, number, why))
    });
    let top = seen.max_by_key(|(points, number, _)| (*points, usize::MAX - number));
    top.map_or(Score::NONE, |(points, number, why)| Score::of(points, format!("record {number}: {why}")))
}

/// The best of the values, unless most of them do not fit.
fn fair(sample: &Sample<'_>, judge: impl Fn(Value<'_>) -> Seen) -> Score {
    let objects =
        sample.values.iter().filter(|value| matches!(value.root.kind(), Kind::Object | Kind::Array));
    let (mut all, mut fit) = (0, 0);
    for value in objects {
        all += 1;
        fit += usize::from(judge(value.root).is_some());
    }
    if fit * 2 < all || sample.sse {
        return Score::NONE;
    }
    best(sample, judge)
}

fn is(fields: Fields<'_>, key: &str, word: &str) -> bool {
    fields.token(key).is_some_and(|token| token.is(word))
}

fn is_kind(fields: Fields<'_>, key: &str, kind: Kind) -> bool {
    fields.get(key).is_some_and(|value| value.kind() == kind)
}

fn listed(fields: Fields<'_>) -> bool {
    is_kind(fields, "messages", Kind::Array)
}

fn frame(fields: Fields<'_>) -> Seen {
    if is(fields, "kind", "event") && fields.object("event").token("type").is_some() {
        return Some((90, "a runner's record of an event"));
    }
    let word = fields.token("type")?;
    let known = TYPES.contains(&word.as_str());
    if is_kind(fields, "data", Kind::Object) {
        let alone = fields.value()?.members().count() == 2;
        return match (known, alone) {
            (true, true) => Some((95, "a frame of an event type with its `data`")),
            (true, false) => Some((60, "an event type with `data`")),
            (false, true) if !word.as_str().starts_with("data-") => {
                Some((UNLIKELY, "a frame of `type` and `data`"))
            }
            (false, _) => None,
        };
    }
    // The runner's flat events. Other wires have `message_delta` too, with objects inside.
    let flat = match word.as_str() {
        "message_delta" | "thought_delta" => is_kind(fields, "delta", Kind::String),
        "message_start" | "thought_start" | "message_end" | "thought_end" => {
            fields.token("id").is_some() && !fields.has("message")
        }
        "done" => fields.has("stopReason"),
        "tool_call" => fields.has("id") && fields.has("name"),
        "message" | "thought" => fields.token("text").is_some(),
        _ => false,
    };
    flat.then_some((70, "an event without a frame"))
}

fn outputs(fields: Fields<'_>) -> Seen {
    let outputs = if fields.object("data").has("outputs") {
        return Some((97, "/data/outputs"));
    } else if fields.has("outputs") {
        fields.object("outputs")
    } else {
        fields
    };
    if !listed(outputs) {
        return None;
    }
    let known = ["messages", "stop_reason", "pending_interaction"];
    let alone = outputs.value()?.members().all(|(key, _)| known.contains(&key.as_str()));
    let ends = outputs.has("stop_reason") || outputs.has("pending_interaction");
    let folded = outputs.list("messages").any(|message| message.fields().has("tool_name"));
    (alone && (ends || folded)).then_some((90, "`messages` of a folded turn"))
}

fn history(messages: Value<'_>) -> Seen {
    let mut top = None;
    for item in messages.elements() {
        top = std::cmp::max(top, Some(message(item.fields())?));
    }
    top
}

/// Members of messages that others have.
const FOREIGN: &[&str] = &[
    "contents",
    "parts",
    "blocks",
    "toolCalls",
    "toolCallId",
    "tool_calls",
    "function_call",
    "activityType",
    "object",
];

fn message(fields: Fields<'_>) -> Seen {
    fields.get("role")?;
    if FOREIGN.iter().any(|key| fields.has(key)) {
        return None;
    }
    if is(fields, "role", "tool") && (fields.has("tool_name") || fields.has("is_error")) {
        return Some((95, "a message of a folded turn"));
    }
    if fields.has("display_content") {
        return Some((90, "a message with `display_content`"));
    }
    let Some(content) = fields.member("content") else {
        return Some((UNLIKELY, "a message with a role alone"));
    };
    let odd = ["id", "type", "name", "tool_call_id"].iter().any(|key| fields.has(key));
    let plain = (if odd { UNLIKELY } else { POSSIBLE }, "messages with `role` and `content`");
    match content.kind() {
        Kind::String => Some(plain),
        Kind::Array => {
            let mut top = plain;
            for item in content.elements() {
                top = top.max(block(item, plain)?);
            }
            Some(top)
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => Some((UNLIKELY, "a message with a role")),
    }
}

fn block(value: Value<'_>, plain: (u8, &'static str)) -> Seen {
    if value.kind() != Kind::Object {
        return Some((UNLIKELY, "a bare block"));
    }
    let fields = value.fields();
    match fields.token("type").map_or("", |word| word.as_str()) {
        "tool_call" | "tool_result" if !fields.has("tool_use_id") => {
            Some((95, "a block `tool_call` or `tool_result`"))
        }
        "image" | "resource" if !fields.has("source") && (fields.has("data") || fields.has("uri")) => {
            Some((93, "a block with `data` or `uri`"))
        }
        "attachment" => Some((93, "a block `attachment`")),
        "text" => Some(plain),
        "" => fields.has("text").then_some((UNLIKELY, "a block without a type")),
        "tool_use" | "thinking" | "redacted_thinking" | "image_url" | "input_audio" | "tool_result" => None,
        _ => Some((UNLIKELY, "a block")),
    }
}
