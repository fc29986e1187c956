//! Detection by evidence: what only this wire says counts, what it shares with others makes it merely possible.

use crate::codec::{Sample, Score};
use crate::ir::{Fields, Kind, Value};

/// What several families say alike.
const POSSIBLE: u8 = 50;
/// Possible, with members that others are likelier to have.
const UNLIKELY: u8 = 30;

/// Something seen in a value: how much it says, and what it is.
type Seen = Option<(u8, &'static str)>;

/// How well a sample fits a stream.
pub(super) fn stream(sample: &Sample<'_>) -> Score {
    if sample.values.is_empty() && sample.sse && sample.sentinel {
        return Score::of(UNLIKELY, "`[DONE]`");
    }
    best(sample, |value| chunk(value.fields()))
}

/// How well a sample fits a reply.
pub(super) fn response(sample: &Sample<'_>) -> Score {
    fair(sample, |value| reply(value.fields()))
}

/// How well a sample fits the body of a request.
pub(super) fn request(sample: &Sample<'_>) -> Score {
    fair(sample, |value| body(value.fields()))
}

/// How well a sample fits a history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    fair(sample, |value| if value.kind() == Kind::Array { history(value) } else { message(value.fields()) })
}

/// The best of the values.
fn best(sample: &Sample<'_>, judge: impl Fn(Value<'_>) -> Seen) -> Score {
    let seen = (1..).zip(&sample.values).filter_map(|(number, value): (usize, _)| {
        let (points, why) = judge(value.root)?;
        Some((points, number, why))
    });
    let top = seen.max_by_key(|(points, number, _)| (*points, usize::MAX - number));
    top.map_or(Score::NONE, |(points, number, why)| Score::of(points, format!("frame {number}: {why}")))
}

/// The best of the values, unless most of them do not fit.
fn fair(sample: &Sample<'_>, judge: impl Fn(Value<'_>) -> Seen) -> Score {
    let fit = sample.values.iter().filter(|value| judge(value.root).is_some()).count();
    if fit * 2 < sample.values.len() || (sample.in_array && fit < sample.values.len()) {
        return Score::NONE;
    }
    best(sample, judge)
}

fn is(fields: Fields<'_>, key: &str, word: &str) -> bool {
    fields.token(key).is_some_and(|token| token.is(word))
}

fn is_object(fields: Fields<'_>, key: &str) -> bool {
    fields.get(key).is_some_and(|value| value.kind() == Kind::Object)
}

fn is_list(fields: Fields<'_>, key: &str) -> bool {
    fields.get(key).is_some_and(|value| value.kind() == Kind::Array)
}

fn first<'v>(fields: Fields<'v>, key: &str) -> Fields<'v> {
    fields.get(key).and_then(|list| list.elements().next()).map_or(Fields::NONE, Value::fields)
}

fn chunk(fields: Fields<'_>) -> Seen {
    let choice = first(fields, "choices");
    let other = fields
        .token("object")
        .is_some_and(|word| !word.is_empty() && !word.as_str().starts_with("chat.completion"));
    if other || !fields.has("choices") {
        return None;
    }
    if is(fields, "object", "chat.completion.chunk") {
        return Some((98, "/object is `chat.completion.chunk`"));
    }
    if is_object(choice, "delta") {
        let whole = is(fields, "object", "chat.completion") || is_object(choice, "message");
        return Some(if whole {
            (60, "a choice with `delta` and `message`")
        } else {
            (93, "a choice with its `delta`")
        });
    }
    let empty = is_list(fields, "choices") && choice.value().is_none();
    let evidence = empty && (fields.has("usage") || fields.has("prompt_filter_results"));
    evidence.then_some((65, "`choices` without a choice"))
}

fn reply(fields: Fields<'_>) -> Seen {
    let choice = first(fields, "choices");
    let finished = choice.token("finish_reason").is_some() && !choice.has("delta");
    let filtered = finished && is(fields, "object", "chat.completion");
    if !(is_object(choice, "message") || filtered) {
        return None;
    }
    match fields.token("object").map(|word| word.as_str()) {
        Some("chat.completion") => Some((98, "/object is `chat.completion`")),
        None | Some("") => Some((92, "a choice with its `message`")),
        Some(_) => None,
    }
}

/// Members that other wires have beside `messages`.
const OTHERS: &[&str] = &[
    "trigger",
    "threadId",
    "runId",
    "inferenceConfig",
    "keep_alive",
    "chat_history",
    "data",
    "modelId",
    "contents",
    "anthropic_version",
    "output_config",
    "stop_sequences",
    "object",
    "type",
    "documents",
    "k",
    "p",
    "safety_mode",
    "harness",
    "sessionId",
];

/// Members that this wire alone has, as far as we know.
const OURS: &[&str] = &[
    "max_completion_tokens",
    "frequency_penalty",
    "presence_penalty",
    "logit_bias",
    "logprobs",
    "top_logprobs",
    "stream_options",
    "response_format",
    "parallel_tool_calls",
    "reasoning_effort",
    "functions",
    "function_call",
    "web_search_options",
    "prediction",
    "modalities",
    "n",
    "store",
    "verbosity",
    "prompt_cache_key",
    "stop",
    "seed",
];

/// How the names of models begin that are served by this wire.
const MODELS: &[(&str, u8)] = &[
    ("gpt-", 86),
    ("chatgpt-", 86),
    ("o1", 86),
    ("o3", 86),
    ("o4", 86),
    ("deepseek", 60),
    ("mistral", 60),
    ("ministral", 60),
    ("magistral", 60),
    ("grok-", 60),
    ("sonar", 60),
    ("glm-", 60),
    ("kimi", 60),
    ("openai/", 60),
];

fn body(fields: Fields<'_>) -> Seen {
    let messages = fields.get("messages").filter(|messages| messages.kind() == Kind::Array)?;
    if OTHERS.iter().any(|key| fields.has(key)) || is_object(fields, "options") {
        return None;
    }
    let some = messages.elements().next().is_some();
    let inside = if some { history(messages)? } else { (POSSIBLE, "`messages`") };
    let mut seen = vec![Some(inside)];
    for tool in fields.get("tools").into_iter().flat_map(Value::elements) {
        seen.push(Some(tool_of(tool.fields())?));
    }
    let choice = fields.object("tool_choice");
    let model = fields.token("model").map_or("", |model| model.as_str());
    let named = MODELS.iter().find(|(head, _)| model.starts_with(head)).map(|(_, points)| *points);
    if fields.has("system") {
        // Anthropic's word; some servers of this wire let it pass.
        return Some((UNLIKELY, "`system` beside `messages`"));
    }
    seen.extend([
        is_object(choice, "function").then_some((92, "`tool_choice` with its function")),
        fields.token("tool_choice").is_some().then_some((80, "`tool_choice` as a word")),
        OURS.iter().any(|key| fields.has(key)).then_some((88, "parameters of Chat Completions")),
        named.map(|points| (points, "the name of the model")),
    ]);
    seen.into_iter().flatten().max_by_key(|(points, _)| *points)
}

/// A tool of this wire; `None` for one of another's.
fn tool_of(tool: Fields<'_>) -> Seen {
    if is_object(tool, "function") {
        return Some((95, "a tool with its `function`"));
    }
    if is(tool, "type", "custom") && is_object(tool, "custom") {
        return Some((95, "a custom tool"));
    }
    let foreign =
        ["input_schema", "toolSpec", "inputSchema", "functionDeclarations"].iter().any(|key| tool.has(key));
    (tool.has("type") && !foreign && !tool.has("name")).then_some((POSSIBLE, "a typed tool"))
}

/// What the messages of a history show; `None` if one of them is of another wire.
fn history(messages: Value<'_>) -> Seen {
    let (mut top, mut unlikely) = (None, false);
    for item in messages.elements() {
        let seen = message(item.fields())?;
        unlikely |= seen.0 == UNLIKELY;
        top = std::cmp::max(top, Some(seen));
    }
    top.map(|(points, why)| if unlikely && points <= POSSIBLE { (UNLIKELY, why) } else { (points, why) })
}

/// Members of messages that others have and this wire has not.
const FOREIGN: &[&str] = &[
    "parts",
    "blocks",
    "toolCalls",
    "toolCallId",
    "tool_name",
    "activityType",
    "encryptedValue",
    "toolResults",
    "stop_reason",
    "usage",
];

fn message(fields: Fields<'_>) -> Seen {
    let role = fields.token("role")?;
    if FOREIGN.iter().any(|key| fields.has(key)) {
        return None;
    }
    let calls = fields.get("tool_calls").filter(|calls| calls.kind() == Kind::Array);
    let spoken = match role.as_str() {
        "tool" if fields.token("tool_call_id").is_some() => Some((92, "a tool message with `tool_call_id`")),
        "function" if fields.token("name").is_some() => Some((85, "a message of a function")),
        "assistant" => assistant(fields, calls),
        "developer" => Some((75, "a message of the developer")),
        "system" | "user" => None,
        _ => return None,
    };
    let odd = ["id", "createdAt", "created_at", "type", "metadata"].iter().any(|key| fields.has(key));
    let possible = (if odd { UNLIKELY } else { POSSIBLE }, "messages with `role` and `content`");
    let content = content(fields, possible)?;
    let spoken = spoken.filter(|(points, _)| !odd || *points > 75);
    Some(spoken.map_or(content, |spoken| spoken.max(content)))
}

fn assistant(fields: Fields<'_>, calls: Option<Value<'_>>) -> Seen {
    let call = calls.and_then(|calls| calls.elements().next()).map(Value::fields);
    let body =
        call.map(|call| if call.has("custom") { call.object("custom") } else { call.object("function") });
    if body.is_some_and(|body| body.token("arguments").is_some() || body.token("input").is_some()) {
        return Some((95, "`tool_calls` with arguments as text"));
    }
    let thinks = ["reasoning_content", "reasoning_details"].iter().any(|key| fields.get(key).is_some());
    if is_object(fields, "function_call") {
        return Some((92, "a `function_call`"));
    }
    thinks
        .then_some((85, "thinking beside the content"))
        .or_else(|| fields.has("refusal").then_some((80, "a `refusal` beside the content")))
}

/// What the content shows; `None` for one of another wire.
fn content(fields: Fields<'_>, possible: (u8, &'static str)) -> Seen {
    let Some(content) = fields.member("content") else {
        let says = fields.has("tool_calls") || fields.has("function_call") || fields.has("audio");
        return says.then_some(possible);
    };
    match content.kind() {
        Kind::String | Kind::Null => Some(possible),
        Kind::Array => {
            let mut top = possible;
            for item in content.elements() {
                top = top.max(part(item.fields(), possible)?);
            }
            Some(top)
        }
        Kind::Bool | Kind::Number | Kind::Object => None,
    }
}

/// What a content part shows; `None` for one of another wire.
fn part(part: Fields<'_>, possible: (u8, &'static str)) -> Seen {
    match part.token("type")?.as_str() {
        "text" if part.token("text").is_some() => Some(possible),
        "image_url" if part.get("image_url").is_some() => Some((88, "a picture as `image_url`")),
        "input_audio" if part.get("input_audio").is_some() => Some((90, "a sound as `input_audio`")),
        "file" if is_object(part, "file") => Some((88, "a file with its `file`")),
        "refusal" if part.token("refusal").is_some() => Some((85, "a refusal among the content")),
        "video_url" | "document_url" | "file_url" => Some((86, "a file by its URL")),
        "thinking" if is_list(part, "thinking") => Some((93, "thinking among the content")),
        _ => None,
    }
}
