//! MESSAGES_SNAPSHOT: the conversation as it should be.
//!
//! What we do not have yet is taken over; what the run has said is told anew (a fold compares, and replaces what
//! differs); what earlier runs or the input held is not repeated. A message of this run that the snapshot leaves out is
//! taken back, unless it is still being said. Activities and reasoning stay where the snapshot holds none.

use std::collections::HashSet;

use super::ends::id_of;
use super::message::{node, sealed, tool_call};
use super::messages::Kind;
use super::reader::{Activity, Reader};
use super::rest;
use super::run::{self, Call, New};
use super::skip::skip;
use crate::codec::Source;
use crate::emit::{Emit, Frame};
use crate::formats::ag_ui::FAMILY;
use crate::ir::{
    Delta, Document, EventKind, Fields, Input, JsonStr, Kind as JsonKind, Message, Part, PartKey, PartKind,
    Role, Scope, ToolCall, Usage, Value,
};

impl Reader {
    pub(super) fn messages_snapshot<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "MESSAGES_SNAPSHOT");
        let Some(list) = event.get("messages").filter(|list| list.kind() == JsonKind::Array) else {
            return rest::raw(frame, emit);
        };
        emit.changed();
        self.take_back(list, emit);
        let mut told = HashSet::new();
        for message in list.items() {
            let id = id_of(message);
            let known = id.as_ref().and_then(|id| self.run.messages.find(id));
            let again = id.as_ref().is_some_and(|id| !told.insert(id.clone()));
            match known.filter(|_| !again) {
                Some(held) => self.tell_anew(held, message, emit),
                None if id.is_some_and(|id| self.earlier.contains(&id)) => {
                    message.skip();
                    if let Some(input) = &self.input {
                        emit.report.stood_also(input, &emit.at(message).to_place());
                    }
                }
                None => self.take_over(message, frame, emit),
            }
        }
        rest::of_run("MESSAGES_SNAPSHOT", event, emit);
    }

    /// Messages that the snapshot leaves out.
    fn take_back<'f>(&mut self, list: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let ids: HashSet<String> = list.elements().filter_map(id_of).collect();
        let has = |role: &str| {
            let is = |message: Value<'_>| {
                message
                    .members()
                    .any(|(key, value)| key.is("role") && value.token().is_some_and(|it| it.is(role)))
            };
            list.elements().any(is)
        };
        let mut kinds = vec![Kind::Said, Kind::Answer];
        kinds.extend(has("activity").then_some(Kind::Activity));
        kinds.extend(has("reasoning").then_some(Kind::Reasoning));
        for message in self.run.messages.quiet(&kinds, |id| !ids.contains(id)) {
            if !self.run.is_open(message) {
                self.run.take_back(message, emit);
            }
        }
    }

    /// A message that we have: its text, its thinking and its calls are told anew.
    fn tell_anew<'f>(&mut self, held: usize, message: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = message.fields();
        for member in ["id", "role"] {
            skip(fields, member);
        }
        let key = self.run.messages[held].key;
        match self.run.messages[held].kind {
            Kind::Said | Kind::Reasoning => self.tell_text(held, fields, emit),
            Kind::Answer | Kind::Activity => {
                for member in ["content", "toolCallId", "activityType"] {
                    skip(fields, member);
                }
            }
        }
        for call in fields.list("toolCalls") {
            self.tell_call(held, call, emit);
        }
        if self.run.messages[held].name.as_ref().map(|name| name.token()) == fields.token("name") {
            skip(fields, "name");
        }
        if let Some(metadata) = fields.get("metadata").filter(|it| it.kind() == JsonKind::Object) {
            emit.push_from(metadata, EventKind::Metadata { message: key, value: metadata.json() });
        }
        self.same_owner(held, fields);
        emit.leave(Scope::Message(key), message);
    }

    fn same_owner(&self, held: usize, fields: Fields<'_>) {
        let owner = self.run.messages[held].owner.as_ref().map(|owner| owner.token());
        if owner == fields.token("subagentRunId") {
            skip(fields, "subagentRunId");
        }
    }

    fn tell_text<'f>(&mut self, held: usize, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(content) = fields.get("content") else { return };
        let Some(text) = content.token() else { return content.skip() };
        let kind = match self.run.messages[held].kind {
            Kind::Reasoning => PartKind::Reasoning(sealed(text.owned(), fields.string("encryptedValue"))),
            Kind::Said | Kind::Answer | Kind::Activity => PartKind::Text(text.owned()),
        };
        content.skip();
        let part = Box::new(Part::new(kind, emit.at(content).to_place()));
        match self.run.messages[held].texts.as_slice() {
            [only] => emit.push_from(content, EventKind::Revise { key: *only, part }),
            [] if !text.is_empty() => self.say(held, content, text, emit),
            [] | [_, ..] => {}
        }
    }

    /// A text that comes whole.
    fn say<'f>(&mut self, held: usize, content: Value<'f>, text: JsonStr<'f>, emit: &mut Emit<'_, 'f>) {
        let key = self.run.next_part();
        self.run.messages[held].texts.push(key);
        let head = Part::new(run::text().0, emit.at(content).to_place());
        let message = self.run.messages[held].key;
        emit.push_from(content, EventKind::PartStart { key, message, part: Box::new(head) });
        if !text.is_empty() {
            emit.delta(content, key, Delta::Text(text));
        }
        emit.push_from(content, EventKind::PartEnd { key });
    }

    fn tell_call<'f>(&mut self, held: usize, value: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let id = id_of(value);
        let known = id.as_ref().and_then(|id| self.run.calls.get(id)).map(|call| call.part);
        let part = read_with(value, emit, |value, source| tool_call(value, source));
        match (known, &part.kind) {
            (Some(key), PartKind::ToolCall(_)) => {
                emit.push_from(value, EventKind::Revise { key, part: Box::new(part) });
            }
            (_, _) => self.play(held, part, value, emit),
        }
    }

    /// A message that we do not have yet.
    fn take_over<'f>(&mut self, value: Value<'f>, _frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = value.fields();
        let word = fields.token("role").map(|role| role.decode()).unwrap_or_default();
        let message = read_with(value, emit, |value, source| node(value, source));
        let Message { role, id, name, parts, metadata, .. } = message;
        let kind = match &role {
            Role::Tool => Kind::Answer,
            Role::Assistant if word == "activity" => Kind::Activity,
            Role::Assistant if word == "reasoning" => Kind::Reasoning,
            Role::System | Role::Developer | Role::User | Role::Assistant | Role::Other(_) => Kind::Said,
        };
        let held = self.run.begin(New { kind, role, id: id.clone(), name }, emit);
        self.run.messages[held].listed = fields.get("content").is_some_and(|it| it.kind() == JsonKind::Array);
        self.run.messages[held].owner = fields.token("subagentRunId").map(JsonStr::owned);
        if let (Kind::Activity, Some(id), Some(PartKind::Data(data))) =
            (kind, &id, parts.first().map(|part| &part.kind))
        {
            let activity = Activity { name: data.name.clone(), content: Document::new(&data.value) };
            self.activities.insert(id.decode().into_owned(), activity);
        }
        let key = self.run.messages[held].key;
        for (part, from) in parts.into_iter().zip(origins(fields, value)) {
            self.play(held, part, from, emit);
        }
        if let Some(value) = metadata {
            emit.push(EventKind::Metadata { message: key, value });
        }
        emit.leave(Scope::Message(key), value);
    }

    /// A part that has come whole, piece by piece where it is text or a call.
    fn play<'f>(&mut self, held: usize, part: Part, from: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let message = self.run.messages[held].key;
        match (&part.kind, from.token()) {
            (PartKind::Text(_), Some(text)) => return self.say(held, from, text, emit),
            (PartKind::Reasoning(reasoning), Some(text)) if reasoning.encrypted.is_none() => {
                let seal = reasoning.signature.clone();
                let key = self.run.next_part();
                self.run.messages[held].texts.push(key);
                let kind =
                    PartKind::Reasoning(crate::ir::Reasoning { signature: seal, ..Default::default() });
                let head = Box::new(Part::new(kind, part.place));
                emit.push_from(from, EventKind::PartStart { key, message, part: head });
                if !text.is_empty() {
                    emit.delta(from, key, Delta::Text(text));
                }
                return emit.push_from(from, EventKind::PartEnd { key });
            }
            (PartKind::ToolCall(call), _) => {
                let key = self.run.next_part();
                self.know(call, key, held);
                let kind = PartKind::ToolCall(ToolCall { input: Input::Absent, ..call.clone() });
                let head = Part { kind, extras: part.extras, place: part.place };
                emit.push_from(from, EventKind::PartStart { key, message, part: Box::new(head) });
                match (&call.input, arguments(from)) {
                    (Input::Text(_), Some(text)) => emit.delta(from, key, Delta::Args(text)),
                    (Input::Json(value), _) => {
                        emit.delta(from, key, Delta::Input(value.clone()));
                    }
                    (Input::Text(_) | Input::Absent, _) => {}
                }
                return emit.push_from(from, EventKind::PartEnd { key });
            }
            (_, _) => {}
        }
        emit.push_from(from, EventKind::Whole { message, part: Box::new(part) });
    }

    /// A call of the conversation so far: it does not wait for the application.
    fn know(&mut self, call: &ToolCall, part: PartKey, message: usize) {
        if let Some(id) = &call.id {
            let name = call.name.clone();
            let known = Call { part, message, name, parent: None, answered: true };
            self.run.add_call(id.decode().into_owned(), known);
        }
    }
}

/// Where the parts of a message stand, in order: its content, then its calls.
fn origins<'f>(fields: Fields<'f>, value: Value<'f>) -> impl Iterator<Item = Value<'f>> {
    let content = fields.get("content");
    let whole = content.filter(|content| content.kind() != JsonKind::Array);
    let items = content.into_iter().flat_map(Value::elements);
    let calls = fields.get("toolCalls").into_iter().flat_map(Value::elements);
    whole.into_iter().chain(items).chain(calls).chain(std::iter::repeat(value))
}

/// The text of a call's arguments.
fn arguments(call: Value<'_>) -> Option<JsonStr<'_>> {
    let function = call.members().find(|(key, _)| key.is("function"))?.1;
    function.members().find(|(key, _)| key.is("arguments"))?.1.token()
}

/// Reads a node of the snapshot as a document's reader would.
fn read_with<'f, T>(
    value: Value<'f>,
    emit: &mut Emit<'_, 'f>,
    read: impl FnOnce(Value<'f>, &mut Source<'_>) -> T,
) -> T {
    let here = emit.here();
    let mut source = Source {
        report: emit.report,
        family: FAMILY,
        frame: here.frame,
        line: here.line,
        base: String::new(),
        usage: Usage::default(),
    };
    read(value, &mut source)
}
