//! Reads one message of a history or of a reply.
//!
//! The parts of an assistant's message come in one order, the one in which a stream sends them: thinking, text,
//! refusal, sources, sound, calls.

use super::content;
use super::nodes::{Detail, annotation, extras, mark, pass, sealed};
use super::said::{Said, THINKING_NAMES};
use crate::codec::Source;
use crate::formats::openai::words::FAMILY;
use crate::ir::{
    At, Field, Fields, File, FileContent, Input, JsonStr, JsonString, Kind, Message, Part, PartKind, Place,
    Reasoning, Role, Status, ToolCall, ToolResult, Value,
};

/// Reads a message.
pub(in crate::formats::openai) fn read_message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let place = source.place(value);
    if value.kind() != Kind::Object {
        source.error("openai/not-a-message", value, "a message is an object", "wrap it as `{\"role\": …}`");
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: value.json() };
        let parts = vec![Part::new(kind, place.clone())];
        return Message { parts, place, ..Message::default() };
    }
    let said = Said::of(value);
    let fields = value.fields();
    let word = said.role.and_then(Value::text).filter(|word| !word.is_empty());
    let role = word.map_or(Role::Assistant, |word| role(word));
    if word.is_none() {
        let help = "one of system, developer, user, assistant, tool";
        source.warning(
            "openai/role-missing",
            value,
            "the message has no role: it is read as the assistant's",
            help,
        );
    }
    let mut message = Message { role, place, ..Message::default() };
    match message.role {
        Role::Tool => message.parts = vec![result(&said, value, &message.place, source)],
        Role::Assistant => {
            message.name = fields.string("name");
            message.parts = assistant(&said, &message.place, source);
        }
        Role::System | Role::Developer | Role::User | Role::Other(_) => {
            message.name = fields.string("name");
            if let Some(content) = said.content {
                message.parts = content::parts(content, &message.place, source);
            }
        }
    }
    message.extras = source.extras(value);
    message
}

/// `function` is the old word for `tool`.
fn role(word: JsonStr<'_>) -> Role {
    if word.is("function") { Role::Tool } else { Role::from_word(word) }
}

/// The answer that a `tool` or `function` message is.
fn result(said: &Said<'_>, value: Value<'_>, place: &Place, source: &mut Source<'_>) -> Part {
    let fields = value.fields();
    let result = ToolResult {
        id: fields.string("tool_call_id").filter(|id| !id.is_empty()),
        name: fields.string("name"),
        output: said.content.map(Value::json),
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    };
    if result.id.is_none() && result.name.is_none() {
        let help = "name the call that it answers with `tool_call_id`";
        source.warning(
            "openai/tool-call-id-missing",
            value,
            "a tool message does not say what it answers",
            help,
        );
    }
    let content = place.member("/content");
    for (field, name) in [(Field::CallId, "/tool_call_id"), (Field::ResultName, "/name")] {
        if value.fields().has(&name[1..]) {
            source.report.stands(&content, field, At::place(&place.member(name)));
        }
    }
    Part::new(PartKind::ToolResult(result), content)
}

fn assistant(said: &Said<'_>, place: &Place, source: &mut Source<'_>) -> Vec<Part> {
    let mut thoughts = Vec::new();
    thinking(said, &mut thoughts, source);
    let content = said.content.map(|content| content::parts(content, place, source)).unwrap_or_default();
    let mut parts = if thoughts.is_empty() { content } else { joined(thoughts, content) };
    if let Some((refusal, text)) = said.refusal.and_then(|refusal| Some((refusal, refusal.text()?)))
        && !text.is_empty()
    {
        parts.push(Part::new(PartKind::Refusal(text.owned()), source.place(refusal)));
    }
    for note in said.annotations.into_iter().flat_map(Value::items) {
        parts.push(annotation(note, &|value| source.place(value)));
    }
    if let Some(audio) = said.audio.filter(|audio| audio.kind() == Kind::Object) {
        parts.push(sound(audio, source));
    }
    if let Some(call) = said.function.filter(|call| call.kind() == Kind::Object) {
        parts.push(legacy(call, source));
    }
    if let Some(calls) = said.calls {
        parts.reserve_exact(calls.elements().count());
        parts.extend(calls.items().map(|item| call(item, source)));
    }
    parts
}

fn joined(mut first: Vec<Part>, then: Vec<Part>) -> Vec<Part> {
    first.extend(then);
    first
}

/// Thinking: one of the fields that hold it, or its pieces, never both.
fn thinking(said: &Said<'_>, parts: &mut Vec<Part>, source: &mut Source<'_>) {
    let items: Vec<_> = said.details.into_iter().flat_map(Value::items).collect();
    let details: Vec<Detail<'_>> = items.iter().map(|item| Detail::of(*item)).collect();
    let texts: String = details.iter().filter_map(|detail| Some(detail.text?.0.token()?.as_str())).collect();
    let thought = said.thought();
    let mirrored = thought.is_some_and(|(_, _, token)| token.as_str() == texts);
    if let Some((position, value, token)) = thought.filter(|_| !mirrored) {
        let reasoning = Reasoning { text: token.owned(), ..Reasoning::default() };
        let mut part = Part::new(PartKind::Reasoning(reasoning), source.place(value));
        mark_field(&mut part, position);
        parts.push(part);
    }
    let first = parts.len();
    for (item, detail) in items.into_iter().zip(&details) {
        let told = thought.is_some() && !mirrored;
        piece(item, detail, told, parts, source);
    }
    for part in parts.iter_mut().skip(first).filter(|_| mirrored) {
        let Some((position, _, _)) = thought else { continue };
        part.extras.list.retain(|extra| {
            !matches!(extra.name.as_str(), "/text" | "/summary") || extra.value.as_str() != "null"
        });
        mark_field(part, position);
    }
}

fn mark_field(part: &mut Part, position: usize) {
    if position > 0 {
        let place = part.place.clone();
        mark(&mut part.extras, THINKING_NAMES[position], place);
    }
}

/// A piece of thinking. Where a field has told the text, a piece adds its seal to it and what else it says.
fn piece(item: Value<'_>, detail: &Detail<'_>, told: bool, parts: &mut Vec<Part>, source: &mut Source<'_>) {
    if let Some(data) = detail.data.and_then(Value::text) {
        parts.push(sealed(item, data, &|value| source.place(value)));
        return;
    }
    let signature = detail.signature.and_then(|value| value.text()).map(JsonStr::owned);
    if told
        && let Some(part) = parts.iter_mut().rev().find(|part| matches!(part.kind, PartKind::Reasoning(_)))
        && let PartKind::Reasoning(reasoning) = &mut part.kind
    {
        if let Some((value, signature)) = detail.signature.zip(signature) {
            reasoning.signature = Some(signature);
            source.report.stands(&part.place, Field::Signature, At::place(&source.place(value)));
        }
        let mut more = extras(item, "", &|value| source.place(value));
        if !more.list.is_empty() {
            part.extras.family = more.family;
            part.extras.list.append(&mut more.list);
        }
        return;
    }
    let text = detail.text.and_then(|(value, name)| Some((value.text()?.owned(), name, value)));
    let (text, name, at) = text.unwrap_or((JsonString::default(), "/text", item));
    let reasoning = Reasoning { text, signature, encrypted: None };
    let mut part = Part::new(PartKind::Reasoning(reasoning), source.place(at));
    if let Some(value) = detail.signature {
        source.report.stands(&part.place, Field::Signature, At::place(&source.place(value)));
    }
    part.extras = extras(item, "", &|value| source.place(value));
    mark(&mut part.extras, name, source.place(at));
    parts.push(part);
}

/// Sound that the model made: its bytes, or the id of an earlier one.
fn sound(audio: Value<'_>, source: &Source<'_>) -> Part {
    let fields = audio.fields();
    let data = fields.string("data").map(FileContent::Data);
    let content = data.or_else(|| fields.string("id").map(FileContent::Id));
    let content = content.unwrap_or_else(|| FileContent::Data(JsonString::default()));
    let file = File { media_type: None, content, filename: None };
    let mut part = Part::new(PartKind::File(file), source.place(audio));
    part.extras = source.extras(audio);
    part
}

fn legacy(call: Value<'_>, source: &mut Source<'_>) -> Part {
    let fields = call.fields();
    let name = fields.string("name").unwrap_or_default();
    let input = input(fields, "arguments", &name, source);
    let call_part = ToolCall { name, input, ..ToolCall::default() };
    let mut part = Part::new(PartKind::ToolCall(call_part), source.place(call));
    part.extras = source.extras(call);
    mark(&mut part.extras, "/function_call", source.place(call));
    part
}

fn call(item: Value<'_>, source: &mut Source<'_>) -> Part {
    let fields = item.fields();
    let free_text = fields.get("custom").is_some();
    let body = fields.object(if free_text { "custom" } else { "function" });
    if fields.token("type").is_some_and(|kind| kind.is(if free_text { "custom" } else { "function" })) {
        pass(fields, "type");
    }
    let id = fields.string("id").filter(|id| !id.is_empty());
    let name = body.string("name").unwrap_or_default();
    let input = if free_text {
        body.string("input").map_or(Input::Absent, Input::Text)
    } else {
        input(body, "arguments", id.as_ref().unwrap_or(&name), source)
    };
    let call = ToolCall { id, name, input, free_text, provider_executed: false };
    Part { kind: PartKind::ToolCall(call), extras: source.extras(item), place: source.place(item) }
}

/// The arguments of a call: text that should be a JSON object, or the object itself.
fn input(body: Fields<'_>, key: &str, call: &JsonString, source: &mut Source<'_>) -> Input {
    let Some(value) = body.get(key) else {
        return if body.has(key) { Input::Text(JsonString::default()) } else { Input::Absent };
    };
    let Some(text) = value.text() else { return Input::Json(value.json()) };
    let plain = text.decode();
    if !text.is_blank() {
        let help = "arguments are the text of a JSON object";
        match Kind::check(&plain) {
            None => {
                let text = format!("the arguments of `{}` are no JSON", call.as_str());
                source.warning("frame/arguments-not-json", value, text, help);
            }
            Some(kind) if kind != Kind::Object => {
                let text = format!("the arguments of `{}` are no object", call.as_str());
                source.warning("frame/arguments-not-object", value, text, help);
            }
            Some(_) => {}
        }
    }
    Input::Text(text.owned())
}
