//! The members of a delta that a piece is told in.

use crate::formats::openai::write::thread::Form;
use crate::ir::{JsonStr, Obj};

/// The members of a call that hold its body and its arguments.
pub(super) fn words_of(form: Form) -> (&'static str, &'static str) {
    if form == Form::Custom { ("custom", "input") } else { ("function", "arguments") }
}

/// A piece of the arguments of a call.
pub(super) fn arguments(delta: &mut Obj<'_>, index: u64, form: Form, text: JsonStr<'_>) {
    if form == Form::Legacy {
        delta.object("function_call", |call| {
            call.token("arguments", text);
        });
        return;
    }
    let (body, words) = words_of(form);
    delta.array("tool_calls", |calls| {
        calls.object(|call| {
            call.number("index", index).object(body, |body| {
                body.token(words, text);
            });
        });
    });
}

/// What a piece of `reasoning_details` begins with.
pub(super) fn piece_head<'a, 'o>(item: &'a mut Obj<'o>, member: &str, index: u64) -> &'a mut Obj<'o> {
    let kind = if member == "summary" { "reasoning.summary" } else { "reasoning.text" };
    item.word("type", kind).number("index", index)
}

/// A text of thinking: in a field, in a piece, or in both.
pub(super) fn thought(
    delta: &mut Obj<'_>,
    field: Option<&str>,
    piece: Option<(&'static str, u64)>,
    text: JsonStr<'_>,
) {
    if let Some(field) = field {
        delta.token(field, text);
    }
    if let Some((member, index)) = piece {
        delta.array("reasoning_details", |items| {
            items.object(|item| {
                piece_head(item, member, index).token(member, text);
            });
        });
    }
}

/// The signature of a piece of thinking.
pub(super) fn signature(delta: &mut Obj<'_>, index: u64, text: JsonStr<'_>) {
    delta.array("reasoning_details", |items| {
        items.object(|item| {
            piece_head(item, "text", index).token("signature", text);
        });
    });
}

/// A text of thinking among content parts.
pub(super) fn thinking_content(delta: &mut Obj<'_>, text: JsonStr<'_>) {
    delta.array("content", |items| {
        items.object(|item| {
            item.word("type", "thinking").array("thinking", |texts| {
                texts.object(|piece| {
                    piece.word("type", "text").token("text", text);
                });
            });
        });
    });
}
