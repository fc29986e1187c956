//! Parts that Agenta's clients send beside the SDK's own: a tool's answer, a question or its answer without the call.
//! They win over a tool of that name.

use crate::codec::Source;
use crate::ir::{
    ApprovalRequest, ApprovalResponse, Fields, Input, Json, JsonString, Part, PartKind, Status, ToolCall,
    ToolResult, Value,
};

use super::node::{part, rest};
use super::tool::input;

const OUTPUTS: &[(&str, Status)] = &[
    ("tool-output-available", Status::Ok),
    ("TOOL_OUTPUT_AVAILABLE", Status::Ok),
    ("tool-output-error", Status::Error),
    ("tool-output-denied", Status::Denied),
];
const ASKED: &str = "tool-approval-request";
const ANSWERED: &str = "tool-approval-response";

/// Whether a part of this type is such.
pub(super) fn is_marker(kind: &str) -> bool {
    status(kind).is_some() || kind == ASKED || kind == ANSWERED
}

fn status(kind: &str) -> Option<Status> {
    OUTPUTS.iter().find(|(word, _)| *word == kind).map(|(_, status)| *status)
}

/// Reads one.
pub(super) fn read(kind: &str, value: Value<'_>, source: &Source<'_>, all: &mut Vec<Part>) {
    let fields = value.fields();
    if let Some(word) = fields.get("type") {
        word.skip();
    }
    let call_id = fields.string("toolCallId").or_else(|| fields.string("tool_call_id"));
    let read = match status(kind) {
        Some(status) => {
            let name = fields.string("toolName").or_else(|| fields.string("tool_name"));
            let name = name.or_else(|| name_of(call_id.as_ref(), all));
            all.extend(called(value, call_id.as_ref(), name.as_ref(), source));
            PartKind::ToolResult(result(fields, status, call_id, name))
        }
        None if kind == ASKED => {
            let id = fields.string("approvalId").unwrap_or_default();
            PartKind::ApprovalRequest(ApprovalRequest { id, call_id, reason: fields.string("reason") })
        }
        None => {
            let id = fields.string("approvalId").or_else(|| call_id.clone()).unwrap_or_default();
            let approved = fields.flag("approved").unwrap_or(false);
            PartKind::ApprovalResponse(ApprovalResponse {
                id,
                call_id,
                approved,
                reason: fields.string("reason"),
            })
        }
    };
    let mut read = part(read, source, value);
    rest(&mut read.extras, source, value, "");
    all.push(read);
}

/// The call that an answer brings along, where it says the arguments.
fn called(
    value: Value<'_>,
    id: Option<&JsonString>,
    name: Option<&JsonString>,
    source: &Source<'_>,
) -> Option<Part> {
    let said = value.fields().member("input")?;
    let call = ToolCall {
        id: id.cloned(),
        name: name.cloned().unwrap_or_default(),
        input: if said.kind() == crate::ir::Kind::Null { Input::Absent } else { input(said) },
        ..ToolCall::default()
    };
    Some(part(PartKind::ToolCall(call), source, value))
}

/// The name that the call has.
fn name_of(id: Option<&JsonString>, all: &[Part]) -> Option<JsonString> {
    let calls = all.iter().rev().filter_map(|part| part.kind.call());
    calls.filter(|call| id.is_some() && call.id.as_ref() == id).map(|call| call.name.clone()).next()
}

/// The answer. What its members say counts before what its type says.
fn result(
    fields: Fields<'_>,
    status: Status,
    id: Option<JsonString>,
    name: Option<JsonString>,
) -> ToolResult {
    let state = fields.text("state");
    let denied = status == Status::Denied || state.is_some_and(|state| state.is("output-denied"));
    let (status, output) = if let Some(text) = fields.text("errorText") {
        (Status::Error, Some(Json::string(text)))
    } else if let Some(output) = fields.member("output") {
        (if status == Status::Error { status } else { Status::Ok }, Some(output.json()))
    } else if denied {
        (Status::Denied, None)
    } else {
        (status, None)
    };
    let executed = fields.get("providerExecuted").filter(|flag| flag.peek() == "true").and_then(Value::flag);
    ToolResult { id, name, output, status, preliminary: false, provider_executed: executed.is_some() }
}
