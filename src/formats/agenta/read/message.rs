//! Messages of a history.

use super::super::words::{self, FAMILY};
use super::blocks::{block, blocks};
use super::ui;
use crate::codec::Source;
use crate::ir::{
    Extra, Fields, Input, JsonString, Kind, Message, Part, PartKind, Role, Status, ToolCall, ToolResult,
    Value,
};

/// Reads one message.
pub(in super::super) fn read_message(value: Value<'_>, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    if fields.get("parts").is_some_and(|parts| parts.kind() == Kind::Array)
        && let Some(message) = ui::read(value, source)
    {
        return message;
    }
    if let Some(parts) = folded(value, fields, source) {
        let call = matches!(parts.kind, PartKind::ToolCall(_));
        let role = if call { Role::Assistant } else { Role::Tool };
        return finished(value, role, vec![parts], source);
    }
    let role = role(value, fields, source);
    let mut parts = match fields.member("content") {
        Some(content) => content_of(content, source),
        // The document's default is the empty text.
        None => vec![Part::new(PartKind::Text(JsonString::default()), source.place(value))],
    };
    if fields.member("content").is_some_and(|content| content.kind() == Kind::Null) {
        let help = "the package refuses a null; leave `content` out, or make it \"\"";
        source.error("agenta/content-kind", value, "a message whose content is null", help);
    }
    words::name_answers(&mut parts);
    if role == Role::Assistant {
        parts = words::with_steps(parts);
    }
    finished(value, role, parts, source)
}

fn finished(value: Value<'_>, role: Role, parts: Vec<Part>, source: &mut Source<'_>) -> Message {
    let place = source.place(value);
    let mut extras = source.extras(value);
    if value.fields().member("display_content").is_some_and(|shown| shown.kind() == Kind::Null) {
        // Null hides the message, which is not the same as saying nothing.
        let place = place.member("/display_content");
        extras.list.push(Extra { name: "/display_content".to_owned(), value: words::null(), place });
        words::own(&mut extras);
    }
    Message { role, parts, extras, place, ..Message::default() }
}

fn role(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Role {
    let Some(role) = fields.member("role") else {
        let help = "Agenta drops such a message; say who speaks";
        source.error("agenta/role-missing", value, "a message without a role, read as the user's", help);
        return Role::User;
    };
    match role.text() {
        Some(word) if word.is("function") => Role::Tool,
        Some(word) => Role::from_word(word),
        None => {
            let help = "Agenta takes it for the word it looks like; a role is a string";
            source.warning("agenta/role-kind", role, "a role that is no string", help);
            role.skip();
            Role::Other(JsonString::from_plain(role.peek()))
        }
    }
}

/// The parts of a content: a string is one text.
pub(super) fn content_of(content: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    match content.kind() {
        Kind::String | Kind::Object => {
            if content.kind() == Kind::Object {
                let help = "the package refuses it; content is a string or a list of blocks";
                source.error("agenta/content-kind", content, "content that is an object", help);
            }
            vec![block(content, source)]
        }
        Kind::Array => blocks(content, source),
        Kind::Null => Vec::new(),
        Kind::Bool | Kind::Number => {
            let help = "the package refuses it; content is a string or a list of blocks";
            source.error("agenta/content-kind", content, "content that is no text", help);
            vec![block(content, source)]
        }
    }
}

/// The call or answer that a message of a folded turn is: `{"role":"tool","content":"",…}`.
pub(super) fn folded(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<Part> {
    let tool = fields.token("role").is_some_and(|role| role.is("tool"));
    let call = fields.has("tool_name") || fields.has("input");
    let listed = fields.get("content").is_some_and(|content| content.kind() == Kind::Array);
    if !tool || listed || !(call || fields.has("tool_call_id")) {
        return None;
    }
    let place = source.place(value);
    if let Some(role) = fields.get("role") {
        role.skip();
    }
    let id = fields.string("tool_call_id");
    if call {
        if let Some(content) = fields.get("content").filter(|content| content.peek() == "\"\"") {
            content.skip();
        }
        let name = fields.string("tool_name").unwrap_or_default();
        let input = fields.get("input").map_or(Input::Absent, words::input);
        let call = ToolCall { id, name, input, ..ToolCall::default() };
        return Some(Part::new(PartKind::ToolCall(call), place));
    }
    let output = fields.member("content");
    if let Some(answer) = words::approval(output, id.as_ref()) {
        return Some(Part::new(PartKind::ApprovalResponse(answer), place));
    }
    let failed = fields.flag("is_error");
    let status = if failed == Some(true) { Status::Error } else { Status::Ok };
    let output = output.map(Value::json);
    let result = ToolResult { id, name: None, output, status, preliminary: false, provider_executed: false };
    let mut part = Part::new(PartKind::ToolResult(result), place.clone());
    if failed.is_none() && fields.get("is_error").is_none() {
        words::mark_absent(&mut part.extras, "/isError", place);
    }
    Some(part)
}

/// Adds to a part what nobody has read of the message it stands for.
pub(super) fn with_rest(mut part: Part, value: Value<'_>, source: &Source<'_>) -> Part {
    part.extras.list.extend(source.extras(value).list);
    words::own(&mut part.extras);
    debug_assert!(part.extras.list.is_empty() || part.extras.family == FAMILY);
    part
}
