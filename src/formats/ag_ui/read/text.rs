//! Text messages, and the pieces and ends of all that comes in pieces.

use super::messages::Kind;
use super::openings::Open;
use super::reader::Reader;
use super::run::{self, New};
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::ir::{Delta, EventKind, Fields, JsonStr, Role};

impl Reader {
    /// A piece of text, thinking or arguments.
    pub(super) fn content<'f>(
        &mut self,
        slot: Slot,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(id) = event.text(slot.id_member()) else {
            return self.nameless(slot, frame, emit);
        };
        let id = id.decode();
        let open = match self.run.find(slot, &id) {
            Some(open) => open,
            None => self.open_late(slot, &id, frame, emit),
        };
        self.piece(open, event, emit);
    }

    /// The delta of an event, and what else it says.
    pub(super) fn piece<'f>(&mut self, open: usize, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Open { slot, message, .. } = self.run.open[open];
        if slot != Slot::Call {
            self.run.metadata_of(message, event, emit);
        }
        if let Some(delta) = event.get("delta")
            && let Some(token) = delta.text()
            && !token.is_empty()
        {
            if self.run.open[open].part.is_none() {
                self.take_back_list(message, emit);
            }
            let part = self.run.part_of(open, emit);
            match slot {
                Slot::Text | Slot::Reasoning => emit.delta(delta, part, Delta::Text(token)),
                Slot::Call => emit.delta(delta, part, Delta::Args(token)),
            }
            if slot == Slot::Reasoning && !std::mem::replace(&mut self.run.messages[message].thought, true) {
                emit.changed();
            }
        }
        match slot {
            Slot::Text | Slot::Reasoning => self.run.left_of_message(message, event, emit),
            Slot::Call => self.run.rest_of_call((self.run.open[open].part, message), event, emit),
        }
    }

    /// Opens what a piece belongs to although nothing opened it: the text is kept and the fault told.
    fn open_late<'f>(&mut self, slot: Slot, id: &str, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) -> usize {
        self.running(emit, "a piece of a message");
        let message = format!("a piece of {} `{id}`, which is not open", slot.what());
        emit.report.error("ag-ui/not-open", frame.at(frame.root), message, slot.opener());
        let token = crate::ir::JsonString::from_plain(id);
        let kind = if slot == Slot::Reasoning { Kind::Reasoning } else { Kind::Said };
        let known = match self.run.calls.get(id) {
            Some(call) if slot == Slot::Call => Some(call.message),
            Some(_) | None => self.run.held(id, kind),
        };
        let message = known.unwrap_or_else(|| {
            let new = New { kind, role: Role::Assistant, id: Some(token.clone()), name: None };
            self.run.begin(new, emit)
        });
        let head = match slot {
            Slot::Text => run::text(),
            Slot::Reasoning => run::reasoning(crate::ir::Extras::default()),
            Slot::Call => run::call(token, crate::ir::JsonString::default()),
        };
        self.run.open(message, id.to_owned(), head, emit)
    }

    pub(super) fn text_start<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(id) = event.text("messageId") else { return self.nameless(Slot::Text, frame, emit) };
        self.running(emit, "TEXT_MESSAGE_START");
        self.open_text(id, event, emit);
    }

    /// Opens a text: in the message of this id, or in a new one.
    pub(super) fn open_text<'f>(
        &mut self,
        id: JsonStr<'f>,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let name = id.decode();
        if let Some(open) = self.run.find(Slot::Text, &name) {
            let message = format!("the text message `{name}` starts and is open already");
            let at = emit.here();
            emit.report.error("ag-ui/already-open", at, message, "end it with TEXT_MESSAGE_END first");
            let message = self.run.open[open].message;
            self.run.rest_of_message(message, event, emit);
            return open;
        }
        if let Some(message) = self.run.held(&name, Kind::Said) {
            if !self.same_speaker(message, event) {
                let help = "role and name of a message are those it began with";
                let at = emit.here();
                emit.report.warning(
                    "ag-ui/other-speaker",
                    at,
                    format!("`{name}` starts again as another"),
                    help,
                );
                skip(event, "role");
            }
            let open = self.run.reopen(Slot::Text, message, name.into_owned(), emit);
            self.run.rest_of_message(message, event, emit);
            return open;
        }
        let role = event.text("role").map_or(Role::Assistant, Role::from_word);
        let new = New { kind: Kind::Said, role, id: Some(id.owned()), name: event.string("name") };
        let message = self.run.begin(new, emit);
        self.run.rest_of_first(message, event, emit);
        self.run.open(message, name.into_owned(), run::text(), emit)
    }

    /// Role and name that a message has already say nothing new.
    pub(super) fn same_speaker(&self, message: usize, event: Fields<'_>) -> bool {
        let held = &self.run.messages[message];
        let role = event.token("role").is_none_or(|role| role.as_str() == held.role.word());
        let name = event.token("name");
        let named = name.is_none() || name == held.name.as_ref().map(|name| name.token());
        if role {
            skip(event, "role");
        }
        if named {
            skip(event, "name");
        }
        role && named
    }

    /// A text that is said in a message whose content is a list of parts takes the place of the list.
    fn take_back_list(&mut self, message: usize, emit: &mut Emit<'_, '_>) {
        if std::mem::take(&mut self.run.messages[message].listed) {
            self.run.messages[message].texts.clear();
            emit.push(EventKind::StepReset { message: self.run.messages[message].key });
        }
    }

    /// The end of a text, of thinking or of a call's arguments.
    pub(super) fn end_part<'f>(
        &mut self,
        slot: Slot,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(id) = event.text(slot.id_member()) else { return self.nameless(slot, frame, emit) };
        let id = id.decode();
        let Some(open) = self.run.find(slot, &id) else {
            let message = format!("the end of {} `{id}`, which is not open", slot.what());
            emit.report.error("ag-ui/not-open", frame.at(frame.root), message, slot.opener());
            return;
        };
        let Open { part, message, .. } = self.run.open[open];
        match slot {
            Slot::Text | Slot::Reasoning => self.run.rest_of_message(message, event, emit),
            Slot::Call => self.run.rest_of_call((part, message), event, emit),
        }
        self.run.close(open, emit);
    }
}
