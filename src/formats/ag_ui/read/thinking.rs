//! Reasoning: spans, messages and encrypted values, and the THINKING events of before 1.0.

use super::messages::Kind;
use super::reader::Reader;
use super::rest;
use super::run::{self, New, Span};
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::formats::ag_ui::FAMILY;
use crate::ir::{
    At, Delta, EventKind, Extra, Extras, Field, Fields, Json, JsonString, Merge, Part, PartKind, Patch,
    Reasoning, Role, Scope, Tape, apply,
};

impl Reader {
    pub(super) fn span_start<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(id) = event.token("messageId") else { return self.nameless(Slot::Reasoning, frame, emit) };
        self.running(emit, "REASONING_START");
        self.open_span(id.decode().into_owned(), frame, emit);
    }

    /// Remembers a span; the first message in it takes what its frame says.
    fn open_span<'f>(&mut self, id: String, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if self.run.spans.get(&id).is_some() {
            let message = format!("the reasoning span `{id}` starts and is open already");
            let help = "end it with REASONING_END first";
            emit.report.error("ag-ui/already-open", frame.at(frame.root), message, help);
        }
        let (frame, place) = (frame.root.json(), emit.here().to_place());
        self.run.spans.push(id.clone(), Span { id, frame, place, used: false });
        emit.changed();
    }

    pub(super) fn span_end<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(id) = event.token("messageId") else { return self.nameless(Slot::Reasoning, frame, emit) };
        self.close_span(&id.decode(), event, frame, emit);
    }

    fn close_span<'f>(&mut self, id: &str, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(span) = self.run.spans.remove(id) else {
            let message = format!("the end of the reasoning span `{id}`, which is not open");
            let help = "send REASONING_START with this messageId first";
            emit.report.error("ag-ui/not-open", frame.at(frame.root), message, help);
            return;
        };
        emit.changed();
        if span.used {
            skip(event, "messageId");
            rest::of_run("REASONING_END", event, emit);
        } else {
            emit.push(EventKind::Raw { family: FAMILY, value: span.frame });
            rest::raw(frame, emit);
        }
    }

    pub(super) fn reasoning_start<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some(id) = event.text("messageId") else { return self.nameless(Slot::Reasoning, frame, emit) };
        self.running(emit, "REASONING_MESSAGE_START");
        self.open_reasoning(id.owned(), event, emit);
    }

    /// Opens thinking: in the reasoning message of this id, or in a new one.
    pub(super) fn open_reasoning<'f>(
        &mut self,
        id: JsonString,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> usize {
        let word = id.decode().into_owned();
        if event.token("role").is_some_and(|role| role.is("reasoning") || role.is("assistant")) {
            skip(event, "role");
        }
        if let Some(open) = self.run.find(Slot::Reasoning, &word) {
            let message = format!("the reasoning message `{word}` starts and is open already");
            let help = "end it with REASONING_MESSAGE_END first";
            let at = emit.here();
            emit.report.error("ag-ui/already-open", at, message, help);
            return open;
        }
        let message = match self.run.held(&word, Kind::Reasoning) {
            Some(message) => {
                self.run.rest_of_message(message, event, emit);
                if let Some(span) = self.run.spans.back_mut() {
                    span.used = true;
                }
                return self.run.reopen(Slot::Reasoning, message, word, emit);
            }
            None => {
                let new = New { kind: Kind::Reasoning, role: Role::Assistant, id: Some(id), name: None };
                let message = self.run.begin(new, emit);
                self.run.rest_of_first(message, event, emit);
                message
            }
        };
        let extras = self.span_extras(&word);
        self.run.open(message, word, run::reasoning(extras), emit)
    }

    /// What the frame of the open span says beside the id of the message in it.
    fn span_extras(&mut self, id: &str) -> Extras {
        let mut extras = Extras::default();
        let Some(span) = self.run.spans.back_mut() else { return extras };
        let first = !std::mem::replace(&mut span.used, true);
        let mut tape = Tape::default();
        if tape.fill(span.frame.as_str()).is_err() {
            return extras;
        }
        for (key, value) in tape.view(span.frame.as_str()).root().members() {
            let known = key.is("type") || (key.is("messageId") && span.id == id);
            if !known && (first || key.is("messageId")) && value.peek() != "null" {
                let pointer = format!("/{}", key.decode().replace('~', "~0").replace('/', "~1"));
                let (name, place) = (format!("span:{pointer}"), span.place.member(&pointer));
                let value = Json::from_valid(value.peek());
                extras.put(FAMILY, Extra { name, value, place }, Merge::Replace);
            }
        }
        extras
    }

    /// The encrypted value of a message or of a call.
    pub(super) fn encrypted_value<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "REASONING_ENCRYPTED_VALUE");
        let (Some(of), Some(id)) = (event.token("subtype"), event.token("entityId")) else {
            return rest::raw(frame, emit);
        };
        let (of, id) = (of.decode(), id.decode());
        let value = event.get("encryptedValue").filter(|value| value.token().is_some());
        let call =
            self.run.calls.get(&*id).filter(|_| of == "tool-call").map(|call| (call.part, call.message));
        let message = self.run.messages.find(&id).filter(|_| of == "message");
        match (call, message, value) {
            (Some((part, _)), _, Some(value)) => {
                emit.leave_named(Scope::Part(part), value, "/encryptedValue")
            }
            (None, Some(message), Some(value)) => {
                let stood = emit.here().to_place().member("/entityId");
                let place = &self.run.messages[message].place;
                emit.report.stands(place, Field::MessageId, At::place(&stood));
                self.seal_message((message, &id), value, emit);
            }
            (_, _, _) => {
                let message = format!("an encrypted value for `{id}`, which is not in this run");
                let help = "it is set aside; the client leaves it out";
                emit.report.warning("ag-ui/unknown-entity", frame.at(frame.root), message, help);
                return rest::raw(frame, emit);
            }
        }
        skip(event, "subtype");
        skip(event, "entityId");
        rest::of_run("REASONING_ENCRYPTED_VALUE", event, emit);
    }

    fn seal_message<'f>(
        &mut self,
        (message, id): (usize, &str),
        value: crate::ir::Value<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let held = &self.run.messages[message];
        if held.kind != Kind::Reasoning {
            return emit.leave_named(Scope::Message(held.key), value, "/encryptedValue");
        }
        let thought = held.thought;
        let Some((part, open)) = self.run.thinking(message, id) else { return };
        let Some(token) = value.text() else { return };
        if open && thought {
            emit.delta(value, part, Delta::Signature(token));
            emit.changed();
            return;
        }
        let sealed = if thought {
            Reasoning { signature: Some(token.owned()), ..Reasoning::default() }
        } else {
            Reasoning { encrypted: Some(token.owned()), ..Reasoning::default() }
        };
        let head = Box::new(Part::new(PartKind::Reasoning(sealed), emit.at(value).to_place()));
        emit.push_from(value, EventKind::Revise { key: part, part: head });
    }
}

/// The old events, which are read as the new ones.
impl Reader {
    fn old<'f>(&mut self, kind: &str, emit: &mut Emit<'_, 'f>) {
        self.running(emit, kind);
        let help = "AG-UI 1.0 says it with REASONING events";
        let at = emit.here();
        emit.report.warning("ag-ui/old-event", at, format!("`{kind}` is of before AG-UI 1.0"), help);
        emit.changed();
    }

    pub(super) fn thinking_start<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.old("THINKING_START", emit);
        let id = self.thinking.make();
        self.thinking.span = Some(id.clone());
        self.open_span(id, frame, emit);
    }

    pub(super) fn thinking_text_start<'f>(&mut self, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.old("THINKING_TEXT_MESSAGE_START", emit);
        let id = self.thinking.span.take_if(|id| self.run.messages.find(id).is_none());
        let id = match id {
            Some(id) => {
                self.thinking.span = Some(id.clone());
                id
            }
            None => self.thinking.make(),
        };
        self.thinking.message = Some(id.clone());
        self.open_reasoning(JsonString::from_plain(&id), event, emit);
    }

    pub(super) fn thinking_content<'f>(&mut self, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let open = self.thinking.message.as_ref().and_then(|id| self.run.find(Slot::Reasoning, id));
        let open = match open {
            Some(open) => open,
            None => {
                self.old("THINKING_TEXT_MESSAGE_CONTENT", emit);
                let id = self.thinking.make();
                self.thinking.message = Some(id.clone());
                self.open_reasoning(JsonString::from_plain(&id), Fields::NONE, emit)
            }
        };
        self.piece(open, event, emit);
    }

    pub(super) fn thinking_text_end<'f>(&mut self, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let open = self.thinking.message.take().and_then(|id| self.run.find(Slot::Reasoning, &id));
        if let Some(open) = open {
            self.run.rest_of_message(self.run.open[open].message, event, emit);
            self.run.close(open, emit);
        }
    }

    pub(super) fn thinking_end<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if let Some(id) = self.thinking.span.take()
            && let Some(span) = self.run.spans.remove(&id)
        {
            emit.changed();
            if span.used {
                return rest::of_run("REASONING_END", event, emit);
            }
            let modern = |frame: &str, kind: &str| {
                let word = |word: &str| Json::string(JsonString::from_plain(word).token());
                let set = vec![("/type".to_owned(), word(kind)), ("/messageId".to_owned(), word(&id))];
                Json::from_valid(apply(frame, &Patch { set, remove: Vec::new() }))
            };
            let start = modern(span.frame.as_str(), "REASONING_START");
            emit.push(EventKind::Raw { family: FAMILY, value: start });
            let end = modern(frame.root.json().as_str(), "REASONING_END");
            emit.push(EventKind::Raw { family: FAMILY, value: end });
        }
    }
}
