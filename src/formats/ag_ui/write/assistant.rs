//! Assistant messages: one of ours to the pieces it is here.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::answer::{denial, denied};
use super::history::{History, Sheet, lose, metadata_of};
use super::part;
use super::place;
use crate::calls::{CallIds, argument_text};
use crate::formats::ag_ui::{FAMILY, words::ACTIVITY_TYPE};
use crate::ir::{At, Field, Input, Json, JsonString, Message, Obj, Part, PartKind, Patch, ToolCall};
use crate::report::{Loss, Report};

impl History {
    pub(super) fn assistant(&mut self, message: &Message, out: &mut Sheet, report: &mut Report) {
        let mut pieces = Pieces::of(message);
        for part in &message.parts {
            self.part(part, &mut pieces, out, report);
        }
        self.end_step(&mut pieces, out, report);
        if pieces.first {
            self.piece(&mut pieces, out, report);
        }
    }

    fn part(&mut self, part: &Part, pieces: &mut Pieces<'_>, out: &mut Sheet, report: &mut Report) {
        match &part.kind {
            PartKind::Step => self.end_step(pieces, out, report),
            PartKind::Reasoning(reasoning) => {
                self.end_step(pieces, out, report);
                self.reasoning(reasoning, part, pieces, out, report);
            }
            PartKind::Text(text) => {
                self.text(text, part, pieces, out, report);
                report.drop_extras(&part.extras);
            }
            PartKind::Refusal(text) => {
                report.narrowed(At::place(&part.place), (Field::Refusal, "a refusal becomes text"));
                self.text(text, part, pieces, out, report);
                report.drop_extras(&part.extras);
            }
            PartKind::ToolCall(call) => {
                self.tools.insert(call.name.as_str().to_owned());
                pieces.call(call, part, &mut self.calls, report);
            }
            PartKind::ToolResult(result) => {
                let written = self.answer(result, part, None, report);
                pieces.answers.push((written, part.clone()));
            }
            PartKind::ApprovalResponse(response) if !response.approved => {
                denied(response, &part.place, report);
                if !pieces.answered().contains(&response.call_id) {
                    let written = self.answer(&denial(response), part, None, report);
                    pieces.answers.push((written, part.clone()));
                }
            }
            PartKind::Data(data) if place::is_activity(part) => {
                self.end_step(pieces, out, report);
                self.activity(data, pieces, out, report);
                let mut rest = part.extras.clone();
                rest.list.retain(|extra| extra.name != ACTIVITY_TYPE);
                report.drop_extras(&rest);
            }
            PartKind::Raw { family, value } if self.unknown && family == FAMILY && !part::is_event(value) => {
                pieces.calls.push(value.clone());
            }
            PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Raw { .. } => lose(part, "in an assistant message", report),
        }
    }

    /// Text joins the text of its step, unless answers came between.
    fn text(
        &mut self,
        text: &JsonString,
        part: &Part,
        pieces: &mut Pieces<'_>,
        out: &mut Sheet,
        report: &mut Report,
    ) {
        if !pieces.answers.is_empty() {
            self.end_step(pieces, out, report);
        }
        if !pieces.calls.is_empty() && !text.is_empty() {
            report.moved(At::place(&part.place), (Field::Order, "a text after tool calls moves before them"));
        }
        if pieces.text.is_some() {
            report.narrowed(At::place(&part.place), (Field::Text, "several texts of a message become one"));
        }
        pieces.text.get_or_insert_default().push(text.token());
    }

    fn reasoning(
        &mut self,
        reasoning: &crate::ir::Reasoning,
        part: &Part,
        pieces: &mut Pieces<'_>,
        out: &mut Sheet,
        report: &mut Report,
    ) {
        let (id, identity) = self.identity(pieces, report);
        report.drop_extras(&part.extras);
        let seal = part::seal(reasoning, &part.place, report);
        let json = place::object(&identity.patch, |object| {
            object.text("id", &id).word("role", "reasoning").text("content", &reasoning.text);
            object.maybe("encryptedValue", seal);
            object.json("metadata", identity.metadata.as_ref());
        });
        if let Some(name) = identity.name {
            report.dropped(
                At::place(&pieces.message.place.member("/name")),
                (Field::MessageName, &format!("the name `{}`", name.as_str())),
            );
        }
        out.push(json, Vec::new());
    }

    /// Ends a step: what was said in it, then the answers.
    fn end_step(&mut self, pieces: &mut Pieces<'_>, out: &mut Sheet, report: &mut Report) {
        if pieces.text.is_some() || !pieces.calls.is_empty() {
            self.piece(pieces, out, report);
        }
        for (written, part) in std::mem::take(&mut pieces.answers) {
            out.answer(written, &part, report);
        }
    }

    fn piece(&mut self, pieces: &mut Pieces<'_>, out: &mut Sheet, report: &mut Report) {
        let (id, identity) = self.identity(pieces, report);
        let (text, calls) = (pieces.text.take(), std::mem::take(&mut pieces.calls));
        let json = place::object(&identity.patch, |object| {
            object.text("id", &id).word("role", "assistant");
            object.maybe("content", text.as_ref());
            if !calls.is_empty() {
                object.array("toolCalls", |items| {
                    for call in &calls {
                        items.raw(call.as_str());
                    }
                });
            }
            object.maybe("name", identity.name.as_ref());
            object.json("metadata", identity.metadata.as_ref());
        });
        out.push(json, std::mem::take(&mut pieces.ids));
    }

    /// Id, name, metadata and extras for the next piece of a message: its own for the first, a counted id for the rest.
    fn identity(&mut self, pieces: &mut Pieces<'_>, report: &mut Report) -> (JsonString, Identity) {
        let message = pieces.message;
        if std::mem::replace(&mut pieces.first, false) {
            let patch = place::own(&message.extras, "", "", report);
            let metadata = metadata_of(message, report).cloned();
            let identity = Identity { patch, name: message.name.clone(), metadata };
            return (self.id(message, report), identity);
        }
        report.invented("/id", Field::MessageId);
        let id = match &message.id {
            Some(id) => self.ids.piece(id),
            None => self.ids.make(),
        };
        (id, Identity::default())
    }

    /// An activity, which a later one of the same message replaces.
    fn activity(
        &mut self,
        data: &crate::ir::Data,
        pieces: &mut Pieces<'_>,
        out: &mut Sheet,
        report: &mut Report,
    ) {
        let known = pieces.activity.take().filter(|(at, _)| out.take_back(*at));
        let (id, identity) = match known {
            Some((_, id)) => (id, Identity::default()),
            None => self.identity(pieces, report),
        };
        let json = place::object(&identity.patch, |object| {
            object.text("id", &id).word("role", "activity");
            object.text("activityType", &data.name).raw("content", data.value.as_str());
            object.json("metadata", identity.metadata.as_ref());
        });
        pieces.activity = Some((out.push(json, Vec::new()), id));
    }
}

/// What the first piece of a message has besides what it says.
#[derive(Default)]
struct Identity {
    patch: Patch,
    name: Option<JsonString>,
    metadata: Option<Json>,
}

/// An assistant message on its way to several.
struct Pieces<'m> {
    message: &'m Message,
    first: bool,
    text: Option<JsonString>,
    calls: Vec<Json>,
    ids: Vec<JsonString>,
    answers: Vec<((JsonString, Json), Part)>,
    /// The calls that have an answer in the message.
    answered: OnceCell<HashSet<&'m Option<JsonString>>>,
    /// Where the activity of the message stands, and its id.
    activity: Option<(usize, JsonString)>,
}

impl<'m> Pieces<'m> {
    fn of(message: &'m Message) -> Self {
        let (calls, ids, answers) = (Vec::new(), Vec::new(), Vec::new());
        let answered = OnceCell::new();
        Self { message, first: true, text: None, calls, ids, answers, answered, activity: None }
    }

    fn answered(&self) -> &HashSet<&'m Option<JsonString>> {
        let results = || self.message.parts.iter().filter_map(|part| part.kind.result());
        self.answered.get_or_init(|| results().map(|result| &result.id).collect())
    }
}

impl Pieces<'_> {
    fn call(&mut self, call: &ToolCall, part: &Part, ids: &mut CallIds, report: &mut Report) {
        let id = call_id(call, part, ids, report);
        let patch = place::own(&part.extras, "", "", report);
        let json = place::object(&patch, |object| write_call(&id, call, object));
        self.calls.push(json);
        self.ids.push(id);
    }
}

/// The id of a call, and what of a call AG-UI does not say.
pub(super) fn call_id(call: &ToolCall, part: &Part, ids: &mut CallIds, report: &mut Report) -> JsonString {
    let ToolCall { id, name: _, input: _, free_text, provider_executed } = call;
    let at = At::place(&part.place);
    if *free_text {
        report.lose(
            Loss::Narrowed,
            at,
            (Field::FreeText, "a tool call with free text becomes one with arguments"),
            id.as_ref(),
        );
    }
    if *provider_executed {
        report.lose(Loss::Dropped, at, Field::ProviderRuns, id.as_ref());
    }
    let fit = ids.call(id.as_ref());
    if fit.changed {
        let what = "a tool call gets an id of its own";
        match id {
            Some(_) => report.lose(Loss::Narrowed, at, (Field::CallId, what), id.as_ref()),
            None => report.invented("/toolCalls/id", (Field::CallId, what)),
        };
    }
    fit.id
}

fn write_call(id: &JsonString, call: &ToolCall, object: &mut Obj<'_>) {
    object.text("id", id).word("type", "function");
    object.object("function", |function| {
        function.text("name", &call.name);
        match &call.input {
            Input::Absent => function.word("arguments", ""),
            // A stream without TOOL_CALL_ARGS adds up to this too.
            Input::Text(text) if text.is_empty() => function.word("arguments", ""),
            Input::Text(_) | Input::Json(_) => function.text("arguments", &argument_text(call)),
        };
    });
}
