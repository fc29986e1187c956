//! Parts that come in pieces, from their start to their end.

use super::super::nodes::own;
use super::frames::{delta_frame, framed, whole_frame, words};
use super::writer::{Place, Saying, Told, Writer};
use crate::framing::Out;
use crate::ir::{At, Delta, Field, FileContent, Input, Part, PartKey, PartKind, Patch, Reasoning};
use crate::report::Report;
use crate::unsaid;

impl Writer {
    /// A part begins.
    pub(super) fn start(
        &mut self,
        key: PartKey,
        place: Place,
        part: &Part,
        more: &Patch,
        told: Told<'_, '_>,
    ) {
        let Told { at, out, report } = told;
        self.announce(out);
        let Part { kind, extras, place: _ } = part;
        let saying = match (place, kind) {
            (Place::Nowhere(why), _) => {
                report.drop_extras(extras);
                Saying::Lost(why, None)
            }
            (Place::Reply, PartKind::Text(text)) => {
                self.text(false, text, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::Refusal(text)) => {
                report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                self.text(false, text, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::Reasoning(reasoning)) => {
                seals(reasoning, at, report);
                self.text(true, &reasoning.text, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::ToolCall(call)) => {
                self.call(call, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::File(_)) => Saying::File(Box::new(part.clone())),
            (
                Place::Reply,
                PartKind::ToolResult(_)
                | PartKind::Source(_)
                | PartKind::Data(_)
                | PartKind::ApprovalRequest(_)
                | PartKind::ApprovalResponse(_)
                | PartKind::Error(_)
                | PartKind::Step
                | PartKind::Raw { .. },
            ) => {
                self.whole(place, part, Told { at, out, report });
                Saying::Said
            }
        };
        if matches!(&saying, Saying::Call(calling) if !calling.told) {
            self.untold.push(key);
        }
        let index = key.0 as usize;
        if self.parts.len() <= index {
            self.parts.resize_with(index + 1, Saying::default);
        }
        self.parts[index] = saying;
    }

    #[inline]
    pub(super) fn delta(
        &mut self,
        key: PartKey,
        delta: &Delta<'_>,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(saying) = self.parts.get_mut(key.0 as usize) else { return };
        match (saying, delta) {
            (Saying::Text { thought, id, orphan: _ }, Delta::Text(text)) => {
                delta_frame(out, *thought, id, *text);
            }
            (Saying::Held { thought: _, text, patch: _ }, Delta::Text(more)) => text.push(*more),
            (Saying::File(part), Delta::Text(more)) => {
                if let PartKind::File(file) = &mut part.kind {
                    let (FileContent::Data(text) | FileContent::Url(text) | FileContent::Id(text)) =
                        &mut file.content;
                    text.push(*more);
                }
            }
            (Saying::Call(calling), Delta::Args(more)) => calling.add(*more),
            (Saying::Call(calling), Delta::Input(value)) => {
                let told = Input::Json(value.clone());
                unsaid::arguments_anew(report, (&calling.call.input, &told), &calling.place, at);
                calling.call.input = told;
                calling.tell(out);
            }
            (Saying::Lost(why, slot), _) => match slot {
                Some(slot) => report.again(*slot, at.frame),
                None => *slot = Some(report.dropped(at, *why)),
            },
            (_, Delta::Signature(_)) => {
                report.dropped(at, Field::Signature);
            }
            (
                Saying::Said | Saying::Text { .. } | Saying::Held { .. } | Saying::File(_) | Saying::Call(_),
                _,
            ) => {}
        }
    }

    pub(super) fn end_part(&mut self, key: PartKey, patch: &Patch, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        let Some(saying) = self.parts.get_mut(key.0 as usize) else { return };
        match saying {
            Saying::File(part) => {
                let part =
                    std::mem::replace(&mut **part, Part::new(PartKind::Step, crate::ir::Place::default()));
                *saying = Saying::Said;
                return self.whole(Place::Reply, &part, Told { at, out, report });
            }
            Saying::Text { thought, id, orphan: false } => framed(out, words(*thought)[3], patch, id),
            Saying::Held { thought, text, patch } => whole_frame(out, *thought, text, patch),
            Saying::Call(calling) => {
                if !calling.told {
                    calling.tell(out);
                }
                // It can still be told anew.
                return;
            }
            Saying::Text { thought: _, id: _, orphan: true } | Saying::Lost(..) | Saying::Said => {}
        }
        *saying = Saying::Said;
    }

    /// A part is told anew: Agenta tells calls anew, and nothing else.
    pub(super) fn revise(&mut self, key: PartKey, part: &Part, more: &Patch, told: Told<'_, '_>) {
        let Told { at, out, report } = told;
        let Part { kind, extras, place: _ } = part;
        match (self.parts.get_mut(key.0 as usize), kind) {
            (Some(Saying::Call(calling)), PartKind::ToolCall(call)) => {
                let mut patch = own(extras, "/data", report);
                patch.set.extend(more.set.iter().cloned());
                if !calling.told {
                    unsaid::arguments_anew(report, (&calling.call.input, &call.input), &calling.place, at);
                }
                calling.call = call.clone();
                calling.patch = patch;
                calling.tell(out);
            }
            (Some(Saying::Lost(why, _)), _) => {
                report.dropped(at, *why);
            }
            (Some(_) | None, _) => {
                report.dropped(at, (Field::Revision, "a part that is told anew"));
            }
        }
    }
}

fn seals(reasoning: &Reasoning, at: At<'_>, report: &mut Report) {
    let Reasoning { text: _, signature, encrypted } = reasoning;
    if signature.is_some() {
        report.dropped(at, Field::Signature);
    }
    if encrypted.is_some() {
        report.dropped(at, Field::Sealed);
    }
}
