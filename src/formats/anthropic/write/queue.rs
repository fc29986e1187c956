//! The blocks of a stream that is being written: the first is on the wire, the others wait as text.
//!
//! A text or thinking block starts with its first letter, so none is ever empty; a call starts with its first argument
//! or its end, so that its name is whole.

use std::collections::VecDeque;

use super::arguments;
use crate::calls::{Balance, resent};
use crate::framing::Out;
use crate::ir::{At, FrameExtra, Input, Json, JsonStr, JsonString, PartKey, Patch, Place, ToolCall, minify};
use crate::report::{Loss, Report};

/// What a block is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Thinking,
    Call,
    /// It comes at once.
    Whole,
}

/// A block.
#[derive(Debug)]
pub(super) struct Block {
    pub(super) key: Option<PartKey>,
    pub(super) kind: Kind,
    pub(super) patch: Patch,
    pub(super) place: Place,
    /// Id and name of a call as they are written; the input is in `text` and `input`.
    pub(super) call: ToolCall,
    /// Text that waits; of a call, all argument text.
    pub(super) text: JsonString,
    pub(super) input: Option<Json>,
    pub(super) signature: Option<JsonString>,
    /// Citations that wait.
    pub(super) cited: Vec<String>,
    /// The block as JSON, where it comes at once.
    pub(super) whole: String,
    pub(super) ended: bool,
    started: bool,
    sent: usize,
    streams: bool,
    balance: Balance,
}

impl Block {
    pub(super) fn new(key: Option<PartKey>, kind: Kind, place: Place) -> Self {
        Self {
            key,
            kind,
            patch: Patch::default(),
            place,
            call: ToolCall::default(),
            text: JsonString::default(),
            input: None,
            signature: None,
            cited: Vec::new(),
            whole: String::new(),
            ended: false,
            started: false,
            sent: 0,
            streams: false,
            balance: Balance::default(),
        }
    }

    /// Whether its start is on the wire.
    pub(super) fn started(&self) -> bool {
        self.started
    }
}

/// The blocks in order.
#[derive(Debug, Default)]
pub(super) struct Queue {
    blocks: VecDeque<Block>,
    index: u64,
}

impl Queue {
    /// Adds a block behind the others.
    pub(super) fn add(&mut self, block: Block, out: &mut Out, report: &mut Report) {
        self.blocks.push_back(block);
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
        self.blocks.iter_mut().find(|block| block.key == Some(key))
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
                delta(front.kind, index, token, extras, out);
            }
            return true;
        }
        let Some(block) = self.find(key) else { return false };
        block.text.push(token);
        set_extras(&mut block.patch, extras);
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
            delta(Kind::Call, index, token, extras, out);
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
                    delta(block.kind, index, block.text.token(), &[], out);
                    block.text.clear();
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
            Kind::Text | Kind::Thinking if !block.started => {
                let what = if block.kind == Kind::Text { "an empty text" } else { "an empty reasoning" };
                report.dropped(at, what);
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
                    delta(Kind::Call, self.index, JsonString::from_plain(&rest).token(), &[], out);
                }
            }
        }
    }
}

/// What is still to be written of a call's arguments.
fn rest_of_arguments(block: &mut Block, report: &mut Report) -> Option<String> {
    let at = At::place(&block.place);
    block.call.input = match block.input.take() {
        Some(input) => Input::Json(input),
        None if block.text.is_empty() => Input::Absent,
        None => Input::Text(block.text.clone()),
    };
    if block.sent == 0 {
        let input = arguments::object(&block.call, at, report);
        return (input != "{}" || !block.text.is_empty()).then_some(input);
    }
    let sent = block.text.as_str().get(..block.sent).map(JsonStr::new).unwrap_or_default();
    let sent = sent.decode();
    let same = match crate::calls::arguments(&block.call) {
        crate::calls::Arguments::Json(json) => minified(&json) == minified(&sent),
        crate::calls::Arguments::Text(_) => {
            let what = "arguments that are no JSON: they stand as they came, and a client may not read them";
            report.lose(Loss::Narrowed, at, what, block.call.id.as_ref());
            block.sent == block.text.as_str().len()
        }
    };
    if !same {
        let what = "what a call's arguments became after they were written";
        report.lose(Loss::Dropped, at, what, block.call.id.as_ref());
    }
    None
}

fn minified(json: &str) -> Vec<u8> {
    let mut tight = Vec::with_capacity(json.len());
    minify(json, &mut tight);
    tight
}

/// Members of a frame that waits stand in the start of its block.
fn set_extras(patch: &mut Patch, extras: &[FrameExtra<'_>]) {
    patch.set.extend(extras.iter().map(|extra| (extra.name.to_owned(), Json::from_valid(extra.value))));
}

/// The start of a block, once.
#[inline]
fn start(block: &mut Block, index: u64, out: &mut Out) {
    if !std::mem::replace(&mut block.started, true) {
        write_start(block, index, out);
    }
}

fn write_start(block: &Block, index: u64, out: &mut Out) {
    let mut patch = block.patch.clone();
    patch.set.iter_mut().for_each(|(name, _)| name.insert_str(0, "/content_block"));
    out.patched_frame("content_block_start", &patch, |frame| {
        frame.word("type", "content_block_start").number("index", index);
        frame.object("content_block", |object| {
            match block.kind {
                Kind::Thinking => object.word("type", "thinking").word("thinking", "").word("signature", ""),
                Kind::Call => {
                    object.word("type", "tool_use").maybe("id", block.call.id.as_ref());
                    object.text("name", &block.call.name).raw("input", "{}")
                }
                Kind::Text | Kind::Whole => object.word("type", "text").word("text", ""),
            };
        });
    });
}

#[inline]
fn delta(kind: Kind, index: u64, token: JsonStr<'_>, extras: &[FrameExtra<'_>], out: &mut Out) {
    let (word, member) = match kind {
        Kind::Text | Kind::Whole => ("text_delta", "text"),
        Kind::Thinking => ("thinking_delta", "thinking"),
        Kind::Call => ("input_json_delta", "partial_json"),
    };
    let write = |frame: &mut crate::ir::Obj<'_>| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", word).token(member, token);
        });
    };
    if extras.is_empty() {
        return out.frame("content_block_delta", write);
    }
    let mut patch = Patch::default();
    set_extras(&mut patch, extras);
    patch.set.iter_mut().for_each(|(name, _)| name.insert_str(0, "/delta"));
    out.patched_frame("content_block_delta", &patch, write);
}

fn signature(index: u64, seal: JsonStr<'_>, out: &mut Out) {
    out.frame("content_block_delta", |frame| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", "signature_delta").token("signature", seal);
        });
    });
}

fn cite(index: u64, citation: &str, out: &mut Out) {
    out.frame("content_block_delta", |frame| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", "citations_delta").raw("citation", citation);
        });
    });
}
