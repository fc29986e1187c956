//! The parts of a message.

use super::faults::{missing, need, wrong_type};
use super::rest::{extras, leave};
use super::values::{any, plain};
use crate::codec::Source;
use crate::formats::native::names;
use crate::formats::native::parts::STATUS_WORDS;
use crate::ir::{
    ApprovalRequest, ApprovalResponse, Citation, Data, Fields, File, FileContent, Input, JsonString, Kind,
    Part, PartKind, Place, Reasoning, Source as Cited, Status, ToolCall, ToolResult, Value,
};

/// Reads a part. One that cannot be what it says it is stays whole, as a `raw` part of ours.
pub(in crate::formats::native) fn part(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Part {
    let Some((known, kind)) = known_kind(value, source) else {
        let kind = PartKind::Raw { family: source.family.to_owned(), value: value.json() };
        return Part::new(kind, place);
    };
    let (carried, _) = extras(value.fields(), source);
    Part { kind, extras: leave(value, known, carried, source), place }
}

fn known_kind(value: Value<'_>, source: &mut Source<'_>) -> Option<(names::Members, PartKind)> {
    let fields = value.fields();
    let Some(word) = fields.text("type") else {
        missing(value, "type", source);
        return None;
    };
    let text = || fields.string("text").unwrap_or_default();
    Some(match word.as_str() {
        "text" => (names::TEXT, PartKind::Text(text())),
        "refusal" => (names::TEXT, PartKind::Refusal(text())),
        "error" => (names::TEXT, PartKind::Error(text())),
        "step" => (names::STEP, PartKind::Step),
        "reasoning" => (names::REASONING, reasoning(fields, text())),
        "tool-call" => (names::TOOL_CALL, tool_call(value, fields, source)?),
        "tool-result" => (names::TOOL_RESULT, tool_result(fields, source)),
        "file" => (names::FILE, file(value, fields, source)?),
        "source" => (names::SOURCE, cited(fields)),
        "data" => (names::DATA, data(value, fields, source)?),
        "approval-request" => (names::APPROVAL_REQUEST, approval_request(value, fields, source)?),
        "approval-response" => (names::APPROVAL_RESPONSE, approval_response(value, fields, source)?),
        "raw" => (names::RAW, raw(value, fields, source)?),
        other => {
            let message = format!("`{other}` is no type of part");
            source.warning("native/unknown-part", value, message, "it is kept as a `raw` part");
            return None;
        }
    })
}

fn reasoning(fields: Fields<'_>, text: JsonString) -> PartKind {
    let (signature, encrypted) = (fields.string("signature"), fields.string("encrypted"));
    PartKind::Reasoning(Reasoning { text, signature, encrypted })
}

fn tool_call(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let name = string(value, fields, "name", source)?;
    let input = match fields.string("inputText") {
        Some(text) => Input::Text(text),
        None => any(fields, "input").map_or(Input::Absent, Input::Json),
    };
    let encoding = fields.get("inputEncoding").filter(|encoding| encoding.peek() == "\"text\"");
    encoding.into_iter().for_each(Value::skip);
    Some(PartKind::ToolCall(ToolCall {
        id: fields.string("id"),
        name,
        input,
        free_text: encoding.is_some(),
        provider_executed: fields.flag("providerExecuted").unwrap_or_default(),
    }))
}

fn tool_result(fields: Fields<'_>, source: &mut Source<'_>) -> PartKind {
    PartKind::ToolResult(ToolResult {
        id: fields.string("id"),
        name: fields.string("name"),
        output: any(fields, "output"),
        status: fields.get("status").and_then(|word| status(word, source)).unwrap_or_default(),
        preliminary: fields.flag("preliminary").unwrap_or_default(),
        provider_executed: fields.flag("providerExecuted").unwrap_or_default(),
    })
}

fn status(value: Value<'_>, source: &mut Source<'_>) -> Option<Status> {
    let word = value.text()?;
    let known = STATUS_WORDS.iter().find(|(known, _)| word.is(known));
    if known.is_none() {
        let message = format!("`{}` is no status of a tool result", word.as_str());
        source.error("native/unknown-word", value, message, "one of ok, error, denied");
    }
    known.map(|(_, status)| *status)
}

fn file(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let content = if let Some(bytes) = fields.string("data") {
        FileContent::Data(bytes)
    } else if let Some(url) = fields.string("url") {
        FileContent::Url(url)
    } else if let Some(id) = fields.string("fileId") {
        FileContent::Id(id)
    } else {
        missing(value, "data`, `url` or `fileId", source);
        return None;
    };
    let (media_type, filename) = (fields.string("mediaType"), fields.string("filename"));
    Some(PartKind::File(File { media_type, content, filename }))
}

fn cited(fields: Fields<'_>) -> PartKind {
    let citation = fields.get("citation").filter(|citation| citation.kind() == Kind::Object);
    let citation = citation.map(Value::fields).map(|fields| Citation {
        start: fields.count("startIndex"),
        end: fields.count("endIndex"),
        cited_text: fields.string("citedText"),
    });
    PartKind::Source(Cited {
        url: fields.string("url"),
        title: fields.string("title"),
        id: fields.string("id"),
        media_type: fields.string("mediaType"),
        filename: fields.string("filename"),
        citation,
    })
}

fn data(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let name = string(value, fields, "name", source)?;
    let Some(held) = any(fields, "value") else {
        missing(value, "value", source);
        return None;
    };
    let transient = fields.flag("transient").unwrap_or_default();
    Some(PartKind::Data(Data { name, id: fields.string("id"), value: held, transient }))
}

fn approval_request(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let id = string(value, fields, "id", source)?;
    let (call_id, reason) = (fields.string("callId"), fields.string("reason"));
    Some(PartKind::ApprovalRequest(ApprovalRequest { id, call_id, reason }))
}

fn approval_response(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let id = string(value, fields, "id", source)?;
    let Some(approved) = fields.flag("approved") else {
        missing(value, "approved", source);
        return None;
    };
    let (call_id, reason) = (fields.string("callId"), fields.string("reason"));
    Some(PartKind::ApprovalResponse(ApprovalResponse { id, call_id, approved, reason }))
}

fn raw(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Option<PartKind> {
    let family = string(value, fields, "family", source)?;
    let Some(node) = any(fields, "value") else {
        missing(value, "value", source);
        return None;
    };
    Some(PartKind::Raw { family: plain(family.token()), value: node })
}

/// A string that must be there.
fn string(value: Value<'_>, fields: Fields<'_>, key: &str, source: &mut Source<'_>) -> Option<JsonString> {
    let text = fields.string(key);
    if text.is_none() && need(value, key, source) {
        wrong_type(fields.get(key)?, "a string", source);
    }
    text
}
