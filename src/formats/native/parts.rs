//! Parts as they are written: whole in a document, as a head in a stream.

use super::nodes::{plain_extras, raw_node};
use crate::calls::{Arguments, arguments};
use crate::ir::{
    ApprovalRequest, ApprovalResponse, Citation, Data, File, FileContent, Input, Obj, Part, PartKind,
    Reasoning, Source, Status, ToolCall, ToolResult,
};

/// The words for how a tool call went.
pub(super) const STATUS_WORDS: &[(&str, Status)] =
    &[("ok", Status::Ok), ("error", Status::Error), ("denied", Status::Denied)];

/// A part with all that it says.
pub(super) fn whole(o: &mut Obj<'_>, part: &Part) {
    let Part { kind, extras, place: _ } = part;
    match kind {
        PartKind::Text(text) => o.word("type", "text").text("text", text),
        PartKind::Reasoning(reasoning) => {
            o.word("type", "reasoning").text("text", &reasoning.text);
            seals(o, reasoning)
        }
        PartKind::Refusal(text) => o.word("type", "refusal").text("text", text),
        PartKind::ToolCall(call) => tool_call(o, call, whole_input),
        PartKind::ToolResult(result) => tool_result(o, result),
        PartKind::File(file) => self::file(o, file),
        PartKind::Source(source) => self::source(o, source),
        PartKind::Data(data) => self::data(o, data),
        PartKind::ApprovalRequest(ApprovalRequest { id, call_id, reason }) => o
            .word("type", "approval-request")
            .text("id", id)
            .maybe("callId", call_id.as_ref())
            .maybe("reason", reason.as_ref()),
        PartKind::ApprovalResponse(ApprovalResponse { id, call_id, approved, reason }) => o
            .word("type", "approval-response")
            .text("id", id)
            .maybe("callId", call_id.as_ref())
            .flag("approved", *approved)
            .maybe("reason", reason.as_ref()),
        PartKind::Error(text) => o.word("type", "error").text("text", text),
        PartKind::Step => o.word("type", "step"),
        PartKind::Raw { family, value } => {
            raw_node(o.word("type", "raw"), family, value);
            &mut *o
        }
    };
    plain_extras(o, extras);
}

/// A part whose text or arguments go on in deltas: what it has not said yet is left out, and arguments that have begun
/// stay text, as the next piece is added to them.
pub(super) fn head(o: &mut Obj<'_>, part: &Part) {
    let Part { kind, extras, place: _ } = part;
    match kind {
        PartKind::Text(text) if text.is_empty() => o.word("type", "text"),
        PartKind::Refusal(text) if text.is_empty() => o.word("type", "refusal"),
        PartKind::Error(text) if text.is_empty() => o.word("type", "error"),
        PartKind::Reasoning(reasoning) if reasoning.text.is_empty() => {
            seals(o.word("type", "reasoning"), reasoning)
        }
        PartKind::ToolCall(call) => tool_call(o, call, begun_input),
        PartKind::Text(_)
        | PartKind::Refusal(_)
        | PartKind::Error(_)
        | PartKind::Reasoning(_)
        | PartKind::ToolResult(_)
        | PartKind::File(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Step
        | PartKind::Raw { .. } => return whole(o, part),
    };
    plain_extras(o, extras);
}

fn seals<'a, 'o>(o: &'a mut Obj<'o>, reasoning: &Reasoning) -> &'a mut Obj<'o> {
    let Reasoning { text: _, signature, encrypted } = reasoning;
    o.maybe("signature", signature.as_ref()).maybe("encrypted", encrypted.as_ref())
}

fn tool_call<'a, 'o>(
    o: &'a mut Obj<'o>,
    call: &ToolCall,
    write_input: fn(&mut Obj<'_>, &ToolCall),
) -> &'a mut Obj<'o> {
    let ToolCall { id, name, input: _, free_text, provider_executed } = call;
    o.word("type", "tool-call").maybe("id", id.as_ref()).text("name", name);
    write_input(o, call);
    if *free_text {
        o.word("inputEncoding", "text");
    }
    flag(o, "providerExecuted", *provider_executed)
}

/// Arguments that parse are a value, others stay text, and none are no member.
fn whole_input(o: &mut Obj<'_>, call: &ToolCall) {
    if call.input == Input::Absent {
        return;
    }
    match arguments(call) {
        Arguments::Json(value) => o.raw("input", &value),
        Arguments::Text(text) => o.text("inputText", &text),
    };
}

fn begun_input(o: &mut Obj<'_>, call: &ToolCall) {
    match &call.input {
        Input::Absent => {}
        Input::Text(text) => {
            o.text("inputText", text);
        }
        Input::Json(value) => {
            o.json("input", Some(value));
        }
    }
}

fn tool_result<'a, 'o>(o: &'a mut Obj<'o>, result: &ToolResult) -> &'a mut Obj<'o> {
    let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
    let word = STATUS_WORDS.iter().find(|(_, known)| known == status).map_or("ok", |(word, _)| word);
    o.word("type", "tool-result").maybe("id", id.as_ref()).maybe("name", name.as_ref());
    o.json("output", output.as_ref()).word("status", word);
    flag(o, "preliminary", *preliminary);
    flag(o, "providerExecuted", *provider_executed)
}

fn file<'a, 'o>(o: &'a mut Obj<'o>, file: &File) -> &'a mut Obj<'o> {
    let File { media_type, content, filename } = file;
    o.word("type", "file").maybe("mediaType", media_type.as_ref());
    match content {
        FileContent::Data(bytes) => o.text("data", bytes),
        FileContent::Url(url) => o.text("url", url),
        FileContent::Id(id) => o.text("fileId", id),
    };
    o.maybe("filename", filename.as_ref())
}

fn source<'a, 'o>(o: &'a mut Obj<'o>, source: &Source) -> &'a mut Obj<'o> {
    let Source { url, title, id, media_type, filename, citation: cited } = source;
    o.word("type", "source").maybe("url", url.as_ref()).maybe("title", title.as_ref());
    o.maybe("id", id.as_ref()).maybe("mediaType", media_type.as_ref()).maybe("filename", filename.as_ref());
    match cited {
        Some(cited) => o.object("citation", |o| citation(o, cited)),
        None => o,
    }
}

/// The members of a citation; an empty one is still one.
fn citation(o: &mut Obj<'_>, citation: &Citation) {
    let Citation { start, end, cited_text } = citation;
    o.count("startIndex", *start).count("endIndex", *end).maybe("citedText", cited_text.as_ref());
}

fn data<'a, 'o>(o: &'a mut Obj<'o>, data: &Data) -> &'a mut Obj<'o> {
    let Data { name, id, value, transient } = data;
    o.word("type", "data").text("name", name).maybe("id", id.as_ref());
    o.json("value", Some(value)).flag("transient", *transient)
}

/// A member that is said only where it is so.
fn flag<'a, 'o>(o: &'a mut Obj<'o>, key: &str, value: bool) -> &'a mut Obj<'o> {
    if value { o.flag(key, true) } else { o }
}
