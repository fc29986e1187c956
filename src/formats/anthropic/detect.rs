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
    best(sample, frame)
}

/// How well a sample fits a reply.
pub(super) fn response(sample: &Sample<'_>) -> Score {
    fair(sample, |value| reply(value.fields()))
}

/// How well a sample fits the body of a request.
pub(super) fn request(sample: &Sample<'_>) -> Score {
    let mut score = fair(sample, |value| body(value.fields()));
    if score.points > 0 && sample.header("anthropic-version").is_some() {
        score.points = score.points.max(90);
        score.evidence.push("the header anthropic-version".to_owned());
    }
    score
}

/// How well a sample fits a history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    fair(sample, |value| if value.kind() == Kind::Array { history(value) } else { message(value.fields()) })
}

/// The best of the values.
fn best(sample: &Sample<'_>, judge: impl Fn(Value<'_>, Option<&str>) -> Seen) -> Score {
    let seen = (1..).zip(&sample.values).filter_map(|(number, value): (usize, _)| {
        let (points, why) = judge(value.root, value.name)?;
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
    best(sample, |value, _| judge(value))
}

fn is_object(fields: Fields<'_>, key: &str) -> bool {
    fields.get(key).is_some_and(|value| value.kind() == Kind::Object)
}

fn frame(value: Value<'_>, name: Option<&str>) -> Seen {
    let fields = value.fields();
    let told = fields.token("type").map(|word| word.as_str());
    let indexed = fields.get("index").is_some_and(|index| index.kind() == Kind::Number);
    match told.or(name)? {
        "message_start" if is_object(fields, "message") => Some((98, "`message_start` with its message")),
        "content_block_start" if is_object(fields, "content_block") => {
            Some((95, "`content_block_start` with its block"))
        }
        "content_block_delta" if indexed && is_object(fields, "delta") => {
            Some((95, "`content_block_delta` with index and delta"))
        }
        "message_delta" if is_object(fields, "delta") && fields.object("delta").has("stop_reason") => {
            Some((92, "`message_delta` with a stop reason"))
        }
        "content_block_stop" if indexed => Some((90, "`content_block_stop` with an index")),
        "message_stop" => Some((70, "`message_stop`")),
        "error" if told.is_some() && fields.object("error").token("type").is_some() => {
            let named = name == Some("error");
            named.then_some((70, "an `error` event with a typed error"))
        }
        "ping" if name == Some("ping") => Some((45, "`ping`")),
        _ => None,
    }
}

fn reply(fields: Fields<'_>) -> Seen {
    let of_assistant = fields.token("role").is_some_and(|role| role.is("assistant"));
    let content = fields.get("content").filter(|content| content.kind() == Kind::Array)?;
    let typed = fields.token("type").is_some_and(|word| word.is("message"));
    let counted = fields.object("usage").has("input_tokens");
    let ours = fields.has("stop_reason") || counted;
    if !of_assistant || content.elements().any(is_of_others) {
        return None;
    }
    match (typed, ours) {
        (true, true) => Some((97, "a `message` of the assistant with `stop_reason` and `usage`")),
        (true, false) => Some((75, "a `message` of the assistant")),
        (false, true) => Some((85, "a message of the assistant with `stop_reason` or `usage`")),
        (false, false) => None,
    }
}

/// Blocks of wires that look alike: OpenAI Responses, Bedrock Converse, the parts of OpenAI Chat.
fn is_of_others(block: Value<'_>) -> bool {
    block.kind() == Kind::Object && (block_type(block).is_empty() || foreign(block_type(block)))
}

fn block_type<'v>(block: Value<'v>) -> &'v str {
    block.fields().token("type").map_or("", |word| word.as_str())
}

fn foreign(word: &str) -> bool {
    matches!(
        word,
        "output_text"
            | "input_text"
            | "image_url"
            | "video_url"
            | "input_audio"
            | "file"
            | "refusal"
            | "tool_call"
    )
}

fn body(fields: Fields<'_>) -> Seen {
    let messages = fields.get("messages").filter(|messages| messages.kind() == Kind::Array)?;
    let others = [
        "trigger",
        "threadId",
        "runId",
        "inferenceConfig",
        "options",
        "keep_alive",
        "chat_history",
        "object",
        "data",
        "modelId",
        "stop",
        "response_format",
        "frequency_penalty",
        "presence_penalty",
        "n",
        "seed",
        "logit_bias",
        "stream_options",
        "parallel_tool_calls",
        "reasoning_effort",
        "max_completion_tokens",
        "contents",
    ];
    if others.iter().any(|key| fields.has(key)) {
        return None;
    }
    let inside =
        if messages.elements().next().is_some() { history(messages)? } else { (POSSIBLE, "`messages`") };
    let inside = if inside.0 == UNLIKELY { (UNLIKELY, inside.1) } else { inside };
    let tools = fields.get("tools").into_iter().flat_map(Value::elements).map(|tool| tool_of(tool.fields()));
    let mut seen = vec![Some(inside)];
    for tool in tools {
        seen.push(Some(tool?));
    }
    let choice = fields.object("tool_choice").token("type").map_or("", |word| word.as_str());
    let limited = fields.has("max_tokens");
    let claude = fields.token("model").is_some_and(|model| model.as_str().contains("claude"));
    let thinking = fields.object("thinking");
    let thinking =
        thinking.has("budget_tokens") || thinking.token("type").is_some_and(|word| word.is("adaptive"));
    seen.extend([
        fields.has("anthropic_version").then_some((98, "`anthropic_version`")),
        (fields.has("system") && limited).then_some((92, "`system` and `max_tokens` beside `messages`")),
        fields.has("system").then_some((80, "`system` beside `messages`")),
        (thinking && limited).then_some((85, "`thinking` with a type")),
        matches!(choice, "auto" | "any" | "tool" | "none").then_some((85, "`tool_choice` with its type")),
        fields.has("stop_sequences").then_some((80, "`stop_sequences`")),
        is_object(fields, "output_config").then_some((80, "`output_config`")),
        (is_object(fields, "metadata") && fields.object("metadata").has("user_id"))
            .then_some((65, "`metadata.user_id`")),
        (claude && limited).then_some((60, "the name of the model, and `max_tokens`")),
    ]);
    seen.into_iter().flatten().max_by_key(|(points, _)| *points)
}

/// A tool of this wire; `None` for one of another's.
fn tool_of(tool: Fields<'_>) -> Seen {
    if is_object(tool, "input_schema") {
        return Some((95, "a tool with an `input_schema`"));
    }
    let word = tool.token("type")?;
    let dated =
        word.as_str().rsplit('_').next().is_some_and(|date| date.len() == 8 && date.parse::<u32>().is_ok());
    (dated && tool.has("name")).then_some((95, "a typed tool"))
}

/// What the messages of a history show; `None` if one of them is of another wire.
fn history(messages: Value<'_>) -> Seen {
    let mut top: Seen = None;
    for item in messages.elements() {
        let seen = message(item.fields())?;
        top = top.max(Some(seen));
    }
    top
}

fn message(fields: Fields<'_>) -> Seen {
    let role = fields.token("role")?;
    let others =
        ["parts", "tool_calls", "toolCalls", "tool_call_id", "toolCallId", "function_call", "refusal"];
    if !matches!(role.as_str(), "user" | "assistant" | "system") || others.iter().any(|key| fields.has(key)) {
        return None;
    }
    let content = fields.get("content")?;
    let odd = ["id", "name", "createdAt", "created_at", "type", "metadata"].iter().any(|key| fields.has(key));
    let possible = (if odd { UNLIKELY } else { POSSIBLE }, "messages with `role` and `content`");
    match content.kind() {
        Kind::String => Some(possible),
        Kind::Array => {
            let mut top = possible;
            if role.is("system") && content.elements().all(|item| block_type(item) == "text") {
                return Some(possible);
            }
            for item in content.elements() {
                top = top.max(block(item, possible)?);
            }
            Some(top)
        }
        Kind::Null | Kind::Bool | Kind::Number | Kind::Object => None,
    }
}

/// What a block shows; `None` for one of another wire.
fn block(item: Value<'_>, possible: (u8, &'static str)) -> Seen {
    let fields = item.fields();
    let source = fields.object("source");
    let sourced = match source.token("type").map_or("", |word| word.as_str()) {
        "base64" | "text" => source.has("data"),
        "url" => source.has("url"),
        "file" => source.has("file_id"),
        "content" => source.has("content"),
        _ => false,
    };
    match block_type(item) {
        "text" if fields.has("cache_control") => Some((60, "a text block with `cache_control`")),
        "text" if fields.has("citations") => Some((85, "a text block with `citations`")),
        "text" => Some(possible),
        "tool_use" | "server_tool_use" | "mcp_tool_use" if fields.has("input") => {
            Some((95, "a block that calls a tool, with `input`"))
        }
        word if word.ends_with("tool_result") && fields.has("tool_use_id") => {
            Some((95, "a tool's result with `tool_use_id`"))
        }
        "thinking" if fields.token("thinking").is_none() => None,
        "thinking" => Some((92, "a `thinking` block")),
        "redacted_thinking" if fields.has("data") => Some((95, "a `redacted_thinking` block")),
        "image" | "document" if !sourced => None,
        "image" | "document" => Some((92, "a file block with its `source`")),
        "search_result" if fields.has("source") => Some((85, "a `search_result` block")),
        "container_upload" if fields.has("file_id") => Some((85, "a `container_upload` block")),
        word if word.is_empty() || foreign(word) => None,
        _ => Some((UNLIKELY, "a block of an unknown type")),
    }
}
