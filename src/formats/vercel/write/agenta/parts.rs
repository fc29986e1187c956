//! Parts: those that come in pieces, and those that come at once.

use crate::framing::Out;
use crate::ir::{At, Delta, Field, File, Input, Json, JsonString, Part, PartKind, RunError, ToolCall};
use crate::report::Report;
use crate::unsaid;

use super::super::part;
use super::look;
use super::slots::Slot;
use super::state::Writer;
use super::texts::Said;
use super::words::AGENTA;

impl Writer {
    /// A part begins.
    pub(super) fn start(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) -> Slot {
        match &part.kind {
            PartKind::Text(text) => Slot::Text(self.open_text(&Said::text(part, text), out, report)),
            PartKind::Refusal(text) => {
                report.narrowed(at, (Field::Refusal, "a refusal becomes a text"));
                Slot::Text(self.open_text(&Said::text(part, text), out, report))
            }
            PartKind::Reasoning(reasoning) => {
                let said = Said::thought(part, reasoning, report);
                Slot::Text(self.open_text(&said, out, report))
            }
            PartKind::ToolCall(call) => Slot::Call(self.open_call(part, call, out, report)),
            PartKind::Error(text) => {
                look::drop_rest(&part.extras, &[], report);
                Slot::Error(text.clone())
            }
            PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {
                Slot::Lost(report.dropped(at, (Field::Own, "a part in pieces that the target has whole")))
            }
        }
    }

    /// More of a part.
    #[inline]
    pub(super) fn piece(
        &mut self,
        slot: &mut Slot,
        delta: &Delta<'_>,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        match (slot, delta) {
            (Slot::Text(text), Delta::Text(more)) => self.text_delta(text, *more, out),
            (Slot::Call(call), Delta::Args(more)) => {
                add(&mut call.call, *more, &mut call.ready);
            }
            (Slot::Call(call), Delta::Input(value)) => {
                let told = Input::Json(value.clone());
                unsaid::arguments_anew(report, (&call.call.input, &told), &call.place, at);
                call.call.input = told;
                self.make_available(call, out, report);
            }
            (Slot::Error(words), Delta::Text(more)) => words.push(*more),
            (Slot::Lost(loss), _) => report.again(*loss, at.frame),
            (_, Delta::Signature(_)) => {
                report.dropped(at, Field::Signature);
            }
            (Slot::Said | Slot::Text(_) | Slot::Call(_) | Slot::Error(_), _) => {}
        }
    }

    /// A part ends. A call may still be told anew.
    pub(super) fn close(&mut self, slot: Slot, out: &mut Out, report: &mut Report) -> Slot {
        match slot {
            Slot::Text(text) => {
                self.end_text(text, out);
                Slot::Said
            }
            Slot::Call(mut call) => {
                self.close_call(&mut call, out, report);
                Slot::Call(call)
            }
            Slot::Error(words) => {
                self.failed_part(&words, out, report);
                Slot::Said
            }
            Slot::Said | Slot::Lost(_) => Slot::Said,
        }
    }

    /// A part is told anew: a call.
    pub(super) fn revise(
        &mut self,
        slot: &mut Slot,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        match (slot, &part.kind) {
            (Slot::Call(call), PartKind::ToolCall(new)) => {
                look::drop_rest(&part.extras, &["/render"], report);
                call.render = look::of_agenta(&part.extras, "/render").cloned();
                self.revise_call((call, new), at, out, report);
            }
            (Slot::Lost(loss), _) => report.again(*loss, at.frame),
            (Slot::Said | Slot::Text(_) | Slot::Call(_) | Slot::Error(_), _) => {
                report.dropped(at, (Field::Revision, "a part that is told anew"));
            }
        }
    }

    /// A part that comes at once.
    pub(super) fn whole(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        match &part.kind {
            PartKind::Text(_)
            | PartKind::Refusal(_)
            | PartKind::Reasoning(_)
            | PartKind::ToolCall(_)
            | PartKind::Error(_) => {
                let slot = self.start(part, at, out, report);
                let left = self.close(slot, out, report);
                if let Slot::Call(call) = &left {
                    self.reply.places.insert(call.told, self.reply.slots.len());
                    self.reply.slots.push(left);
                }
            }
            PartKind::ToolResult(result) => self.result(part, result, out, report),
            PartKind::File(file) => self.file(part, file, out, report),
            PartKind::Data(data) => {
                self.open(out, report);
                look::drop_rest(&part.extras, &[], report);
                out.frame("", |chunk| part::data(data, chunk));
                self.reply.said += 1;
            }
            PartKind::ApprovalRequest(request) => {
                self.question(request, (&part.extras, &part.place), out, report);
            }
            PartKind::ApprovalResponse(response) => self.decision(part, response, out, report),
            PartKind::Step => self.step(at, report),
            PartKind::Raw { family, value } => self.raw(family, value, at, (out, report)),
            PartKind::Source(_) => {
                report.dropped(at, Field::Source);
                look::drop_rest(&part.extras, &[], report);
            }
        }
    }

    fn file(&mut self, part: &Part, file: &File, out: &mut Out, report: &mut Report) {
        let at = At::place(&part.place);
        look::drop_rest(&part.extras, &[], report);
        let Some((url, media_type)) = part::url(file, at, report) else { return };
        if file.filename.is_some() {
            report.dropped(At::place(&part.place.member("/filename")), Field::FileName);
        }
        self.open(out, report);
        out.frame("", |chunk| {
            chunk.word("type", "file").text("url", &url).text("mediaType", &media_type);
        });
        self.reply.said += 1;
    }

    /// A frame of Agenta's own that has a part here; any other has none.
    pub(super) fn raw(
        &mut self,
        family: &str,
        value: &Json,
        at: At<'_>,
        (out, report): (&mut Out, &mut Report),
    ) {
        match look::notice(value).filter(|_| family == AGENTA) {
            Some((name, value)) => {
                self.open(out, report);
                look::tell_notice(name, &value, out);
                self.reply.said += 1;
            }
            None => {
                report.dropped(at, (Field::Own, &part::foreign(family, value)));
            }
        }
    }

    /// A step begins. A turn is one step here; before the first word and after an answer that goes without saying.
    pub(super) fn step(&self, at: At<'_>, report: &mut Report) {
        if self.reply.spoken && !self.reply.answered {
            report.dropped(at, Field::Step);
        }
    }

    fn failed_part(&mut self, words: &JsonString, out: &mut Out, report: &mut Report) {
        self.error(&RunError { message: words.clone(), ..RunError::default() }, out, report);
    }
}

/// More of the arguments.
#[inline]
fn add(call: &mut ToolCall, more: crate::ir::JsonStr<'_>, ready: &mut bool) {
    *ready = false;
    match &mut call.input {
        Input::Text(text) => text.push(more),
        Input::Absent | Input::Json(_) => call.input = Input::Text(more.owned()),
    }
}
