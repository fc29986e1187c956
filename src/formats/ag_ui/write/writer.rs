//! What the stream writer knows.

use super::history::History;
use super::pending::Pending;
use super::piece::Piece;
use super::speaker::Speaker;
use crate::framing::Out;
use crate::ir::{Interrupt, JsonString, Message, MessageKey, PartKey, Place, Run, RunError, Usage};
use crate::report::Report;

/// Writes AG-UI events.
#[derive(Default)]
pub(super) struct Writer {
    /// Whether usage is a CUSTOM event, as Stackbone has it.
    pub(super) stackbone: bool,
    pub(super) history: History,
    /// Messages before the reply, until they are written.
    pub(super) before: Vec<Message>,
    /// Whether anything of the reply has been written.
    pub(super) replying: bool,
    pub(super) running: bool,
    /// How the run begins, until that is written.
    pub(super) head: Option<Box<Run>>,
    pub(super) thread: Option<JsonString>,
    pub(super) id: Option<JsonString>,
    pub(super) model: Option<(JsonString, Place)>,
    pub(super) speakers: Vec<Option<Speaker>>,
    pub(super) pieces: Vec<Option<Piece>>,
    /// What only AG-UI says of the run, until its event comes.
    pub(super) pending: Pending,
    pub(super) interrupts: Vec<Interrupt>,
    pub(super) usage: Usage,
    pub(super) error: Option<RunError>,
    /// Steps and subagents that run: the frame that ends each.
    pub(super) open: Vec<(String, String)>,
}

impl Writer {
    /// The message of this key that is being written.
    pub(super) fn speaker(&mut self, key: MessageKey) -> Option<&mut Speaker> {
        self.speakers.get_mut(key.0 as usize)?.as_mut()
    }

    /// Remembers a part on its way.
    pub(super) fn keep_piece(&mut self, key: PartKey, piece: Piece) {
        let index = key.0 as usize;
        if self.pieces.len() <= index {
            self.pieces.resize_with(index + 1, || None);
        }
        self.pieces[index] = Some(piece);
    }

    /// Writes what came before the reply, once, in one MESSAGES_SNAPSHOT.
    pub(super) fn flush_before(&mut self, out: &mut Out, report: &mut Report) {
        if std::mem::replace(&mut self.replying, true) || self.before.is_empty() {
            return;
        }
        let messages = std::mem::take(&mut self.before);
        let written = self.history.write(messages, report);
        let mut list = Vec::new();
        written.write(&mut list);
        let patch = self.pending.of_event("MESSAGES_SNAPSHOT");
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "MESSAGES_SNAPSHOT").raw("messages", &crate::ir::written(&list));
        });
    }
}
