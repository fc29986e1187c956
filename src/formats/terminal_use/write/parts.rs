//! The parts of a message.

use super::super::words::FAMILY;
use super::answered::pairs;
use super::state::{Parts, own};
use crate::ir::{
    Arr, At, Data, Extras, Field, File, FileContent, Json, JsonStr, JsonString, Kind, Part, PartKind, Patch,
    Reasoning, RunError, Source, patched,
};
use crate::report::{Loss, Report};

impl Parts<'_> {
    /// Writes all parts; an error of the reply is the last.
    pub(super) fn write(&mut self, error: Option<&RunError>, list: &mut Arr<'_>) {
        let before = list.position();
        let message = self.message;
        let pairs = pairs(&message.parts);
        let mut said = Said::default();
        for (index, part) in message.parts.iter().enumerate() {
            said.note(part, self.report);
            let result = pairs.answers.get(&index).map(|at| &message.parts[*at]);
            if !pairs.told.contains(&index)
                && let Some(text) = self.part(part, result)
            {
                list.raw(&text);
            }
        }
        if let Some(error) = error {
            list.raw(&self.failure(error));
        }
        if list.position() == before {
            self.report.invented(
                &format!("{}/parts/0", self.at),
                (Field::Text, "a part, of which a message has at least one"),
            );
            list.raw(r#"{"type":"text","text":""}"#);
        }
    }

    fn part(&mut self, part: &Part, result: Option<&Part>) -> Option<String> {
        let at = At::place(&part.place);
        let Part { kind, extras, place: _ } = part;
        match kind {
            PartKind::Text(text) => Some(self.text(text, extras)),
            PartKind::Refusal(text) => {
                self.report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                Some(self.text(text, extras))
            }
            PartKind::Reasoning(reasoning) => Some(self.reasoning(reasoning, extras)),
            PartKind::ToolCall(call) => Some(self.tool(call, extras, at, result)),
            PartKind::ToolResult(result) => Some(self.orphan(part, result)),
            PartKind::File(file) => self.file(file, extras, at),
            PartKind::Source(source) => self.source(source, extras, at),
            PartKind::Data(data) => self.data(data, extras, at),
            PartKind::Error(text) => {
                let patch = own(extras, self.report);
                Some(patched(&patch, |o| {
                    o.word("type", "error").text("error", text);
                }))
            }
            PartKind::Step => None,
            PartKind::Raw { family, value } if family == FAMILY => Some(value.as_str().to_owned()),
            PartKind::ApprovalRequest(request) => {
                let what = "the question whether a call may be made";
                self.report.lose(Loss::Dropped, at, (Field::Question, what), Some(&request.id));
                self.rest(extras)
            }
            PartKind::ApprovalResponse(response) => {
                self.report.lose(
                    Loss::Dropped,
                    at,
                    (Field::Answer, "the answer to a question"),
                    Some(&response.id),
                );
                self.rest(extras)
            }
            PartKind::Raw { family, value: _ } => {
                self.report.dropped(at, (Field::Own, &format!("a part that only {family} speaks")));
                self.rest(extras)
            }
        }
    }

    /// The extras of a part that is left out.
    fn rest(&mut self, extras: &Extras) -> Option<String> {
        self.report.drop_extras(extras);
        None
    }

    fn text(&mut self, text: &JsonString, extras: &Extras) -> String {
        let patch = own(extras, self.report);
        patched(&patch, |o| {
            o.word("type", "text").text("text", text);
        })
    }

    /// Thinking; its seals stand where the source had them, else where the document says.
    fn reasoning(&mut self, reasoning: &Reasoning, extras: &Extras) -> String {
        let Reasoning { text, signature, encrypted } = reasoning;
        let mut patch = own(extras, self.report);
        for (key, seal) in [("signature", signature), ("redactedData", encrypted)] {
            let Some(seal) = seal else { continue };
            let marked = extras.list.iter().find(|extra| {
                extra.value.kind() == Kind::Null
                    && extra.name.starts_with("/providerMetadata/")
                    && extra.name.ends_with(&format!("/{key}"))
            });
            let place = marked.filter(|_| extras.family == FAMILY);
            let place =
                place.map_or_else(|| format!("/providerMetadata/thinking/{key}"), |extra| extra.name.clone());
            patch.set.push((place, Json::string(seal.token())));
        }
        patched(&patch, |o| {
            o.word("type", "reasoning").text("text", text);
        })
    }

    fn file(&mut self, file: &File, extras: &Extras, at: At<'_>) -> Option<String> {
        let File { media_type, content, filename } = file;
        if let FileContent::Id(id) = content {
            self.report.lose(Loss::Dropped, at, Field::FileId, Some(id));
            return self.rest(extras);
        }
        if filename.is_some() {
            self.report.dropped(at, Field::FileName);
        }
        let media_type = media_type.clone().unwrap_or_else(|| {
            self.report.invented(&format!("{}/parts", self.at), Field::MediaType);
            JsonString::from_plain("application/octet-stream")
        });
        let mut url = JsonString::default();
        match content {
            FileContent::Data(bytes) => {
                url.push(JsonStr::new("data:"));
                url.push(media_type.token());
                url.push(JsonStr::new(";base64,"));
                url.push(bytes.token());
            }
            FileContent::Url(known) | FileContent::Id(known) => url = known.clone(),
        }
        let patch = own(extras, self.report);
        Some(patched(&patch, |o| {
            o.word("type", "file").text("url", &url).text("mediaType", &media_type);
        }))
    }

    fn source(&mut self, source: &Source, extras: &Extras, at: At<'_>) -> Option<String> {
        let Source { url, title, id, media_type, filename, citation } = source;
        let Some(url) = url else {
            self.report.dropped(at, Field::SourceDocument);
            return self.rest(extras);
        };
        if media_type.is_some() || filename.is_some() {
            self.report.dropped(at, (Field::SourceDocument, "the media type and name of a source"));
        }
        if citation.is_some() {
            self.report.dropped(at, Field::Citation);
        }
        let id = id.clone().unwrap_or_else(|| {
            self.made.sources += 1;
            self.report.invented(&format!("{}/parts", self.at), Field::SourceId);
            JsonString::from_plain(&format!("source-{}", self.made.sources))
        });
        let patch = own(extras, self.report);
        Some(patched(&patch, |o| {
            o.word("type", "source-url")
                .text("sourceId", &id)
                .text("url", url)
                .maybe("title", title.as_ref());
        }))
    }

    fn data(&mut self, data: &Data, extras: &Extras, at: At<'_>) -> Option<String> {
        let Data { name, id, value, transient } = data;
        if *transient {
            self.report.dropped(at, (Field::Data, "data that is not to be stored"));
            return self.rest(extras);
        }
        if name.as_str() != "data" {
            self.report.lose(Loss::Dropped, at, Field::DataName, Some(name));
        }
        if id.is_some() {
            self.report.lose(Loss::Dropped, at, Field::DataId, id.as_ref());
        }
        let patch = own(extras, self.report);
        Some(patched(&patch, |o| {
            o.word("type", "data").raw("data", value.as_str());
        }))
    }

    /// The error of the reply: it stays one, among the parts of the message.
    fn failure(&mut self, error: &RunError) -> String {
        let RunError { message, code, extras, place } = error;
        if code.is_some() {
            self.report.dropped(At::place(place), Field::ErrorCode);
        }
        self.report.drop_extras(extras);
        patched(Patch::none(), |o| {
            o.word("type", "error").text("error", message);
        })
    }
}

/// Where the border of a step goes without saying: at the start, and before what is said after an answer.
#[derive(Default)]
struct Said {
    spoken: bool,
    answered: bool,
}

impl Said {
    fn note(&mut self, part: &Part, report: &mut Report) {
        match &part.kind {
            PartKind::Step if self.spoken && !self.answered => {
                report.dropped(At::place(&part.place), Field::Step);
            }
            PartKind::ToolResult(_) => self.answered = true,
            PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::ToolCall(_) | PartKind::Refusal(_) => {
                self.spoken = true;
                self.answered = false;
            }
            PartKind::Step
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Raw { .. } => {}
        }
    }
}
