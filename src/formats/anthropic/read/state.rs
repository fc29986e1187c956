//! What a stream that is being read knows of its run, and how its message begins.

use super::open::{Blocks, Takes};
use crate::codec::Source;
use crate::emit::{Emit, Frame};
use crate::formats::anthropic::usage::Counts;
use crate::formats::anthropic::words::{FAMILY, FRAMES};
use crate::ir::{
    EventKind, Fields, Finish, JsonString, Kind, MessageHead, MessageKey, Part, PartKey, PartKind, Reasoning,
    Role, Run, Usage, Value,
};

/// The one message of a reply.
pub(super) const MESSAGE: MessageKey = MessageKey(0);

/// Reads frames.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) running: bool,
    pub(super) blocks: Blocks,
    pub(super) parts: u32,
    pub(super) next_index: u64,
    counts: Counts,
    pub(super) finish: Option<Finish>,
    pub(super) failed: bool,
    pub(super) id: Option<JsonString>,
    /// Text that came before any message: the real client passes over it where a message follows.
    pub(super) orphans: Vec<(u64, Takes, JsonString)>,
}

impl Reader {
    /// Opens the run and its message; the usage stands between them, so that a writer knows it in time.
    pub(super) fn begin<'f>(&mut self, run: Run, role: Role, head: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let orphans = std::mem::take(&mut self.orphans);
        *self = Self { running: true, id: run.id.clone(), orphans, ..Self::default() };
        emit.push(EventKind::RunStart(Box::new(run)));
        self.take_usage(head, emit);
        let head = MessageHead { key: MESSAGE, role, ..MessageHead::default() };
        emit.push(EventKind::MessageStart(Box::new(head)));
    }

    /// A run that begins without its `message_start`.
    pub(super) fn begin_late<'f>(&mut self, emit: &mut Emit<'_, 'f>) {
        if self.running {
            return;
        }
        let help = "the real client passes over everything before `message_start`; here it is kept";
        let message = "a message without its `message_start`";
        emit.report.error("anthropic/message-start-missing", emit.here(), message, help);
        let run = Run { place: emit.here().to_place(), ..Run::default() };
        self.begin(run, Role::Assistant, Fields::NONE, emit);
        for (index, takes, text) in std::mem::take(&mut self.orphans) {
            let kind = match takes {
                Takes::Thinking => PartKind::Reasoning(Reasoning { text, ..Reasoning::default() }),
                Takes::Text | Takes::Args | Takes::Own => PartKind::Text(text),
            };
            self.next_index = self.next_index.max(index.saturating_add(1));
            let part = Box::new(Part::new(kind, emit.here().to_place()));
            emit.push(EventKind::Whole { message: MESSAGE, part });
        }
    }

    pub(super) fn take_usage<'f>(
        &mut self,
        fields: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> Option<Value<'f>> {
        let value = fields.get("usage").filter(|usage| usage.kind() == Kind::Object)?;
        self.counts.take(value.fields());
        let usage = self.counts.usage(emit.at(value).to_place());
        if !usage.is_unknown() {
            emit.push_from(value, EventKind::Usage(Box::new(usage)));
        }
        Some(value)
    }

    pub(super) fn key(&mut self) -> PartKey {
        self.parts += 1;
        PartKey(self.parts - 1)
    }

    pub(super) fn index<'f>(&self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) -> u64 {
        if let Some(index) = fields.count("index") {
            return index;
        }
        let help = "`index` says which block it is about";
        emit.report.error("anthropic/index-missing", emit.here(), "a block event without `index`", help);
        self.next_index.saturating_sub(1)
    }
}

/// A frame that is none of ours: the real client passes it over.
pub(super) fn unknown<'f>(frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
    emit.push(EventKind::Raw { family: FRAMES, value: frame.root.json() });
}

/// The readers of blocks want to know where the frame stands.
pub(super) fn source<'r>(frame: Frame<'_>, emit: &'r mut Emit<'_, '_>) -> Source<'r> {
    Source {
        report: emit.report,
        family: FAMILY,
        frame: frame.number,
        line: frame.line,
        base: String::new(),
        usage: Usage::default(),
    }
}

/// Reports what comes before any `message_start`.
pub(super) fn outside(emit: &mut Emit<'_, '_>) {
    let help = "the real client passes over what comes before `message_start`";
    let message = "an event before `message_start`";
    emit.report.warning("anthropic/event-outside-message", emit.here(), message, help);
}
