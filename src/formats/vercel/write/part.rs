//! The parts of a message other than calls.

use crate::ir::{
    At, Citation, Data, Field, File, FileContent, Json, JsonString, Obj, Part, PartKind, Patch, Reasoning,
    Source, Tape,
};
use crate::report::{Loss, Report};

use super::super::usage;
use super::super::words::FAMILY;
use super::members::{own, word};

/// Ids that the wire demands and the source lacks, counted.
#[derive(Default)]
pub(super) struct Made {
    pub(super) sources: u32,
    pub(super) calls: u32,
    pub(super) reasonings: u32,
}

impl Made {
    /// The next id of a source.
    pub(super) fn source(&mut self) -> JsonString {
        self.sources += 1;
        JsonString::from_plain(&format!("source-{}", self.sources))
    }

    /// The next id of reasoning: a stream's fold has one, so a message has it too.
    pub(super) fn reasoning(&mut self) -> JsonString {
        self.reasonings += 1;
        JsonString::from_plain(&format!("reasoning-{}", self.reasonings))
    }

    /// The next id of a call.
    pub(super) fn call(&mut self) -> JsonString {
        self.calls += 1;
        JsonString::from_plain(&format!("call_{}", self.calls))
    }
}

/// Whether the part was left open.
pub(super) fn is_streaming(part: &Part) -> bool {
    word(&part.extras, "/state") == Some("\"streaming\"")
}

/// Writes a text with what it cites. What a model said is done, unless it says otherwise.
pub(super) fn text(token: &JsonString, cited: &[&Part], done: bool, out: &mut Obj<'_>, report: &mut Report) {
    out.word("type", "text").text("text", token);
    if done {
        out.word("state", "done");
    }
    if cited.is_empty() {
        return;
    }
    out.array("citations", |list| {
        for part in cited {
            list.raw(&citation(part, report));
        }
    });
}

/// One citation as JSON.
pub(super) fn citation(part: &Part, report: &mut Report) -> String {
    let PartKind::Source(source) = &part.kind else { return "null".to_owned() };
    let mut text = Vec::new();
    let mut out = Obj::begin(&mut text);
    out.object("source", |inner| {
        let is_url = source.url.is_some();
        inner.word("type", "source").word("sourceType", if is_url { "url" } else { "document" });
        let id = source.id.clone().unwrap_or_else(|| {
            report.invented("", (Field::SourceId, "the id of a cited source"));
            source.url.clone().unwrap_or_else(|| JsonString::from_plain("source"))
        });
        inner.text("id", &id);
        source_members(source, "", inner, report);
    });
    if let Some(Citation { start, end, cited_text }) = &source.citation {
        out.count("startIndex", *start).count("endIndex", *end).maybe("citedText", cited_text.as_ref());
    }
    out.end();
    let mut patch = Patch::default();
    own(&part.extras, &[], &mut patch, report);
    crate::ir::apply(&crate::ir::written(&text), &patch)
}

/// Writes reasoning; the seal stands where the SDK's own provider for Anthropic puts it.
pub(super) fn reasoning(reasoning: &Reasoning, done: bool, out: &mut Obj<'_>) -> Patch {
    let Reasoning { text, signature, encrypted } = reasoning;
    out.word("type", "reasoning").text("text", text);
    if done {
        out.word("state", "done");
    }
    seal(signature.as_ref(), encrypted.as_ref())
}

/// Where the seal of reasoning stands in its part.
const SEALS: [&str; 2] =
    ["/providerMetadata/anthropic/signature", "/providerMetadata/anthropic/redactedData"];

/// Whether this is the name of a seal.
pub(super) fn is_seal(name: &str) -> bool {
    SEALS.contains(&name)
}

/// The seal of reasoning as members of its provider metadata.
pub(super) fn seal(signature: Option<&JsonString>, encrypted: Option<&JsonString>) -> Patch {
    let mut patch = Patch::default();
    for (name, value) in SEALS.iter().zip([signature, encrypted]) {
        if let Some(value) = value {
            patch.set.push(((*name).to_owned(), Json::string(value.token())));
        }
    }
    patch
}

/// The URL of a file; `None` for one that only its provider can find.
pub(super) fn url(file: &File, at: At<'_>, report: &mut Report) -> Option<(JsonString, JsonString)> {
    let File { media_type, content, filename: _ } = file;
    if let FileContent::Id(id) = content {
        report.lose(Loss::Dropped, at, (Field::FileId, "a file that is with the provider"), Some(id));
        return None;
    }
    let kind = media_type.clone().unwrap_or_else(|| {
        report.invented("", Field::MediaType);
        JsonString::from_plain("application/octet-stream")
    });
    match content {
        FileContent::Url(url) | FileContent::Id(url) => Some((url.clone(), kind)),
        FileContent::Data(data) => {
            let mut url = JsonString::from_plain("data:");
            url.push(kind.token());
            url.push(crate::ir::JsonStr::new(";base64,"));
            url.push(data.token());
            Some((url, kind))
        }
    }
}

/// The type word of a source.
pub(super) fn source_word(source: &Source) -> &'static str {
    if source.url.is_some() { "source-url" } else { "source-document" }
}

/// The members of a source but its id.
pub(super) fn source_members(source: &Source, at: &str, out: &mut Obj<'_>, report: &mut Report) {
    let Source { url, title, id: _, media_type, filename, citation: _ } = source;
    if let Some(url) = url {
        out.text("url", url).maybe("title", title.as_ref());
        out.maybe("mediaType", media_type.as_ref()).maybe("filename", filename.as_ref());
        return;
    }
    let media_type = media_type.clone().unwrap_or_else(|| {
        report.invented(&format!("{at}/mediaType"), (Field::SourceDocument, "the media type of a source"));
        JsonString::from_plain("application/octet-stream")
    });
    let title = title.clone().unwrap_or_else(|| {
        report.invented(&format!("{at}/title"), Field::SourceTitle);
        filename.clone().unwrap_or_default()
    });
    out.text("mediaType", &media_type).text("title", &title).maybe("filename", filename.as_ref());
}

/// The members of a data part.
pub(super) fn data(data: &Data, out: &mut Obj<'_>) {
    let Data { name, id, value, transient } = data;
    out.word("type", &format!("data-{}", name.as_str())).maybe("id", id.as_ref()).raw("data", value.as_str());
    if *transient {
        out.flag("transient", true);
    }
}

/// A node of another family, in words.
pub(super) fn foreign(family: &str, value: &Json) -> String {
    let mut tape = Tape::default();
    let view = tape.fill(value.as_str()).is_ok().then(|| tape.view(value.as_str()));
    let kind = view.as_ref().and_then(|view| {
        let kind = usage::member(view.root(), "type")?.token()?.decode().into_owned();
        Some(format!("a `{kind}` part, which only {family} speaks,"))
    });
    kind.unwrap_or_else(|| format!("a part that only {family} speaks"))
}

/// Whether a node is this family's.
pub(super) fn is_ours(family: &str) -> bool {
    family == FAMILY
}
