//! Agenta's words and what they mean.

use std::collections::HashMap;

use crate::calls::{Arguments, arguments};
use crate::ir::{
    ApprovalRequest, ApprovalResponse, At, Extra, Extras, Field, Fields, FileContent, Finish, Input,
    Interrupt, Json, JsonStr, JsonString, Kind, Obj, Part, PartKind, Place, StopReason, ToolCall, Value,
};
use crate::report::Report;

/// The family's name.
pub(super) const FAMILY: &str = "agenta";

/// Kind of an interaction that asks whether a call may be made.
pub(super) const APPROVAL: &str = "user_approval";

/// The stop reasons of the document's table; the first with a meaning is the one we write for it.
pub(super) const STOP_WORDS: &[(&str, StopReason)] = &[
    ("end_turn", StopReason::Stop),
    ("stop_sequence", StopReason::Stop),
    ("stop", StopReason::Stop),
    ("max_tokens", StopReason::Length),
    ("length", StopReason::Length),
    ("tool_use", StopReason::ToolCalls),
    ("tool_calls", StopReason::ToolCalls),
    ("function_call", StopReason::ToolCalls),
    ("tool-calls", StopReason::ToolCalls),
    ("refusal", StopReason::ContentFilter),
    ("content_filter", StopReason::ContentFilter),
    ("content-filter", StopReason::ContentFilter),
    ("paused", StopReason::Paused),
    ("cancelled", StopReason::Cancelled),
    ("error", StopReason::Error),
    ("other", StopReason::Other),
    ("unknown", StopReason::Unknown),
];

/// The end that a stop reason tells. The package trims it and minds no case; a word outside the table is another reason.
pub(super) fn finish(word: JsonStr<'_>, place: Place) -> Finish {
    let plain = word.decode().trim().to_ascii_lowercase();
    let known = STOP_WORDS.iter().find(|(known, _)| *known == plain);
    let reason = match known {
        Some((_, reason)) => *reason,
        None if plain.is_empty() => StopReason::Unknown,
        None => StopReason::Other,
    };
    Finish { reason, raw: Some(word.owned()), place }
}

/// The stop reason to write: the source's own word where it means the same here, else ours.
pub(super) fn stop_word(end: &Finish, report: &mut Report) -> Option<JsonString> {
    let Finish { reason, raw, place } = end;
    if let Some(raw) = raw
        && finish(raw.token(), Place::default()).reason == *reason
    {
        return Some(raw.clone());
    }
    if raw.is_none() && *reason == StopReason::Unknown {
        return None;
    }
    let (word, _) = STOP_WORDS.iter().find(|(_, known)| known == reason)?;
    if let Some(raw) = raw {
        let what = format!("the stop reason `{}` is written as `{word}`", raw.as_str());
        report.narrowed(At::place(place), (Field::Finish, &what));
    }
    Some(JsonString::from_plain(word))
}

/// The arguments of a call. Text that is no JSON stands for arguments that were cut or broken.
pub(super) fn input(value: Value<'_>) -> Input {
    match value.token() {
        Some(text) if Json::check(&text.decode()).is_none() => {
            value.skip();
            Input::Text(text.owned())
        }
        Some(_) | None => Input::Json(value.json()),
    }
}

/// Writes the arguments of a call as a member, where there are any.
pub(super) fn write_input(o: &mut Obj<'_>, key: &str, call: &ToolCall) {
    if call.input == Input::Absent {
        return;
    }
    match arguments(call) {
        Arguments::Json(json) => o.raw(key, &json),
        Arguments::Text(text) => o.text(key, &text),
    };
}

/// The answer to a question that a result is, if it says `approved` and at most `interactionToken` beside it. Without a
/// token the question has the id of the call.
pub(super) fn approval(output: Option<Value<'_>>, call: Option<&JsonString>) -> Option<ApprovalResponse> {
    let output = output.filter(|output| output.kind() == Kind::Object)?;
    let just = output.members().all(|(key, value)| match key.as_str() {
        "approved" => value.kind() == Kind::Bool,
        "interactionToken" => value.kind() == Kind::String,
        _ => false,
    });
    let approved = just.then(|| output.members().find(|(key, _)| key.is("approved")))?;
    let approved = approved.is_some_and(|(_, value)| value.peek() == "true");
    let token = output.members().find(|(key, _)| key.is("interactionToken"));
    let token = token.and_then(|(_, value)| value.token()).map(JsonStr::owned);
    let has_answer = output.members().any(|(key, _)| key.is("approved"));
    let id = token.or_else(|| call.cloned()).filter(|_| has_answer)?;
    output.skip();
    Some(ApprovalResponse { id, call_id: call.cloned(), approved, reason: None })
}

/// Remembers that the source has no member of this name.
pub(super) fn mark_absent(extras: &mut Extras, name: &str, place: Place) {
    if extras.family.is_empty() {
        FAMILY.clone_into(&mut extras.family);
    }
    extras.list.push(Extra { name: name.to_owned(), value: Json::from_valid("null"), place });
}

/// Whether the source is known to have no member of this name.
pub(super) fn is_absent(extras: &Extras, name: &str) -> bool {
    extras.family == FAMILY && extras.get(name).is_some_and(|value| value.kind() == Kind::Null)
}

/// JSON null.
pub(super) fn null() -> Json {
    Json::from_valid("null")
}

/// Says that extras are Agenta's.
pub(super) fn own(extras: &mut Extras) {
    if !extras.list.is_empty() {
        FAMILY.clone_into(&mut extras.family);
    }
}

/// The question whether a call may be made that an interaction of the kind `user_approval` is.
pub(super) fn question(fields: Fields<'_>, place: &Place) -> Option<Part> {
    fields.token("kind").filter(|kind| kind.is(APPROVAL))?;
    let id = fields.string("id")?;
    let payload = fields.object("payload");
    let mut extras = Extras::default();
    let mut call_id = payload.string("toolCallId");
    if call_id.is_none() {
        let call = payload.get("toolCall");
        let of = |name| call.and_then(|call| member(call, name)).and_then(Value::token);
        call_id = of("id").or_else(|| of("toolCallId")).map(JsonStr::owned);
        mark_absent(&mut extras, "/payload/toolCallId", place.clone());
    }
    let reason = payload.string("reason");
    let kind = PartKind::ApprovalRequest(ApprovalRequest { id, call_id, reason });
    Some(Part { kind, extras, place: place.clone() })
}

/// What a run waits for: an interaction of any other kind.
pub(super) fn interrupt(fields: Fields<'_>, place: Place) -> Interrupt {
    let payload = fields.get("payload");
    let of = |name: &str| {
        let members = payload.into_iter().flat_map(Value::members);
        members
            .filter(|(key, _)| key.is(name))
            .last()
            .and_then(|(_, value)| value.token())
            .map(JsonStr::owned)
    };
    let (call_id, message) = (of("toolCallId"), of("message"));
    Interrupt {
        id: fields.string("id").unwrap_or_default(),
        reason: fields.string("kind"),
        call_id,
        message,
        payload: payload.map(Value::json),
        extras: Extras::default(),
        place,
    }
}

/// The file that a URL stands for: the bytes of a base64 `data:` URL, if its media type is the one told, else the URL.
pub(super) fn content(url: JsonStr<'_>, media_type: &mut Option<JsonString>) -> FileContent {
    let inside = url.as_str().strip_prefix("data:").and_then(|rest| rest.split_once(";base64,"));
    match inside {
        Some((named, bytes)) if !named.is_empty() && !named.contains([';', ',']) => {
            if media_type.as_ref().is_some_and(|known| known.as_str() != named) {
                return FileContent::Url(url.owned());
            }
            *media_type = Some(JsonStr::new(named).owned());
            FileContent::Data(JsonStr::new(bytes).owned())
        }
        Some(_) | None => FileContent::Url(url.owned()),
    }
}

/// Gives answers the name of the tool that their call says.
pub(super) fn name_answers(parts: &mut [Part]) {
    let mut names: HashMap<JsonString, JsonString> = HashMap::new();
    for part in parts {
        if let PartKind::ToolCall(call) = &part.kind
            && let Some(id) = call.id.as_ref().filter(|_| !call.name.is_empty())
        {
            names.insert(id.clone(), call.name.clone());
        }
        if let PartKind::ToolResult(result) = &mut part.kind
            && result.name.is_none()
        {
            result.name = result.id.as_ref().and_then(|id| names.get(id)).cloned();
        }
    }
}

/// The parts of a reply with a step's border before what the model says after an answer.
pub(super) fn with_steps(parts: Vec<Part>) -> Vec<Part> {
    let mut out = Vec::with_capacity(parts.len());
    let mut answered = false;
    for part in parts {
        let says = matches!(part.kind, PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::ToolCall(_));
        if says && std::mem::take(&mut answered) {
            out.push(Part::new(PartKind::Step, part.place.clone()));
        }
        answered |= matches!(part.kind, PartKind::ToolResult(_) | PartKind::ApprovalResponse(_));
        out.push(part);
    }
    out
}

/// The tool that an interaction is about, as the package finds it in the payload.
pub(super) fn tool_of(payload: Value<'_>) -> Option<JsonStr<'_>> {
    let named = |value| member(value, "toolName").and_then(Value::token).filter(|name| !name.is_empty());
    if let Some(name) = named(payload) {
        return Some(name);
    }
    let call = member(payload, "toolCall")?;
    let said = |key: &&str| member(call, key).and_then(Value::token).filter(|name| !name.is_empty());
    ["name", "title", "kind"].iter().find_map(said)
}

/// A member of an object; looking is not reading.
fn member<'v>(value: Value<'v>, name: &str) -> Option<Value<'v>> {
    value.members().filter(|(key, _)| key.is(name)).last().map(|(_, value)| value)
}
