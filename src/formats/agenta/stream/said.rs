//! Texts and thoughts on their way out.

use super::super::nodes::own;
use super::super::words::is_absent;
use super::frames::{delta_frame, framed, whole_frame, words};
use super::writer::{Saying, Told, Writer};
use crate::ir::{AtNode, Extras, Field, JsonStr, JsonString, Patch};
use crate::report::Report;

impl Writer {
    /// A text or thought begins: under its source's id; without one, under one made up, or whole if it is all there.
    pub(super) fn text(
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
        report.invented("/data/id", (Field::Text, "an id for a text"));
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
        framed(out, words(thought)[3], Patch::none(), &id);
    }
}
