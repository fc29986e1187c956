//! Files as image and document blocks.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::ir::{File, FileContent, JsonString, Obj};

/// The media types of images that the wire takes.
const IMAGES: &[&str] = &["image/jpeg", "image/png", "image/gif", "image/webp"];

/// How a file is written.
pub(super) struct Block {
    /// `image` or `document`.
    pub(super) word: &'static str,
    /// What its `source` holds.
    source: SourceOf,
    /// What changed on the way, if anything did.
    pub(super) narrowed: Option<String>,
}

enum SourceOf {
    Base64 { media_type: String, data: JsonString },
    Text(JsonString),
    Url(JsonString),
    File(JsonString),
}

/// How to write a file; the error says what it is that has no place.
pub(super) fn block(file: &File) -> Result<Block, String> {
    let File { media_type, content, filename: _ } = file;
    let known = media_type.as_ref().map(|known| known.decode().to_lowercase()).unwrap_or_default();
    match content {
        FileContent::Data(data) => from_data(&known, data),
        FileContent::Url(url) => from_url(&known, url),
        FileContent::Id(id) => {
            let word = word(&known).ok_or_else(|| named(&known))?;
            let narrowed = (!known.is_empty() && known != "image/*")
                .then(|| format!("the media type `{known}` of a file with the provider is left out"));
            Ok(Block { word, source: SourceOf::File(id.clone()), narrowed })
        }
    }
}

/// What a file is called that has no place.
fn named(media_type: &str) -> String {
    match media_type.split_once('/') {
        Some((kind, _)) => {
            let article = if kind.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            format!("{article} {kind} file (`{media_type}`)")
        }
        None => "a file of an unknown type".to_owned(),
    }
}

/// The kind of block for a media type; a file nobody knows the type of is a document.
fn word(media_type: &str) -> Option<&'static str> {
    match media_type.split('/').next().unwrap_or_default() {
        "image" => Some("image"),
        "" | "text" => Some("document"),
        _ if media_type == "application/pdf" => Some("document"),
        _ => None,
    }
}

fn from_data(media_type: &str, data: &JsonString) -> Result<Block, String> {
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    if essence == "image/jpg" {
        let narrowed = Some("the media type `image/jpg` becomes `image/jpeg`".to_owned());
        let source = SourceOf::Base64 { media_type: "image/jpeg".to_owned(), data: data.clone() };
        return Ok(Block { word: "image", source, narrowed });
    }
    if IMAGES.contains(&essence) || essence == "application/pdf" {
        let word = if essence == "application/pdf" { "document" } else { "image" };
        let source = SourceOf::Base64 { media_type: essence.to_owned(), data: data.clone() };
        return Ok(Block { word, source, narrowed: None });
    }
    if essence.starts_with("text/") {
        let text =
            STANDARD.decode(data.decode().as_bytes()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
        let text = text.ok_or_else(|| format!("{} that is no text", named(media_type)))?;
        let other = media_type != "text/plain";
        let narrowed = other.then(|| format!("the media type `{media_type}` becomes `text/plain`"));
        let source = SourceOf::Text(JsonString::from_plain(&text));
        return Ok(Block { word: "document", source, narrowed });
    }
    Err(named(media_type))
}

fn from_url(media_type: &str, url: &JsonString) -> Result<Block, String> {
    let plain = url.decode();
    let scheme = plain.split(':').next().unwrap_or_default().to_ascii_lowercase();
    if scheme == "data" {
        return from_data_url(&plain);
    }
    if !matches!(scheme.as_str(), "http" | "https") {
        return Err(format!("a file at a `{scheme}` URL"));
    }
    let word = if media_type.is_empty() { Some("image") } else { word(media_type) };
    let word = word.ok_or_else(|| named(media_type))?;
    let told = matches!(media_type, "" | "image/*");
    let narrowed = (!told).then(|| format!("the media type `{media_type}` of a file at a URL is left out"));
    Ok(Block { word, source: SourceOf::Url(url.clone()), narrowed })
}

fn from_data_url(url: &str) -> Result<Block, String> {
    let broken = || "a malformed data URL".to_owned();
    let (head, data) = url.get("data:".len()..).and_then(|rest| rest.split_once(',')).ok_or_else(broken)?;
    let media_type = head.strip_suffix(";base64").ok_or_else(broken)?.to_lowercase();
    from_data(&media_type, &JsonString::from_plain(data))
}

impl Block {
    /// Writes the block's members.
    pub(super) fn write(&self, filename: Option<&JsonString>, block: &mut Obj<'_>) {
        block.word("type", self.word);
        block.object("source", |source| {
            match &self.source {
                SourceOf::Base64 { media_type, data } => {
                    source.word("type", "base64").text("media_type", &JsonString::from_plain(media_type));
                    source.text("data", data)
                }
                SourceOf::Text(text) => {
                    source.word("type", "text").word("media_type", "text/plain").text("data", text)
                }
                SourceOf::Url(url) => source.word("type", "url").text("url", url),
                SourceOf::File(id) => source.word("type", "file").text("file_id", id),
            };
        });
        if self.word == "document" {
            block.maybe("title", filename);
        }
    }
}
