//! Reads request and response bodies.

use super::error::{Told, read as read_error};
use super::message::read_message;
use super::stream::time;
use crate::codec::Source;
use crate::formats::openai::{
    usage,
    words::{FINISH_HELP, REQUEST, is_typed, reason},
};
use crate::ir::{
    Fields, Finish, Kind, Message, Param, ParamKind, PartKind, Run, StopReason, Tool, ToolChoice, Transcript,
    Value,
};

/// Reads a response: one message for each choice, or an error body.
pub(in crate::formats::openai) fn read_response(root: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = root.fields();
    let mut transcript = Transcript { source: "openai-response".to_owned(), ..Transcript::default() };
    transcript.run = run(root, fields, source);
    if fields.token("object").is_some_and(|object| object.as_str().starts_with("chat.completion")) {
        super::nodes::pass(fields, "object");
    }
    let choices: Vec<_> = fields.list("choices").collect();
    let several = choices.len() > 1;
    for value in &choices {
        let (mut message, finish) = choice(*value, source);
        if several {
            message.finish.clone_from(&finish);
        } else {
            message.choice = message.choice.filter(|choice| *choice > 0);
        }
        transcript.finish = transcript.finish.take().or(finish);
        transcript.messages.push(message);
    }
    if let Some(counts) = fields.get("usage").filter(|counts| counts.kind() == Kind::Object) {
        transcript.usage = usage::read(counts, source.place(counts));
    }
    if let Told::Error(error) = read_error(root, false, &|value| source.place(value)) {
        transcript.error = Some(*error);
    }
    transcript.complete = !choices.is_empty();
    transcript.extras = source.extras(root);
    transcript
}

fn run(root: Value<'_>, fields: Fields<'_>, source: &Source<'_>) -> Run {
    let filled = |key| fields.get(key).filter(|value| value.peek() != "\"\"").and_then(Value::text);
    Run {
        id: filled("id").map(Into::into),
        thread_id: None,
        model: filled("model").map(Into::into),
        created_at: time(fields),
        place: source.place(root),
        names: ["/id", "", "/model", "/created"],
    }
}

fn choice(value: Value<'_>, source: &mut Source<'_>) -> (Message, Option<Finish>) {
    let fields = value.fields();
    let mut message = match fields.get("message") {
        Some(message) => read_message(message, source),
        None => {
            source.warning(
                "openai/message-missing",
                value,
                "the choice has no message",
                "each choice holds a `message`",
            );
            Message { role: crate::ir::Role::Assistant, place: source.place(value), ..Message::default() }
        }
    };
    let index = fields.count("index").and_then(|index| u32::try_from(index).ok());
    message.choice = Some(index.unwrap_or(0));
    let finish = fields.get("finish_reason").and_then(|word| {
        let raw = word.text().filter(|raw| !raw.is_empty())?;
        Some(Finish { reason: reason(&raw.decode()), raw: Some(raw.owned()), place: source.place(word) })
    });
    let _ = fields.object("logprobs");
    let mut extras = source.extras_named(value, "choice:");
    if !extras.list.is_empty() {
        message.extras.family = std::mem::take(&mut extras.family);
        message.extras.list.append(&mut extras.list);
    }
    check_finish(value, &message, finish.as_ref(), source);
    (message, finish)
}

fn check_finish(value: Value<'_>, message: &Message, finish: Option<&Finish>, source: &mut Source<'_>) {
    let Some(finish) = finish else { return };
    let calls = message.parts.iter().any(|part| matches!(part.kind, PartKind::ToolCall(_)));
    if finish.reason == StopReason::ToolCalls && !calls {
        let help = "a reply that waits for tools holds `tool_calls`";
        source.warning(
            "openai/tool-calls-missing",
            value,
            "the finish reason tells of calls, and there is none",
            help,
        );
    }
    if let Some(raw) = finish.raw.as_ref().filter(|raw| !is_typed(raw.as_str())) {
        let text = format!("the API has no finish reason `{}`", raw.as_str());
        source.warning("openai/finish-unknown", value, text, FINISH_HELP);
    }
}

/// Reads a request.
pub(in crate::formats::openai) fn read_request(root: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = root.fields();
    let mut transcript =
        Transcript { source: "openai-request".to_owned(), complete: true, ..Transcript::default() };
    transcript.run = Run {
        model: fields.string("model"),
        place: source.place(root),
        names: ["", "", "/model", ""],
        ..Run::default()
    };
    for message in fields.list("messages") {
        transcript.messages.push(read_message(message, source));
    }
    super::order::check(&transcript.messages, source);
    for tool in fields.list("tools") {
        transcript.tools.push(read_tool(tool, source));
    }
    for function in fields.list("functions") {
        transcript.tools.push(legacy_tool(function, source));
    }
    params(fields, &mut transcript.params, source);
    transcript.extras = source.extras_named(root, REQUEST);
    transcript
}

fn read_tool(value: Value<'_>, source: &Source<'_>) -> Tool {
    let fields = value.fields();
    let place = source.place(value);
    if fields.get("function").is_some() {
        if fields.token("type").is_some_and(|kind| kind.is("function")) {
            super::nodes::pass(fields, "type");
        }
        let function = fields.object("function");
        return Tool {
            name: function.string("name").unwrap_or_default(),
            description: function.string("description"),
            schema: function.json("parameters"),
            raw: None,
            extras: source.extras(value),
            place,
        };
    }
    let body = fields.get("custom").map_or(fields, Value::fields);
    let name = body.token("name").or_else(|| fields.token("type")).map(|name| name.owned());
    let description = body.token("description").map(|text| text.owned());
    let raw = Some((source.family.to_owned(), value.json()));
    Tool { name: name.unwrap_or_default(), description, raw, place, ..Tool::default() }
}

/// An item of `functions`, the list before `tools`.
fn legacy_tool(value: Value<'_>, source: &Source<'_>) -> Tool {
    let fields = value.fields();
    let place = source.place(value);
    let (name, description) = (fields.string("name").unwrap_or_default(), fields.string("description"));
    let schema = fields.json("parameters");
    let mut extras = source.extras(value);
    super::nodes::mark(&mut extras, "/functions", place.clone());
    Tool { name, description, schema, raw: None, extras, place }
}

fn params(fields: Fields<'_>, params: &mut Vec<Param>, source: &Source<'_>) {
    let mut put = |key: &str, read: &dyn Fn(Value<'_>) -> Option<ParamKind>| {
        let Some(value) = fields.get(key) else { return false };
        let Some(kind) = read(value) else { return false };
        params.push(Param { kind, place: source.place(value) });
        true
    };
    let limit = |value: Value<'_>| value.count().map(ParamKind::MaxTokens);
    if !put("max_completion_tokens", &limit) {
        put("max_tokens", &limit);
    }
    put("temperature", &|value| number(value).then(|| ParamKind::Temperature(value.json())));
    put("top_p", &|value| number(value).then(|| ParamKind::TopP(value.json())));
    put("stop", &stop);
    put("parallel_tool_calls", &|value| value.flag().map(ParamKind::ParallelTools));
    put("user", &|value| value.text().map(|user| ParamKind::User(user.owned())));
    put("reasoning_effort", &|value| value.text().map(|word| ParamKind::Effort(word.owned())));
    put("response_format", &schema);
    put("stream", &|value| value.flag().map(ParamKind::Stream));
    if !put("tool_choice", &tool_choice) {
        put("function_call", &tool_choice);
    }
}

fn number(value: Value<'_>) -> bool {
    value.kind() == Kind::Number
}

fn stop(value: Value<'_>) -> Option<ParamKind> {
    if let Some(text) = value.text() {
        return Some(ParamKind::Stop(vec![text.owned()]));
    }
    let all_texts = value.kind() == Kind::Array && value.elements().all(|item| item.token().is_some());
    all_texts.then(|| {
        value.skip();
        ParamKind::Stop(value.elements().filter_map(|item| item.token()).map(|text| text.owned()).collect())
    })
}

fn schema(value: Value<'_>) -> Option<ParamKind> {
    let fields = value.fields();
    let schema = fields.get("json_schema").and_then(|format| format.fields().json("schema"))?;
    super::nodes::pass(fields, "type");
    Some(ParamKind::OutputSchema(schema))
}

fn tool_choice(value: Value<'_>) -> Option<ParamKind> {
    if let Some(word) = value.token() {
        let choice = match &*word.decode() {
            "auto" => ToolChoice::Auto,
            "required" | "any" => ToolChoice::Any,
            "none" => ToolChoice::None,
            _ => return None,
        };
        value.skip();
        return Some(ParamKind::ToolChoice(choice));
    }
    if value.kind() != Kind::Object || value.members().any(|(key, _)| key.is("allowed_tools")) {
        return None;
    }
    let fields = value.fields();
    let body =
        ["function", "custom"].into_iter().find_map(|key| fields.get(key)).map_or(fields, Value::fields);
    let name = body.string("name")?;
    super::nodes::pass(fields, "type");
    Some(ParamKind::ToolChoice(ToolChoice::Tool(name)))
}
