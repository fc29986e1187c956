//! Content of messages that are not the model's: text, pictures, sounds, files.

use super::extras::{is_own, own, patch};
use super::nodes::lose;
use crate::formats::openai::words::{FAMILY, audio_format};
use crate::ir::{Arr, At, Field, File, FileContent, JsonString, Obj, Part, PartKind, Patch};
use crate::report::Report;

/// Whose content it is: users alone send files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speaker {
    User,
    Instructions,
}

/// Writes `content`: one text as text, anything else as a list.
pub(super) fn write(message: &mut Obj<'_>, parts: &[Part], speaker: Speaker, report: &mut Report) {
    let (kept, lost): (Vec<&Part>, Vec<&Part>) = parts.iter().partition(|part| has_place(part, speaker));
    for part in lost {
        lose(part, At::place(&part.place), report);
        report.drop_extras(&part.extras);
    }
    match kept.as_slice() {
        [] => {
            message.word("content", "");
        }
        [Part { kind: PartKind::Text(text), extras, place: _ }]
            if extras.list.is_empty() || !is_own(extras) =>
        {
            report.drop_extras(extras);
            message.text("content", text);
        }
        kept => {
            message.array("content", |items| {
                for part in kept {
                    item(items, part, report);
                }
            });
        }
    }
}

fn has_place(part: &Part, speaker: Speaker) -> bool {
    match &part.kind {
        PartKind::Text(_) => true,
        PartKind::File(_) => speaker == Speaker::User,
        PartKind::Raw { family, .. } => family == FAMILY,
        PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::ToolCall(_)
        | PartKind::ToolResult(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step => false,
    }
}

fn item(items: &mut Arr<'_>, part: &Part, report: &mut Report) {
    let patch = patch(&own(&part.extras, report), "");
    match &part.kind {
        PartKind::Text(text) => items.patched(&patch, |item| {
            item.word("type", "text").text("text", text);
        }),
        PartKind::Raw { family: _, value } => {
            items.raw(value.as_str());
        }
        PartKind::File(file) => write_file(items, part, file, &patch, report),
        PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::ToolCall(_)
        | PartKind::ToolResult(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step => {}
    }
}

fn write_file(items: &mut Arr<'_>, part: &Part, file: &File, patch: &Patch, report: &mut Report) {
    let File { media_type, content, filename } = file;
    let at = At::place(&part.place);
    let kind = media_type.as_ref().map_or("", |kind| kind.as_str());
    let image = kind.starts_with("image/");
    match content {
        FileContent::Data(data) if image => {
            lose_name(filename.as_ref(), at, report);
            let url = data_url(media_type.as_ref(), data);
            picture(items, &url, patch);
        }
        FileContent::Url(url) if image => {
            lose_name(filename.as_ref(), at, report);
            lose_type(media_type.as_ref(), at, report);
            picture(items, url, patch);
        }
        FileContent::Data(data) if audio_format(kind).is_some() => {
            lose_name(filename.as_ref(), at, report);
            if !report.within_family() {
                let what = format!("the media type `{kind}` becomes a format");
                report.narrowed(at, (Field::MediaType, &what));
            }
            items.patched(patch, |item| {
                item.word("type", "input_audio").object("input_audio", |sound| {
                    sound.text("data", data).word("format", audio_format(kind).unwrap_or("wav"));
                });
            });
        }
        FileContent::Data(data) => {
            let data = if media_type.is_some() { data_url(media_type.as_ref(), data) } else { data.clone() };
            document(items, ("file_data", &data), filename.as_ref(), patch);
        }
        FileContent::Url(url) => {
            // The API takes no URL of a document; servers that do take it where the bytes would stand.
            report.narrowed(
                at,
                (Field::FileUrl, "a file at a URL stands in `file_data`, which not every server fetches"),
            );
            lose_type(media_type.as_ref(), at, report);
            document(items, ("file_data", url), filename.as_ref(), patch);
        }
        FileContent::Id(id) => {
            lose_type(media_type.as_ref(), at, report);
            document(items, ("file_id", id), filename.as_ref(), patch);
        }
    }
}

fn data_url(media_type: Option<&JsonString>, data: &JsonString) -> JsonString {
    let mut url = JsonString::from_plain("data:");
    if let Some(media_type) = media_type.filter(|kind| !kind.as_str().ends_with("/*")) {
        url.push(media_type.token());
    }
    url.push(JsonString::from_plain(";base64,").token());
    url.push(data.token());
    url
}

fn picture(items: &mut Arr<'_>, url: &JsonString, patch: &Patch) {
    items.patched(patch, |item| {
        item.word("type", "image_url").object("image_url", |image| {
            image.text("url", url);
        });
    });
}

fn document(
    items: &mut Arr<'_>,
    (key, value): (&str, &JsonString),
    filename: Option<&JsonString>,
    patch: &Patch,
) {
    items.patched(patch, |item| {
        item.word("type", "file").object("file", |file| {
            file.text(key, value).maybe("filename", filename);
        });
    });
}

fn lose_name(filename: Option<&JsonString>, at: At<'_>, report: &mut Report) {
    if let Some(name) = filename {
        report.dropped(at, (Field::FileName, &format!("the file name `{}`", name.as_str())));
    }
}

fn lose_type(media_type: Option<&JsonString>, at: At<'_>, report: &mut Report) {
    if let Some(kind) = media_type.filter(|kind| !kind.as_str().ends_with("/*")) {
        report.dropped(at, (Field::MediaType, &format!("the media type `{}`", kind.as_str())));
    }
}
