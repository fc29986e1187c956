//! Parts that come in pieces, each in its slot.

use std::collections::HashMap;

use crate::framing::Out;
use crate::ir::{At, Delta, Field, Json, JsonString, Part, PartKey, PartKind};
use crate::report::{LossSlot, Report};

use super::call::Call;
use super::pen::{Pen, write_error};
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

/// The parts of the run, by key.
#[derive(Default)]
pub(super) struct Slots {
    list: Vec<Slot>,
    /// Where each call is that was told.
    calls: HashMap<usize, usize>,
    /// Texts that began, in order; some may have ended.
    texts: Vec<usize>,
}

impl Slots {
    /// What became of a part.
    pub(super) fn get(&self, key: PartKey) -> Option<&Slot> {
        self.list.get(key.0 as usize)
    }

    /// What becomes of a part.
    #[inline]
    pub(super) fn get_mut(&mut self, key: PartKey) -> Option<&mut Slot> {
        self.list.get_mut(key.0 as usize)
    }

    /// A part begins.
    pub(super) fn set(&mut self, key: PartKey, slot: Slot) {
        let index = key.0 as usize;
        match &slot {
            Slot::Call(call) => {
                self.calls.insert(call.told, index);
            }
            Slot::Text(text) if text.can_cite() => self.texts.push(index),
            Slot::Text(_) | Slot::Said(_) | Slot::Free | Slot::Error(_) | Slot::Lost(_) => {}
        }
        if self.list.len() <= index {
            self.list.resize_with(index + 1, || Slot::Free);
        }
        self.list[index] = slot;
    }

    /// The call with this number.
    pub(super) fn call(&mut self, told: usize) -> Option<&mut Call> {
        match self.list.get_mut(*self.calls.get(&told)?)? {
            Slot::Call(call) if call.told == told => Some(call),
            Slot::Call(_) | Slot::Text(_) | Slot::Said(_) | Slot::Free | Slot::Error(_) | Slot::Lost(_) => {
                None
            }
        }
    }

    /// The last text that is open.
    fn last_text(&mut self) -> Option<&mut Text> {
        let is_open =
            |list: &[Slot], index: usize| matches!(&list[index], Slot::Text(text) if text.can_cite());
        while self.texts.last().is_some_and(|index| !is_open(&self.list, *index)) {
            self.texts.pop();
        }
        match &mut self.list[*self.texts.last()?] {
            Slot::Text(text) => Some(text),
            Slot::Call(_) | Slot::Said(_) | Slot::Free | Slot::Error(_) | Slot::Lost(_) => None,
        }
    }
}

impl Pen {
    /// A part begins.
    pub(super) fn open(&mut self, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) -> Slot {
        match &part.kind {
            PartKind::Text(text) => Slot::Text(self.open_text(part, &Said::text(text), out, report)),
            PartKind::Reasoning(reasoning) => {
                Slot::Text(self.open_text(part, &Said::reasoning(reasoning), out, report))
            }
            PartKind::Refusal(text) => {
                report.narrowed(at, (Field::Refusal, "a refusal becomes a text"));
                Slot::Text(self.open_text(part, &Said::text(text), out, report))
            }
            PartKind::ToolCall(call) => Slot::Call(self.open_call(part, call, out, report)),
            PartKind::Error(text) => Slot::Error(text.clone()),
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
                report.dropped(at, (Field::Revision, "a part that is told anew"));
            }
        }
    }

    /// A call that is asked about or answered has all its input.
    pub(super) fn close_told(&mut self, slots: &mut Slots, told: usize, out: &mut Out) {
        if let Some(call) = slots.call(told) {
            self.close_call(call, out);
        }
    }

    /// The id of the call that a slot holds.
    pub(super) fn call_id(&self, slot: &Slot) -> Option<&JsonString> {
        match slot {
            Slot::Call(call) => Some(&self.calls.get(call.told).id),
            Slot::Text(_) | Slot::Said(_) | Slot::Free | Slot::Error(_) | Slot::Lost(_) => None,
        }
    }

    /// A source that the open text cites; `None` where no text is open.
    pub(super) fn cite(slots: &mut Slots, part: &Part, report: &mut Report) -> Option<()> {
        let open = slots.last_text()?;
        open.cite(part, report);
        Some(())
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
