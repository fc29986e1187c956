//! Content parts: text and the four kinds of media, with three kinds of source. The old `binary` part is read too.

use super::skip::skip;
use crate::codec::Source;
use crate::formats::ag_ui::{FAMILY, words};
use crate::ir::{Fields, File, FileContent, JsonString, Kind, Part, PartKind, Value};

/// A part of a message's content. A kind that nobody knows is set aside whole and reported.
pub(super) fn part(value: Value<'_>, source: &mut Source<'_>) -> Part {
    let place = source.place(value);
    let fields = value.fields();
    let kind = match fields.token("type").map(|kind| kind.decode()) {
        Some(kind) if kind == "text" => text(fields),
        Some(kind) if kind == "binary" => binary(fields).map(PartKind::File),
        Some(kind) => media(&kind, fields).map(PartKind::File),
        None => None,
    };
    let Some(kind) = kind else {
        let help = "text, image, audio, video and document with a source of type data, url or file are known";
        let at = fields.get("type").unwrap_or(value);
        source.warning("ag-ui/unknown-part", at, "a content part of an unknown kind is set aside", help);
        return Part::new(PartKind::Raw { family: FAMILY.to_owned(), value: value.json() }, place);
    };
    Part { kind, extras: source.extras(value), place }
}

fn text(fields: Fields<'_>) -> Option<PartKind> {
    let text = fields.string("text")?;
    skip(fields, "type");
    Some(PartKind::Text(text))
}

/// The file of a media part. Its kind stays unread, and so an extra, where the media type does not tell it.
fn media(kind: &str, fields: Fields<'_>) -> Option<File> {
    let (_, prefix) = words::MEDIA.iter().find(|(word, _)| *word == kind)?;
    let from = fields.get("source").filter(|from| from.kind() == Kind::Object)?.fields();
    let content = match from.token("type")?.as_str() {
        "data" => FileContent::Data(from.string("value")?),
        "url" => FileContent::Url(from.string("value")?),
        "file" => FileContent::Id(from.string("value")?),
        _ => return None,
    };
    skip(from, "type");
    let any = || (!prefix.is_empty()).then(|| JsonString::from_plain(&format!("{prefix}*")));
    let media_type = from.string("mimeType").or_else(any);
    let told = media_type.as_ref().map_or("document", |known| words::media_part(&known.decode()));
    if told == kind {
        skip(fields, "type");
    }
    Some(File { media_type, content, filename: filename(fields) })
}

/// The name of a file, which AG-UI has in the metadata.
fn filename(fields: Fields<'_>) -> Option<JsonString> {
    let metadata = fields.get("metadata")?;
    metadata.members().find(|(key, value)| key.is("filename") && value.kind() == Kind::String)?;
    metadata.fields().string("filename")
}

/// The media part of before 1.0.
fn binary(fields: Fields<'_>) -> Option<File> {
    let content = if let Some(data) = fields.string("data") {
        FileContent::Data(data)
    } else if let Some(url) = fields.string("url") {
        FileContent::Url(url)
    } else {
        FileContent::Id(fields.string("id")?)
    };
    skip(fields, "type");
    Some(File { media_type: fields.string("mimeType"), content, filename: fields.string("filename") })
}
