//! Tool calls of a stream: which part a chunk belongs to, and what it changes there.

use crate::emit::Emit;
use crate::ir::{Delta, EventKind, Fields, Input, JsonStr, JsonString, PartKind, Status, Value};

use super::super::words::REPLY;
use super::calls::{Call, settle_executed};
use super::node::put;
use super::tool::input;
use super::turn::{Turn, unknown};

/// What a chunk says of a call besides its input.
struct Head<'f> {
    id: JsonStr<'f>,
    name: JsonStr<'f>,
    dynamic: bool,
}

impl<'f> Head<'f> {
    fn of(fields: Fields<'f>) -> Self {
        let dynamic = fields.get("dynamic").filter(|flag| flag.peek() == "true").is_some();
        Self {
            id: fields.text("toolCallId").unwrap_or_default(),
            name: fields.text("toolName").unwrap_or_default(),
            dynamic,
        }
    }
}

impl Turn {
    /// A chunk about a tool call.
    pub(super) fn tool<'f>(&mut self, kind: &str, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        match kind {
            "tool-input-start" => self.input_start(root, emit),
            "tool-input-available" => {
                self.input_available(root, None, emit);
            }
            "tool-input-error" => self.input_error(root, emit),
            "tool-output-available" | "tool-output-error" | "tool-output-denied" => {
                self.output(kind, root, emit);
            }
            "tool-approval-request" => self.approval_request(root, emit),
            "tool-approval-response" => self.approval_response(root, emit),
            _ => unknown(kind, root, emit),
        }
    }

    fn input_start<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let head = Head::of(fields);
        let encoding = fields.get("inputEncoding").filter(|word| word.peek() == "\"text\"");
        let free_text = encoding.and_then(Value::text).is_some();
        let Some(index) = self.calls.for_input(head.id, head.dynamic) else {
            let index = self.open_call(&head, free_text, root, emit);
            return self.calls.settle(index, fields, emit);
        };
        let call = &mut self.calls.list[index];
        if !head.name.is_empty() {
            call.name = head.name.owned();
        }
        call.free_text = free_text;
        // A call that is told again before it has an answer, as it is once it may be made, says the same as a rule.
        if call.answered || call.open {
            call.reset(emit);
        }
        call.again = (!call.open).then(JsonString::default);
        settle_executed(call, fields);
        let revised = call.part(Input::Absent, emit, root);
        emit.push(EventKind::Revise { key: call.key, part: Box::new(revised) });
        self.calls.settle(index, fields, emit);
    }

    fn open_call<'f>(
        &mut self,
        head: &Head<'f>,
        free_text: bool,
        root: Value<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        self.message(emit);
        let fields = root.fields();
        let mut call = Call {
            id: head.id.owned(),
            name: head.name.owned(),
            dynamic: head.dynamic,
            free_text,
            executed: false,
            step: self.calls.step,
            key: self.next_key(),
            open: true,
            fed: false,
            answered: false,
            again: None,
        };
        settle_executed(&mut call, fields);
        let mut part = call.part(Input::Absent, emit, root);
        if let Some(flag) = fields.get("dynamic") {
            if head.dynamic {
                put(&mut part.extras, "/dynamic", flag.json(), emit.at(flag).to_place());
            } else {
                flag.skip();
            }
        }
        emit.push(EventKind::PartStart { key: call.key, message: REPLY, part: Box::new(part) });
        self.calls.list.push(call.id.clone(), call)
    }

    /// More of the input.
    pub(super) fn input_delta<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.text("toolCallId").unwrap_or_default();
        let index = match self.calls.list.place(id.as_str()) {
            Some(index) => index,
            None => {
                let message = format!("a `tool-input-delta` for `{}`, which has not started", id.as_str());
                let help = "send `tool-input-start` with this toolCallId first";
                emit.report.error("vercel/delta-without-start", emit.here(), message, help);
                let head = Head { id, name: JsonStr::default(), dynamic: false };
                self.open_call(&head, false, root, emit)
            }
        };
        let Some(value) = fields.get("inputTextDelta") else { return };
        let Some(text) = value.text() else { return };
        let call = &mut self.calls.list[index];
        call.fed = true;
        if call.open {
            return emit.delta(value, call.key, Delta::Args(text));
        }
        if call.answered {
            call.reset(emit);
        }
        let mut all = call.again.take().unwrap_or_default();
        all.push(text);
        let revised = call.part(Input::Text(all.clone()), emit, root);
        call.again = Some(all);
        emit.push(EventKind::Revise { key: call.key, part: Box::new(revised) });
    }

    /// The input is there: as a rule the call is whole. `found` is the call, where it is not the chunk's to choose.
    fn input_available<'f>(
        &mut self,
        root: Value<'f>,
        found: Option<usize>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let fields = root.fields();
        let head = Head::of(fields);
        let index = match found.or_else(|| self.calls.for_input(head.id, head.dynamic)) {
            Some(index) => index,
            None => self.open_call(&head, false, root, emit),
        };
        let value = fields.member("input");
        let whole = value.map_or(Input::Absent, input);
        let call = &mut self.calls.list[index];
        settle_executed(call, fields);
        if found.is_none() && call.answered {
            call.reset(emit);
        }
        // A chunk that leaves the name out takes none away.
        let renamed = !head.name.is_empty() && call.name.token() != head.name;
        if renamed {
            call.name = head.name.owned();
        }
        let key = call.key;
        match (&whole, call.open && !renamed) {
            (Input::Json(json), true) => {
                let at = value.unwrap_or(root);
                emit.push_from(at, EventKind::Delta { key, delta: Delta::Input(json.clone()) });
            }
            (Input::Text(_), true) if !call.fed => {
                let text = value.and_then(Value::token).unwrap_or_default();
                emit.push_from(value.unwrap_or(root), EventKind::Delta { key, delta: Delta::Args(text) });
            }
            (Input::Text(_) | Input::Absent | Input::Json(_), _) => {
                call.again = None;
                let revised = call.part(whole, emit, root);
                emit.push(EventKind::Revise { key, part: Box::new(revised) });
            }
        }
        if std::mem::replace(&mut call.open, false) {
            emit.push(EventKind::PartEnd { key });
        }
        self.calls.settle(index, fields, emit);
        index
    }

    /// Arguments that the tool does not take: the call and its failure in one chunk.
    fn input_error<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.token("toolCallId").unwrap_or_default();
        let mut result = self.result(Status::Error, fields, emit, root);
        let found = self.calls.of_this_step(id).next();
        let index = self.input_available(root, found, emit);
        let call = &mut self.calls.list[index];
        call.answered = true;
        if let PartKind::ToolResult(result) = &mut result.kind {
            result.id = Some(call.id.clone());
            result.name = Some(call.name.clone());
            result.provider_executed = call.executed;
        }
        emit.push(EventKind::Whole { message: REPLY, part: Box::new(result) });
    }
}
