//! Messages: one of ours to one or several of AG-UI's.
//!
//! An assistant message becomes a reasoning message for each piece of thinking and an assistant message for each step
//! between; answers become tool messages behind the message with their call. The first piece has the message's id.

use std::collections::HashSet;

use super::answer;
use super::part;
use super::place;
use crate::calls::CallIds;
use crate::formats::ag_ui::ids::Ids;
use crate::ir::{At, Json, JsonString, Message, Obj, Part, PartKind, Role};
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
    pub(super) fn new(json: Json) -> Self {
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
