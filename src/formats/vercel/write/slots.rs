//! Parts that come in pieces, each in its slot, and the steps around them.

use std::collections::VecDeque;

use crate::framing::Out;
use crate::ir::{At, Delta, Extras, Json, JsonString, Part, PartKind, Patch};
use crate::report::{LossSlot, Report};

use super::super::FAMILY;
use super::call::Call;
use super::calls::Calls;
use super::text::{Heard, Said, Text};

/// What becomes of a part of the run.
pub(super) enum Slot {
    /// It has ended, or never began.
    Free,
    /// A text or reasoning that has ended.
    Said(Heard),
    /// A text or reasoning.
    Text(Text),
    /// A call, which later chunks may still speak of.
    Call(Call),
    /// An error, whose words are collected.
    Error(JsonString),
    /// It has no place.
    Lost(LossSlot),
}

/// The state of the stream between parts.
#[derive(Default)]
pub(super) struct Pen {
    pub(super) calls: Calls,
    pub(super) texts: [u32; 2],
    pub(super) text_ids: VecDeque<Json>,
    step_open: bool,
    step_wanted: bool,
    /// Chunks that a reply which is cut short must not end with.
    pub(super) held: Vec<Held>,
    renamed: Option<Json>,
    /// The events are this family's.
    own: bool,
}

/// A chunk held back.
pub(super) enum Held {
    /// A call with arguments that may have broken off.
    Call(String),
    /// The end of the step that it stands in.
    StepEnd,
}

/// Puts the members of this family where the chunk has them; what has no place there is reported.
pub(super) fn place(
    extras: &Extras,
    places: &[(&str, &str)],
    words: &[&str],
    patch: &mut Patch,
    report: &mut Report,
) {
    if extras.family != FAMILY {
        return report.drop_extras(extras);
    }
    for extra in extras.list.iter().filter(|extra| !words.contains(&&*extra.name)) {
        match placed(&extra.name, places) {
            Some(name) => patch.set.push((name, extra.value.clone())),
            None => {
                report.dropped(At::place(&extra.place), &format!("`{}`", extra.name));
            }
        }
    }
}

/// Where a member stands in the chunk.
pub(super) fn placed(name: &str, places: &[(&str, &str)]) -> Option<String> {
    let fits = |from: &str| name.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    places.iter().find_map(|(from, to)| fits(from).map(|rest| format!("{to}{rest}")))
}

impl Pen {
    /// A pen for events of this family, or of another.
    pub(super) fn new(own: bool) -> Self {
        Self { own, ..Self::default() }
    }

    pub(super) fn is_own(&self) -> bool {
        self.own
    }

    /// Writes what was held back: the reply goes on.
    pub(super) fn settle(&mut self, out: &mut Out) {
        for held in self.held.drain(..) {
            match held {
                Held::Call(chunk) => out.raw_frame("", &chunk),
                Held::StepEnd => finish_step(out),
            }
        }
        if let Some(id) = self.renamed.take() {
            out.frame("", |chunk| {
                chunk.word("type", "start").raw("messageId", id.as_str());
            });
        }
    }

    /// The message has another name from here on.
    pub(super) fn rename(&mut self, id: Json) {
        self.renamed = Some(id);
    }

    /// Before content: what was held back, and the step that it stands in.
    pub(super) fn begin(&mut self, out: &mut Out) {
        self.settle(out);
        if self.step_wanted {
            self.start_step(out);
        }
    }

    /// The next content begins a step, unless the source says so itself.
    pub(super) fn want_step(&mut self) {
        self.step_wanted = true;
    }

    pub(super) fn start_step(&mut self, out: &mut Out) {
        self.settle(out);
        if std::mem::replace(&mut self.step_open, true) {
            finish_step(out);
        }
        self.step_wanted = false;
        self.calls.step += 1;
        out.frame("", |chunk| {
            chunk.word("type", "start-step");
        });
    }

    pub(super) fn end_step(&mut self, always: bool, out: &mut Out) {
        if !std::mem::replace(&mut self.step_open, false) && !always {
            return;
        }
        if self.held.is_empty() {
            self.settle(out);
            finish_step(out);
        } else {
            self.held.push(Held::StepEnd);
        }
    }

    pub(super) fn reset(&mut self, out: &mut Out) {
        self.settle(out);
        out.frame("", |chunk| {
            chunk.word("type", "reset-step");
        });
        self.calls.step += 1;
    }

    /// The reply ends; a call whose arguments broke off is not made available.
    pub(super) fn end(&mut self, complete: bool, out: &mut Out) {
        if !complete {
            self.held.clear();
            self.step_open = false;
        }
        self.begin(out);
        if self.step_open {
            finish_step(out);
        }
    }

    /// A part begins.
    pub(super) fn open(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) -> Slot {
        match &part.kind {
            PartKind::Text(text) => self.open_text(part, &Said::text(text), out, report),
            PartKind::Reasoning(reasoning) => self.open_text(part, &Said::reasoning(reasoning), out, report),
            PartKind::Refusal(text) => {
                report.narrowed(at, "a refusal becomes a text");
                self.open_text(part, &Said::text(text), out, report)
            }
            PartKind::ToolCall(call) => self.open_call(part, call, out, report),
            PartKind::Error(text) => Slot::Error(text.clone()),
            PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {
                Slot::Lost(report.dropped(at, "a part in pieces that the target has whole"))
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
        if !self.held.is_empty() || self.renamed.is_some() {
            self.settle(out);
        }
        match slot {
            Slot::Text(open) => open.piece(delta, out),
            Slot::Call(call) => self.call_piece(call, delta, out),
            Slot::Error(words) => {
                if let Delta::Text(text) = delta {
                    words.push(*text);
                }
            }
            Slot::Lost(loss) => report.again(*loss, at.frame),
            Slot::Free | Slot::Said(_) => {}
        }
    }

    /// A member that this family left for a part of the stream.
    pub(super) fn member(&mut self, slot: &mut Slot, name: &str, value: Json) {
        match slot {
            Slot::Text(open) => open.member(name, value),
            Slot::Call(call) => call.member(name, value),
            Slot::Free | Slot::Said(_) | Slot::Error(_) | Slot::Lost(_) => {}
        }
    }

    /// A part ends.
    pub(super) fn close(&mut self, slot: &mut Slot, out: &mut Out) {
        match slot {
            Slot::Text(open) => {
                self.settle(out);
                *slot = Slot::Said(open.end(out));
            }
            Slot::Call(call) => self.close_call(call, out),
            Slot::Error(words) => {
                self.settle(out);
                write_error(words, out);
                *slot = Slot::Free;
            }
            Slot::Lost(_) => *slot = Slot::Free,
            Slot::Free | Slot::Said(_) => {}
        }
    }

    /// A call told anew. Another part that is told anew keeps what was said.
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
                call.take_members(&part.extras, report);
                self.revise_call(call, new, out);
            }
            (Slot::Lost(loss), _) => report.again(*loss, at.frame),
            (Slot::Text(open), kind) if says(kind, open.said()) => report.drop_extras(&part.extras),
            (Slot::Said(heard), kind) if says(kind, heard) => report.drop_extras(&part.extras),
            (Slot::Free | Slot::Said(_) | Slot::Text(_) | Slot::Call(_) | Slot::Error(_), _) => {
                report.dropped(at, "a part that is told anew");
            }
        }
    }
}

/// Whether a part that is told anew says what was heard.
fn says(kind: &PartKind, heard: &Heard) -> bool {
    match kind {
        PartKind::Text(text) | PartKind::Refusal(text) => heard.is(text),
        PartKind::Reasoning(reasoning) => heard.is(&reasoning.text),
        PartKind::ToolCall(_)
        | PartKind::ToolResult(_)
        | PartKind::File(_)
        | PartKind::Source(_)
        | PartKind::Data(_)
        | PartKind::ApprovalRequest(_)
        | PartKind::ApprovalResponse(_)
        | PartKind::Error(_)
        | PartKind::Step
        | PartKind::Raw { .. } => false,
    }
}

fn finish_step(out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "finish-step");
    });
}

pub(super) fn write_error(words: &JsonString, out: &mut Out) {
    out.frame("", |chunk| {
        chunk.word("type", "error").text("errorText", words);
    });
}
