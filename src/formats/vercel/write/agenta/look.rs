//! What Agenta's projection finds inside values that are nobody else's business.

use crate::framing::Out;
use crate::ir::{At, Extras, Field, Interrupt, Json, JsonStr, JsonString, Kind, Obj, Tape, Value};
use crate::report::Report;

use super::words::AGENTA;

/// Looks at a value.
pub(in super::super) fn at<R>(json: &Json, look: impl FnOnce(Value<'_>) -> R) -> Option<R> {
    let mut tape = Tape::default();
    tape.fill(json.as_str()).ok()?;
    Some(look(tape.view(json.as_str()).root()))
}

/// A member that is there and not null; the last of its name counts.
pub(in super::super) fn member<'v>(value: Value<'v>, name: &str) -> Option<Value<'v>> {
    let found = value.members().filter(|(key, _)| key.is(name)).last();
    found.map(|(_, value)| value).filter(|value| value.kind() != Kind::Null)
}

/// The first of these members whose text is not empty.
pub(super) fn said<'v>(value: Value<'v>, names: &[&str]) -> Option<Value<'v>> {
    let speaks = |said: &Value<'_>| said.token().is_some_and(|text| !text.is_empty());
    names.iter().find_map(|name| member(value, name).filter(speaks))
}

/// Its text.
pub(super) fn text<'v>(value: Value<'v>, names: &[&str]) -> Option<JsonStr<'v>> {
    said(value, names)?.token()
}

/// Whether Python takes a value for true.
pub(super) fn is_true(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => false,
        Kind::Bool => value.peek() == "true",
        Kind::Number => value.peek().parse::<f64>().is_ok_and(|number| number != 0.0),
        Kind::String => value.token().is_some_and(|text| !text.is_empty()),
        Kind::Array => value.elements().next().is_some(),
        Kind::Object => value.members().next().is_some(),
    }
}

/// Members that the transport of an MCP call has beside its arguments.
const ENVELOPE: &[&str] = &["tool", "server", "name", "toolName", "serverName", "tool_name", "server_name"];

/// The arguments inside an MCP envelope: an object whose every other member is text of the envelope's.
pub(super) fn unwrapped(value: Value<'_>) -> Option<Value<'_>> {
    let inner = member(value, "arguments").filter(|inner| inner.kind() == Kind::Object)?;
    let mut others = value.members().filter(|(key, _)| !key.is("arguments")).peekable();
    others.peek()?;
    others
        .all(|(key, value)| value.kind() == Kind::String && ENVELOPE.iter().any(|name| key.is(name)))
        .then_some(inner)
}

/// What the arguments of a call in an interaction are: the real ones, without their envelope.
pub(super) fn input_of(call: Value<'_>) -> Option<Value<'_>> {
    let input = member(call, "rawInput").or_else(|| member(call, "input"))?;
    Some(unwrapped(input).unwrap_or(input))
}

/// The extra of Agenta's with this name.
pub(in super::super) fn of_agenta<'e>(extras: &'e Extras, name: &str) -> Option<&'e Json> {
    extras.get(name).filter(|value| extras.family == AGENTA && value.kind() != Kind::Null)
}

/// Whether Agenta's reader marked that the source has no member of this name.
pub(super) fn is_absent(extras: &Extras, name: &str) -> bool {
    extras.family == AGENTA && extras.get(name).is_some_and(|value| value.kind() == Kind::Null)
}

/// Reports extras but those with these names and Agenta's marks of absence.
pub(in super::super) fn drop_rest(extras: &Extras, used: &[&str], report: &mut Report) {
    let ours = extras.family == AGENTA;
    for extra in &extras.list {
        if !ours || !(extra.value.kind() == Kind::Null || used.contains(&&*extra.name)) {
            report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
        }
    }
}

/// How a call or its answer is to be shown.
pub(in super::super) fn render(call: &JsonString, render: &Json, out: &mut Out) {
    out.frame("", |part| {
        part.word("type", "data-render").object("data", |data| {
            data.text("toolCallId", call).raw("render", render.as_str());
        });
    });
}

/// The revision that a successful `commit_revision` tells of. A call that nobody has seen has no name.
pub(in super::super) fn committed(tool: Option<&JsonString>, output: &Json) -> Option<String> {
    if tool.is_some_and(|name| !name.token().is("commit_revision")) {
        return None;
    }
    let inner = output.as_token().map(|text| text.decode().into_owned());
    let json = inner.as_deref().map_or_else(|| Some(output.clone()), Json::check)?;
    at(&json, revision).flatten()
}

fn revision(output: Value<'_>) -> Option<String> {
    let done = member(output, "status").and_then(Value::token).is_some_and(|word| word.is("committed"));
    if !done && !member(output, "count").is_some_and(is_true) {
        return None;
    }
    let revision = member(output, "workflow_revision").filter(|value| value.kind() == Kind::Object)?;
    let first = |names: &[&str]| {
        let named = names.iter().find_map(|name| member(revision, name).filter(|value| is_true(*value)));
        named.map(Value::peek)
    };
    let (variant, id) = (
        first(&["workflow_variant_id", "variant_id"])?,
        first(&["id", "workflow_revision_id", "revision_id"])?,
    );
    let version = first(&["version"])?;
    let mut text = Vec::new();
    let mut data = Obj::begin(&mut text);
    data.raw("variantId", variant).raw("revisionId", id).raw("version", version);
    data.end();
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Writes a committed revision.
pub(in super::super) fn tell_committed(revision: &str, out: &mut Out) {
    out.frame("", |part| {
        part.word("type", "data-committed-revision").raw("data", revision);
    });
}

/// Frames that only Agenta speaks and that have a part of their own: their type, the name of the part and its members.
const NOTICES: &[(&str, &str, &[&str])] = &[
    ("attachment_delivery", "attachment-delivery", &["attachmentId", "outcome", "reasonCode", "workingPath"]),
    ("mcp_server_failed", "mcp-server-failed", &["serverName", "reasonCode", "status", "message", "detail"]),
];

/// The name and value of the data part that a frame of Agenta's becomes.
pub(in super::super) fn notice(frame: &Json) -> Option<(&'static str, Json)> {
    at(frame, |frame| {
        let kind = member(frame, "type")?.token()?;
        let (_, name, members) = NOTICES.iter().find(|(word, _, _)| kind.is(word))?;
        let data = member(frame, "data").unwrap_or(frame);
        let mut text = Vec::new();
        let mut value = Obj::begin(&mut text);
        for key in *members {
            if let Some(said) = member(data, key) {
                value.raw(key, said.peek());
            }
        }
        value.end();
        Some((*name, Json::from_valid(String::from_utf8_lossy(&text))))
    })
    .flatten()
}

/// Writes a notice.
pub(in super::super) fn tell_notice(name: &str, value: &Json, out: &mut Out) {
    out.frame("", |part| {
        part.word("type", &format!("data-{name}")).raw("data", value.as_str());
    });
}

/// The payload of an interaction: the call and the message of another family's stand in it.
fn payload(interrupt: &Interrupt) -> Json {
    let Interrupt { id: _, reason: _, call_id, message, payload, extras: _, place: _ } = interrupt;
    if let Some(payload) = payload {
        return payload.clone();
    }
    let mut text = Vec::new();
    let mut value = Obj::begin(&mut text);
    value.maybe("toolCallId", call_id.as_ref()).maybe("message", message.as_ref());
    value.end();
    Json::from_valid(String::from_utf8_lossy(&text))
}

/// The name, without its prefix, and the value of the data part that tells what a run waits for.
pub(in super::super) fn interaction(interrupt: &Interrupt, report: &mut Report) -> (&'static str, Json) {
    let payload = payload(interrupt);
    let kind = interrupt.reason.as_ref();
    if kind.is_none() {
        report.invented("/type", (Field::Interrupt, "the kind of an interaction"));
    }
    if kind.is_none_or(|kind| kind.token().is("user_input")) {
        return ("input-request", payload);
    }
    let mut text = Vec::new();
    let mut value = Obj::begin(&mut text);
    value.maybe("kind", kind).raw("payload", payload.as_str());
    value.end();
    ("interaction", Json::from_valid(String::from_utf8_lossy(&text)))
}

/// The metadata of a message without what the reply says of itself elsewhere.
pub(super) fn rest_of(metadata: Value<'_>, told: &[&str]) -> Option<Json> {
    let mut text = Vec::new();
    let mut rest = Obj::begin(&mut text);
    let mut any = false;
    for (key, value) in metadata.members().filter(|(key, _)| !told.iter().any(|name| key.is(name))) {
        rest.raw(&key.decode(), value.peek());
        any = true;
    }
    rest.end();
    any.then(|| Json::from_valid(String::from_utf8_lossy(&text)))
}
