//! What a part says, facet by facet. Names are those of the native transcript.

use std::borrow::Cow;

use super::json::escaped;
use super::node::{Node, Saying};
use super::topic::Topic;
use crate::calls::{Arguments, arguments};
use crate::ir::{
    ApprovalRequest, ApprovalResponse, Citation, Data, Extras, File, FileContent, Input, Json, JsonStr,
    JsonString, Kind, Part, PartKind, Place, Reasoning, Remainder, Source, Status, ToolCall, ToolResult,
};

/// What a part is about.
pub(super) fn topic(kind: &PartKind) -> Topic {
    match kind {
        PartKind::Text(_) => Topic::Text,
        PartKind::Reasoning(_) => Topic::Reasoning,
        PartKind::Refusal(_) => Topic::Refusals,
        PartKind::ToolCall(_) => Topic::Calls,
        PartKind::ToolResult(_) => Topic::Results,
        PartKind::File(_) => Topic::Files,
        PartKind::Source(_) => Topic::Sources,
        PartKind::Data(_) => Topic::Data,
        PartKind::ApprovalRequest(_) | PartKind::ApprovalResponse(_) => Topic::Approvals,
        PartKind::Error(_) => Topic::Errors,
        PartKind::Step => Topic::Borders,
        PartKind::Raw { .. } => Topic::Raw,
    }
}

/// The call that a part belongs to: its number, if it was found, and its name.
pub(super) type Called<'t> = Option<(usize, &'t JsonString)>;

/// A part as a node. `called` is the call that it answers or asks about.
pub(super) fn node<'t>(part: &'t Part, path: String, place: Cow<'t, Place>, called: Called<'t>) -> Node<'t> {
    let Part { kind, extras, place: _ } = part;
    let about = topic(kind);
    let mut node = Node::new(word(kind), path, place);
    match kind {
        PartKind::Text(text) | PartKind::Refusal(text) | PartKind::Error(text) => {
            node.text("/text", about, text);
        }
        PartKind::Reasoning(Reasoning { text, signature, encrypted }) => {
            node.text("/text", about, text).maybe("/signature", about, signature.as_ref());
            node.maybe("/encrypted", about, encrypted.as_ref());
        }
        PartKind::ToolCall(call) => tool_call(&mut node, call),
        PartKind::ToolResult(result) => tool_result(&mut node, result, called),
        PartKind::File(file) => self::file(&mut node, file),
        PartKind::Source(source) => self::source(&mut node, source),
        PartKind::Data(Data { name, id, value, transient }) => {
            node.text("/name", about, name).maybe("/id", Topic::Ids, id.as_ref());
            node.json("/value", about, Some(value)).flag("/transient", about, *transient);
        }
        PartKind::ApprovalRequest(ApprovalRequest { id, call_id, reason }) => {
            node.text("/id", Topic::Ids, id).maybe("/reason", about, reason.as_ref());
            link(&mut node, "/callId", about, call_id.as_ref(), called);
        }
        PartKind::ApprovalResponse(ApprovalResponse { id, call_id, approved, reason }) => {
            node.text("/id", Topic::Ids, id).maybe("/reason", about, reason.as_ref());
            let word = if *approved { "true" } else { "false" };
            node.say("/approved", about, Saying::Json(Cow::Borrowed(word)));
            link(&mut node, "/callId", about, call_id.as_ref(), called);
        }
        PartKind::Step => {}
        PartKind::Raw { family, value } => {
            node.word("/family", about, family).json("/value", about, Some(value));
        }
    }
    self::extras(&mut node, extras, Topic::Metadata);
    node
}

fn word(kind: &PartKind) -> &'static str {
    match kind {
        PartKind::Text(_) => "text",
        PartKind::Reasoning(_) => "reasoning",
        PartKind::Refusal(_) => "refusal",
        PartKind::ToolCall(_) => "tool-call",
        PartKind::ToolResult(_) => "tool-result",
        PartKind::File(_) => "file",
        PartKind::Source(_) => "source",
        PartKind::Data(_) => "data",
        PartKind::ApprovalRequest(_) => "approval-request",
        PartKind::ApprovalResponse(_) => "approval-response",
        PartKind::Error(_) => "error",
        PartKind::Step => "step",
        PartKind::Raw { .. } => "raw",
    }
}

fn tool_call<'t>(node: &mut Node<'t>, call: &'t ToolCall) {
    let ToolCall { id, name, input, free_text, provider_executed } = call;
    let about = Topic::Calls;
    node.text("/name", about, name).maybe("/id", Topic::Ids, id.as_ref());
    match arguments(call) {
        Arguments::Json(value) => node.say("/input", about, Saying::Json(value)),
        Arguments::Text(Cow::Borrowed(text)) => node.text("/inputText", about, text),
        Arguments::Text(Cow::Owned(text)) => {
            node.say("/inputText", about, Saying::Text(Cow::Owned(text.as_str().to_owned())))
        }
    };
    // No arguments are the same as empty ones, but for an exact comparison.
    node.flag("/inputAbsent", Topic::Borders, *input == Input::Absent);
    node.flag("/freeText", about, *free_text).flag("/providerExecuted", about, *provider_executed);
}

fn tool_result<'t>(node: &mut Node<'t>, result: &'t ToolResult, called: Called<'t>) {
    let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
    let about = Topic::Results;
    let name = name.as_ref().or(called.map(|(_, name)| name));
    node.maybe("/name", about, name);
    if let Some(output) = output {
        let empty = output.as_token().is_some_and(JsonStr::is_empty);
        let about = if empty { Topic::Borders } else { about };
        node.say("/output", about, Saying::Json(opened(output)));
    }
    let status = match status {
        Status::Ok => "ok",
        Status::Error => "error",
        Status::Denied => "denied",
    };
    node.word("/status", about, status).flag("/preliminary", about, *preliminary);
    node.flag("/providerExecuted", about, *provider_executed);
    link(node, "/id", about, id.as_ref(), called);
}

/// An object or array that stands in a text is that object or array: some wires have text for every answer.
fn opened(output: &Json) -> Cow<'_, str> {
    let inside = output.as_token().filter(|token| {
        let text = token.as_str().trim_start_matches([' ', '\t']);
        text.starts_with(['{', '['])
    });
    let value = inside.and_then(|token| Json::check(&token.decode_json()));
    match value.filter(|value| matches!(value.kind(), Kind::Object | Kind::Array)) {
        Some(value) => Cow::Owned(value.as_str().to_owned()),
        None => Cow::Borrowed(output.as_str()),
    }
}

/// The call that a node is about, and how its id is spelled.
pub(super) fn link<'t>(
    node: &mut Node<'t>,
    name: &'static str,
    about: Topic,
    id: Option<&'t JsonString>,
    called: Called<'t>,
) {
    node.maybe(name, Topic::Ids, id);
    if let Some(id) = id {
        let call = called.map(|(number, _)| number);
        node.say(name, about, Saying::Link(call, Cow::Borrowed(id.as_str())));
    }
}

fn file<'t>(node: &mut Node<'t>, file: &'t File) {
    let File { media_type, content, filename } = file;
    let about = Topic::Files;
    node.maybe("/mediaType", about, media_type.as_ref());
    match content {
        FileContent::Data(text) => node.text("/data", about, text),
        FileContent::Url(text) => node.text("/url", about, text),
        FileContent::Id(text) => node.text("/fileId", about, text),
    };
    node.maybe("/filename", about, filename.as_ref());
}

fn source<'t>(node: &mut Node<'t>, source: &'t Source) {
    let Source { url, title, id, media_type, filename, citation } = source;
    let about = Topic::Sources;
    node.maybe("/url", about, url.as_ref()).maybe("/title", about, title.as_ref());
    node.maybe("/id", Topic::Ids, id.as_ref()).maybe("/mediaType", about, media_type.as_ref());
    node.maybe("/filename", about, filename.as_ref());
    if let Some(Citation { start, end, cited_text }) = citation {
        node.count("/citation/startIndex", about, *start).count("/citation/endIndex", about, *end);
        node.maybe("/citation/citedText", about, cited_text.as_ref());
    }
}

/// Members that one family alone understands.
pub(super) fn extras<'t>(node: &mut Node<'t>, extras: &'t Extras, about: Topic) {
    let list = &extras.list;
    for extra in list {
        let name = format!("/extras/fields/{}", escaped(&extra.name));
        node.say(name, about, Saying::Json(Cow::Borrowed(extra.value.as_str())));
    }
}

/// What the native transcript keeps of a record's own spelling.
pub(super) fn remainder<'t>(node: &mut Node<'t>, remainder: &'t Remainder) {
    let Remainder { format: _, patch } = remainder;
    for (pointer, value) in &patch.set {
        let name = format!("/extras/remainder/set/{}", escaped(pointer));
        node.say(name, Topic::Metadata, Saying::Json(Cow::Borrowed(value.as_str())));
    }
    for pointer in &patch.remove {
        let name = format!("/extras/remainder/remove/{}", escaped(pointer));
        node.say(name, Topic::Metadata, Saying::Json(Cow::Borrowed("true")));
    }
}
