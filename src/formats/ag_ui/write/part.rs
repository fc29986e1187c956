//! Content parts, and what a tool gave.

use std::borrow::Cow;

use super::place;
use crate::calls::value_text;
use crate::formats::ag_ui::{FAMILY, words};
use crate::ir::{
    At, Field, File, FileContent, Json, JsonString, Kind, Obj, Part, PartKind, Place, Reasoning, Tape,
    ToolResult, Value,
};
use crate::report::{Loss, Report};

/// A part of a user's message; `None` for one that has no place there, which is reported.
pub(super) fn content(part: &Part, unknown: bool, report: &mut Report) -> Option<Json> {
    let Part { kind, extras, place: at } = part;
    let what = match kind {
        PartKind::Text(text) => {
            let patch = place::own(extras, "", "", report);
            return Some(place::object(&patch, |out| {
                out.word("type", "text").text("text", text);
            }));
        }
        PartKind::File(it) => {
            let patch = place::own(extras, "", "", report);
            return Some(place::object(&patch, |out| file(it, out, report)));
        }
        PartKind::Raw { family, value } if unknown && family == FAMILY && !is_event(value) => {
            return Some(value.clone());
        }
        PartKind::Raw { .. } => "a node of an unknown kind",
        PartKind::Reasoning(_) => "thinking",
        PartKind::Refusal(_) => "a refusal",
        PartKind::ToolCall(_) => "a tool call",
        PartKind::ToolResult(_) => "a tool result",
        PartKind::Source(_) => "a source",
        PartKind::Data(_) => "data",
        PartKind::ApprovalRequest(_) => "an approval request",
        PartKind::ApprovalResponse(_) => "an approval response",
        PartKind::Error(_) => "an error",
        PartKind::Step => return None,
    };
    report.dropped(At::place(at), (kind.field(), &format!("{what} in a user's message")));
    report.drop_extras(extras);
    None
}

/// Whether a node is an event and no part of a message.
pub(super) fn is_event(value: &Json) -> bool {
    let mut tape = Tape::default();
    let text = value.as_str();
    tape.fill(text).is_ok()
        && tape.view(text).root().fields().token("type").is_some_and(|kind| {
            let kind = kind.as_str();
            !kind.is_empty() && kind.chars().all(|c| c.is_ascii_uppercase() || c == '_')
        })
}

fn file(file: &File, out: &mut Obj<'_>, report: &mut Report) {
    let File { media_type, content, filename } = file;
    let known = media_type.as_ref().map(|known| known.decode()).unwrap_or_default();
    out.word("type", words::media_part(&known));
    out.object("source", |source| {
        let (kind, value) = match content {
            FileContent::Data(data) => ("data", data),
            FileContent::Url(url) => ("url", url),
            FileContent::Id(id) => ("file", id),
        };
        source.word("type", kind).text("value", value);
        if !known.is_empty() && !known.ends_with("/*") {
            source.maybe("mimeType", media_type.as_ref());
        } else if kind == "data" {
            report.invented("/content/source/mimeType", Field::MediaType);
            source.word("mimeType", if known.is_empty() { "application/octet-stream" } else { &known });
        }
    });
    if let Some(name) = filename {
        out.object("metadata", |metadata| {
            metadata.text("filename", name);
        });
    }
}

/// AG-UI's one encrypted value of thinking: its seal, or the sealed thinking itself.
pub(super) fn seal<'p>(reasoning: &'p Reasoning, at: &Place, report: &mut Report) -> Option<&'p JsonString> {
    let Reasoning { text: _, signature, encrypted } = reasoning;
    if let (Some(_), Some(_)) = (signature, encrypted) {
        report
            .dropped(At::place(at), (Field::Sealed, "the sealed form of thinking that has a signature too"));
    }
    signature.as_ref().or(encrypted.as_ref())
}

/// What a tool gave: text as text, AG-UI's own parts as they are, anything else as its JSON text.
pub(super) fn output<'p>(
    result: &'p ToolResult,
    at: &Place,
    unknown: bool,
    report: &mut Report,
) -> Cow<'p, Json> {
    let Some(output) = &result.output else { return Cow::Owned(Json::from_valid("\"\"")) };
    if output.kind() == Kind::String {
        return Cow::Borrowed(output);
    }
    let mut tape = Tape::default();
    if tape.fill(output.as_str()).is_err() {
        return Cow::Borrowed(output);
    }
    let view = tape.view(output.as_str());
    let list = view.root();
    if list.elements().next().is_some() && list.elements().all(is_our_part) {
        let known: Vec<&str> = list.elements().filter(|part| is_known(*part)).map(Value::peek).collect();
        if unknown || known.len() == list.elements().count() {
            return Cow::Borrowed(output);
        }
        report.dropped(At::place(at), (Field::Own, "a content part of an unknown kind"));
        return Cow::Owned(Json::from_valid(format!("[{}]", known.join(","))));
    }
    let what = "a tool's output that is no text becomes its JSON text";
    report.lose(Loss::Narrowed, At::place(at), (Field::Output, what), result.id.as_ref());
    Cow::Owned(Json::string(value_text(output).token()))
}

/// Whether this is built as AG-UI builds its content parts, of whatever kind.
fn is_our_part(part: Value<'_>) -> bool {
    let fields = part.fields();
    fields.token("type").is_some()
        && (fields.token("text").is_some() || fields.object("source").token("value").is_some())
}

/// Whether AG-UI has this kind of part and of source.
fn is_known(part: Value<'_>) -> bool {
    let fields = part.fields();
    let is = |word: &str| fields.token("type").is_some_and(|kind| kind.is(word));
    let from = fields.object("source").token("type");
    is("text")
        || (words::MEDIA.iter().any(|(word, _)| is(word))
            && from.is_some_and(|from| ["data", "url", "file"].contains(&from.as_str())))
}
