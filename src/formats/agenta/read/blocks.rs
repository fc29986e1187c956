//! Content blocks.

use super::super::words::{self, FAMILY};
use crate::codec::Source;
use crate::ir::{
    Fields, File, FileContent, Input, JsonStr, JsonString, Kind, Part, PartKind, Place, Status, ToolCall,
    ToolResult, Value,
};

/// A member in its camelCase spelling, else in snake_case. As in the package, empty text does not count.
fn spelled<'v>(fields: Fields<'v>, camel: &str, snake: &str) -> Option<Value<'v>> {
    let said = |value: &Value<'v>| value.token().is_none_or(|text| !text.is_empty());
    fields.get(camel).filter(said).or_else(|| fields.get(snake))
}

fn text_of(fields: Fields<'_>, camel: &str, snake: &str) -> Option<JsonString> {
    spelled(fields, camel, snake)?.text().map(JsonStr::owned)
}

/// The parts that a list of blocks makes.
pub(super) fn blocks(list: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    list.items().map(|block| self::block(block, source)).collect()
}

/// The part that a block makes.
pub(super) fn block(value: Value<'_>, source: &mut Source<'_>) -> Part {
    let place = source.place(value);
    let kind = match value.kind() {
        Kind::Object => return of_object(value, place, source),
        Kind::String => PartKind::Text(value.text().unwrap_or_default().owned()),
        Kind::Null | Kind::Bool | Kind::Number | Kind::Array => {
            let help = "Agenta takes it for text; a block is an object or a string";
            source.warning("agenta/block-kind", value, "a block that is no object", help);
            value.skip();
            PartKind::Text(JsonString::from_plain(value.peek()))
        }
    };
    Part::new(kind, place)
}

fn of_object(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Part {
    let fields = value.fields();
    let word = fields.token("type");
    let kind = match word.map_or("text", JsonStr::as_str) {
        "text" => text(value, fields, source),
        "image" | "resource" => file(fields),
        "attachment" => attachment(fields),
        "tool_call" => Some(tool_call(fields)),
        "tool_result" => Some(tool_result(fields)),
        _ => None,
    };
    let Some(kind) = kind else {
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: value.json() };
        return Part::new(kind, place);
    };
    if word.is_some_and(|word| word.as_str() == written_type(&kind))
        && let Some(word) = fields.get("type")
    {
        word.skip();
    }
    Part { kind, extras: source.extras(value), place }
}

/// The type that a block of this part is written with.
pub(in super::super) fn written_type(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::ToolCall(_) => "tool_call",
        PartKind::ToolResult(_) | PartKind::ApprovalResponse(_) => "tool_result",
        PartKind::File(file) => {
            let picture = file.media_type.as_ref().is_some_and(|word| word.as_str().starts_with("image/"));
            if picture { "image" } else { "resource" }
        }
        PartKind::Text(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::Error(_)
        | PartKind::Step
        | PartKind::Raw { .. } => "text",
    }
}

fn text(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    if let Some(text) = fields.get("text")
        && text.token().is_none()
    {
        let help = "the package refuses the whole request; `text` is a string";
        source.error("agenta/text-not-string", text, "a text that is no string", help);
        value.skip();
        return None;
    }
    Some(PartKind::Text(fields.string("text").unwrap_or_default()))
}

fn file(fields: Fields<'_>) -> Option<PartKind> {
    let (data, uri) = (fields.token("data"), fields.token("uri"));
    data.or(uri)?;
    let mut media_type = text_of(fields, "mimeType", "mime_type");
    let content = match fields.string("data") {
        Some(bytes) => FileContent::Data(bytes),
        None => words::content(fields.text("uri").unwrap_or_default(), &mut media_type),
    };
    Some(PartKind::File(File { media_type, content, filename: fields.string("filename") }))
}

fn attachment(fields: Fields<'_>) -> Option<PartKind> {
    let id = text_of(fields, "attachmentId", "attachment_id")?;
    let media_type = text_of(fields, "mimeType", "mime_type");
    let content = FileContent::Id(id);
    Some(PartKind::File(File { media_type, content, filename: fields.string("filename") }))
}

fn tool_call(fields: Fields<'_>) -> PartKind {
    PartKind::ToolCall(ToolCall {
        id: text_of(fields, "toolCallId", "tool_call_id"),
        name: text_of(fields, "toolName", "tool_name").unwrap_or_default(),
        input: fields.get("input").map_or(Input::Absent, words::input),
        ..ToolCall::default()
    })
}

fn tool_result(fields: Fields<'_>) -> PartKind {
    let id = text_of(fields, "toolCallId", "tool_call_id");
    let output = fields.get("output");
    if let Some(answer) = words::approval(output, id.as_ref()) {
        return PartKind::ApprovalResponse(answer);
    }
    let failed = fields.get("isError").or_else(|| fields.get("is_error")).and_then(Value::flag);
    PartKind::ToolResult(ToolResult {
        id,
        name: text_of(fields, "toolName", "tool_name"),
        output: output.map(Value::json),
        status: if failed == Some(true) { Status::Error } else { Status::Ok },
        preliminary: false,
        provider_executed: false,
    })
}
