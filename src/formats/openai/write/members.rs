//! Members of an assistant's message, one by one.

use std::borrow::Cow;

use super::extras::{own, patch};
use super::nodes;
use crate::calls;
use crate::ir::{At, Field, File, FileContent, Input, JsonStr, JsonString, Obj, Part, PartKind, ToolCall};
use crate::report::Report;

/// Where content parts may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    /// A history takes several texts as a list. `own`: the arguments of its calls are this family's own text.
    History { own: bool },
    /// A reply has one text.
    Reply { own: bool },
}

impl Body {
    pub(super) fn is_reply(self) -> bool {
        matches!(self, Self::Reply { .. })
    }

    /// The arguments of a call: as they were, if they are of this family, else as JSON where they can be.
    pub(super) fn arguments(self, call: &ToolCall) -> Cow<'_, JsonString> {
        let (Self::History { own } | Self::Reply { own }) = self;
        match &call.input {
            Input::Text(text) if own => Cow::Borrowed(text),
            Input::Absent | Input::Text(_) | Input::Json(_) => calls::argument_text(call),
        }
    }
}

/// A sound that an earlier reply made, by its id.
pub(super) fn is_earlier(file: &File) -> bool {
    let File { media_type, content, filename } = file;
    media_type.is_none() && filename.is_none() && matches!(content, FileContent::Id(_))
}

/// Sound: its bytes, or the id of an earlier one.
pub(super) fn write_audio(message: &mut Obj<'_>, part: &Part, file: &File, report: &mut Report) {
    let File { media_type: _, content, filename } = file;
    if filename.is_some() {
        report.dropped(At::place(&part.place), Field::FileName);
    }
    let patch = patch(&own(&part.extras, report), "");
    let text = nodes::patched_text(&patch, |audio| match content {
        FileContent::Id(id) => {
            audio.text("id", id);
        }
        FileContent::Data(data) if data.is_empty() => {}
        FileContent::Data(data) | FileContent::Url(data) => {
            audio.text("data", data);
        }
    });
    message.raw("audio", &text);
}

/// An item of `tool_calls`.
pub(super) fn write_call(item: &mut Obj<'_>, id: &JsonString, call: &ToolCall, body: Body) {
    let ToolCall { id: _, name, input, free_text, provider_executed: _ } = call;
    item.text("id", id);
    if *free_text {
        let text = match input {
            Input::Absent => JsonString::default(),
            Input::Text(text) => text.clone(),
            Input::Json(value) => {
                value.as_token().map_or_else(|| JsonString::from_plain(value.as_str()), JsonStr::owned)
            }
        };
        item.word("type", "custom").object("custom", |body| {
            body.text("name", name).text("input", &text);
        });
    } else {
        item.word("type", "function").object("function", |function| {
            function.text("name", name).text("arguments", &body.arguments(call));
        });
    }
}

/// Thinking as an item of the content.
pub(super) fn thinking_item(item: &mut Obj<'_>, part: &Part, text: &JsonString) {
    item.word("type", "thinking").array("thinking", |texts| {
        texts.object(|piece| {
            piece.word("type", "text").text("text", text);
        });
    });
    if let PartKind::Reasoning(reasoning) = &part.kind {
        item.maybe("signature", reasoning.signature.as_ref());
    }
}

/// Texts one after the other.
pub(super) fn joined<'t>(texts: impl Iterator<Item = &'t JsonString>) -> JsonString {
    let mut all = JsonString::default();
    for text in texts {
        all.push(text.token());
    }
    all
}
