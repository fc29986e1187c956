//! Images and documents.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::ir::{Fields, File, FileContent, JsonString};

/// An image; `None` for a source of an unknown kind.
pub(super) fn image(fields: Fields<'_>) -> Option<File> {
    let source = fields.get("source")?.fields();
    let any = || Some(JsonString::from_plain("image/*"));
    let file = match source.token("type")?.as_str() {
        "base64" => File {
            media_type: source.string("media_type"),
            content: FileContent::Data(source.string("data")?),
            filename: None,
        },
        "url" => File { media_type: any(), content: FileContent::Url(source.string("url")?), filename: None },
        "file" => {
            File { media_type: any(), content: FileContent::Id(source.string("file_id")?), filename: None }
        }
        _ => return None,
    };
    let _ = source.text("type");
    Some(file)
}

/// A document; `None` for one that is made of blocks, or of an unknown kind. A document at a URL is a PDF by the wire's
/// own definition; of one that lies with the provider nobody says what it is, so its type word stays with it.
pub(super) fn document(fields: Fields<'_>) -> Option<File> {
    let source = fields.get("source")?.fields();
    let pdf = Some(JsonString::from_plain("application/pdf"));
    let word = source.token("type")?.as_str();
    let (media_type, content) = match word {
        "base64" => (source.string("media_type"), FileContent::Data(source.string("data")?)),
        "text" => {
            let bytes = STANDARD.encode(source.text("data")?.decode().as_bytes());
            (source.string("media_type"), FileContent::Data(JsonString::from_plain(&bytes)))
        }
        "url" => (pdf, FileContent::Url(source.string("url")?)),
        "file" => (None, FileContent::Id(source.string("file_id")?)),
        _ => return None,
    };
    let _ = source.text("type");
    if word != "file" {
        let _ = fields.text("type");
    }
    Some(File { media_type, content, filename: fields.string("title") })
}
