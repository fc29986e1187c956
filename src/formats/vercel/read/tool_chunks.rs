//! Tool calls of a stream: which part a chunk belongs to, and what it changes there.

use crate::emit::Emit;
use crate::ir::{
    Delta, EventKind, Fields, Input, JsonStr, JsonString, Part, PartKey, PartKind, Scope, Status, ToolCall,
    Value,
};

use super::super::REPLY;
use super::node::{part, put};
use super::stream::{Turn, leave_open};
use super::tool::input;

/// The calls of a reply.
#[derive(Default)]
pub(super) struct Calls {
    pub(super) list: Vec<Call>,
    /// Approvals and the calls they are about.
    pub(super) asked: Vec<(JsonString, JsonString)>,
    step: u32,
}

/// A call as far as it has come.
pub(super) struct Call {
    pub(super) id: JsonString,
    pub(super) name: JsonString,
    dynamic: bool,
    free_text: bool,
    pub(super) executed: bool,
    step: u32,
    pub(super) key: PartKey,
    pub(super) open: bool,
    /// Pieces of input came.
    fed: bool,
    /// The input that comes again after the part has ended.
    again: Option<JsonString>,
}

impl Calls {
    pub(super) fn next_step(&mut self) {
        self.step += 1;
    }

    /// Forgets the calls of this step.
    pub(super) fn reset(&mut self, emit: &mut Emit<'_, '_>) {
        let step = self.step;
        for call in self.list.iter().filter(|call| call.step == step && call.open) {
            emit.push(EventKind::PartEnd { key: call.key });
        }
        self.list.retain(|call| call.step != step);
    }

    /// Ends what is open at the end of the reply.
    pub(super) fn close(&mut self, emit: &mut Emit<'_, '_>) {
        for call in self.list.iter_mut().filter(|call| call.open) {
            call.open = false;
            leave_open(call.key, "\"input-streaming\"", emit);
        }
    }

    /// Says of calls whose input began anew and never ended that they are still coming in.
    pub(super) fn leave_restarted(&self, emit: &mut Emit<'_, '_>) {
        for call in self.list.iter().filter(|call| call.again.is_some()) {
            emit.add(Scope::Part(call.key), "/state", "\"input-streaming\"");
        }
    }

    /// The call that an input chunk is about: of this step, and of the same kind.
    fn for_input(&self, id: JsonStr<'_>, dynamic: bool) -> Option<usize> {
        let same = |call: &Call| call.step == self.step && call.dynamic == dynamic && call.id.token() == id;
        self.list.iter().rposition(same)
    }

    /// The call that an output is about: the first of this step, else the latest.
    pub(super) fn for_output(&self, id: JsonStr<'_>) -> Option<usize> {
        let here = self.list.iter().position(|call| call.step == self.step && call.id.token() == id);
        here.or_else(|| self.list.iter().rposition(|call| call.id.token() == id))
    }
}

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

impl Call {
    fn part<'f>(&self, input: Input, emit: &Emit<'_, 'f>, value: Value<'f>) -> Part {
        let call = ToolCall {
            id: Some(self.id.clone()),
            name: self.name.clone(),
            input,
            free_text: self.free_text,
            provider_executed: self.executed,
        };
        part(PartKind::ToolCall(call), emit, value)
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
            _ => Self::unknown(kind, root, emit),
        }
    }

    fn input_start<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let head = Head::of(fields);
        let encoding = fields.get("inputEncoding").filter(|word| word.peek() == "\"text\"");
        let free_text = encoding.and_then(Value::text).is_some();
        let Some(index) = self.calls.for_input(head.id, head.dynamic) else {
            let index = self.open_call(&head, free_text, root, emit);
            return self.settle(index, fields, emit);
        };
        let call = &mut self.calls.list[index];
        call.name = head.name.owned();
        call.free_text = free_text;
        call.again = (!call.open).then(JsonString::default);
        settle_executed(call, fields);
        let revised = call.part(Input::Absent, emit, root);
        emit.push(EventKind::Revise { key: call.key, part: Box::new(revised) });
        self.settle(index, fields, emit);
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
        self.calls.list.push(call);
        self.calls.list.len() - 1
    }

    /// Members of a chunk that belong to the call.
    pub(super) fn settle<'f>(&mut self, index: usize, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let call = &mut self.calls.list[index];
        settle_executed(call, fields);
        let scope = Scope::Part(call.key);
        if let Some(flag) = fields.get("dynamic").filter(|flag| (flag.peek() == "true") == call.dynamic) {
            flag.skip();
        }
        for (key, name) in [
            ("title", "/title"),
            ("toolMetadata", "/toolMetadata"),
            ("providerMetadata", "/callProviderMetadata"),
            ("providerExecuted", "/providerExecuted"),
            ("inputEncoding", "/inputEncoding"),
        ] {
            if let Some(value) = fields.get(key) {
                emit.leave_named(scope, value, name);
            }
        }
    }

    /// More of the input.
    pub(super) fn input_delta<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.text("toolCallId").unwrap_or_default();
        let index = match self.calls.list.iter().rposition(|call| call.id.token() == id) {
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
        let renamed = call.name.token() != head.name;
        call.name = head.name.owned();
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
        self.settle(index, fields, emit);
        index
    }

    /// Arguments that the tool does not take: the call and its failure in one chunk.
    fn input_error<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = root.fields();
        let id = fields.token("toolCallId").unwrap_or_default();
        let mut result = self.result(Status::Error, fields, emit, root);
        let step = self.calls.step;
        let found = self.calls.list.iter().rposition(|call| call.step == step && call.id.token() == id);
        let index = self.input_available(root, found, emit);
        let call = &self.calls.list[index];
        if let PartKind::ToolResult(result) = &mut result.kind {
            result.id = Some(call.id.clone());
            result.name = Some(call.name.clone());
            result.provider_executed = call.executed;
        }
        emit.push(EventKind::Whole { message: REPLY, part: Box::new(result) });
    }
}

/// Who runs the tool: once said, it holds.
pub(super) fn settle_executed(call: &mut Call, fields: Fields<'_>) {
    let said = fields.get("providerExecuted");
    if let Some(flag) = said.filter(|flag| flag.peek() == "true" || flag.peek() == "false" && call.executed) {
        flag.skip();
        call.executed = true;
    }
}
