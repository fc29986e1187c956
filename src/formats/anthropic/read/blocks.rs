//! Blocks of a stream that start and stop.

use super::block;
use super::open::{Open, Takes, behead, delta_path};
use super::state::{MESSAGE, Reader, source};
use crate::emit::{Emit, Frame};
use crate::formats::anthropic::words::FAMILY;
use crate::ir::{Delta, Document, EventKind, Extra, Fields, Json, JsonString, Merge, Value};

/// The extra by which an empty text remembers that it was there.
const EMPTY: &str = "/text";

impl Reader {
    pub(super) fn start_block<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin_late(emit);
        let index = self.index(fields, emit);
        if self.blocks.takes(index).is_some() {
            let help = "blocks are numbered from 0, each number once";
            let message = format!("block {index} starts and is open already");
            emit.report.error("anthropic/block-started-twice", emit.here(), message, help);
            self.close(index, emit);
        } else if index != self.next_index {
            let help = "the real client numbers blocks as they come and loses the text of this one";
            let message = format!("block {index} starts where block {} should", self.next_index);
            emit.report.warning("anthropic/index-gap", emit.here(), message, help);
        }
        for waiting in self.blocks.waiting() {
            if let Some(open) = self.blocks.find(waiting, Takes::Text) {
                materialise(open, frame.root, emit);
            }
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
    pub(super) fn open<'f>(
        &mut self,
        frame: Frame<'f>,
        index: u64,
        content: Value<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.next_index = self.next_index.max(index.saturating_add(1));
        let mut parts = block::read(content, &mut source(frame, emit)).into_iter();
        let Some(mut part) = parts.next() else { return };
        let Some((takes, held)) = behead(&mut part) else {
            let part = Box::new(part);
            return emit.push_from(content, EventKind::Whole { message: MESSAGE, part });
        };
        part.place.path = delta_path(takes).into();
        let key = self.key();
        let block = held.block.as_ref().map(Document::new);
        let mut open = Open { input: held.input, block, ..Open::new(index, key, takes) };
        part.extras.list.retain(|extra| takes != Takes::Text || extra.name != EMPTY);
        let empty = takes == Takes::Text && held.text.as_ref().is_none_or(JsonString::is_empty);
        if empty && parts.len() == 0 {
            open.waiting = Some(Box::new(part));
            emit.changed();
            return self.blocks.add(open);
        }
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
        self.blocks.add(open);
        for cited in parts {
            emit.push_from(content, EventKind::Whole { message: MESSAGE, part: Box::new(cited) });
        }
    }

    pub(super) fn stop_block<'f>(&mut self, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let index = self.index(fields, emit);
        if !self.orphans.is_empty() {
            return emit.changed();
        }
        let known = index < self.next_index;
        let was_open = self.close(index, emit);
        if !(was_open || (known && self.running)) {
            let help = "a `content_block_start` for this index must come first";
            let message = format!("`content_block_stop` for block {index}, which is not open");
            emit.report.warning("anthropic/stop-outside-block", emit.here(), message, help);
        }
    }

    /// Ends all parts of an index. Tells whether there was one.
    pub(super) fn close(&mut self, index: u64, emit: &mut Emit<'_, '_>) -> bool {
        let mut any = false;
        while let Some(open) = self.blocks.remove(index) {
            end_part(open, emit);
            any = true;
        }
        any
    }
}

/// Starts the part of a text block that has waited for its first letter.
#[inline]
pub(super) fn materialise<'f>(open: &mut Open, from: Value<'f>, emit: &mut Emit<'_, 'f>) {
    if let Some(part) = open.waiting.take() {
        emit.push_from(from, EventKind::PartStart { key: open.key, message: MESSAGE, part });
    }
}

/// Ends a part. An empty text remembers that it was there. The input of its start counts where no argument text came.
pub(super) fn end_part(open: Open, emit: &mut Emit<'_, '_>) {
    let Open { index, key, takes: _, fed, input, block, untold, waiting } = open;
    if let Some(mut part) = waiting {
        let place = part.place.clone();
        let empty = Extra { name: EMPTY.to_owned(), value: Json::from_valid("\"\""), place };
        part.extras.put(FAMILY, empty, Merge::Replace);
        return emit.push(EventKind::Whole { message: MESSAGE, part });
    }
    if let Some(input) = input {
        if !fed {
            emit.push(EventKind::Delta { key, delta: Delta::Input(input) });
        } else if input.as_str() != "{}" {
            let help = "the real client lets the deltas win";
            let message = format!("block {index} starts with an input and gets another in deltas");
            emit.report.warning("anthropic/input-twice", emit.here(), message, help);
        }
    }
    if let Some((block, place)) = block.zip(untold) {
        emit.push(EventKind::Revise { key, part: block::own(block.now(), place) });
    }
    emit.push(EventKind::PartEnd { key });
}
