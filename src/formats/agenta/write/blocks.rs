//! Parts as content blocks.

use std::collections::HashSet;

use super::super::nodes;
use super::super::read::written_type;
use super::super::words::{FAMILY, write_input};
use super::fit::Fit;
use crate::ir::{
    ApprovalResponse, Arr, At, Extras, Field, File, FileContent, JsonString, Message, Part, PartKind, Status,
    ToolCall, ToolResult, patched,
};
use crate::report::{Loss, Report};

/// The parts of a message, one by one, as blocks.
pub(super) struct Blocks<'w> {
    pub(super) message: &'w Message,
    pub(super) fit: Fit,
    pub(super) report: &'w mut Report,
    /// The model has said something, and whether a tool has answered since.
    spoken: bool,
    answered: bool,
    /// The calls that were refused, and those that a tool has answered.
    refused: HashSet<&'w Option<JsonString>>,
    done: HashSet<&'w Option<JsonString>>,
}

impl<'w> Blocks<'w> {
    pub(super) fn new(message: &'w Message, fit: Fit, report: &'w mut Report) -> Self {
        let kinds = || message.parts.iter().map(|part| &part.kind);
        let refusals = kinds().filter_map(|kind| {
            if let PartKind::ApprovalResponse(answer) = kind { Some(answer) } else { None }
        });
        let refused = refusals.filter(|answer| !answer.approved).map(|answer| &answer.call_id).collect();
        let results = kinds().filter_map(PartKind::result);
        let done =
            results.filter(|result| result.status != Status::Denied).map(|result| &result.id).collect();
        Self { message, fit, report, spoken: false, answered: false, refused, done }
    }

    /// Writes all blocks.
    pub(super) fn write(&mut self, list: &mut Arr<'_>) {
        for part in &self.message.parts {
            if let Some(block) = self.block(part) {
                list.raw(&block);
            }
        }
    }

    fn block(&mut self, part: &Part) -> Option<String> {
        let at = At::place(&part.place);
        let Part { kind, extras, place: _ } = part;
        match kind {
            PartKind::Text(text) => {
                self.speak();
                Some(self.node(kind, extras, |o| {
                    o.text("text", text);
                }))
            }
            PartKind::Refusal(text) => {
                self.speak();
                self.report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                Some(self.node(kind, extras, |o| {
                    o.text("text", text);
                }))
            }
            PartKind::File(file) => self.file(kind, file, extras, at),
            PartKind::ToolCall(call) => Some(self.call(kind, call, extras, at)),
            PartKind::ToolResult(result) => self.result(kind, result, extras, at),
            PartKind::ApprovalResponse(response) => self.approval(kind, response, extras, at),
            PartKind::Step => {
                if self.spoken && !self.answered {
                    self.report.dropped(at, Field::Step);
                }
                None
            }
            PartKind::Raw { family, value } if family == FAMILY && self.fit.keeps() => {
                Some(value.as_str().to_owned())
            }
            PartKind::Reasoning(_) => self.lose(part, "thinking"),
            PartKind::Source(_) => self.lose(part, "a source"),
            PartKind::Data(_) => self.lose(part, "a data part"),
            PartKind::ApprovalRequest(_) => self.lose(part, "the question whether a call may be made"),
            PartKind::Error(_) => self.lose(part, "an error inside the message"),
            PartKind::Raw { family, value: _ } => {
                let what = format!("a part that only {family} speaks");
                self.lose(part, &what)
            }
        }
    }

    fn lose(&mut self, part: &Part, what: &str) -> Option<String> {
        self.report.dropped(At::place(&part.place), (part.kind.field(), what));
        self.report.drop_extras(&part.extras);
        None
    }

    fn speak(&mut self) {
        self.spoken = true;
        self.answered = false;
    }

    fn node(
        &mut self,
        kind: &PartKind,
        extras: &Extras,
        write: impl FnOnce(&mut crate::ir::Obj<'_>),
    ) -> String {
        let patch = self.fit.patch(extras, "", self.report);
        patched(&patch, |o| {
            o.word("type", written_type(kind));
            write(o);
        })
    }

    fn file(&mut self, kind: &PartKind, file: &File, extras: &Extras, at: At<'_>) -> Option<String> {
        let File { media_type, content, filename } = file;
        let kept = extras.family == FAMILY && extras.get("/type").is_some();
        let id = match content {
            FileContent::Id(id) if kept => Some(id),
            FileContent::Id(_) => {
                self.report.dropped(at, (Field::FileId, "a file that another provider keeps"));
                self.report.drop_extras(extras);
                return None;
            }
            FileContent::Data(_) | FileContent::Url(_) => None,
        };
        Some(self.node(kind, extras, |o| {
            match content {
                FileContent::Data(bytes) => o.text("data", bytes),
                FileContent::Url(_) | FileContent::Id(_) => o,
            };
            o.maybe("mimeType", media_type.as_ref());
            if let FileContent::Url(url) = content {
                o.text("uri", url);
            }
            o.maybe("attachmentId", id).maybe("filename", filename.as_ref());
        }))
    }

    fn call(&mut self, kind: &PartKind, call: &ToolCall, extras: &Extras, at: At<'_>) -> String {
        self.speak();
        let ToolCall { id, name, input: _, free_text, provider_executed } = call;
        if *free_text {
            self.report
                .narrowed(at, (Field::FreeText, "arguments that are free text are written as a JSON string"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
        }
        self.node(kind, extras, |o| {
            o.maybe("toolCallId", id.as_ref()).maybe("toolName", Some(name).filter(|name| !name.is_empty()));
            write_input(o, "input", call);
        })
    }

    fn result(
        &mut self,
        kind: &PartKind,
        result: &ToolResult,
        extras: &Extras,
        at: At<'_>,
    ) -> Option<String> {
        let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
        let refused = self.refused.contains(id);
        if *status == Status::Denied && refused {
            if output.is_some() {
                self.report.lose(
                    Loss::Dropped,
                    at,
                    (Field::Denied, "the answer of a call that was denied"),
                    id.as_ref(),
                );
            }
            return None;
        }
        self.answered = true;
        if *preliminary {
            self.report.narrowed(at, (Field::Preliminary, "a preliminary result becomes the result"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRan, "the news that the provider ran the tool"));
        }
        let denied = *status == Status::Denied && output.is_none();
        if *status == Status::Denied && !denied {
            self.report.narrowed(at, (Field::Denied, "a denied call becomes a failed one"));
        }
        Some(self.node(kind, extras, |o| {
            o.maybe("toolCallId", id.as_ref()).maybe("toolName", name.as_ref());
            if denied {
                o.raw("output", r#"{"approved":false}"#);
            } else {
                o.json("output", output.as_ref()).flag("isError", *status != Status::Ok);
            }
        }))
    }

    fn approval(
        &mut self,
        kind: &PartKind,
        response: &ApprovalResponse,
        extras: &Extras,
        at: At<'_>,
    ) -> Option<String> {
        let ApprovalResponse { id, call_id, approved, reason } = response;
        if call_id.is_some() && self.done.contains(call_id) {
            let what = "the answer to a question, of which the call's result tells,";
            self.report.lose(Loss::Dropped, at, (Field::Answer, what), Some(id));
            return None;
        }
        self.answered = true;
        if reason.is_some() {
            self.report.dropped(at, Field::Reason);
        }
        Some(self.node(kind, extras, |o| {
            o.maybe("toolCallId", call_id.as_ref());
            o.object("output", |o| nodes::decision(o, id, call_id.as_ref(), *approved));
        }))
    }
}
