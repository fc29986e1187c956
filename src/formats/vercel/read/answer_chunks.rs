//! What a stream says of calls that have their input: outputs, questions for approval and their answers.

use crate::emit::Emit;
use crate::ir::{
    ApprovalRequest, ApprovalResponse, EventKind, Fields, Json, Part, PartKind, Status, ToolResult, Value,
};

use super::super::words::REPLY;
use super::calls::settle_executed;
use super::node::{keep, part};
use super::open::leave_open;
use super::turn::Turn;

impl Turn {
    /// The result that a chunk tells; its call is not known yet.
    pub(super) fn result<'f>(
        &self,
        status: Status,
        fields: Fields<'f>,
        emit: &Emit<'_, 'f>,
        root: Value<'f>,
    ) -> Part {
        let output = match status {
            Status::Ok => Some(fields.member("output").map_or_else(|| Json::from_valid("null"), Value::json)),
            Status::Error => fields.text("errorText").map(Json::string),
            Status::Denied => None,
        };
        let preliminary =
            fields.get("preliminary").filter(|flag| flag.peek() == "true").and_then(Value::flag);
        let result = ToolResult {
            id: None,
            name: None,
            output,
            status,
            preliminary: preliminary.is_some(),
            provider_executed: false,
        };
        let mut part = part(PartKind::ToolResult(result), emit, root);
        let name = ("providerMetadata", "/resultProviderMetadata");
        keep(&mut part.extras, emit, fields, name);
        part
    }

    /// An output, an error or a denial.
    pub(super) fn output<'f>(&mut self, kind: &str, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.text("toolCallId").unwrap_or_default();
        let status = match kind {
            "tool-output-error" => Status::Error,
            "tool-output-denied" => Status::Denied,
            _ => Status::Ok,
        };
        let mut result = self.result(status, fields, emit, root);
        let found = self.calls.for_output(id);
        match found {
            Some(index) => self.end_input(index, emit),
            None => {
                let message = format!("a `{kind}` for the call `{}`, which has not come", id.as_str());
                let help = "send `tool-input-available` with this toolCallId first";
                emit.report.error("vercel/output-without-call", emit.here(), message, help);
            }
        }
        if let PartKind::ToolResult(result) = &mut result.kind {
            if let Some(index) = found {
                let call = &mut self.calls.list[index];
                settle_executed(call, fields);
                call.answered = true;
            }
            let call = found.map(|index| &self.calls.list[index]);
            result.id = Some(id.owned());
            result.name = call.map(|call| call.name.clone());
            result.provider_executed = call.is_some_and(|call| call.executed);
        }
        self.message(emit);
        if let Some(index) = found {
            self.calls.settle(index, fields, emit);
        }
        emit.push(EventKind::Whole { message: REPLY, part: Box::new(result) });
    }

    /// A call whose input never became available is over now.
    fn end_input(&mut self, index: usize, emit: &mut Emit<'_, '_>) {
        let call = &mut self.calls.list[index];
        if std::mem::replace(&mut call.open, false) {
            leave_open(call.key, "\"input-streaming\"", emit);
        }
    }

    /// A question whether a call may be made.
    pub(super) fn approval_request<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.string("approvalId").unwrap_or_default();
        let call_id = fields.text("toolCallId").unwrap_or_default();
        match self.calls.for_output(call_id) {
            Some(index) => self.end_input(index, emit),
            None => {
                let message = format!("a question about the call `{}`, which has not come", call_id.as_str());
                let help = "send `tool-input-available` with this toolCallId first";
                emit.report.error("vercel/output-without-call", emit.here(), message, help);
            }
        }
        self.calls.asked.push(id.clone(), call_id.owned());
        let request = ApprovalRequest { id, call_id: Some(call_id.owned()), reason: fields.string("reason") };
        let mut part = part(PartKind::ApprovalRequest(request), emit, root);
        match fields.get("isAutomatic") {
            Some(flag) if flag.peek() == "false" => flag.skip(),
            Some(_) | None => {
                keep(&mut part.extras, emit, fields, ("isAutomatic", "/approval/isAutomatic"));
            }
        }
        for name in [
            ("approvalDescriptor", "/approval/descriptor"),
            ("inputSchemaInput", "/approval/inputSchemaInput"),
            ("signature", "/approval/signature"),
        ] {
            keep(&mut part.extras, emit, fields, name);
        }
        self.whole(part, emit);
    }

    /// The answer to it.
    pub(super) fn approval_response<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.string("approvalId").unwrap_or_default();
        let call_id = self.calls.asked.get(&id).cloned();
        if call_id.is_none() {
            let message = format!("an answer to `{}`, which nobody asked", id.as_str());
            let help = "send `tool-approval-request` with this approvalId first";
            emit.report.error("vercel/answer-without-request", emit.here(), message, help);
        }
        let call = call_id.as_ref().and_then(|id| self.calls.for_output(id.token()));
        if let Some(index) = call {
            self.calls.settle(index, fields, emit);
        }
        let approved = fields.flag("approved").unwrap_or(false);
        let response = ApprovalResponse { id, call_id, approved, reason: fields.string("reason") };
        self.whole(part(PartKind::ApprovalResponse(response), emit, root), emit);
    }
}
