//! A block of a stream that is being written, and its frames; and frames that stand as they came.

use crate::calls::Balance;
use crate::framing::{Mould, Out};
use crate::ir::{FrameExtra, Json, JsonStr, JsonString, Obj, PartKey, Patch, Place, Tape, ToolCall};

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
    /// Where that stands, if it came after pieces.
    pub(super) told: Option<Place>,
    pub(super) signature: Option<JsonString>,
    /// Citations that wait.
    pub(super) cited: Vec<String>,
    /// The block as JSON, where it comes at once.
    pub(super) whole: String,
    pub(super) ended: bool,
    pub(super) started: bool,
    pub(super) sent: usize,
    pub(super) streams: bool,
    pub(super) balance: Balance,
    /// What its deltas have in common: it is first in the queue from the first of them on, so its index stays.
    pub(super) mould: Mould,
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
            told: None,
            signature: None,
            cited: Vec::new(),
            whole: String::new(),
            ended: false,
            started: false,
            sent: 0,
            streams: false,
            balance: Balance::default(),
            mould: Mould::default(),
        }
    }

    /// Whether its start is on the wire.
    pub(super) fn started(&self) -> bool {
        self.started
    }
}

/// Members of a frame that waits stand in the start of its block.
pub(super) fn set_extras(patch: &mut Patch, extras: &[FrameExtra<'_>]) {
    patch.set.extend(extras.iter().map(|extra| (extra.name.to_owned(), Json::from_valid(extra.value))));
}

/// The start of a block, once.
#[inline]
pub(super) fn start(block: &mut Block, index: u64, out: &mut Out) {
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
pub(super) fn delta(
    (block, index): (&mut Block, u64),
    token: JsonStr<'_>,
    extras: &[FrameExtra<'_>],
    out: &mut Out,
) {
    let (word, member) = match block.kind {
        Kind::Text | Kind::Whole => ("text_delta", "text"),
        Kind::Thinking => ("thinking_delta", "thinking"),
        Kind::Call => ("input_json_delta", "partial_json"),
    };
    let write = |frame: &mut Obj<'_>, token: JsonStr<'_>| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", word).token(member, token);
        });
    };
    if extras.is_empty() {
        return out.recurring(&mut block.mould, "content_block_delta", token, write);
    }
    let mut patch = Patch::default();
    set_extras(&mut patch, extras);
    patch.set.iter_mut().for_each(|(name, _)| name.insert_str(0, "/delta"));
    out.patched_frame("content_block_delta", &patch, |frame| write(frame, token));
}

pub(super) fn signature(index: u64, seal: JsonStr<'_>, out: &mut Out) {
    out.frame("content_block_delta", |frame| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", "signature_delta").token("signature", seal);
        });
    });
}

pub(super) fn cite(index: u64, citation: &str, out: &mut Out) {
    out.frame("content_block_delta", |frame| {
        frame.word("type", "content_block_delta").number("index", index);
        frame.object("delta", |delta| {
            delta.word("type", "citations_delta").raw("citation", citation);
        });
    });
}

/// A frame only this family speaks, under the name that it says itself.
pub(super) fn raw_frame(value: &Json, out: &mut Out) {
    let mut tape = Tape::default();
    let known = tape.fill(value.as_str()).is_ok();
    let view = known.then(|| tape.view(value.as_str()));
    let word = view.as_ref().and_then(|view| view.root().fields().token("type"));
    out.raw_frame(word.map_or("", JsonStr::as_str), value.as_str());
}
