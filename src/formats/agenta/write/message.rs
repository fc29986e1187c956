//! Messages of a history.

use super::super::words::{self, FAMILY, is_absent};
use super::blocks::Blocks;
use super::fit::Fit;
use crate::codec::WriteTurns;
use crate::ir::{Arr, At, Field, Message, PartKind, Transcript, patched};
use crate::report::Report;
use crate::{turns, unsaid};

/// The formats whose messages are spelled as here.
const ALIKE: &[&str] = &["agenta-messages", "agenta-request"];

/// Writes a history.
pub(in super::super) fn write_messages(mut transcript: Transcript, list: &mut Arr<'_>, report: &mut Report) {
    unsaid::all_but_messages(report, &transcript);
    let messages = std::mem::take(&mut transcript.messages);
    write_all(messages, &transcript.source, list, report);
}

/// Writes a long history turn by turn: no message knows of another.
pub(in super::super) fn turns() -> Box<dyn WriteTurns> {
    Box::new(Turns)
}

struct Turns;

impl WriteTurns for Turns {
    fn write(&mut self, piece: Transcript, list: &mut Arr<'_>, report: &mut Report) {
        write_messages(piece, list, report);
    }
}

/// Writes messages, one for each turn: those of other families are joined.
pub(super) fn write_all(messages: Vec<Message>, source: &str, list: &mut Arr<'_>, report: &mut Report) {
    let fit = Fit::of(source, ALIKE);
    let mut messages = if source.starts_with(FAMILY) { messages } else { turns::join(messages, report) };
    for message in &mut messages {
        words::name_answers(&mut message.parts);
        if message.choice.unwrap_or(0) > 0 {
            report.dropped(At::place(&message.place), (Field::Choice, "a second choice"));
        } else {
            list.raw(&one(message, fit, report));
        }
    }
}

fn one(message: &Message, fit: Fit, report: &mut Report) -> String {
    unsaid::message_id(report, message);
    unsaid::message_name(report, message);
    unsaid::metadata(report, message);
    let Message {
        role,
        id: _,
        name: _,
        choice: _,
        parts,
        finish,
        metadata: _,
        extras,
        remainder: _,
        place: _,
        id_name: _,
    } = message;
    unsaid::finish(report, finish.as_ref());
    let patch = fit.patch(extras, "", report);
    let said: Vec<_> = parts.iter().filter(|part| part.kind != PartKind::Step).collect();
    patched(&patch, |o| {
        o.word("role", role.word());
        match said.as_slice() {
            [] => o.word("content", ""),
            [only] if only.extras.list.is_empty() && matches!(only.kind, PartKind::Text(_)) => {
                let PartKind::Text(text) = &only.kind else { return };
                o.text("content", text)
            }
            _ => o.array("content", |list| Blocks::new(message, fit, report).write(list)),
        };
        if is_absent(extras, "/display_content") && fit.keeps() {
            o.raw("display_content", "null");
        }
    })
}
