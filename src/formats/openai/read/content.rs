//! Content parts of a message.

use super::nodes::{extras, file_at, mark, pass, thinking_texts};
use crate::codec::Source;
use crate::formats::openai::words::{FAMILY, audio_type};
use crate::ir::{Fields, File, FileContent, JsonString, Kind, Part, PartKind, Place, Reasoning, Value};

/// The parts of the `content` of what stands at `place`: a text, or a list. An empty text is none.
pub(super) fn parts(content: Value<'_>, place: &Place, source: &mut Source<'_>) -> Vec<Part> {
    if let Some(text) = content.text() {
        let kind = PartKind::Text(text.owned());
        return if text.is_empty() { Vec::new() } else { vec![Part::new(kind, place.member("/content"))] };
    }
    let mut parts = Vec::new();
    if content.kind() == Kind::Array {
        for item in content.items() {
            parts.push(part(item, source));
        }
    }
    parts
}

fn part(item: Value<'_>, source: &mut Source<'_>) -> Part {
    let fields = item.fields();
    let kind = match fields.token("type").map(|kind| kind.decode()).as_deref() {
        Some("text") => fields.string("text").map(PartKind::Text),
        Some("refusal") => fields.string("refusal").map(PartKind::Refusal),
        Some("image_url") => image(fields, source).map(PartKind::File),
        Some("input_audio") => sound(fields).map(PartKind::File),
        Some("file") => file(fields, source).map(PartKind::File),
        Some("thinking") => return thinking(item, source),
        Some(_) | None => None,
    };
    let Some(kind) = kind else {
        let kind = PartKind::Raw { family: FAMILY.to_owned(), value: item.json() };
        return Part::new(kind, source.place(item));
    };
    pass(fields, "type");
    Part { kind, extras: source.extras(item), place: source.place(item) }
}

/// `{"url": …}`, or the URL alone, as some clients send it.
fn image(fields: Fields<'_>, source: &mut Source<'_>) -> Option<File> {
    let member = fields.get("image_url")?;
    let url = if member.kind() == Kind::String { member } else { member.fields().get("url")? };
    file_from(url, Some("image/*"), source)
}

fn file_from(url: Value<'_>, media_type: Option<&str>, source: &mut Source<'_>) -> Option<File> {
    let token = url.text()?;
    let (file, odd) = file_at(token, media_type);
    if odd {
        let help = "a data URL is `data:`, a media type, `;base64,` and the bytes";
        source.warning("openai/data-url", url, "the data URL holds no base64: it stays as it is", help);
    }
    Some(file)
}

fn sound(fields: Fields<'_>) -> Option<File> {
    let sound = fields.object("input_audio");
    let data = sound.string("data")?;
    let media_type = sound.text("format").map(|format| JsonString::from_plain(&audio_type(&format.decode())));
    Some(File { media_type, content: FileContent::Data(data), filename: None })
}

/// `file_data` is a data URL with OpenAI, bare base64 or a plain URL with others.
fn file(fields: Fields<'_>, source: &mut Source<'_>) -> Option<File> {
    let member = fields.object("file");
    let mut file = match member.get("file_data") {
        Some(data) => {
            let token = data.token()?;
            let is_url = token.as_str().get(..4).is_some_and(|head| head.eq_ignore_ascii_case("http"));
            if is_url || token.as_str().get(..5).is_some_and(|head| head.eq_ignore_ascii_case("data:")) {
                file_from(data, None, source)?
            } else {
                let content = FileContent::Data(data.text()?.owned());
                File { media_type: None, content, filename: None }
            }
        }
        None => {
            let content = FileContent::Id(member.string("file_id")?);
            File { media_type: None, content, filename: None }
        }
    };
    file.filename = member.string("filename");
    Some(file)
}

/// Mistral's thinking among the content parts.
fn thinking(item: Value<'_>, source: &mut Source<'_>) -> Part {
    let place = source.place(item);
    let mut text = JsonString::default();
    for piece in thinking_texts(item) {
        text.push(piece.text().unwrap_or_default());
    }
    let fields = item.fields();
    pass(fields, "type");
    let signature = fields.string("signature");
    let reasoning = Reasoning { text, signature, encrypted: None };
    let mut extras = extras(item, "", &|value| source.place(value));
    mark(&mut extras, "/thinking", place.clone());
    Part { kind: PartKind::Reasoning(reasoning), extras, place }
}
