//! A long history goes out piece by piece: what is whole is written and forgotten, so memory is that of the longest turn.
//!
//! Invariant. The bytes and the losses are those of the history written at once.

use crate::codec::{Codec, WireFormat, WriteTurns};
use crate::framing::Out;
use crate::ir::{JsonString, Keyed, Message, PartKind, Role, Transcript};
use crate::report::Report;
use crate::{calls, turns};

/// So many bytes of messages are kept until the next turn ends.
const KEPT: usize = 256 * 1024;

/// What is known of a history that is written in pieces.
pub(super) struct Long {
    make: fn() -> Box<dyn WriteTurns>,
    /// Writes the pieces, once the first has gone out.
    writer: Option<Box<dyn WriteTurns>>,
    /// Whether a message has gone out, once a piece has.
    has_items: Option<bool>,
    /// Bytes of the messages that are kept.
    kept: usize,
    /// Calls that wait for their answers.
    waiting: Keyed<Option<JsonString>, ()>,
    /// Whether the assistant has spoken last, so that the user's next word opens a turn. Behind an answer it may join it.
    replied: bool,
}

/// Whether every wire has something to write for it.
fn speaks(kind: &PartKind) -> bool {
    matches!(kind, PartKind::Text(text) if !text.token().is_blank())
}

impl Long {
    /// Pieces of a history in `to`, if it can be written so.
    pub(super) fn of(to: &WireFormat) -> Option<Self> {
        let Codec::Messages(codec) = to.codec else { return None };
        let (kept, waiting) = (0, Keyed::default());
        codec.turns.map(|make| Self { make, writer: None, has_items: None, kept, waiting, replied: false })
    }

    /// Whether what is kept is enough to go out, and a turn ends before this message.
    pub(super) fn ends_before(&self, message: &Message) -> bool {
        self.kept >= KEPT && self.replied && self.waiting.is_empty() && turns::is_said_by_user(message)
    }

    /// Takes note of a message of so many bytes.
    pub(super) fn keep(&mut self, message: &Message, bytes: usize) {
        self.kept += bytes;
        self.replied = message.role == Role::Assistant && message.parts.iter().any(|part| speaks(&part.kind));
        let mut asked = calls::of(message).filter(|(_, call)| !call.provider_executed).peekable();
        if message.role == Role::Assistant && asked.peek().is_some() {
            self.waiting = Keyed::default();
            asked.for_each(|(_, call)| {
                self.waiting.push(call.id.clone(), ());
            });
        }
        for part in &message.parts {
            if let PartKind::ToolResult(result) = &part.kind {
                self.waiting.remove(&result.id);
            }
        }
    }

    /// Writes a piece. Losses are told with it, so that they do not add up.
    pub(super) fn write(&mut self, piece: Transcript, out: &mut Out, report: &mut Report) {
        let writer = self.writer.get_or_insert_with(self.make);
        self.has_items = Some(out.piece(self.has_items, |list| writer.write(piece, list, report)));
        report.close_losses();
        self.kept = 0;
    }

    /// Writes what is left of a history that has gone out in pieces, and begins anew. `false`: nothing has gone out.
    pub(super) fn end(&mut self, rest: &mut Transcript, out: &mut Out, report: &mut Report) -> bool {
        let in_pieces = self.writer.is_some();
        if in_pieces {
            self.write(std::mem::take(rest), out, report);
            out.verbatim(b"]\n");
        }
        (self.writer, self.has_items, self.kept, self.replied) = (None, None, 0, false);
        self.waiting = Keyed::default();
        in_pieces
    }
}
