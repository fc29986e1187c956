//! Writes turns.

use super::FAMILY;
use crate::ir::{Arr, At, Field, JsonString, Message, Part, PartKind, Patch, Role, Transcript};
use crate::report::Report;
use crate::unsaid;

/// Writes a history; what a chat of texts has no place for is told.
pub(super) fn messages(transcript: Transcript, list: &mut Arr<'_>, report: &mut Report) {
    unsaid::all_but_messages(report, &transcript);
    transcript.messages.iter().for_each(|message| turn(message, list, report));
}

fn turn(message: &Message, list: &mut Arr<'_>, report: &mut Report) {
    let Message {
        role,
        id: _,
        name: _,
        choice,
        parts,
        finish,
        metadata: _,
        extras,
        remainder: _,
        place,
        id_name: _,
    } = message;
    if choice.is_some_and(|choice| choice > 0) {
        report.dropped(At::place(place), Field::Choice);
        return;
    }
    unsaid::message_id(report, message);
    unsaid::message_name(report, message);
    unsaid::metadata(report, message);
    unsaid::finish(report, finish.as_ref());
    let mut patch = Patch::default();
    if extras.family == FAMILY {
        patch.set = extras.list.iter().map(|extra| (extra.name.clone(), extra.value.clone())).collect();
    } else {
        report.drop_extras(extras);
    }
    let who = who(role, message, report);
    for text in parts.iter().filter_map(|part| text(part, report)) {
        list.patched(&patch, |turn| {
            turn.word("who", who).text("says", text);
        });
    }
}

fn who(role: &Role, message: &Message, report: &mut Report) -> &'static str {
    let (word, exact) = match role {
        Role::System => ("guide", true),
        Role::User => ("user", true),
        Role::Assistant => ("bot", true),
        Role::Developer => ("guide", false),
        Role::Tool | Role::Other(_) => ("user", false),
    };
    if !exact {
        report.narrowed(At::place(&message.place), (Field::Role, "a role that this chat does not know"));
    }
    word
}

/// The words of a part: it is text, or it is lost.
fn text<'p>(part: &'p Part, report: &mut Report) -> Option<&'p JsonString> {
    let Part { kind, extras, place } = part;
    report.drop_extras(extras);
    match kind {
        PartKind::Text(text) => Some(text),
        PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::ToolCall(_)
        | PartKind::ToolResult(_)
        | PartKind::File(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step
        | PartKind::Raw { .. } => {
            report.dropped(At::place(place), kind.field());
            None
        }
    }
}
