//! Deltas of a stream. What comes outside its block is reported and kept.

use super::block;
use super::blocks::materialise;
use super::open::{Open, Takes};
use super::state::{MESSAGE, Reader, outside, source, unknown};
use crate::emit::{Emit, Frame};
use crate::ir::{Delta, EventKind, Fields, Part, PartKey, PartKind, Reasoning, Scope, Value};

impl Reader {
    #[inline]
    pub(super) fn delta<'f>(&mut self, frame: Frame<'f>, fields: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let index = self.index(fields, emit);
        let Some(value) = fields.get("delta") else { return };
        let delta = value.fields();
        if !self.running && self.orphan(index, delta, emit) {
            return;
        }
        self.begin_late(emit);
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

    /// Text before any message waits until it is clear whether one follows. `false` for what is no text.
    fn orphan<'f>(&mut self, index: u64, delta: Fields<'f>, emit: &mut Emit<'_, 'f>) -> bool {
        let word = delta.token("type").map_or("", |word| word.as_str());
        let (takes, member) = match word {
            "text_delta" => (Takes::Text, "text"),
            "thinking_delta" => (Takes::Thinking, "thinking"),
            _ => return false,
        };
        if self.orphans.is_empty() {
            outside(emit);
        }
        let _ = delta.text("type");
        let text = delta.string(member).unwrap_or_default();
        match self.orphans.last_mut() {
            Some((last, kind, known)) if *last == index && *kind == takes => known.push(text.token()),
            Some(_) | None => self.orphans.push((index, takes, text)),
        }
        emit.changed();
        true
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
            Some(open) if token.is_empty() && open.waiting.is_some() => return emit.changed(),
            Some(open) => {
                materialise(open, text, emit);
                open.key
            }
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
        self.blocks.add(Open::new(index, key, takes));
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
        if token.is_empty() {
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
        match self.blocks.find(index, Takes::Text) {
            Some(open) => materialise(open, citation, emit),
            None => self.outside(index, Takes::Text, emit),
        }
        let part = Box::new(block::citation(citation, &mut source(frame, emit)));
        emit.push_from(citation, EventKind::Whole { message: MESSAGE, part });
        emit.leave(Scope::Run, value);
    }

    /// A delta that only this family speaks: it adds to a block of that sort, which is told whole, at the latest where it
    /// ends; else it is kept as a frame.
    fn other<'f>(&mut self, frame: Frame<'f>, index: u64, value: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let block = self.blocks.find(index, Takes::Own);
        let Some((key, block, untold)) =
            block.and_then(|open| Some((open.key, open.block.as_mut()?, &mut open.untold)))
        else {
            return unknown(frame, emit);
        };
        block::grow(block, value);
        let place = emit.at(value).to_place();
        match block.told() {
            Some(now) => {
                *untold = None;
                emit.push_from(value, EventKind::Revise { key, part: block::own(now, place) });
            }
            None => {
                *untold = Some(place);
                emit.changed();
            }
        }
    }
}
