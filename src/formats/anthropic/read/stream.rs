//! Streams. Blocks are found by their `index`; what comes outside a block is reported and kept.

use super::blocks::end_part;
use super::open::Open;
use super::state::{MESSAGE, Reader, outside, source, unknown};
use crate::emit::{Emit, Frame, ReadEvents};
use crate::formats::anthropic::words::{self, FAMILY, FRAME};
use crate::ir::{At, EventKind, Fields, Finish, JsonStr, Kind, Role, Run, RunError, Scope, StopReason};

impl ReadEvents for Reader {
    #[inline]
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = frame.root.fields();
        let told = fields.text("type");
        match told.map_or_else(|| frame.name().unwrap_or_default(), JsonStr::as_str) {
            "content_block_delta" => self.delta(frame, fields, emit),
            "content_block_start" => self.start_block(frame, fields, emit),
            "content_block_stop" => self.stop_block(fields, emit),
            "message_start" => self.start(frame, fields, emit),
            "message_delta" => self.message_delta(frame, fields, emit),
            "message_stop" => self.stop(emit),
            "error" => self.error(frame, fields, emit),
            "ping" => emit.changed(),
            _ if self.running => unknown(frame, emit),
            _ => emit.push(EventKind::Raw { family: FAMILY, value: frame.root.json() }),
        }
        emit.leave_named(Scope::Run, frame.root, FRAME);
    }

    fn sentinel(&mut self, _emit: &mut Emit<'_, '_>) {}

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if !self.orphans.is_empty() {
            self.begin_late(emit);
        }
        if !self.running {
            return;
        }
        if !self.failed {
            let help = "the real client refuses a stream without `message_stop`; what came so far is kept";
            let message = "the stream ends without `message_stop`";
            emit.report.error("anthropic/message-stop-missing", At::NOWHERE, message, help);
        }
        self.end(false, emit);
    }
}

impl Reader {
    fn start<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let message = fields.get("message").unwrap_or(frame.root);
        let head = message.fields();
        if self.running && self.parts == 0 && self.id.is_some() && head.string("id") == self.id {
            let help = "the real client refuses it; the second one says nothing new";
            emit.report.error(
                "anthropic/message-start-twice",
                emit.here(),
                "`message_start` comes twice",
                help,
            );
            return frame.root.skip();
        }
        self.orphans.clear();
        if self.running {
            if !self.failed {
                let help = "`message_stop` ends a message before the next one starts";
                let message = "`message_start` while a message is running";
                emit.report.error("anthropic/message-inside-message", emit.here(), message, help);
            }
            self.end(false, emit);
        }
        if head.token("type").is_some_and(|word| word.is("message")) {
            let _ = head.text("type");
        }
        let run = Run {
            id: head.string("id"),
            model: head.string("model"),
            place: emit.here().to_place(),
            names: ["/message/id", "", "/message/model", ""],
            ..Run::default()
        };
        self.begin(run, head.text("role").map_or(Role::Assistant, Role::from_word), head, emit);
        for content in head.list("content") {
            let index = self.next_index;
            self.open(frame, index, content, emit);
            self.close(index, emit);
        }
        self.take_finish(head, emit);
        emit.leave(Scope::Run, message);
    }

    /// Whether an end comes where nothing has begun; it is passed over.
    fn is_late<'f>(&mut self, emit: &mut Emit<'_, 'f>) -> bool {
        if self.running || !self.orphans.is_empty() {
            self.begin_late(emit);
            return false;
        }
        outside(emit);
        emit.changed();
        true
    }

    /// A word of the table is read; any other one stays unread too, so that the own writer can say it again.
    fn take_finish<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(value) = fields.get("stop_reason") else { return };
        let Some(word) = value.token() else { return };
        let reason = words::reason(word);
        if reason.is_some() {
            value.skip();
        }
        let place = emit.at(value).to_place();
        let reason = reason.unwrap_or(StopReason::Other);
        self.finish = Some(Finish { reason, raw: Some(word.owned()), place });
        emit.changed();
    }

    fn message_delta<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if self.is_late(emit) {
            return frame.root.skip();
        }
        if let Some(delta) = fields.get("delta").filter(|delta| delta.kind() == Kind::Object) {
            self.take_finish(delta.fields(), emit);
            emit.leave(Scope::Run, delta);
        }
        if let Some(usage) = self.take_usage(fields, emit) {
            emit.leave_named(Scope::Run, usage, "/usage");
        }
        emit.leave(Scope::Run, frame.root);
    }

    fn stop(&mut self, emit: &mut Emit<'_, '_>) {
        if self.is_late(emit) {
            return;
        }
        let complete = !self.failed;
        self.end(complete, emit);
    }

    /// Ends the run; `complete` where the wire said so.
    fn end(&mut self, complete: bool, emit: &mut Emit<'_, '_>) {
        while let Some(open) = self.blocks.remove_any() {
            if complete {
                let help = "each `content_block_start` has its `content_block_stop`";
                let message = format!("block {} is still open at the end", open.index);
                emit.report.warning("anthropic/block-not-closed", emit.here(), message, help);
            }
            if complete {
                end_part(open, emit);
            } else if open.waiting.is_none() {
                let input = open.input.filter(|input| !open.fed && input.as_str() != "{}");
                end_part(Open { input, ..open }, emit);
            }
        }
        emit.push(EventKind::MessageEnd { key: MESSAGE, finish: None });
        let finish = self.finish.take().map(Box::new);
        emit.push(EventKind::RunEnd { finish, complete });
        *self = Self::default();
    }

    fn error<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.running && self.orphans.is_empty() {
            let run = Run { place: emit.here().to_place(), ..Run::default() };
            self.begin(run, Role::Assistant, Fields::NONE, emit);
        }
        self.begin_late(emit);
        let mut error = error(fields);
        error.place = emit.here().to_place();
        error.extras = source(frame, emit).extras(frame.root);
        self.failed = true;
        emit.push(EventKind::Error(Box::new(error)));
    }
}

/// The error of a frame or a body.
pub(super) fn error(fields: Fields<'_>) -> RunError {
    let mut error = RunError::default();
    match fields.get("error") {
        Some(value) if value.kind() == Kind::Object => {
            let inside = value.fields();
            error.message = inside.string("message").unwrap_or_default();
            error.code = inside.json("type");
        }
        Some(value) => error.message = value.text().map(JsonStr::owned).unwrap_or_default(),
        None => error.message = fields.string("message").unwrap_or_default(),
    }
    error
}
