//! The blocks of a stream that is being written: the first is on the wire, the others wait as text.
//!
//! A text or thinking block starts with its first letter, so none is ever empty; a call starts with its first argument
//! or its end, so that its name is whole.

use super::arguments;
use super::frames::{Block, Kind, cite, delta, set_extras, signature, start};
use crate::calls::resent;
use crate::framing::Out;
use crate::ir::{At, Field, FrameExtra, Input, Json, JsonStr, JsonString, Keyed, PartKey, minify};
use crate::report::{Loss, Report};
use crate::unsaid;

/// The blocks in order.
#[derive(Debug, Default)]
pub(super) struct Queue {
    /// By the part, where it is one that goes on.
    blocks: Keyed<Option<PartKey>, Block>,
    index: u64,
}

impl Queue {
    /// Adds a block behind the others.
    pub(super) fn add(&mut self, block: Block, out: &mut Out, report: &mut Report) {
        self.blocks.push(block.key, block);
        if self.blocks.len() == 1 {
            self.write_waiting(out);
            self.settle(out, report);
        }
    }

    /// Whether the first block has ended and waits for citations alone.
    pub(super) fn lingers(&self) -> bool {
        self.blocks.front().is_some_and(|block| block.ended)
    }

    /// The block of a part that has not left yet.
    pub(super) fn find(&mut self, key: PartKey) -> Option<&mut Block> {
        self.blocks.get_mut(&Some(key))
    }

    /// The last text block, if nothing came after it.
    pub(super) fn last_text(&mut self) -> Option<&mut Block> {
        self.blocks.back_mut().filter(|block| block.kind == Kind::Text)
    }

    /// More text of a block. `false` where there is no such block.
    #[inline]
    pub(super) fn text(
        &mut self,
        key: PartKey,
        token: JsonStr<'_>,
        extras: &[FrameExtra<'_>],
        out: &mut Out,
    ) -> bool {
        let index = self.index;
        let Some(front) = self.blocks.front_mut() else { return false };
        if front.key == Some(key) && front.kind != Kind::Call {
            if !token.is_empty() {
                start(front, index, out);
                delta((front, index), token, extras, out);
            }
            return true;
        }
        let Some(block) = self.find(key) else { return false };
        block.text.push(token);
        set_extras(&mut block.patch, extras);
        true
    }

    /// The arguments of a call, whole. `false` if it is not here.
    pub(super) fn whole_input(&mut self, key: PartKey, value: &Json, at: At<'_>) -> bool {
        let Some(block) = self.find(key) else { return false };
        block.input = Some(value.clone());
        block.told = Some(at.to_place());
        true
    }

    /// More argument text of a call. `false` where there is no such call.
    pub(super) fn args(
        &mut self,
        key: PartKey,
        token: JsonStr<'_>,
        extras: &[FrameExtra<'_>],
        out: &mut Out,
    ) -> bool {
        let index = self.index;
        let is_front = self.blocks.front().is_some_and(|front| front.key == Some(key));
        let Some(block) = self.find(key) else { return false };
        block.input = None;
        if is_front && block.text.is_empty() && resent(&token.decode()).is_none() {
            block.streams = token.decode().trim_start().starts_with('{');
        }
        block.text.push(token);
        if is_front && block.streams && !block.balance.is_whole() {
            start(block, index, out);
            block.balance.feed(token);
            delta((block, index), token, extras, out);
            block.sent = block.text.as_str().len();
        } else {
            set_extras(&mut block.patch, extras);
        }
        true
    }

    /// The signature of a thinking block. `false` where there is no such block.
    pub(super) fn signature(&mut self, key: PartKey, token: JsonStr<'_>, out: &mut Out) -> bool {
        let is_front = self.blocks.front().is_some_and(|front| front.key == Some(key));
        let Some(block) = self.find(key) else { return false };
        block.signature = (!token.is_empty()).then(|| token.owned());
        if is_front {
            self.write_waiting(out);
        }
        true
    }

    /// A citation of the text before it. `false` where there is no such text.
    pub(super) fn cite(&mut self, citation: String, out: &mut Out) -> bool {
        let only = self.blocks.len() == 1;
        let Some(block) = self.last_text() else { return false };
        block.cited.push(citation);
        if only {
            self.write_waiting(out);
        }
        true
    }

    /// A part ends. A text on the wire lingers: its citations may still come.
    pub(super) fn end(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        let Some(block) = self.find(key) else { return };
        block.ended = true;
        if self.blocks.front().is_some_and(|front| front.ended && front.kind != Kind::Text) {
            self.settle(out, report);
        }
    }

    /// Ends every block at the head that has ended.
    pub(super) fn settle(&mut self, out: &mut Out, report: &mut Report) {
        while self.blocks.front().is_some_and(|front| front.ended) {
            let Some(mut block) = self.blocks.pop_front() else { return };
            self.last_words(&mut block, out, report);
            if block.started {
                let index = self.index;
                out.frame("content_block_stop", |frame| {
                    frame.word("type", "content_block_stop").number("index", index);
                });
                self.index += 1;
            }
            self.write_waiting(out);
        }
    }

    /// Ends everything: the run is over.
    pub(super) fn settle_all(&mut self, out: &mut Out, report: &mut Report) {
        self.blocks.iter_mut().for_each(|block| block.ended = true);
        self.settle(out, report);
    }

    /// What has waited in the block that is now first.
    fn write_waiting(&mut self, out: &mut Out) {
        let index = self.index;
        let Some(block) = self.blocks.front_mut() else { return };
        match block.kind {
            Kind::Text | Kind::Thinking => {
                if !block.text.is_empty() {
                    start(block, index, out);
                    let text = std::mem::take(&mut block.text);
                    delta((block, index), text.token(), &[], out);
                }
                if let Some(seal) = block.signature.take() {
                    start(block, index, out);
                    signature(index, seal.token(), out);
                }
                if block.started {
                    block.cited.drain(..).for_each(|citation| cite(index, &citation, out));
                }
            }
            Kind::Call | Kind::Whole => {}
        }
    }

    /// What has to be written of a block before its stop.
    fn last_words(&mut self, block: &mut Block, out: &mut Out, report: &mut Report) {
        let at = At::place(&block.place);
        match block.kind {
            Kind::Text if !block.started && block.patch.set.iter().any(|(name, _)| name == "/text") => {
                start(block, self.index, out);
            }
            Kind::Text | Kind::Thinking if !block.started => {
                let what = if block.kind == Kind::Text { "an empty text" } else { "an empty reasoning" };
                report.dropped(at, (Field::Text, what));
            }
            Kind::Text | Kind::Thinking => {}
            Kind::Whole => {
                block.started = true;
                let (index, whole) = (self.index, &block.whole);
                out.frame("content_block_start", |frame| {
                    frame.word("type", "content_block_start").number("index", index);
                    frame.raw("content_block", whole);
                });
            }
            Kind::Call => {
                start(block, self.index, out);
                if let Some(rest) = rest_of_arguments(block, report) {
                    delta((block, self.index), JsonString::from_plain(&rest).token(), &[], out);
                }
            }
        }
    }
}

/// The arguments of a call as they are known at its end. Pieces that nobody has seen give way to what came whole.
fn known_arguments(block: &mut Block, report: &mut Report) -> Input {
    let pieces = if block.text.is_empty() { Input::Absent } else { Input::Text(block.text.clone()) };
    let Some(whole) = block.input.take().map(Input::Json) else { return pieces };
    if block.sent == 0 && pieces != Input::Absent {
        let told = At::place(block.told.as_ref().unwrap_or(&block.place));
        unsaid::arguments_anew(report, (&pieces, &whole), &block.place, told);
    }
    whole
}

/// What is still to be written of a call's arguments.
fn rest_of_arguments(block: &mut Block, report: &mut Report) -> Option<String> {
    block.call.input = known_arguments(block, report);
    let at = At::place(&block.place);
    if block.sent == 0 {
        let input = arguments::object(&block.call, at, report);
        return (input != "{}" || !block.text.is_empty()).then_some(input);
    }
    let sent = block.text.as_str().get(..block.sent).map(JsonStr::new).unwrap_or_default();
    let sent = sent.decode();
    let same = match crate::calls::arguments(&block.call) {
        crate::calls::Arguments::Json(json) => {
            let (whole, sent) = (minified(&json), minified(&sent));
            if let Some(rest) = whole.strip_prefix(&*sent).filter(|rest| !rest.is_empty()) {
                return Some(String::from_utf8_lossy(rest).into_owned());
            }
            whole == sent
        }
        crate::calls::Arguments::Text(_) => {
            let what = "arguments that are no JSON: they stand as they came, and a client may not read them";
            report.lose(Loss::Narrowed, at, (Field::Arguments, what), block.call.id.as_ref());
            block.sent == block.text.as_str().len()
        }
    };
    if !same {
        let what = "what a call's arguments became after they were written";
        let at = block.told.as_ref().map_or(at, At::place);
        report.lose(Loss::Dropped, at, (Field::Revision, what), block.call.id.as_ref());
    }
    None
}

fn minified(json: &str) -> Vec<u8> {
    let mut tight = Vec::with_capacity(json.len());
    minify(json, &mut tight);
    tight
}
