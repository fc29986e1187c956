//! Calls and what the tools answer.

use super::super::words;
use super::carrier::{Told, rest};
use super::reader::{KnownCall, MESSAGE, Reader};
use crate::emit::Emit;
use crate::ir::{
    Delta, EventKind, Input, JsonString, Part, PartKind, Scope, Status, ToolCall, ToolResult, Value,
};

impl Reader {
    /// A call. It stays open until its answer or the end of the turn, as its arguments may come anew.
    pub(super) fn tool_call<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        let input = told.fields.get("rawInput").or_else(|| told.fields.get("input"));
        let id = told.fields.string("id");
        if let Some(id) = &id
            && let Some(known) = self.calls.get(id)
        {
            return refresh(known, id, told, input, emit);
        }
        self.begin_said(emit);
        let key = self.next_key();
        let name = told.fields.string("name").unwrap_or_default();
        let call = ToolCall { id: id.clone(), name: name.clone(), ..ToolCall::default() };
        let part = Box::new(Part::new(PartKind::ToolCall(call), emit.at(told.data).to_place()));
        emit.push_from(told.data, EventKind::PartStart { key, message: MESSAGE, part });
        if let Some(value) = input {
            match words::input(value) {
                Input::Absent => {}
                Input::Text(_) => {
                    emit.push_from(value, EventKind::Delta { key, delta: Delta::Args(token(value)) })
                }
                Input::Json(json) => {
                    emit.push_from(value, EventKind::Delta { key, delta: Delta::Input(json) });
                }
            }
        }
        if let Some(id) = id {
            self.calls.insert(id, KnownCall { key, name });
            self.open_calls.insert(key);
        } else {
            emit.push_from(told.data, EventKind::PartEnd { key });
        }
        emit.leave(Scope::Part(key), told.data);
    }

    pub(super) fn close_calls(&mut self, emit: &mut Emit<'_, '_>) {
        for key in std::mem::take(&mut self.open_calls) {
            emit.push(EventKind::PartEnd { key });
        }
    }

    pub(super) fn tool_result<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = told.fields;
        let id = fields.string("id");
        let mut name = None;
        if let Some(call) = id.as_ref().and_then(|id| self.calls.get(id)) {
            name = Some(call.name.clone()).filter(|name| !name.is_empty());
            if self.open_calls.remove(&call.key) {
                emit.push(EventKind::PartEnd { key: call.key });
            }
        }
        let output = fields.get("data").or_else(|| fields.member("output"));
        self.answered = true;
        let place = emit.at(told.data).to_place();
        if let Some(answer) = words::approval(output, id.as_ref()) {
            self.begin(emit);
            let mut extras = rest(emit, told.data);
            words::mark_absent(&mut extras, "/kind", place.clone());
            let part = Box::new(Part { kind: PartKind::ApprovalResponse(answer), extras, place });
            return emit.push_from(told.data, EventKind::Whole { message: MESSAGE, part });
        }
        let told_error = fields.get("isError").is_some();
        let status = if fields.flag("denied") == Some(true) {
            // Whether a denied call counts as failed is Agenta's own affair: it stays an extra.
            Status::Denied
        } else if fields.flag("isError") == Some(true) {
            Status::Error
        } else {
            Status::Ok
        };
        let output = output.map(Value::json);
        let result = ToolResult { id, name, output, status, preliminary: false, provider_executed: false };
        self.begin(emit);
        let mut extras = rest(emit, told.data);
        if !told_error {
            words::mark_absent(&mut extras, "/isError", place.clone());
        }
        let part = Part { kind: PartKind::ToolResult(result), extras, place };
        emit.push_from(told.data, EventKind::Whole { message: MESSAGE, part: Box::new(part) });
    }
}

/// The call comes again: its arguments are told anew, its place and first name stay.
fn refresh<'f>(
    known: &KnownCall,
    id: &JsonString,
    told: Told<'f>,
    input: Option<Value<'f>>,
    emit: &mut Emit<'_, 'f>,
) {
    if let Some(name) = told.fields.text("name")
        && name.as_str() != known.name.as_str()
    {
        let (now, first) = (name.as_str(), known.name.as_str());
        let message = format!("the call `{}` is named `{now}` here and was `{first}` at first", id.as_str());
        let at = emit.at(told.data);
        emit.report.warning("agenta/name-changed", at, message, "the first name counts");
    }
    let input = input.map_or(Input::Absent, words::input);
    let call = ToolCall { id: Some(id.clone()), name: known.name.clone(), input, ..ToolCall::default() };
    let part = Box::new(Part::new(PartKind::ToolCall(call), emit.at(told.data).to_place()));
    emit.push_from(told.data, EventKind::Revise { key: known.key, part });
    emit.leave(Scope::Part(known.key), told.data);
}

fn token(value: Value<'_>) -> crate::ir::JsonStr<'_> {
    value.token().unwrap_or_default()
}
