//! The frames of texts and thoughts, and the frame of anything else.

use crate::framing::Out;
use crate::ir::{JsonStr, JsonString, Obj, Patch};

/// Event types of a text (0) and of a thought (1): whole, start, delta, end.
const WORDS: [[&str; 4]; 2] = [
    ["message", "message_start", "message_delta", "message_end"],
    ["thought", "thought_start", "thought_delta", "thought_end"],
];

pub(super) fn words(thought: bool) -> [&'static str; 4] {
    WORDS[usize::from(thought)]
}

pub(super) fn framed(out: &mut Out, word: &str, patch: &Patch, id: &JsonString) {
    out.patched_frame("", patch, |o| {
        o.word("type", word).object("data", |o| {
            o.text("id", id);
        });
    });
}

#[inline]
pub(super) fn delta_frame(out: &mut Out, thought: bool, id: &JsonString, text: JsonStr<'_>) {
    out.frame("", |o| {
        o.word("type", words(thought)[2]).object("data", |o| {
            o.text("id", id).token("delta", text);
        });
    });
}

/// Writes a text or thought whole.
pub(super) fn whole_frame(out: &mut Out, thought: bool, text: &JsonString, patch: &Patch) {
    out.patched_frame("", patch, |o| {
        o.word("type", words(thought)[0]).object("data", |o| {
            o.text("text", text);
        });
    });
}

/// Writes one frame with these members of `data`.
pub(super) fn data(out: &mut Out, word: &str, patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) {
    out.patched_frame("", patch, |o| {
        o.word("type", word).object("data", write);
    });
}
