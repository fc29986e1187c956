//! The tool part: a call and its answer in one.

use super::words::FAMILY;
use crate::codec::Source;
use crate::ir::{
    Fields, Input, Json, JsonString, Kind, Part, PartKind, Place, Status, ToolCall, ToolResult, Value,
};

/// The states of the schema.
const STATES: [&str; 4] = ["input-streaming", "input-available", "output-available", "output-error"];

/// The state that a call with this answer has.
pub(super) fn state_of(result: Option<&ToolResult>) -> &'static str {
    match result.map(|result| result.status) {
        None => STATES[1],
        Some(Status::Ok) => STATES[2],
        Some(Status::Error | Status::Denied) => STATES[3],
    }
}

/// A string member in camelCase, else in snake_case, as the client's models take it.
fn spelled(fields: Fields<'_>, camel: &str, snake: &str) -> Option<JsonString> {
    fields.string(camel).or_else(|| fields.string(snake))
}

/// Reads a tool part.
pub(super) fn read(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Vec<Part> {
    let fields = value.fields();
    let id = spelled(fields, "toolCallId", "tool_call_id");
    let name = spelled(fields, "toolName", "tool_name").unwrap_or_default();
    if id.is_none() {
        let help = "each tool part has a `toolCallId`";
        source.error("terminal-use/tool-without-id", value, "a tool part without an id", help);
    }
    let input = match fields.get("input") {
        Some(input) if input.kind() == Kind::Object => Input::Json(input.json()),
        other => {
            let help = "the client refuses it; `input` is an object";
            source.error(
                "terminal-use/input-not-object",
                value,
                "a tool part without an object as `input`",
                help,
            );
            other.map_or(Input::Absent, |input| Input::Json(input.json()))
        }
    };
    let state = fields.get("state");
    let word = state.and_then(Value::token).map_or("", |word| word.as_str());
    if !STATES.contains(&word) {
        let help = "input-streaming, input-available, output-available or output-error";
        let message = format!("a tool part in the state `{word}`");
        source.warning("terminal-use/state-unknown", value, message, help);
    }
    let result = result(fields, word, id.as_ref(), &name);
    if state_of(result.as_ref()) == word
        && let Some(state) = state
    {
        state.skip();
    }
    let call = ToolCall { id, name, input, ..ToolCall::default() };
    let call = Part { kind: PartKind::ToolCall(call), extras: source.extras(value), place: place.clone() };
    debug_assert!(call.extras.list.is_empty() || call.extras.family == FAMILY);
    let result = result.map(|result| Part::new(PartKind::ToolResult(result), place));
    std::iter::once(call).chain(result).collect()
}

fn result(fields: Fields<'_>, state: &str, id: Option<&JsonString>, name: &JsonString) -> Option<ToolResult> {
    let failed = || fields.text("errorText").or_else(|| fields.text("error_text")).map(Json::string);
    let output = || fields.json("output");
    let (status, output) = match state {
        "input-streaming" | "input-available" => return None,
        "output-available" => (Status::Ok, output()),
        "output-error" => (Status::Error, failed()),
        _ => match (fields.get("errorText"), fields.get("output")) {
            (Some(_), _) => (Status::Error, failed()),
            (None, Some(_)) => (Status::Ok, output()),
            (None, None) => return None,
        },
    };
    Some(ToolResult {
        id: id.cloned(),
        name: Some(name.clone()),
        output,
        status,
        preliminary: false,
        provider_executed: false,
    })
}
