//! Parts that come at once.

use crate::framing::Out;
use crate::ir::{
    ApprovalRequest, ApprovalResponse, At, Field, Json, JsonStr, JsonString, Part, PartKind, Patch, Source,
    Status, ToolResult,
};
use crate::report::{Loss, Report};

use super::members::{own, place};
use super::part::{self, foreign, is_ours};
use super::pen::{Pen, write_error};
use super::slots::Slots;
use super::tool::{denial, error_text, made_up_question};

const METADATA: &[(&str, &str)] = &[("/providerMetadata", "/providerMetadata")];
const RESULT_MEMBERS: &[(&str, &str)] = &[("/resultProviderMetadata", "/providerMetadata")];
const QUESTION_MEMBERS: &[(&str, &str)] = &[
    ("/approval/descriptor", "/approvalDescriptor"),
    ("/approval/inputSchemaInput", "/inputSchemaInput"),
    ("/approval/isAutomatic", "/isAutomatic"),
    ("/approval/signature", "/signature"),
];

impl Pen {
    /// Writes a part that comes at once.
    pub(super) fn whole(
        &mut self,
        part: &Part,
        slots: &mut Slots,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        match &part.kind {
            PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::ToolCall(_) => {
                let mut slot = self.open(part, at, out, report);
                self.close(&mut slot, out);
            }
            PartKind::ToolResult(result) => self.result(part, result, slots, out, report),
            PartKind::File(file) => {
                let Some((url, media_type)) = part::url(file, at, report) else {
                    return report.drop_extras(&part.extras);
                };
                if file.filename.is_some() {
                    report.dropped(At::place(&part.place.member("/filename")), Field::FileName);
                }
                let patch = self.ready(part, METADATA, out, report);
                out.patched_frame("", &patch, |chunk| {
                    chunk.word("type", "file").text("url", &url).text("mediaType", &media_type);
                });
            }
            PartKind::Source(source) => self.source(part, source, slots, out, report),
            PartKind::Data(data) => {
                self.begin(out);
                let mut patch = Patch::default();
                own(&part.extras, &[], &mut patch, report);
                out.patched_frame("", &patch, |chunk| part::data(data, chunk));
            }
            PartKind::ApprovalRequest(request) => self.question(part, request, slots, out, report),
            PartKind::ApprovalResponse(response) => self.answer(part, response, slots, out, report),
            PartKind::Error(words) => {
                self.settle(out);
                write_error(words, out);
                report.drop_extras(&part.extras);
            }
            PartKind::Step => self.start_step(out),
            PartKind::Raw { family, value } if is_ours(family) => {
                self.begin(out);
                out.raw_frame("", value.as_str());
            }
            PartKind::Raw { family, value } => {
                report.dropped(At::place(&part.place), (Field::Own, &foreign(family, value)));
                report.drop_extras(&part.extras);
            }
        }
    }

    /// The members of a part, and the step that it stands in.
    fn ready(&mut self, part: &Part, places: &[(&str, &str)], out: &mut Out, report: &mut Report) -> Patch {
        self.begin(out);
        let mut patch = Patch::default();
        place(&part.extras, places, &[], &mut patch, report);
        patch
    }

    fn source(
        &mut self,
        part: &Part,
        source: &Source,
        slots: &mut Slots,
        out: &mut Out,
        report: &mut Report,
    ) {
        if source.citation.is_some() {
            if Self::cite(slots, part, report).is_some() {
                return;
            }
            report.dropped(
                At::place(&part.place),
                (Field::Citation, "which words of the text rest on a source"),
            );
        }
        let id = source.id.clone().unwrap_or_else(|| {
            report.invented("", Field::SourceId);
            self.calls.made().source()
        });
        let patch = self.ready(part, METADATA, out, report);
        out.patched_frame("", &patch, |chunk| {
            chunk.word("type", part::source_word(source)).text("sourceId", &id);
            part::source_members(source, "", chunk, report);
        });
    }

    /// The call that a result answers. One of our own may answer a call of an earlier stream.
    fn answered(&mut self, part: &Part, result: &ToolResult, report: &mut Report) -> Option<usize> {
        let id = result.id.as_ref();
        let found = self.calls.answered(result);
        let resumed = id.filter(|_| self.is_own() && found.is_none());
        let told =
            found.or_else(|| resumed.map(|id| self.calls.tell(Some(id), &JsonString::default(), false)));
        if told.is_none() {
            let what = (Field::Result, "a tool result without its call");
            report.lose(Loss::Dropped, At::place(&part.place), what, id);
            report.drop_extras(&part.extras);
        }
        told
    }

    fn result(
        &mut self,
        part: &Part,
        result: &ToolResult,
        slots: &mut Slots,
        out: &mut Out,
        report: &mut Report,
    ) {
        let ToolResult { id: _, name, output, status, preliminary, provider_executed } = result;
        let Some(told) = self.answered(part, result, report) else { return };
        self.close_told(slots, told, out);
        let mut patch = self.ready(part, RESULT_MEMBERS, out, report);
        patch.set.extend(news(slots, told, "/toolMetadata"));
        let call = self.calls.get(told).id.clone();
        let dynamic = self.calls.get(told).dynamic;
        if *status == Status::Denied {
            self.deny(part, told, denial(result), out, report);
        }
        if name.as_ref().is_some_and(|name| *name != self.calls.get(told).name) {
            report.dropped(
                At::place(&part.place),
                (Field::ResultName, "the name that a result gives its tool"),
            );
        }
        let at = At::place(&part.place);
        let error = (*status == Status::Error).then(|| error_text(output.as_ref(), at, report));
        if *status == Status::Ok && output.is_none() {
            report.invented("", (Field::Output, "an output of null for a tool that gave none"));
        }
        out.patched_frame("", &patch, |chunk| {
            match status {
                Status::Ok => {
                    chunk.word("type", "tool-output-available").text("toolCallId", &call);
                    chunk.raw("output", output.as_ref().map_or("null", Json::as_str));
                }
                Status::Error => {
                    chunk.word("type", "tool-output-error").text("toolCallId", &call);
                    chunk.maybe("errorText", error.as_ref());
                }
                Status::Denied => {
                    chunk.word("type", "tool-output-denied").text("toolCallId", &call);
                    return;
                }
            }
            if *provider_executed {
                chunk.flag("providerExecuted", true);
            }
            if dynamic {
                chunk.flag("dynamic", true);
            }
            if *preliminary {
                chunk.flag("preliminary", true);
            }
        });
    }

    /// The "no" that a denied call must have had, and the question it answers, where the source does not tell them.
    fn deny(
        &mut self,
        part: &Part,
        told: usize,
        words: Option<JsonStr<'_>>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if self.is_own() {
            return;
        }
        let told = self.calls.get(told);
        if told.was_answered() {
            if words.is_some() {
                report.dropped(At::place(&part.place), (Field::Reason, "the words of a denial"));
            }
            return;
        }
        let question = told.question().cloned().unwrap_or_else(|| {
            report.invented("", (Field::Denied, "the question whether a denied call may be made"));
            let question = made_up_question(&told.id);
            out.frame("", |chunk| {
                let chunk = chunk.word("type", "tool-approval-request");
                chunk.text("approvalId", &question).text("toolCallId", &told.id);
            });
            question
        });
        out.frame("", |chunk| {
            chunk
                .word("type", "tool-approval-response")
                .text("approvalId", &question)
                .flag("approved", false);
            if let Some(words) = words {
                chunk.token("reason", words);
            }
        });
    }

    fn question(
        &mut self,
        part: &Part,
        request: &ApprovalRequest,
        slots: &mut Slots,
        out: &mut Out,
        report: &mut Report,
    ) {
        let ApprovalRequest { id, call_id, reason } = request;
        let Some(told) = self.calls.asked(call_id.as_ref(), id) else {
            let what = "a question about a call that is not here";
            report.lose(Loss::Dropped, At::place(&part.place), (Field::Question, what), Some(id));
            return report.drop_extras(&part.extras);
        };
        self.close_told(slots, told, out);
        let patch = self.ready(part, QUESTION_MEMBERS, out, report);
        let call = &self.calls.get(told).id;
        out.patched_frame("", &patch, |chunk| {
            chunk.word("type", "tool-approval-request").text("approvalId", id).text("toolCallId", call);
            chunk.maybe("reason", reason.as_ref());
        });
    }

    fn answer(
        &mut self,
        part: &Part,
        response: &ApprovalResponse,
        slots: &mut Slots,
        out: &mut Out,
        report: &mut Report,
    ) {
        let ApprovalResponse { id, call_id, approved, reason } = response;
        let known = self.calls.question(id);
        let told = known.or_else(|| self.calls.asked(call_id.as_ref().or(Some(&JsonString::default())), id));
        let Some(told) = told else {
            let what = "an answer to what nobody asked";
            report.lose(Loss::Dropped, At::place(&part.place), (Field::Answer, what), Some(id));
            return report.drop_extras(&part.extras);
        };
        self.calls.answer(told);
        let mut patch = self.ready(part, &[], out, report);
        patch.set.extend(news(slots, told, "/providerMetadata"));
        if known.is_none() {
            report.invented("", (Field::Question, "the question that an answer is to"));
            let call = &self.calls.get(told).id;
            out.frame("", |chunk| {
                chunk.word("type", "tool-approval-request").text("approvalId", id).text("toolCallId", call);
            });
        }
        out.patched_frame("", &patch, |chunk| {
            chunk.word("type", "tool-approval-response").text("approvalId", id).flag("approved", *approved);
            chunk.maybe("reason", reason.as_ref());
        });
    }
}

/// A member of a call that changed after its part had ended, which a later chunk tells.
fn news(slots: &mut Slots, told: usize, name: &str) -> Option<(String, Json)> {
    slots.call(told)?.news(name)
}
