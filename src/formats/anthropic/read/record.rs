//! Documents: a message of a history, a request, a reply.

use super::block;
use super::stream::error;
use super::{params, rules};
use crate::codec::Source;
use crate::formats::anthropic::usage::Counts;
use crate::formats::anthropic::words::{self, REQUEST};
use crate::ir::{Fields, Finish, Kind, Message, Part, PartKind, Role, Run, StopReason, Transcript, Value};

/// Reads a message of a history.
pub(in crate::formats::anthropic) fn message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let role = fields.text("role").map(Role::from_word).unwrap_or_else(|| {
        let help = "a message has a `role`: user, assistant or system";
        source.error("anthropic/role-missing", value, "a message without a role; read as the user's", help);
        Role::User
    });
    let parts = fields.get("content").map_or_else(Vec::new, |content| parts(content, source));
    let mut message = Message { role, parts, place: source.place(value), ..Message::default() };
    message.extras = source.extras(value);
    message
}

/// What a `content` or `system` holds: a string, or blocks.
fn parts(content: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    match content.kind() {
        Kind::String => {
            let place = source.place(content);
            let text = content.text().map(|text| text.owned()).unwrap_or_default();
            vec![Part::new(PartKind::Text(text), place)]
        }
        Kind::Array => content.items().flat_map(|item| part(item, source)).collect(),
        Kind::Object => block::read(content, source),
        Kind::Null | Kind::Bool | Kind::Number => {
            let help = "`content` is a string or an array of blocks";
            source.error("anthropic/content-kind", content, "content that is neither text nor blocks", help);
            vec![Part::new(block::raw(content), source.place(content))]
        }
    }
}

/// An item of an array of blocks; a bare string counts as text.
fn part(item: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    if item.kind() == Kind::Object { block::read(item, source) } else { parts(item, source) }
}

/// Reads the body of a request. Bodies for Bedrock and Vertex have no model, those that only count tokens no limit.
pub(in crate::formats::anthropic) fn request(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let mut transcript =
        Transcript { source: "anthropic-request".into(), complete: true, ..Transcript::default() };
    transcript.run = Run {
        model: fields.string("model"),
        place: source.place(value),
        names: ["", "", "/model", ""],
        ..Run::default()
    };
    if let Some(system) = fields.get("system") {
        let parts = parts(system, source);
        let place = source.place(system);
        transcript.messages.push(Message { role: Role::System, parts, place, ..Message::default() });
    }
    if let Some(messages) = fields.get("messages") {
        transcript.messages.extend(messages.items().map(|item| message(item, source)));
    }
    rules::check(&transcript.messages, source.report);
    transcript.tools = fields.list("tools").map(|tool| params::tool(tool, source)).collect();
    transcript.params = params::read(fields, source);
    transcript.extras = source.extras_named(value, REQUEST);
    transcript
}

/// Reads a reply, or the body of an error.
pub(in crate::formats::anthropic) fn response(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let mut transcript =
        Transcript { source: "anthropic-response".into(), complete: true, ..Transcript::default() };
    if fields.token("type").is_some_and(|word| word.is("message") || word.is("error")) {
        let _ = fields.text("type");
    }
    transcript.run = Run {
        id: fields.string("id"),
        model: fields.string("model"),
        place: source.place(value),
        names: ["/id", "", "/model", ""],
        ..Run::default()
    };
    if fields.get("error").is_some() {
        let mut error = error(fields);
        error.place = source.place(value);
        transcript.error = Some(error);
    }
    if let Some(content) = fields.get("content") {
        let role = fields.text("role").map_or(Role::Assistant, Role::from_word);
        let parts = parts(content, source);
        let place = source.place(value);
        transcript.messages.push(Message { role, parts, place, ..Message::default() });
    }
    transcript.finish = finish(fields, source);
    if let Some(usage) = fields.get("usage") {
        let mut counts = Counts::default();
        counts.take(usage.fields());
        transcript.usage = counts.usage(source.place(usage));
    }
    match &mut transcript.error {
        Some(error) if transcript.messages.is_empty() => error.extras = source.extras(value),
        Some(_) | None => transcript.extras = source.extras(value),
    }
    transcript
}

/// A word of the table is read; any other one stays unread too, so that the own writer can say it again.
fn finish(fields: Fields<'_>, source: &Source<'_>) -> Option<Finish> {
    let value = fields.get("stop_reason")?;
    let word = value.token()?;
    let reason = words::reason(word);
    if reason.is_some() {
        value.skip();
    }
    let reason = reason.unwrap_or(StopReason::Other);
    Some(Finish { reason, raw: Some(word.owned()), place: source.place(value) })
}
