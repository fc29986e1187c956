//! Content blocks: one reader for documents and for `content_block_start`.

use super::file;
use crate::codec::Source;
use crate::formats::anthropic::words::FAMILY;
use crate::ir::{
    Citation, Document, Fields, Input, Json, JsonString, Kind, Part, PartKind, Place, Reasoning,
    Source as Cited, Status, ToolCall, ToolResult, Value,
};

/// Reads a block: a part, and after a text the sources it cites. An empty text stays unread, so that its part remembers
/// that there was one. What nobody here understands stays raw.
pub(super) fn read(block: Value<'_>, source: &mut Source<'_>) -> Vec<Part> {
    let place = source.place(block);
    let fields = block.fields();
    let word = fields.token("type").map_or("", |word| word.as_str());
    let mut cited = Vec::new();
    let kind = match word {
        "text" => {
            cited.extend(fields.list("citations").map(|citation| self::citation(citation, source)));
            let said = fields.token("text").is_some_and(|text| !text.is_empty());
            PartKind::Text(if said {
                fields.string("text").unwrap_or_default()
            } else {
                JsonString::default()
            })
        }
        "thinking" => PartKind::Reasoning(thinking(fields)),
        "redacted_thinking" => {
            let encrypted = Some(fields.string("data").unwrap_or_default());
            PartKind::Reasoning(Reasoning { encrypted, ..Reasoning::default() })
        }
        "tool_use" | "server_tool_use" | "mcp_tool_use" => {
            PartKind::ToolCall(call(block, fields, word, source))
        }
        "tool_result" => {
            let _ = fields.flag("is_error");
            PartKind::ToolResult(result(fields))
        }
        "image" => file::image(fields).map_or_else(|| raw(block), PartKind::File),
        "document" => file::document(fields).map_or_else(|| raw(block), PartKind::File),
        _ if word.ends_with("_tool_result") && fields.has("tool_use_id") => {
            PartKind::ToolResult(ToolResult { provider_executed: true, ..result(fields) })
        }
        _ => raw(block),
    };
    if says_all(word) {
        let _ = fields.text("type");
    }
    let mut part = Part::new(kind, place);
    part.extras = source.extras(block);
    let mut parts = vec![part];
    parts.append(&mut cited);
    parts
}

/// Whether the kind of part says as much as the type word; of tools that the provider runs it does not, nor of a file
/// whose media type nobody knows.
fn says_all(word: &str) -> bool {
    matches!(word, "text" | "thinking" | "redacted_thinking" | "tool_use" | "tool_result" | "image")
}

/// A block only this family speaks.
pub(super) fn raw(block: Value<'_>) -> PartKind {
    PartKind::Raw { family: FAMILY.to_owned(), value: block.json() }
}

fn thinking(fields: Fields<'_>) -> Reasoning {
    Reasoning {
        text: fields.string("thinking").unwrap_or_default(),
        signature: fields.string("signature").filter(|signature| !signature.is_empty()),
        encrypted: None,
    }
}

fn call(block: Value<'_>, fields: Fields<'_>, word: &str, source: &mut Source<'_>) -> ToolCall {
    if fields.get("name").is_none() {
        let help = "a tool_use block has `id`, `name` and `input`";
        source.error("anthropic/tool-name-missing", block, format!("a `{word}` block without a name"), help);
    }
    ToolCall {
        id: fields.string("id"),
        name: fields.string("name").unwrap_or_default(),
        input: fields.json("input").map_or(Input::Absent, Input::Json),
        free_text: false,
        provider_executed: word != "tool_use",
    }
}

/// A result. That a server's tool has failed is told by the type of its content.
fn result(fields: Fields<'_>) -> ToolResult {
    let content = fields.get("content").filter(|content| content.kind() == Kind::Object);
    let told = content.is_some_and(|content| {
        content.members().any(|(key, value)| {
            key.is("type") && value.token().is_some_and(|word| word.as_str().ends_with("_error"))
        })
    });
    let failed = fields.get("is_error").is_some_and(|error| error.peek() == "true");
    if failed {
        let _ = fields.flag("is_error");
    }
    let failed = failed || told;
    ToolResult {
        id: fields.string("tool_use_id"),
        name: None,
        output: fields.json("content"),
        status: if failed { Status::Error } else { Status::Ok },
        preliminary: false,
        provider_executed: false,
    }
}

/// A citation, as a source of the text before it. The positions are those in the cited document, so they stay extras.
pub(super) fn citation(citation: Value<'_>, source: &mut Source<'_>) -> Part {
    let fields = citation.fields();
    let cited = Cited {
        url: fields.string("url"),
        title: fields.string("title").or_else(|| fields.string("document_title")),
        citation: Some(Citation { start: None, end: None, cited_text: fields.string("cited_text") }),
        ..Cited::default()
    };
    let mut part = Part::new(PartKind::Source(cited), source.place(citation));
    part.extras = source.extras(citation);
    part
}

/// The part of a block that only this family speaks.
pub(super) fn own(block: Json, place: Place) -> Box<Part> {
    Box::new(Part::new(PartKind::Raw { family: FAMILY.to_owned(), value: block }, place))
}

/// A block gets the members of a delta that no part has a place for: texts grow, anything else is replaced.
pub(super) fn grow(block: &mut Document, delta: Value<'_>) {
    for (key, value) in delta.members().filter(|(key, _)| !key.is("type")) {
        block.grow(&key.decode(), value);
    }
    delta.skip();
}
