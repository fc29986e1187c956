//! Nodes that messages and chunks share: calls, annotations, thinking in pieces, errors.

use super::extras::{has_mark, own, patch};
use crate::formats::openai::words::CUT_SHORT;
use crate::ir::{
    Arr, At, Citation, Field, File, FileContent, JsonString, Obj, Part, PartKind, Patch, Reasoning, RunError,
    Source,
};
use crate::report::{Loss, LossSlot, Report};

/// The field for the text of a thinking part; `None` where it stands in its piece alone.
pub(super) fn thinking_field(part: &Part) -> Option<&'static str> {
    for (mark, field) in [("/reasoning", "reasoning"), ("/reasoning_text", "reasoning_text")] {
        if has_mark(&part.extras, mark) {
            return Some(field);
        }
    }
    let in_piece = has_mark(&part.extras, "/text") || has_mark(&part.extras, "/summary");
    (!in_piece).then_some("reasoning_content")
}

/// The member of a piece that holds its text.
pub(super) fn piece_member(part: &Part) -> &'static str {
    if has_mark(&part.extras, "/summary") { "summary" } else { "text" }
}

/// Whether a thinking part has something that a field of text cannot say.
pub(super) fn needs_piece(part: &Part, reasoning: &Reasoning) -> bool {
    let Reasoning { text: _, signature, encrypted } = reasoning;
    signature.is_some()
        || encrypted.is_some()
        || has_mark(&part.extras, "/text")
        || has_mark(&part.extras, "/summary")
        || (super::extras::is_own(&part.extras)
            && part.extras.list.iter().any(|extra| extra.value.as_str() != "null"))
}

/// An item of `reasoning_details`.
pub(super) fn piece(
    items: &mut Arr<'_>,
    index: u64,
    part: &Part,
    reasoning: &Reasoning,
    report: &mut Report,
) {
    let Reasoning { text, signature, encrypted } = reasoning;
    let patch = patch(&own(&part.extras, report), "");
    let member = piece_member(part);
    items.patched(&patch, |item| match encrypted {
        Some(data) => {
            item.word("type", "reasoning.encrypted").text("data", data);
            if !text.is_empty() {
                item.text("text", text);
            }
            item.maybe("signature", signature.as_ref()).number("index", index);
        }
        None => {
            item.word("type", if member == "summary" { "reasoning.summary" } else { "reasoning.text" });
            if !text.is_empty() || signature.is_none() {
                item.text(member, text);
            }
            item.maybe("signature", signature.as_ref()).number("index", index);
        }
    });
}

/// An item of `annotations`. The wire demands all four members.
pub(super) fn annotation(
    items: &mut Arr<'_>,
    part: &Part,
    source: &Source,
    target: &str,
    report: &mut Report,
) {
    let Source { url, title, id, media_type, filename, citation } = source;
    let at = At::place(&part.place);
    for (what, value) in [
        ((Field::SourceId, Field::SourceId.words()), id),
        ((Field::SourceDocument, "the media type of a source"), media_type),
        ((Field::SourceDocument, "the file name of a source"), filename),
    ] {
        if value.is_some() {
            report.dropped(at, what);
        }
    }
    let none = Citation::default();
    let Citation { start, end, cited_text } = citation.as_ref().unwrap_or(&none);
    for (name, known) in
        [("start_index", start.is_some()), ("end_index", end.is_some()), ("title", title.is_some())]
    {
        if !known {
            report.invented(
                &format!("{target}/url_citation/{name}"),
                (Field::Source, &format!("`{name}` of a source, which it does not tell")),
            );
        }
    }
    let empty = JsonString::default();
    let patch = patch(&own(&part.extras, report), "");
    items.patched(&patch, |item| {
        item.word("type", "url_citation").object("url_citation", |cited| {
            cited.number("start_index", start.unwrap_or(0)).number("end_index", end.unwrap_or(0));
            cited.text("title", title.as_ref().unwrap_or(&empty)).text("url", url.as_ref().unwrap_or(&empty));
            cited.maybe("content", cited_text.as_ref());
        });
    });
}

/// The text of an object with changes made to it.
pub(super) fn patched_text(patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> String {
    crate::ir::patched(patch, write)
}

/// The `error` member of a frame or a body.
pub(super) fn error(object: &mut Obj<'_>, error: &RunError) {
    let RunError { message, code, extras, place: _ } = error;
    object.object("error", |object| {
        object.text("message", message);
        let member = if has_mark(extras, "/error/type") { "type" } else { "code" };
        object.json(member, code.as_ref());
    });
}

/// How we say that a reply was cut short.
pub(super) fn cut_short(object: &mut Obj<'_>) {
    let (kind, text) = CUT_SHORT;
    object.object("error", |error| {
        error.word("message", text).word("type", kind);
    });
}

/// Sound that the model made, and not a picture: a sound is the one file that a reply of this wire holds.
pub(super) fn is_audio(part: &Part, file: &File) -> bool {
    let File { media_type, content, filename: _ } = file;
    let unnamed = media_type.as_ref().is_none_or(|kind| kind.as_str().starts_with("audio/"));
    let from_here = super::extras::is_own(&part.extras) && part.extras.get("/id").is_some();
    unnamed && (from_here || (media_type.is_none() && matches!(content, FileContent::Data(_))))
}

/// Reports a part that a reply of this wire has no place for.
pub(super) fn lose(part: &Part, at: At<'_>, report: &mut Report) -> LossSlot {
    let (what, id) = match &part.kind {
        PartKind::Text(_) => ("a text", None),
        PartKind::Reasoning(_) => ("reasoning", None),
        PartKind::Refusal(_) => ("a refusal", None),
        PartKind::ToolCall(call) if call.provider_executed => {
            ("a call that the provider ran", call.id.as_ref())
        }
        PartKind::ToolCall(call) => ("a tool call", call.id.as_ref()),
        PartKind::ToolResult(result) => ("a tool result", result.id.as_ref()),
        PartKind::File(_) => ("a file", None),
        PartKind::Source(source) => ("a source", source.id.as_ref()),
        PartKind::Data(data) => ("data", data.id.as_ref()),
        PartKind::ApprovalRequest(request) => ("an approval request", Some(&request.id)),
        PartKind::ApprovalResponse(response) => ("an approval response", Some(&response.id)),
        PartKind::Error(_) => ("an error", None),
        PartKind::Step => ("the border of a step", None),
        PartKind::Raw { .. } => ("a node of another family", None),
    };
    report.lose(Loss::Dropped, at, (part.kind.field(), what), id)
}
