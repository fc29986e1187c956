//! Parts that come at once, on their way out.

use super::super::nodes::{self, own};
use super::super::words::{FAMILY, is_absent};
use super::frames::data;
use super::writer::{Place, Told, Writer};
use crate::framing::Out;
use crate::ir::{At, Data, Extras, Field, File, FileContent, Part, PartKind, Reasoning, Status, ToolResult};
use crate::report::{Loss, Report};

impl Writer {
    pub(super) fn whole(&mut self, place: Place, part: &Part, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        if let Place::Nowhere(why) = place {
            report.dropped(at, why);
            report.drop_extras(&part.extras);
            return;
        }
        self.announce(out);
        let Part { kind, extras, place: _ } = part;
        match kind {
            PartKind::Text(text) => self.whole_text(false, text, extras, Told { at, out, report }),
            PartKind::Refusal(text) => {
                report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                self.whole_text(false, text, extras, Told { at, out, report });
            }
            PartKind::Reasoning(reasoning) => {
                self.whole_thought(reasoning, extras, Told { at, out, report });
            }
            PartKind::ToolCall(call) => self.whole_call(call, extras, Told { at, out, report }),
            PartKind::ToolResult(result) => self.answer(part, result, Told { at, out, report }),
            PartKind::File(file) => write_file(file, extras, at, out, report),
            PartKind::Data(data) => write_data(data, extras, at, out, report),
            PartKind::ApprovalRequest(request) => {
                let patch = own(extras, "/data", report);
                data(out, "interaction_request", &patch, |o| nodes::question(o, request, extras));
            }
            PartKind::ApprovalResponse(response) => {
                self.answered = true;
                let patch = own(extras, "/data", report);
                if is_absent(extras, "/kind") {
                    data(out, "tool_result", &patch, |o| nodes::decided(o, "output", response));
                } else {
                    data(out, "interaction_response", &patch, |o| nodes::answer(o, response));
                }
            }
            PartKind::Error(text) => {
                report.narrowed(
                    at,
                    (Field::Failure, "an error inside the message becomes the error of the reply"),
                );
                let patch = own(extras, "/data", report);
                data(out, "error", &patch, |o| {
                    o.text("message", text);
                });
            }
            PartKind::Source(_) => {
                report.dropped(at, Field::Source);
                report.drop_extras(extras);
            }
            PartKind::Step => self.step(at, report),
            PartKind::Raw { family, value } if family == FAMILY => out.raw_frame("", value.as_str()),
            PartKind::Raw { family, value: _ } => {
                report.dropped(at, (Field::Own, &format!("a part that only {family} speaks")));
            }
        }
    }

    fn whole_thought(&mut self, reasoning: &Reasoning, extras: &Extras, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        let Reasoning { text, signature, encrypted } = reasoning;
        if signature.is_some() {
            report.dropped(at, Field::Signature);
        }
        if encrypted.is_some() {
            report.dropped(at, Field::Sealed);
        }
        if encrypted.is_none() || !text.is_empty() {
            self.whole_text(true, text, extras, Told { at, out, report });
        } else {
            report.drop_extras(extras);
        }
    }

    /// A tool's answer. A preliminary one waits: the package would take each for an answer of its own.
    fn answer(&mut self, part: &Part, result: &ToolResult, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        if let Some(earlier) = self.preliminary.remove(&result.id) {
            let what = "a preliminary result, which a later one replaces,";
            report.lose(
                Loss::Dropped,
                At::place(&earlier.place),
                (Field::Revision, what),
                result.id.as_ref(),
            );
        }
        if result.preliminary {
            let waits = Part { place: at.to_place(), ..part.clone() };
            self.preliminary.push(result.id.clone(), waits);
            return;
        }
        self.answered = true;
        self.write_answer(result, &part.extras, Told { at, out, report });
    }

    /// Preliminary results that nothing has replaced count.
    pub(super) fn settle(&mut self, out: &mut Out, report: &mut Report) {
        for part in self.preliminary.drain() {
            let Part { kind, extras, place } = &part;
            if let PartKind::ToolResult(result) = kind {
                report.narrowed(
                    At::place(place),
                    (Field::Preliminary, "a preliminary result becomes the result"),
                );
                self.write_answer(result, extras, Told { at: At::place(place), out, report });
            }
        }
    }

    fn write_answer(&mut self, result: &ToolResult, extras: &Extras, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        let ToolResult { id, name, output, status, preliminary: _, provider_executed } = result;
        let known = id.as_ref().and_then(|id| self.names.get(id));
        if name.is_some() && name.as_ref() != known {
            report.dropped(at, (Field::ResultName, "the name of the tool beside its answer"));
        }
        if *provider_executed {
            report.dropped(at, (Field::ProviderRan, "the news that the provider ran the tool"));
        }
        let patch = own(extras, "/data", report);
        let beside = patch.set.iter().any(|(name, _)| name == "/data/output");
        data(out, "tool_result", &patch, |o| {
            o.maybe("id", id.as_ref()).json(if beside { "data" } else { "output" }, output.as_ref());
            if !is_absent(extras, "/isError") {
                o.flag("isError", *status != Status::Ok);
            }
            if *status == Status::Denied {
                o.flag("denied", true);
            }
        });
    }
}

fn write_file(file: &File, extras: &Extras, at: At<'_>, out: &mut Out, report: &mut Report) {
    let File { media_type, content, filename } = file;
    let Some(url) = nodes::url(file) else {
        report.dropped(at, Field::FileId);
        report.drop_extras(extras);
        return;
    };
    if filename.is_some() {
        report.dropped(at, Field::FileName);
    }
    if media_type.is_none() && matches!(content, FileContent::Data(_)) {
        report.invented("/data/mediaType", Field::MediaType);
    }
    let patch = own(extras, "/data", report);
    data(out, "file", &patch, |o| {
        o.text("url", &url).maybe("mediaType", media_type.as_ref());
    });
}

fn write_data(part: &Data, extras: &Extras, at: At<'_>, out: &mut Out, report: &mut Report) {
    let Data { name, id, value, transient } = part;
    if let Some(id) = id {
        report.lose(Loss::Dropped, at, Field::DataId, Some(id));
    }
    let patch = own(extras, "/data", report);
    data(out, "data", &patch, |o| {
        o.text("name", name).json("data", Some(value));
        if *transient {
            o.flag("transient", true);
        }
    });
}
