//! Parts that come in pieces: texts, thoughts and calls on their way out.

use super::super::nodes::own;
use super::super::words::is_absent;
use super::calls::Calling;
use super::write::{Place, Told, Writer};
use crate::framing::Out;
use crate::ir::{
    At, AtNode, Delta, Extras, Input, JsonStr, JsonString, Part, PartKey, PartKind, Patch, Reasoning,
};
use crate::report::{LossSlot, Report};

/// What a part is on the wire.
#[derive(Default)]
pub(super) enum Saying {
    /// All of it is said.
    #[default]
    Said,
    /// A text or thought that was started under this id.
    Text { thought: bool, id: JsonString, orphan: bool },
    /// A text or thought without an id, which comes from a tree: it is written whole.
    Held { thought: bool, text: JsonString, patch: Patch },
    /// A call.
    Call(Box<Calling>),
    /// It has no place, for this reason.
    Lost(&'static str, Option<LossSlot>),
}

/// Event types of a text (0) and of a thought (1): whole, start, delta, end.
const WORDS: [[&str; 4]; 2] = [
    ["message", "message_start", "message_delta", "message_end"],
    ["thought", "thought_start", "thought_delta", "thought_end"],
];

fn words(thought: bool) -> [&'static str; 4] {
    WORDS[usize::from(thought)]
}

fn framed(out: &mut Out, word: &str, patch: &Patch, id: &JsonString) {
    out.patched_frame("", patch, |o| {
        o.word("type", word).object("data", |o| {
            o.text("id", id);
        });
    });
}

#[inline]
fn delta_frame(out: &mut Out, thought: bool, id: &JsonString, text: JsonStr<'_>) {
    out.frame("", |o| {
        o.word("type", words(thought)[2]).object("data", |o| {
            o.text("id", id).token("delta", text);
        });
    });
}

/// Writes a text or thought whole.
fn whole_frame(out: &mut Out, thought: bool, text: &JsonString, patch: &Patch) {
    out.patched_frame("", patch, |o| {
        o.word("type", words(thought)[0]).object("data", |o| {
            o.text("text", text);
        });
    });
}

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
                report.narrowed(at, "a refusal becomes text");
                self.text(false, text, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::Reasoning(reasoning)) => {
                seals(reasoning, at, report);
                self.text(true, &reasoning.text, (extras, more), Told { at, out, report })
            }
            (Place::Reply, PartKind::ToolCall(call)) => {
                self.call(call, (extras, more), Told { at, out, report })
            }
            (
                Place::Reply,
                PartKind::ToolResult(_)
                | PartKind::File(_)
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

    /// A text or thought begins: under its source's id; without one, under one made up, or whole if it is all there.
    fn text(
        &mut self,
        thought: bool,
        text: &JsonString,
        (extras, more): (&Extras, &Patch),
        told: Told<'_, '_>,
    ) -> Saying {
        let Told { at, out, report } = told;
        self.speak();
        let mut patch = own(extras, "/data", report);
        patch.set.extend(more.set.iter().cloned());
        let orphan = is_absent(extras, "/start");
        let known = self.next_id();
        let in_tree = matches!(at.node, AtNode::Place(_));
        let id = match known {
            Some(id) => id,
            None if in_tree => return Saying::Held { thought, text: text.clone(), patch },
            None => self.made_up(thought, report),
        };
        if !orphan {
            framed(out, words(thought)[1], &patch, &id);
        }
        if !text.is_empty() {
            delta_frame(out, thought, &id, text.token());
        }
        Saying::Text { thought, id, orphan }
    }

    fn next_id(&mut self) -> Option<JsonString> {
        let number = self.texts;
        self.texts += 1;
        let id = self.ids.remove(&number)?;
        Some(JsonStr::new(id.strip_prefix('"')?.strip_suffix('"')?).owned())
    }

    fn made_up(&mut self, thought: bool, report: &mut Report) -> JsonString {
        let made = &mut self.made[usize::from(thought)];
        *made += 1;
        report.invented("/data/id", "an id for a text");
        JsonString::from_plain(&format!("{}-{made}", words(thought)[0]))
    }

    /// A text or thought that comes at once.
    pub(super) fn whole_text(
        &mut self,
        thought: bool,
        text: &JsonString,
        extras: &Extras,
        told: Told<'_, '_>,
    ) {
        let Told { at: _, out, report } = told;
        self.speak();
        let patch = own(extras, "/data", report);
        let Some(id) = self.next_id() else { return whole_frame(out, thought, text, &patch) };
        framed(out, words(thought)[1], &patch, &id);
        if !text.is_empty() {
            delta_frame(out, thought, &id, text.token());
        }
        framed(out, words(thought)[3], &Patch::default(), &id);
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
            (Saying::Call(calling), Delta::Args(more)) => calling.add(*more),
            (Saying::Call(calling), Delta::Input(value)) => {
                calling.call.input = Input::Json(value.clone());
                calling.tell(out);
            }
            (Saying::Lost(why, slot), _) => match slot {
                Some(slot) => report.again(*slot, at.frame),
                None => *slot = Some(report.dropped(at, why)),
            },
            (_, Delta::Signature(_)) => {
                report.dropped(at, "the signature of thinking");
            }
            (Saying::Said | Saying::Text { .. } | Saying::Held { .. } | Saying::Call(_), _) => {}
        }
    }

    pub(super) fn end_part(&mut self, key: PartKey, patch: &Patch, out: &mut Out) {
        let Some(saying) = self.parts.get_mut(key.0 as usize) else { return };
        match saying {
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
                calling.call = call.clone();
                calling.patch = patch;
                calling.tell(out);
            }
            (Some(Saying::Lost(why, _)), _) => {
                report.dropped(at, why);
            }
            (Some(_) | None, _) => {
                report.dropped(at, "a part that is told anew");
            }
        }
    }
}

fn seals(reasoning: &Reasoning, at: At<'_>, report: &mut Report) {
    let Reasoning { text: _, signature, encrypted } = reasoning;
    if signature.is_some() {
        report.dropped(at, "the signature of thinking");
    }
    if encrypted.is_some() {
        report.dropped(at, "encrypted thinking");
    }
}
