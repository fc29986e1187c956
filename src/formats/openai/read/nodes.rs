//! Nodes that messages and deltas share: annotations, thinking in pieces, files.

use crate::formats::openai::words::FAMILY;
use crate::ir::{
    Citation, Extra, Extras, Fields, File, FileContent, Json, JsonStr, JsonString, Kind, Part, PartKind,
    Place, Reasoning, Source, Value,
};

/// Where a value stands, as a tree's node remembers it.
pub(super) type Placer<'p> = &'p dyn Fn(Value<'_>) -> Place;

/// What nobody has read in `value`, as extras of its node.
pub(super) fn extras(value: Value<'_>, prefix: &str, place: Placer<'_>) -> Extras {
    let mut extras = Extras::default();
    for left in value.unread() {
        left.skip();
        if left.kind() != Kind::Null {
            let name = format!("{prefix}{}", left.pointer_from(value));
            extras.list.push(Extra { name, value: left.json(), place: place(left) });
        }
    }
    if !extras.list.is_empty() {
        FAMILY.clone_into(&mut extras.family);
    }
    extras
}

/// Notes in `extras` that the node's text stood in the member `name`. A null says nothing, so no other family misses
/// it; our writers take it as the place to write to.
pub(super) fn mark(extras: &mut Extras, name: &str, place: Place) {
    FAMILY.clone_into(&mut extras.family);
    extras.list.push(Extra { name: name.to_owned(), value: Json::from_valid("null"), place });
}

/// Reads a member that says what is known already.
pub(super) fn pass(fields: Fields<'_>, key: &str) {
    if let Some(value) = fields.get(key) {
        value.skip();
    }
}

/// One annotation: a citation is a source, anything else a node that only this family speaks.
pub(super) fn annotation(value: Value<'_>, place: Placer<'_>) -> Part {
    let fields = value.fields();
    if !fields.token("type").is_some_and(|kind| kind.is("url_citation"))
        || fields.get("url_citation").is_none()
    {
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: value.json() };
        let mut part = Part::new(kind, place(value));
        mark(&mut part.extras, "/annotations", place(value));
        return part;
    }
    pass(fields, "type");
    let cited = fields.object("url_citation");
    let citation = Citation {
        start: cited.count("start_index"),
        end: cited.count("end_index"),
        cited_text: cited.string("content"),
    };
    let source = Source {
        url: cited.string("url"),
        title: cited.string("title"),
        citation: Some(citation),
        ..Source::default()
    };
    Part { kind: PartKind::Source(source), extras: extras(value, "", place), place: place(value) }
}

/// What an item of `reasoning_details` holds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Detail<'f> {
    /// Which piece it belongs to.
    pub(super) index: Option<u64>,
    /// Its text, and whether that is a summary.
    pub(super) text: Option<(Value<'f>, &'static str)>,
    /// Its seal.
    pub(super) signature: Option<Value<'f>>,
    /// The thinking, sealed.
    pub(super) data: Option<Value<'f>>,
}

impl<'f> Detail<'f> {
    /// Looks at an item; its type and its index are read, for the writer knows them from the rest.
    pub(super) fn of(item: Value<'f>) -> Self {
        let fields = item.fields();
        let filled =
            |key| fields.get(key).filter(|value: &Value<'f>| value.token().is_some_and(|t| !t.is_empty()));
        if let Some(kind) = fields.get("type")
            && kind.token().is_some_and(|kind| kind.as_str().starts_with("reasoning."))
        {
            kind.skip();
        }
        let text = filled("text").map(|text| (text, "/text"));
        let text = text.or_else(|| filled("summary").map(|text| (text, "/summary")));
        Self { index: fields.count("index"), text, signature: filled("signature"), data: filled("data") }
    }
}

/// Thinking that only the provider can read, with what its item says besides.
pub(super) fn sealed(item: Value<'_>, data: JsonStr<'_>, place: Placer<'_>) -> Part {
    let reasoning = Reasoning { encrypted: Some(data.owned()), ..Reasoning::default() };
    Part { kind: PartKind::Reasoning(reasoning), extras: extras(item, "", place), place: place(item) }
}

/// The text inside a `thinking` item of a content array: a string, or a list of text items.
pub(super) fn thinking_texts<'f>(item: Value<'f>) -> Vec<Value<'f>> {
    let Some(inner) = item.fields().get("thinking") else { return Vec::new() };
    if inner.token().is_some() {
        return vec![inner];
    }
    let mut texts = Vec::new();
    for piece in inner.items() {
        let fields = piece.fields();
        if let Some(text) = fields.get("text").filter(|text| text.token().is_some()) {
            pass(fields, "type");
            texts.push(text);
        }
    }
    texts
}

/// A `data:` URL taken apart.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DataUrl {
    /// Media type and base64.
    Base64(Option<JsonString>, JsonString),
    /// Not base64, or broken.
    Odd,
    /// Another URL.
    Other,
}

/// Takes a `data:` URL apart.
pub(super) fn data_url(token: JsonStr<'_>) -> DataUrl {
    let Some(rest) = strip_scheme(token.as_str()) else { return DataUrl::Other };
    let Some((head, body)) = rest.split_once(',') else { return DataUrl::Odd };
    let head = JsonStr::new(head).decode();
    let Some(media_type) = head.strip_suffix(";base64") else { return DataUrl::Odd };
    let body = if body.contains('\\') {
        JsonString::from_plain(&JsonStr::new(body).decode())
    } else {
        JsonStr::new(body).owned()
    };
    let media_type = (!media_type.is_empty()).then(|| JsonString::from_plain(media_type));
    DataUrl::Base64(media_type, body)
}

fn strip_scheme(text: &str) -> Option<&str> {
    let scheme = text.get(..5)?;
    scheme.eq_ignore_ascii_case("data:").then(|| &text[5..])
}

/// A file at a URL, or inside it. `media_type` is what is known besides.
pub(super) fn file_at(token: JsonStr<'_>, media_type: Option<&str>) -> (File, bool) {
    let known = media_type.map(JsonString::from_plain);
    let (media_type, content, odd) = match data_url(token) {
        DataUrl::Base64(own, data) => (own.or(known), FileContent::Data(data), false),
        DataUrl::Odd => (known, FileContent::Url(token.owned()), true),
        DataUrl::Other => (known, FileContent::Url(token.owned()), false),
    };
    (File { media_type, content, filename: None }, odd)
}
