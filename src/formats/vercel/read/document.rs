//! Histories of UIMessages, and the request body around them.

use crate::codec::Source;
use crate::ir::{
    Extras, Fields, Finish, JsonString, Kind, Message, Part, PartKind, Reasoning, Role, Run, Transcript,
    Value,
};

use super::super::{usage, words};
use super::marker;
use super::node::{part, rest, seal, take_seal};
use super::part as parts;
use super::tool::tool;

/// Reads one message.
pub(in super::super) fn message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let role = fields.text("role").map_or_else(
        || {
            let help = "system, user and assistant are the roles of a UIMessage";
            source.warning("vercel/no-role", value, "a message without a `role`", help);
            Role::default()
        },
        Role::from_word,
    );
    let id = fields.string("id");
    if id.is_none() {
        let help = "the AI SDK refuses a message without one";
        source.warning("vercel/no-id", value, "a message without an `id`", help);
    }
    let (metadata, finish) = metadata(source, fields);
    let mut message =
        Message { role, id, metadata, finish, place: source.place(value), ..Message::default() };
    match fields.get("parts").filter(|parts| parts.kind() == Kind::Array) {
        Some(list) => message.parts = all_parts(list, &message.role, source),
        None => plain(fields, value, &mut message, source),
    }
    rest(&mut message.extras, source, value, "");
    message
}

/// Metadata stays whole; what it says of the message's end is looked at.
fn metadata(source: &mut Source<'_>, fields: Fields<'_>) -> (Option<crate::ir::Json>, Option<Finish>) {
    let Some(value) = fields.get("metadata") else { return (None, None) };
    let finish = usage::member(value, "finishReason").and_then(|value| {
        let raw = value.token()?;
        let reason = words::reason_of(&raw.decode())?;
        Some(Finish { reason, raw: Some(raw.owned()), place: source.place(value) })
    });
    if let Some((counts, holder)) = usage::look(value) {
        source.usage = crate::ir::Usage { place: source.place(holder), ..counts };
    }
    (Some(value.json()), finish)
}

/// A message without parts is one of the plain shape: some clients mix the two.
fn plain(fields: Fields<'_>, value: Value<'_>, message: &mut Message, source: &mut Source<'_>) {
    let help = "a UIMessage has an array of `parts`; `content` is read in its place";
    message.name = fields.string("name");
    let Some(content) = fields.get("content") else {
        return source.warning("vercel/no-parts", value, "a message without `parts`", help);
    };
    source.warning("vercel/plain-message", value, "a message with `content` and without `parts`", help);
    if let Some(text) = content.text() {
        message.parts.push(part(PartKind::Text(text.owned()), source, content));
        return;
    }
    message.parts = all_parts(content, &message.role, source);
}

fn all_parts(list: Value<'_>, role: &Role, source: &mut Source<'_>) -> Vec<Part> {
    let mut all = Vec::new();
    for item in list.items() {
        read_part(item, role, source, &mut all);
    }
    all
}

fn read_part(value: Value<'_>, role: &Role, source: &mut Source<'_>, all: &mut Vec<Part>) {
    let fields = value.fields();
    let Some(kind) = fields.token("type") else {
        source.warning("vercel/no-type", value, "a part without a `type`", "the AI SDK refuses it");
        return all.push(parts::raw(source, value));
    };
    let kind = kind.decode();
    match &*kind {
        "text" => text(value, role, source, all),
        "reasoning" => reasoning(value, role, source, all),
        "step-start" => all.push(part(PartKind::Step, source, value)),
        "file" => all.push(parts::file(source, value)),
        "source-url" | "source-document" => all.push(parts::source(source, value)),
        "reasoning-file" | "custom" | "steering-message" => return all.push(parts::raw(source, value)),
        "dynamic-tool" => {
            let name = fields.string("toolName").unwrap_or_default();
            let word = take_type(fields);
            return all.extend(tool(source, value, name, word));
        }
        other => return other_part(other, value, source, all),
    }
    take_type(fields);
    if let Some(last) = all.last_mut() {
        rest(&mut last.extras, source, value, "");
    }
}

/// The type of a part, which its kind says.
fn take_type(fields: Fields<'_>) -> Option<Value<'_>> {
    let word = fields.get("type");
    word.inspect(|word| word.skip())
}

/// Parts whose type holds a name, and those that nobody knows.
fn other_part(kind: &str, value: Value<'_>, source: &mut Source<'_>, all: &mut Vec<Part>) {
    let fields = value.fields();
    if marker::is_marker(kind) {
        return marker::read(kind, value, source, all);
    }
    if kind.starts_with("data-") || kind.starts_with("tool-") {
        let name = fields.text("type").map(|word| word.as_str().get(5..).unwrap_or_default());
        let name = crate::ir::JsonStr::new(name.unwrap_or_default());
        if kind.starts_with("data-") {
            return all.push(parts::data(source, value, name));
        }
        return all.extend(tool(source, value, name.owned(), None));
    }
    let message = format!("`{kind}` is no part of a UIMessage");
    let word = fields.get("type").unwrap_or(value);
    source.warning("vercel/unknown-part", word, message, "the AI SDK refuses it");
    all.push(parts::raw(source, value));
}

fn text(value: Value<'_>, role: &Role, source: &mut Source<'_>, all: &mut Vec<Part>) {
    let fields = value.fields();
    take_type(fields);
    let mut head = part(PartKind::Text(fields.string("text").unwrap_or_default()), source, value);
    skip_done(fields, role);
    let cited = fields.get("citations").filter(|list| list.elements().next().is_some());
    let cited = cited.map_or_else(Vec::new, |list| parts::citations(source, list));
    rest(&mut head.extras, source, value, "");
    all.push(head);
    all.extend(cited);
}

fn reasoning(value: Value<'_>, role: &Role, source: &mut Source<'_>, all: &mut Vec<Part>) {
    let fields = value.fields();
    take_type(fields);
    let mut reasoning = Reasoning { text: fields.string("text").unwrap_or_default(), ..Reasoning::default() };
    skip_done(fields, role);
    if let Some(metadata) = fields.get("providerMetadata")
        && (seal(metadata, "signature").is_some() || seal(metadata, "redactedData").is_some())
    {
        reasoning.signature = take_seal(metadata, "signature").map(|seal| seal.owned());
        reasoning.encrypted = take_seal(metadata, "redactedData").map(|seal| seal.owned());
    }
    let mut head = part(PartKind::Reasoning(reasoning), source, value);
    rest(&mut head.extras, source, value, "");
    all.push(head);
}

/// What a model said is done unless it says otherwise.
fn skip_done(fields: Fields<'_>, role: &Role) {
    if let Some(word) = fields.get("state").filter(|word| word.peek() == "\"done\"")
        && *role == Role::Assistant
    {
        word.skip();
    }
}

/// Reads the body of a chat request.
pub(in super::super) fn request(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let thread_id: Option<JsonString> = fields.string("id");
    let messages = fields.list("messages").map(|item| message(item, source)).collect();
    let run = Run { thread_id, place: source.place(value), names: ["", "/id", "", ""], ..Run::default() };
    let mut extras = Extras::default();
    rest(&mut extras, source, value, "");
    Transcript { run, messages, extras, complete: true, ..Transcript::default() }
}
