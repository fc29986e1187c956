//! Messages: one of ours to one or several of AG-UI's.
//!
//! An assistant message becomes a reasoning message for each piece of thinking and an assistant message for each step
//! between; answers become tool messages behind the message with their call. The first piece has the message's id.

use super::history::{History, Sheet, lose, metadata_of};
use super::part;
use super::place;
use crate::ir::{Arr, At, Field, Json, JsonString, Message, Obj, Part, PartKind, Role, Transcript};
use crate::report::{Loss, Report};
use crate::turns;
use crate::unsaid;

/// Writes the messages of a transcript as items.
pub(in crate::formats::ag_ui) fn messages(
    mut transcript: Transcript,
    list: &mut Arr<'_>,
    report: &mut Report,
) {
    let messages = std::mem::take(&mut transcript.messages);
    unsaid::all_but_messages(report, &transcript);
    let mut history = History::default();
    let written = history.write(messages, report);
    written.items(list);
}

impl History {
    /// Writes messages in order.
    pub(super) fn write(&mut self, messages: Vec<Message>, report: &mut Report) -> Sheet {
        messages.iter().filter_map(|message| message.id.as_ref()).for_each(|id| self.ids.see(id));
        let mut out = Sheet::default();
        for message in turns::lift_answers(messages, report) {
            unsaid::finish(report, message.finish.as_ref());
            if message.choice.is_some_and(|choice| choice > 0) {
                let what = "an alternative reply";
                report.lose(
                    Loss::Dropped,
                    At::place(&message.place),
                    (Field::Choice, what),
                    message.id.as_ref(),
                );
                continue;
            }
            match &message.role {
                Role::Assistant => self.assistant(&message, &mut out, report),
                Role::Tool => self.tool(&message, &mut out, report),
                Role::Other(word) => {
                    let what = format!("the role `{}` becomes `system`", word.as_str());
                    report.narrowed(At::place(&message.place), (Field::Role, &what));
                    self.plain(&message, "system", &mut out, report);
                }
                Role::System => self.plain(&message, "system", &mut out, report),
                Role::Developer => self.plain(&message, "developer", &mut out, report),
                Role::User => self.plain(&message, "user", &mut out, report),
            }
        }
        out
    }

    /// A message of the user or of instructions.
    fn plain(&mut self, message: &Message, role: &str, out: &mut Sheet, report: &mut Report) {
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
        out.push(json, Vec::new());
    }

    fn tool(&mut self, message: &Message, out: &mut Sheet, report: &mut Report) {
        let mut first = Some(message);
        for part in &message.parts {
            if let Some(result) = part.kind.result() {
                let written = self.answer(result, part, first.take(), report);
                out.answer(written, part, report);
            } else if part.kind != PartKind::Step {
                lose(part, "in a tool message", report);
            }
        }
        if let Some(message) = first {
            report.lose(
                Loss::Dropped,
                At::place(&message.place),
                (Field::Turn, "a tool message without an answer"),
                message.id.as_ref(),
            );
            report.drop_extras(&message.extras);
        }
    }
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
                report
                    .narrowed(At::place(&part.place), (Field::Text, "several texts of a message become one"));
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
