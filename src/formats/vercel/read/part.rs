//! Parts that a stream and a message spell alike.

use crate::ir::{
    Citation, Data, Extras, Fields, File, FileContent, Json, JsonStr, Part, PartKind, Source, Value,
};

use super::super::words::FAMILY;
use super::node::{Ground, keep, part, rest};

const METADATA: (&str, &str) = ("providerMetadata", "/providerMetadata");

/// `file`. A base64 `data:` URL that names the part's own media type is the file itself; any other URL stays a URL.
pub(super) fn file<'f>(ground: &impl Ground<'f>, value: Value<'f>) -> Part {
    let fields = value.fields();
    let media_type = fields.string("mediaType");
    let url = fields.text("url").unwrap_or_default();
    let inside = media_type.as_ref().and_then(|media_type| {
        url.as_str().strip_prefix("data:")?.strip_prefix(media_type.as_str())?.strip_prefix(";base64,")
    });
    let content = match inside {
        Some(data) => FileContent::Data(JsonStr::new(data).owned()),
        None => FileContent::Url(url.owned()),
    };
    let file = File { media_type, content, filename: fields.string("filename") };
    let mut part = part(PartKind::File(file), ground, value);
    keep(&mut part.extras, ground, fields, ("providerReference", "/providerReference"));
    keep(&mut part.extras, ground, fields, METADATA);
    part
}

/// `source-url` and `source-document`.
pub(super) fn source<'f>(ground: &impl Ground<'f>, value: Value<'f>) -> Part {
    let fields = value.fields();
    let mut part = part(PartKind::Source(told(fields, "sourceId")), ground, value);
    keep(&mut part.extras, ground, fields, METADATA);
    part
}

fn told(fields: Fields<'_>, id: &str) -> Source {
    Source {
        url: fields.string("url"),
        title: fields.string("title"),
        id: fields.string(id),
        media_type: fields.string("mediaType"),
        filename: fields.string("filename"),
        citation: None,
    }
}

/// The citations of a text, each as a source with what it stands behind.
pub(super) fn citations<'f>(ground: &impl Ground<'f>, list: Value<'f>) -> Vec<Part> {
    list.items().map(|item| citation(ground, item)).collect()
}

fn citation<'f>(ground: &impl Ground<'f>, item: Value<'f>) -> Part {
    let fields = item.fields();
    let inner = fields.object("source");
    let mut source = told(inner, "id");
    if let Some(kind) = inner.get("type").filter(|kind| kind.peek() == "\"source\"") {
        kind.skip();
    }
    let word = if source.url.is_some() { "\"url\"" } else { "\"document\"" };
    if let Some(kind) = inner.get("sourceType").filter(|kind| kind.peek() == word) {
        kind.skip();
    }
    source.citation = Some(Citation {
        start: fields.count("startIndex"),
        end: fields.count("endIndex"),
        cited_text: fields.string("citedText"),
    });
    let mut part = part(PartKind::Source(source), ground, item);
    rest(&mut part.extras, ground, item, "");
    part
}

/// `data-NAME`, whose unknown members belong to the part: the SDK stores the whole chunk.
pub(super) fn data<'f>(ground: &impl Ground<'f>, value: Value<'f>, name: JsonStr<'f>) -> Part {
    let fields = value.fields();
    let transient = fields.get("transient").filter(|flag| flag.peek() == "true").and_then(Value::flag);
    let data = Data {
        name: name.owned(),
        id: fields.string("id"),
        value: fields.member("data").map_or_else(|| Json::from_valid("null"), Value::json),
        transient: transient.is_some(),
    };
    let mut part = part(PartKind::Data(data), ground, value);
    rest(&mut part.extras, ground, value, "");
    part
}

/// A part that only this family speaks: `custom`, `reasoning-file`, `steering-message`, or one we do not know.
pub(super) fn raw<'f>(ground: &impl Ground<'f>, value: Value<'f>) -> Part {
    let place = ground.place(value);
    let kind = PartKind::Raw { family: FAMILY.to_owned(), value: value.json() };
    Part { kind, extras: Extras::default(), place }
}
