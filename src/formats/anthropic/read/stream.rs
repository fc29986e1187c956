//! Streams. Blocks are found by their `index`; what comes outside a block is reported and kept.

use super::block;
use super::open::{Blocks, Open, Takes, behead, delta_path, is_blank};
use crate::codec::Source;
use crate::emit::{Emit, Frame, ReadEvents};
use crate::formats::anthropic::usage::Counts;
use crate::formats::anthropic::{FAMILY, FRAMES, words};
use crate::ir::{
    At, Delta, EventKind, Fields, Finish, Json, JsonStr, Kind, MessageHead, MessageKey, Part, PartKey,
    PartKind, Place, Reasoning, Role, Run, RunError, Scope, StopReason, Value,
};

/// The one message of a reply.
const MESSAGE: MessageKey = MessageKey(0);

/// Reads frames.
#[derive(Default)]
pub(super) struct Reader {
    running: bool,
    blocks: Blocks,
    parts: u32,
    next_index: u64,
    counts: Counts,
    finish: Option<Finish>,
    failed: bool,
}

impl ReadEvents for Reader {
    #[inline]
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let fields = frame.root.fields();
        let told = fields.text("type");
        match told.map_or(frame.name.unwrap_or_default(), JsonStr::as_str) {
            "content_block_delta" => self.delta(frame, fields, emit),
            "content_block_start" => self.start_block(frame, fields, emit),
            "content_block_stop" => self.stop_block(frame, fields, emit),
            "message_start" => self.start(frame, fields, emit),
            "message_delta" => self.message_delta(frame, fields, emit),
            "message_stop" => self.stop(frame, emit),
            "error" => self.error(frame, fields, emit),
            "ping" => emit.changed(),
            _ => unknown(frame, emit),
        }
    }

    fn sentinel(&mut self, _emit: &mut Emit<'_, '_>) {}

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
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

/// A frame that is none of ours: the real client passes it over.
fn unknown<'f>(frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
    emit.push(EventKind::Raw { family: FRAMES, value: frame.root.json() });
}

/// The readers of blocks want to know where the frame stands.
fn source<'r>(frame: Frame<'_>, emit: &'r mut Emit<'_, '_>) -> Source<'r> {
    Source { report: emit.report, family: FAMILY, frame: frame.number, line: frame.line, base: String::new() }
}

impl Reader {
    fn start<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if self.running {
            if !self.failed {
                let help = "`message_stop` ends a message before the next one starts";
                let message = "`message_start` while a message is running";
                emit.report.error("anthropic/message-inside-message", emit.here(), message, help);
            }
            self.end(false, emit);
        }
        let message = fields.get("message").unwrap_or(frame.root);
        let head = message.fields();
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
            self.open(frame, self.next_index, content, emit);
            self.close(self.next_index - 1, frame.root, emit);
        }
        self.take_finish(head, emit);
        emit.leave(Scope::Run, message);
    }

    /// Opens the run and its message; the usage stands between them, so that a writer knows it in time.
    fn begin<'f>(&mut self, run: Run, role: Role, head: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        *self = Self { running: true, ..Self::default() };
        emit.push(EventKind::RunStart(Box::new(run)));
        self.take_usage(head, emit);
        let head = MessageHead { key: MESSAGE, role, ..MessageHead::default() };
        emit.push(EventKind::MessageStart(Box::new(head)));
    }

    /// A run that begins without its `message_start`.
    fn begin_late<'f>(&mut self, emit: &mut Emit<'_, 'f>) {
        if self.running {
            return;
        }
        let help = "the real client passes over what comes before `message_start`; here it is kept";
        let message = "an event before `message_start`";
        emit.report.error("anthropic/event-outside-message", emit.here(), message, help);
        let run = Run { place: emit.here().to_place(), ..Run::default() };
        self.begin(run, Role::Assistant, Fields::NONE, emit);
    }

    fn take_usage<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) -> Option<Value<'f>> {
        let value = fields.get("usage").filter(|usage| usage.kind() == Kind::Object)?;
        self.counts.take(value.fields());
        let usage = self.counts.usage(emit.at(value).to_place());
        if !usage.is_unknown() {
            emit.push_from(value, EventKind::Usage(Box::new(usage)));
        }
        Some(value)
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
        self.begin_late(emit);
        if let Some(delta) = fields.get("delta").filter(|delta| delta.kind() == Kind::Object) {
            self.take_finish(delta.fields(), emit);
            emit.leave(Scope::Run, delta);
        }
        if let Some(usage) = self.take_usage(fields, emit) {
            emit.leave_named(Scope::Run, usage, "/usage");
        }
        emit.leave(Scope::Run, frame.root);
    }

    fn stop<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin_late(emit);
        let complete = !self.failed;
        self.end(complete, emit);
        emit.leave(Scope::Run, frame.root);
    }

    /// Ends the run; `complete` where the wire said so.
    fn end(&mut self, complete: bool, emit: &mut Emit<'_, '_>) {
        while let Some(open) = self.blocks.remove_any() {
            if complete {
                let help = "each `content_block_start` has its `content_block_stop`";
                let message = format!("block {} is still open at the end", open.index);
                emit.report.warning("anthropic/block-not-closed", emit.here(), message, help);
            }
            let told = |input: &Json| complete || (!open.fed && input.as_str() != "{}");
            let input = open.input.filter(told);
            end_part(Open { input, ..open }, emit);
        }
        emit.push(EventKind::MessageEnd { key: MESSAGE, finish: None });
        let finish = self.finish.take().map(Box::new);
        emit.push(EventKind::RunEnd { finish, complete });
        *self = Self::default();
    }

    fn error<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.running {
            let run = Run { place: emit.here().to_place(), ..Run::default() };
            *self = Self { running: true, ..Self::default() };
            emit.push(EventKind::RunStart(Box::new(run)));
            let head = MessageHead { key: MESSAGE, role: Role::Assistant, ..MessageHead::default() };
            emit.push(EventKind::MessageStart(Box::new(head)));
        }
        let mut error = error(fields);
        error.place = emit.here().to_place();
        error.extras = source(frame, emit).extras(frame.root);
        self.failed = true;
        emit.push(EventKind::Error(Box::new(error)));
    }

    fn start_block<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin_late(emit);
        let index = self.index(fields, emit);
        if self.blocks.takes(index).is_some() {
            let help = "blocks are numbered from 0, each number once";
            let message = format!("block {index} starts and is open already");
            emit.report.error("anthropic/block-started-twice", emit.here(), message, help);
            self.close(index, frame.root, emit);
        } else if index != self.next_index {
            let help = "the real client numbers blocks as they come and loses the text of this one";
            let message = format!("block {index} starts where block {} should", self.next_index);
            emit.report.error("anthropic/index-gap", emit.here(), message, help);
        }
        match fields.get("content_block") {
            Some(content) => self.open(frame, index, content, emit),
            None => {
                let help = "`content_block` says what kind of block starts";
                let message = "`content_block_start` without a block";
                emit.report.error("anthropic/block-missing", emit.here(), message, help);
            }
        }
        self.next_index = self.next_index.max(index.saturating_add(1));
    }

    /// Opens a part for a block, or pushes a part that is whole.
    fn open<'f>(&mut self, frame: Frame<'f>, index: u64, content: Value<'f>, emit: &mut Emit<'_, 'f>) {
        self.next_index = self.next_index.max(index.saturating_add(1));
        let mut parts = block::read(content, &mut source(frame, emit)).into_iter();
        let Some(mut part) = parts.next() else { return };
        let Some((takes, held)) = behead(&mut part) else {
            let part = Box::new(part);
            return emit.push_from(content, EventKind::Whole { message: MESSAGE, part });
        };
        if let Some(path) = delta_path(takes) {
            part.place.path = path.into();
        }
        let key = self.key();
        emit.push_from(content, EventKind::PartStart { key, message: MESSAGE, part: Box::new(part) });
        let inside = content.fields();
        let text = inside.member(if takes == Takes::Thinking { "thinking" } else { "text" });
        if let Some(text) = text.filter(|_| held.text.is_some())
            && let Some(token) = text.token().filter(|token| !token.is_empty())
        {
            emit.delta(text, key, Delta::Text(token));
        }
        if held.signature.is_some()
            && let Some(seal) = inside.member("signature")
            && let Some(token) = seal.token()
        {
            emit.delta(seal, key, Delta::Signature(token));
        }
        self.blocks.add(Open { index, key, takes, fed: false, input: held.input, block: held.block });
        for cited in parts {
            emit.push_from(content, EventKind::Whole { message: MESSAGE, part: Box::new(cited) });
        }
    }

    fn key(&mut self) -> PartKey {
        self.parts += 1;
        PartKey(self.parts - 1)
    }

    fn stop_block<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let index = self.index(fields, emit);
        let known = index < self.next_index;
        if !self.close(index, frame.root, emit) && !(known && self.running) {
            let help = "a `content_block_start` for this index must come first";
            let message = format!("`content_block_stop` for block {index}, which is not open");
            emit.report.error("anthropic/stop-outside-block", emit.here(), message, help);
        }
    }

    /// Ends all parts of an index. Tells whether there was one.
    fn close<'f>(&mut self, index: u64, _frame: Value<'f>, emit: &mut Emit<'_, 'f>) -> bool {
        let mut any = false;
        while let Some(open) = self.blocks.remove(index) {
            end_part(open, emit);
            any = true;
        }
        any
    }

    fn index<'f>(&self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) -> u64 {
        if let Some(index) = fields.count("index") {
            return index;
        }
        let help = "`index` says which block it is about";
        emit.report.error("anthropic/index-missing", emit.here(), "a block event without `index`", help);
        self.next_index.saturating_sub(1)
    }
}

/// Ends a part. The input of its start counts where no argument text came.
fn end_part(open: Open, emit: &mut Emit<'_, '_>) {
    let Open { index, key, takes: _, fed, input, block: _ } = open;
    if let Some(input) = input {
        if !fed {
            emit.push(EventKind::Delta { key, delta: Delta::Input(input) });
        } else if input.as_str() != "{}" {
            let help = "the real client lets the deltas win";
            let message = format!("block {index} starts with an input and gets another in deltas");
            emit.report.warning("anthropic/input-twice", emit.here(), message, help);
        }
    }
    emit.push(EventKind::PartEnd { key });
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

impl Reader {
    #[inline]
    fn delta<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin_late(emit);
        let index = self.index(fields, emit);
        let Some(value) = fields.get("delta") else { return };
        let delta = value.fields();
        let word = delta.token("type").map_or("", |word| word.as_str());
        match word {
            "text_delta" => self.text(index, (value, delta, "text"), Takes::Text, emit),
            "thinking_delta" => self.text(index, (value, delta, "thinking"), Takes::Thinking, emit),
            "input_json_delta" => self.args(frame, index, value, delta, emit),
            "signature_delta" => self.signature(index, value, delta, emit),
            "citations_delta" if delta.get("citation").is_some() => {
                self.cite(frame, index, value, delta, emit);
            }
            _ => self.other(frame, index, value, emit),
        }
    }

    #[inline]
    fn text<'f>(
        &mut self,
        index: u64,
        (value, delta, member): (Value<'f>, Fields<'f>, &str),
        takes: Takes,
        emit: &mut Emit<'_, 'f>,
    ) {
        let _ = delta.text("type");
        let Some(text) = delta.get(member) else { return };
        let Some(token) = text.text() else { return };
        let key = match self.blocks.find(index, takes) {
            Some(open) => open.key,
            None if token.is_empty() => return emit.changed(),
            None => self.stray(index, takes, text, emit),
        };
        emit.leave(Scope::Part(key), value);
        emit.delta(text, key, Delta::Text(token));
    }

    /// A part of its own for text that belongs to no open block.
    fn stray<'f>(&mut self, index: u64, takes: Takes, text: Value<'f>, emit: &mut Emit<'_, 'f>) -> PartKey {
        self.outside(index, takes, emit);
        self.next_index = self.next_index.max(index.saturating_add(1));
        let kind = match takes {
            Takes::Thinking => PartKind::Reasoning(Reasoning::default()),
            Takes::Text | Takes::Args | Takes::Own => PartKind::Text(Default::default()),
        };
        let key = self.key();
        let part = Box::new(Part::new(kind, emit.at(text).to_place()));
        emit.push_from(text, EventKind::PartStart { key, message: MESSAGE, part });
        self.blocks.add(Open { index, key, takes, fed: false, input: None, block: None });
        key
    }

    fn outside(&self, index: u64, wanted: Takes, emit: &mut Emit<'_, '_>) {
        let at = emit.here();
        match self.blocks.takes(index) {
            Some(takes) => {
                let help = "each kind of block has its own deltas; the text is kept beside it";
                let (wanted, takes) = (wanted.word(), takes.word());
                let message = format!("a delta of a `{wanted}` block for block {index}, a `{takes}` block");
                emit.report.error("anthropic/delta-of-other-kind", at, message, help);
            }
            None => {
                let help = format!("a content_block_start for index {index} must come first");
                let message = format!("delta for block {index}, which is not open");
                emit.report.error("anthropic/delta-outside-block", at, message, &help);
            }
        }
    }

    fn args<'f>(
        &mut self,
        frame: Frame<'f>,
        index: u64,
        value: Value<'f>,
        delta: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(open) = self.blocks.find(index, Takes::Args) else {
            self.outside(index, Takes::Args, emit);
            return unknown(frame, emit);
        };
        let _ = delta.text("type");
        let Some(text) = delta.get("partial_json") else { return };
        let Some(token) = text.text() else { return };
        let key = open.key;
        emit.leave(Scope::Part(key), value);
        if token.is_empty() {
            return emit.changed();
        }
        if !std::mem::replace(&mut open.fed, true) {
            emit.changed();
        }
        emit.delta(text, key, Delta::Args(token));
    }

    fn signature<'f>(&mut self, index: u64, value: Value<'f>, delta: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let _ = delta.text("type");
        let Some(seal) = delta.get("signature") else { return };
        let Some(token) = seal.text() else { return };
        if is_blank(Some(token)) {
            return;
        }
        let key = match self.blocks.find(index, Takes::Thinking) {
            Some(open) => open.key,
            None => self.stray(index, Takes::Thinking, seal, emit),
        };
        emit.leave(Scope::Part(key), value);
        emit.delta(seal, key, Delta::Signature(token));
    }

    fn cite<'f>(
        &mut self,
        frame: Frame<'f>,
        index: u64,
        value: Value<'f>,
        delta: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(citation) = delta.get("citation") else { return };
        let _ = delta.text("type");
        if self.blocks.find(index, Takes::Text).is_none() {
            self.outside(index, Takes::Text, emit);
        }
        let part = Box::new(block::citation(citation, &mut source(frame, emit)));
        emit.push_from(citation, EventKind::Whole { message: MESSAGE, part });
        emit.leave(Scope::Run, value);
    }

    /// A delta that only this family speaks: it adds to a block of that sort, else it is kept as a frame.
    fn other<'f>(&mut self, frame: Frame<'f>, index: u64, value: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let grown = self.blocks.find(index, Takes::Own).and_then(|open| {
            let block: Json = block::grown(open.block.as_ref()?, value);
            open.block = Some(block.clone());
            Some((open.key, block))
        });
        let Some((key, block)) = grown else { return unknown(frame, emit) };
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: block };
        let place: Place = emit.at(value).to_place();
        emit.push_from(value, EventKind::Revise { key, part: Box::new(Part::new(kind, place)) });
    }
}
