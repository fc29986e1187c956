//! Texts and thoughts: whole, or with start, deltas and end.

use super::super::words;
use super::carrier::Told;
use super::reader::{MESSAGE, OpenText, Reader};
use crate::emit::Emit;
use crate::ir::{
    Delta, EventKind, Extras, JsonStr, JsonString, Part, PartKey, PartKind, Reasoning, Scope, Value,
};

fn word(thought: bool) -> &'static str {
    if thought { "thought" } else { "message" }
}

impl Reader {
    pub(super) fn text_start<'f>(&mut self, told: Told<'f>, thought: bool, emit: &mut Emit<'_, 'f>) {
        self.tells_starts |= !thought;
        let id = told.fields.token("id").unwrap_or_default();
        if let Some(old) = self.find(id, thought) {
            // As in the package's fold, the id now stands for the new text.
            if let Some(OpenText { key, thought: _ }) = self.open.take(old) {
                emit.push(EventKind::PartEnd { key });
            }
        }
        if !told.fields.has("id") {
            let help = "without an id no delta can reach it";
            let message = format!("a `{}_start` without an id", word(thought));
            let at = emit.at(told.data);
            emit.report.warning("agenta/id-missing", at, message, help);
        }
        let key = self.open_text(told, id, thought, Extras::default(), emit);
        emit.leave(Scope::Part(key), told.data);
    }

    pub(super) fn text_delta<'f>(&mut self, told: Told<'f>, thought: bool, emit: &mut Emit<'_, 'f>) {
        let id = told.fields.get("id");
        let name = id.and_then(Value::token).unwrap_or_default();
        let key = match self.find(name, thought) {
            Some(index) => {
                if let Some(id) = id {
                    id.skip();
                }
                self.open[index].key
            }
            None => self.orphan(told, name, thought, emit),
        };
        match told.fields.get("delta") {
            Some(delta) if delta.token().is_some() => {
                let text = delta.text().unwrap_or_default();
                emit.delta(delta, key, Delta::Text(text));
            }
            Some(_) | None => {
                let help = "the package's fold raises an error here; a delta is a string";
                let at = emit.at(told.data);
                emit.report.error("agenta/delta-not-text", at, "a delta that is no string", help);
            }
        }
        emit.leave(Scope::Part(key), told.data);
    }

    /// A delta for a text that has not been started.
    fn orphan<'f>(
        &mut self,
        told: Told<'f>,
        id: JsonStr<'_>,
        thought: bool,
        emit: &mut Emit<'_, 'f>,
    ) -> PartKey {
        let message =
            format!("`{0}_delta` for `{1}`, which no `{0}_start` has opened", word(thought), id.as_str());
        let help = "Agenta's own fold leaves such text out; it is kept here";
        let at = emit.at(told.data);
        emit.report.warning("agenta/delta-without-start", at, message, help);
        let mut extras = Extras::default();
        if self.tells_starts || thought {
            words::mark_absent(&mut extras, "/start", emit.at(told.data).to_place());
        }
        let key = self.open_text(told, id, thought, extras, emit);
        emit.flush();
        key
    }

    fn open_text<'f>(
        &mut self,
        told: Told<'f>,
        id: JsonStr<'_>,
        thought: bool,
        extras: Extras,
        emit: &mut Emit<'_, 'f>,
    ) -> PartKey {
        let key = self.start_part(told.data, thought, extras, emit);
        if let Some(value) = told.fields.get("id") {
            emit.leave_named(Scope::Message(MESSAGE), value, &format!("/texts/{}/id", self.texts - 1));
        }
        self.open.push(id.owned(), OpenText { thought, key });
        key
    }

    fn start_part<'f>(
        &mut self,
        data: Value<'f>,
        thought: bool,
        extras: Extras,
        emit: &mut Emit<'_, 'f>,
    ) -> PartKey {
        self.begin_said(emit);
        self.texts += 1;
        let key = self.next_key();
        let kind = if thought {
            PartKind::Reasoning(Reasoning::default())
        } else {
            PartKind::Text(JsonString::default())
        };
        let part = Box::new(Part { kind, extras, place: emit.at(data).to_place() });
        emit.push_from(data, EventKind::PartStart { key, message: MESSAGE, part });
        key
    }

    pub(super) fn text_end<'f>(&mut self, told: Told<'f>, thought: bool, emit: &mut Emit<'_, 'f>) {
        let id = told.fields.token("id").unwrap_or_default();
        let Some(index) = self.find(id, thought) else {
            let message = format!("`{}_end` for `{}`, which is not open", word(thought), id.as_str());
            let at = emit.at(told.data);
            emit.report.warning("agenta/end-without-start", at, message, "it is left out");
            told.data.skip();
            return;
        };
        if let Some(id) = told.fields.get("id") {
            id.skip();
        }
        let Some(OpenText { key, thought: _ }) = self.open.take(index) else { return };
        emit.push_from(told.data, EventKind::PartEnd { key });
        emit.leave(Scope::Part(key), told.data);
    }

    pub(super) fn whole_text<'f>(&mut self, told: Told<'f>, thought: bool, emit: &mut Emit<'_, 'f>) {
        let key = self.start_part(told.data, thought, Extras::default(), emit);
        if let Some(value) = told.fields.get("text")
            && let Some(text) = value.text()
            && !text.is_empty()
        {
            emit.delta(value, key, Delta::Text(text));
        }
        emit.push_from(told.data, EventKind::PartEnd { key });
        emit.leave(Scope::Part(key), told.data);
    }

    #[inline]
    fn find(&self, id: JsonStr<'_>, thought: bool) -> Option<usize> {
        self.open.places(id.as_str()).find(|place| self.open[*place].thought == thought)
    }
}
