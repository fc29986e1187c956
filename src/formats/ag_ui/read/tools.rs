//! Tool calls and their results.

use super::messages::Kind;
use super::reader::Reader;
use super::run::{self, Call, New};
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::ir::{
    EventKind, Field, Fields, Json, JsonStr, JsonString, Kind as JsonKind, Part, PartKind, Role, Status,
    ToolCall, ToolResult,
};

impl Reader {
    pub(super) fn call_start<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(id) = event.text("toolCallId") else { return self.nameless(Slot::Call, frame, emit) };
        self.running(emit, "TOOL_CALL_START");
        let name = event.string("toolCallName").unwrap_or_default();
        self.open_call(id, name, event, emit);
    }

    /// Opens a call in the message that is its parent, or in one of its own.
    pub(super) fn open_call<'f>(
        &mut self,
        id: JsonStr<'f>,
        name: JsonString,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let word = id.decode();
        if let Some(open) = self.run.find(Slot::Call, &word) {
            let message = format!("the tool call `{word}` starts and is open already");
            let at = emit.here();
            emit.report.error("ag-ui/already-open", at, message, "end it with TOOL_CALL_END first");
            return open;
        }
        let parent = event.token("parentMessageId").filter(|parent| !parent.is_empty());
        let stood = event.get("parentMessageId").map(|parent| emit.at(parent));
        skip(event, "parentMessageId");
        let known = self.run.calls.get(&*word).map(|call| (call.part, call.message));
        if let Some((part, message)) = known {
            self.rename(&word, (part, message), name, event, emit);
            let head = run::call(id.owned(), self.run.calls[&*word].name.clone());
            return self.run.open(message, word.into_owned(), head, emit);
        }
        let message = self.parent(id, parent, event, emit);
        if let Some(stood) = stood {
            emit.report.stands(&self.run.messages[message].place, Field::MessageId, stood);
        }
        let open =
            self.run.open(message, word.clone().into_owned(), run::call(id.owned(), name.clone()), emit);
        let Some(part) = self.run.open[open].part else { return open };
        let parent = parent.map(JsonStr::owned);
        self.run.add_call(word.into_owned(), Call { part, message, name, parent, answered: false });
        self.run.rest_of_call((Some(part), message), event, emit);
        open
    }

    /// A call that starts again may have another name; its arguments go on.
    fn rename<'f>(
        &mut self,
        id: &str,
        (part, message): (crate::ir::PartKey, usize),
        name: JsonString,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let message_text = format!("the tool call `{id}` starts again");
        let at = emit.here();
        emit.report.warning("ag-ui/call-again", at, message_text, "each call has an id of its own");
        if let Some(call) = self.run.calls.get_mut(id)
            && call.name != name
        {
            call.name = name.clone();
            let kind = PartKind::ToolCall(ToolCall {
                id: Some(JsonString::from_plain(id)),
                name,
                ..ToolCall::default()
            });
            let head = Box::new(Part::new(kind, emit.here().to_place()));
            emit.push(EventKind::Revise { key: part, part: head });
        }
        self.run.rest_of_call((Some(part), message), event, emit);
    }

    /// The message a call stands in. Without a parent it is a new one that has the call's id.
    fn parent<'f>(
        &mut self,
        id: JsonStr<'f>,
        parent: Option<JsonStr<'f>>,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let known = parent.and_then(|parent| self.run.messages.find(&parent.decode()));
        let mut name = parent.unwrap_or(id);
        if let Some(index) = known {
            let held = &self.run.messages[index];
            if held.kind == Kind::Said && held.role == Role::Assistant {
                return index;
            }
            let message = format!("the parent message `{}` is no assistant message", name.decode());
            let help = "the client makes an assistant message with the id of the call";
            let at = emit.here();
            emit.report.warning("ag-ui/parent-role", at, message, help);
            name = id;
        }
        let new = New { kind: Kind::Said, role: Role::Assistant, id: Some(name.owned()), name: None };
        let message = self.run.begin(new, emit);
        self.run.own(message, event, emit);
        message
    }

    pub(super) fn call_result<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.running(emit, "TOOL_CALL_RESULT");
        let call = event.string("toolCallId");
        if call.is_none() {
            return self.nameless(Slot::Call, frame, emit);
        }
        if let Some(id) = &call {
            match self.run.calls.get_mut(&*id.decode()) {
                Some(call) => call.answered = true,
                None => {
                    let message =
                        format!("a result for the tool call `{}`, which is not in this run", id.decode());
                    let help = "it may answer a call of an earlier run";
                    emit.report.note("ag-ui/unknown-call-id", frame.at(frame.root), message, help);
                }
            }
        }
        let new = New { kind: Kind::Answer, role: Role::Tool, id: event.string("messageId"), name: None };
        let message = self.run.begin(new, emit);
        self.run.messages[message].listed =
            event.get("content").is_some_and(|it| it.kind() == JsonKind::Array);
        let output: Option<Json> = event.json("content");
        let place = event.get("content").map_or_else(|| emit.here(), |content| emit.at(content)).to_place();
        let result = ToolResult {
            id: call,
            name: None,
            output,
            status: Status::Ok,
            preliminary: false,
            provider_executed: false,
        };
        if event.token("role").is_some_and(|role| role.is("tool")) {
            skip(event, "role");
        }
        let part = Box::new(Part::new(PartKind::ToolResult(result), place));
        self.run.rest_of_first(message, event, emit);
        emit.push(EventKind::Whole { message: self.run.messages[message].key, part });
    }
}
