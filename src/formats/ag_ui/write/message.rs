//! Messages: one of ours to one or several of AG-UI's.
//!
//! An assistant message becomes a reasoning message for each piece of thinking and an assistant message for each step
//! between; answers become tool messages behind the message with their call. The first piece has the message's id.

use std::collections::HashSet;

use super::answer::{self, denial};
use super::part;
use super::place;
use crate::calls::{CallIds, argument_text};
use crate::formats::ag_ui::{FAMILY, ids::Ids, words::ACTIVITY_TYPE};
use crate::ir::{At, Input, Json, JsonString, Message, Obj, Part, PartKind, Patch, Role, ToolCall};
use crate::report::{Loss, Report};
use crate::turns;
use crate::unsaid;

/// Writes messages, with ids that AG-UI takes.
#[derive(Debug)]
pub(super) struct History {
    pub(super) ids: Ids,
    pub(super) calls: CallIds,
    /// Whether parts of unknown kinds are written: in a stream the client leaves them out by itself.
    pub(super) unknown: bool,
    /// Names of tools that were called.
    pub(super) tools: HashSet<String>,
}

impl History {
    /// A history that is a document, or in a stream.
    pub(super) fn new(unknown: bool) -> Self {
        let calls = CallIds::new(|_| true, true);
        Self { ids: Ids::default(), calls, unknown, tools: HashSet::new() }
    }
}

impl Default for History {
    fn default() -> Self {
        Self::new(false)
    }
}

/// A message as written, and what it has to do with calls.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) json: Json,
    /// Ids of the calls it makes.
    pub(super) calls: Vec<JsonString>,
    /// Id of the call it answers.
    pub(super) answers: Option<JsonString>,
}

impl Written {
    fn new(json: Json) -> Self {
        Self { json, calls: Vec::new(), answers: None }
    }
}

impl History {
    /// Writes messages in order.
    pub(super) fn write(&mut self, messages: Vec<Message>, report: &mut Report) -> Vec<Written> {
        messages.iter().filter_map(|message| message.id.as_ref()).for_each(|id| self.ids.see(id));
        let mut out = Vec::with_capacity(messages.len());
        for message in turns::lift_answers(messages, report) {
            unsaid::finish(report, message.finish.as_ref());
            if message.choice.is_some_and(|choice| choice > 0) {
                let what = "an alternative reply";
                report.lose(Loss::Dropped, At::place(&message.place), what, message.id.as_ref());
                continue;
            }
            match &message.role {
                Role::Assistant => self.assistant(&message, &mut out, report),
                Role::Tool => self.tool(&message, &mut out, report),
                Role::Other(word) => {
                    let what = format!("the role `{}` becomes `system`", word.as_str());
                    report.narrowed(At::place(&message.place), &what);
                    self.plain(&message, "system", &mut out, report);
                }
                Role::System => self.plain(&message, "system", &mut out, report),
                Role::Developer => self.plain(&message, "developer", &mut out, report),
                Role::User => self.plain(&message, "user", &mut out, report),
            }
        }
        out
    }

    /// The id of a message, made up where it has none.
    pub(super) fn id(&mut self, message: &Message, report: &mut Report) -> JsonString {
        if let Some(id) = &message.id {
            self.ids.take(id);
        }
        message.id.clone().unwrap_or_else(|| {
            report.invented("/id", "the id of a message");
            self.ids.make()
        })
    }

    /// A message of the user or of instructions.
    fn plain(&mut self, message: &Message, role: &str, out: &mut Vec<Written>, report: &mut Report) {
        let patch = place::own(&message.extras, "", "", report);
        let id = self.id(message, report);
        let unknown = self.unknown;
        let metadata = metadata_of(message, report);
        let json = place::object(&patch, |object| {
            object.text("id", &id).word("role", role);
            if role == "user" {
                user_content(message, unknown, object, report);
            } else {
                object.text("content", &instructions(message, report));
            }
            object.maybe("name", message.name.as_ref());
            object.json("metadata", metadata);
        });
        out.push(Written::new(json));
    }

    /// An activity, which a later one of the same message replaces.
    fn activity(
        &mut self,
        data: &crate::ir::Data,
        pieces: &mut Pieces<'_>,
        out: &mut Vec<Written>,
        report: &mut Report,
    ) {
        let known = pieces.activity.take().filter(|(at, _)| *at + 1 == out.len());
        let (id, identity) = match known {
            Some((at, id)) => {
                out.truncate(at);
                (id, Identity::default())
            }
            None => self.identity(pieces, report),
        };
        let json = place::object(&identity.patch, |object| {
            object.text("id", &id).word("role", "activity");
            object.text("activityType", &data.name).raw("content", data.value.as_str());
            object.json("metadata", identity.metadata.as_ref());
        });
        pieces.activity = Some((out.len(), id));
        out.push(Written::new(json));
    }

    fn tool(&mut self, message: &Message, out: &mut Vec<Written>, report: &mut Report) {
        let mut first = Some(message);
        for part in &message.parts {
            if let Some(result) = part.kind.result() {
                let written = self.answer(result, part, first.take(), report);
                answer::insert(written, part, out, report);
            } else if part.kind != PartKind::Step {
                lose(part, "in a tool message", report);
            }
        }
        if let Some(message) = first {
            report.lose(
                Loss::Dropped,
                At::place(&message.place),
                "a tool message without an answer",
                message.id.as_ref(),
            );
            report.drop_extras(&message.extras);
        }
    }

    fn assistant(&mut self, message: &Message, out: &mut Vec<Written>, report: &mut Report) {
        let mut pieces = Pieces::of(message);
        for part in &message.parts {
            self.part(part, &mut pieces, out, report);
        }
        self.end_step(&mut pieces, out, report);
        if pieces.first {
            self.piece(&mut pieces, out, report);
        }
    }

    fn part(&mut self, part: &Part, pieces: &mut Pieces<'_>, out: &mut Vec<Written>, report: &mut Report) {
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
                report.narrowed(At::place(&part.place), "a refusal becomes text");
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
                if let Some(result) = denial(response, pieces.message) {
                    let written = self.answer(&result, part, None, report);
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
        out: &mut Vec<Written>,
        report: &mut Report,
    ) {
        if !pieces.answers.is_empty() {
            self.end_step(pieces, out, report);
        }
        if !pieces.calls.is_empty() && !text.is_empty() {
            report.moved(At::place(&part.place), "a text after tool calls moves before them");
        }
        if pieces.text.is_some() {
            report.narrowed(At::place(&part.place), "several texts of a message become one");
        }
        pieces.text.get_or_insert_default().push(text.token());
    }

    fn reasoning(
        &mut self,
        reasoning: &crate::ir::Reasoning,
        part: &Part,
        pieces: &mut Pieces<'_>,
        out: &mut Vec<Written>,
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
                &format!("the name `{}`", name.as_str()),
            );
        }
        out.push(Written::new(json));
    }

    /// Ends a step: what was said in it, then the answers.
    fn end_step(&mut self, pieces: &mut Pieces<'_>, out: &mut Vec<Written>, report: &mut Report) {
        if pieces.text.is_some() || !pieces.calls.is_empty() {
            self.piece(pieces, out, report);
        }
        for (written, part) in std::mem::take(&mut pieces.answers) {
            answer::insert(written, &part, out, report);
        }
    }

    fn piece(&mut self, pieces: &mut Pieces<'_>, out: &mut Vec<Written>, report: &mut Report) {
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
        out.push(Written { json, calls: std::mem::take(&mut pieces.ids), answers: None });
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
        report.invented("/id", "the id of a message");
        let id = match &message.id {
            Some(id) => self.ids.piece(id),
            None => self.ids.make(),
        };
        (id, Identity::default())
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
    answers: Vec<(Written, Part)>,
    /// Where the activity of the message stands, and its id.
    activity: Option<(usize, JsonString)>,
}

impl<'m> Pieces<'m> {
    fn of(message: &'m Message) -> Self {
        let (calls, ids, answers) = (Vec::new(), Vec::new(), Vec::new());
        Self { message, first: true, text: None, calls, ids, answers, activity: None }
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
        report.lose(Loss::Narrowed, at, "a tool call with free text becomes one with arguments", id.as_ref());
    }
    if *provider_executed {
        report.lose(Loss::Dropped, at, "the mark that the provider runs the tool", id.as_ref());
    }
    let fit = ids.call(id.as_ref());
    if fit.changed {
        let what = "a tool call gets an id of its own";
        match id {
            Some(_) => report.lose(Loss::Narrowed, at, what, id.as_ref()),
            None => report.invented("/toolCalls/id", what),
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
            Input::Text(_) | Input::Json(_) => function.text("arguments", &argument_text(call)),
        };
    });
}

/// The metadata of a message.
pub(super) fn metadata_of<'m>(message: &'m Message, report: &mut Report) -> Option<&'m Json> {
    let place = message.place.member("/metadata");
    place::metadata(message.metadata.as_ref(), At::place(&place), report)
}

/// A text, or a list of parts.
fn user_content(message: &Message, unknown: bool, object: &mut Obj<'_>, report: &mut Report) {
    if let [Part { kind: PartKind::Text(text), extras, place: _ }] = message.parts.as_slice()
        && extras.list.is_empty()
    {
        object.text("content", text);
        return;
    }
    let parts: Vec<Json> =
        message.parts.iter().filter_map(|part| part::content(part, unknown, report)).collect();
    if parts.is_empty() {
        object.word("content", "");
        return;
    }
    object.array("content", |items| {
        for part in &parts {
            items.raw(part.as_str());
        }
    });
}

/// Instructions are one text; several are set apart by a blank line.
fn instructions(message: &Message, report: &mut Report) -> JsonString {
    let mut all: Option<JsonString> = None;
    for part in &message.parts {
        if let PartKind::Text(text) = &part.kind {
            if let Some(all) = &mut all {
                report.narrowed(At::place(&part.place), "several texts of a message become one");
                all.push(crate::ir::JsonStr::new("\\n\\n"));
            }
            all.get_or_insert_default().push(text.token());
            report.drop_extras(&part.extras);
        } else if part.kind != PartKind::Step {
            lose(part, "in instructions", report);
        }
    }
    all.unwrap_or_default()
}

/// Reports a part that has no place where it stands.
pub(super) fn lose(part: &Part, place: &str, report: &mut Report) {
    let (what, id) = match &part.kind {
        PartKind::Text(_) => ("a text".to_owned(), None),
        PartKind::Reasoning(_) => ("thinking".to_owned(), None),
        PartKind::Refusal(_) => ("a refusal".to_owned(), None),
        PartKind::ToolCall(call) => ("a tool call".to_owned(), call.id.as_ref()),
        PartKind::ToolResult(result) => ("a tool result".to_owned(), result.id.as_ref()),
        PartKind::File(_) => ("a file".to_owned(), None),
        PartKind::Source(source) => ("a source".to_owned(), source.id.as_ref()),
        PartKind::Data(data) => (format!("the data `{}`", data.name.as_str()), data.id.as_ref()),
        PartKind::ApprovalRequest(request) => ("an approval request".to_owned(), Some(&request.id)),
        PartKind::ApprovalResponse(response) => ("an approval response".to_owned(), Some(&response.id)),
        PartKind::Error(_) => ("an error".to_owned(), None),
        PartKind::Step => return,
        PartKind::Raw { family, value: _ } => (format!("a node that only {family} has"), None),
    };
    report.lose(Loss::Dropped, At::place(&part.place), &format!("{what} {place}"), id);
    report.drop_extras(&part.extras);
}
