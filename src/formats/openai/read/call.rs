//! Tool calls of a stream, put together from pieces.
//!
//! OpenAI sends index, id and name once and then arguments by index. Others leave the index out, repeat the id or the
//! name in each piece, or cut the name in two; so a call starts only when its arguments do, or when it must.

use super::keys::Keys;
use super::nodes::mark;
use crate::emit::Emit;
use crate::ir::{
    Delta, EventKind, Fields, Input, JsonStr, JsonString, Keyed, Kind, MessageKey, Part, PartKey, PartKind,
    Place, Scope, ToolCall, Value,
};

/// The calls of one choice.
#[derive(Debug, Default)]
pub(super) struct Calls {
    list: Vec<Call>,
    /// Where the calls are in the list, by index, by id and of the one form that has neither.
    by_index: Keyed<u64, usize>,
    by_id: Keyed<JsonString, usize>,
    legacy: Option<usize>,
    /// How many have started, and how many of them have ended: always the first of the list.
    n_started: usize,
    n_ended: usize,
}

#[derive(Debug)]
struct Call {
    id: Option<JsonString>,
    name: JsonString,
    form: Form,
    state: State,
    /// Whether arguments were there, though they may have been empty.
    has_arguments: bool,
    place: Place,
}

/// How a call is spelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Function,
    Custom,
    /// `function_call`, of which there is one and which has no id.
    Legacy,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Its name may still grow.
    Waiting,
    Open(PartKey),
    Ended(PartKey),
}

impl Calls {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Takes an item of `tool_calls`.
    pub(super) fn item<'f>(
        &mut self,
        message: MessageKey,
        item: Value<'f>,
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) {
        let fields = item.fields();
        let index = fields.count("index");
        let (form, body) = match fields.get("custom") {
            Some(custom) => (Form::Custom, custom.fields()),
            None => (Form::Function, fields.object("function")),
        };
        if let Some(kind) = fields.get("type")
            && kind.token().is_some_and(|kind| kind.is("function") || kind.is("custom"))
        {
            kind.skip();
        }
        let id = fields.get("id").and_then(|id| Some((id, id.token()?)));
        let name = body.get("name").and_then(|name| Some((name, name.token()?)));
        let slot = self.slot(index, filled(id), filled(name)).unwrap_or_else(|| {
            emit.changed();
            self.push(index, form, emit.at(item).to_place())
        });
        if index.is_none() && keys.say_once() {
            let help = "number the calls of a reply with `index`, from 0";
            emit.report.warning(
                "openai/tool-index-missing",
                emit.at(item),
                "a tool call has no `index`",
                help,
            );
        }
        self.take_id(slot, id, emit);
        self.take_name(slot, name, emit);
        let words = if form == Form::Custom { "input" } else { "arguments" };
        self.take_arguments(slot, message, (item, body, words), keys, emit);
    }

    /// Takes a `function_call`.
    pub(super) fn legacy<'f>(
        &mut self,
        message: MessageKey,
        item: Value<'f>,
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) {
        let fields = item.fields();
        let name = fields.get("name").and_then(|name| Some((name, name.token()?)));
        let slot = self.legacy.unwrap_or_else(|| {
            emit.changed();
            self.push(None, Form::Legacy, emit.at(item).to_place())
        });
        self.take_name(slot, name, emit);
        self.take_arguments(slot, message, (item, fields, "arguments"), keys, emit);
    }

    /// The call that a piece belongs to; `None` is a new one.
    fn slot(&self, index: Option<u64>, id: Option<JsonStr<'_>>, name: Option<JsonStr<'_>>) -> Option<usize> {
        if let Some(index) = index {
            let found = *self.by_index.get(&index)?;
            let known = self.list[found].id.as_ref();
            let other = id.is_some() && known.is_some_and(|known| Some(known.token()) != id);
            return (!(other && name.is_some())).then_some(found);
        }
        let same = id.and_then(|id| self.by_id.get(id.as_str()).copied());
        let last = || (0..self.list.len()).rev().find(|call| Some(*call) != self.legacy);
        same.or_else(|| if id.is_none() && name.is_none() { last() } else { None })
    }

    fn push(&mut self, index: Option<u64>, form: Form, place: Place) -> usize {
        let (id, name, slot) = (None, JsonString::default(), self.list.len());
        match (form, index) {
            (Form::Legacy, _) => self.legacy = Some(slot),
            (Form::Function | Form::Custom, Some(index)) => {
                self.by_index.push(index, slot);
            }
            (Form::Function | Form::Custom, None) => {}
        }
        self.list.push(Call { id, name, form, state: State::Waiting, has_arguments: false, place });
        slot
    }

    fn take_id<'f>(&mut self, slot: usize, id: Option<(Value<'f>, JsonStr<'f>)>, emit: &mut Emit<'_, 'f>) {
        let Some((value, id)) = id else { return };
        let call = &mut self.list[slot];
        let known = call.id.as_ref().is_some_and(|known| known.token() == id);
        if known || id.is_empty() {
            return value.skip();
        }
        if call.id.is_none() && call.state == State::Waiting {
            value.skip();
            emit.changed();
            call.id = Some(id.owned());
            self.by_id.push(id.owned(), slot);
        }
    }

    fn take_name<'f>(
        &mut self,
        slot: usize,
        name: Option<(Value<'f>, JsonStr<'f>)>,
        emit: &mut Emit<'_, 'f>,
    ) {
        let Some((value, name)) = name else { return };
        let call = &mut self.list[slot];
        if name.is_empty() || call.name.token() == name {
            return value.skip();
        }
        if call.state == State::Waiting {
            value.skip();
            emit.changed();
            call.name.push(name);
            return;
        }
        let help = "send the whole name before the arguments";
        let text = format!("`{}` comes after the call `{}` has started", name.as_str(), call.name.as_str());
        emit.report.warning("openai/tool-name-late", emit.at(value), text, help);
    }

    fn take_arguments<'f>(
        &mut self,
        slot: usize,
        message: MessageKey,
        (item, body, key): (Value<'f>, Fields<'f>, &str),
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) {
        // Null arguments are there and say nothing, as empty ones.
        let (arguments, has_arguments) = (body.get(key), body.has(key));
        let token = arguments.and_then(|value| Some((value, value.token()?)));
        let whole = arguments.filter(|value| matches!(value.kind(), Kind::Object | Kind::Array));
        self.list[slot].has_arguments |= has_arguments;
        if let Some((value, token)) = token
            && token.is_empty()
        {
            value.skip();
        } else if token.is_some() || whole.is_some() {
            self.start_to(slot, message, keys, emit);
        }
        if let State::Open(key) = self.list[slot].state {
            if let Some((value, token)) = token.filter(|(_, token)| !token.is_empty()) {
                value.skip();
                emit.delta(value, key, Delta::Args(token));
            } else if let Some(whole) = whole {
                emit.push_from(whole, EventKind::Delta { key, delta: Delta::Input(whole.json()) });
            }
        } else if let (State::Ended(_), Some((value, _))) = (self.list[slot].state, token)
            && !token.is_some_and(|(_, token)| token.is_empty())
        {
            let help = "send the finish reason after the last piece";
            let text = "arguments come after the finish reason";
            emit.report.warning("openai/arguments-after-finish", emit.at(value), text, help);
        }
        if item.unread().next().is_some() {
            self.start_to(slot, message, keys, emit);
            if let State::Open(key) | State::Ended(key) = self.list[slot].state {
                emit.leave(Scope::Part(key), item);
            }
        }
    }

    /// Starts this call, and those before it that still wait.
    fn start_to(&mut self, slot: usize, message: MessageKey, keys: &mut Keys, emit: &mut Emit<'_, '_>) {
        while self.n_started <= slot {
            let (key, call) = (keys.next(), &mut self.list[self.n_started]);
            call.state = State::Open(key);
            emit.push(EventKind::PartStart { key, message, part: Box::new(call.part()) });
            self.n_started += 1;
        }
    }

    /// Starts the calls that wait for the rest of their names: nothing more comes.
    pub(super) fn start_all(&mut self, message: MessageKey, keys: &mut Keys, emit: &mut Emit<'_, '_>) {
        if let Some(last) = self.list.len().checked_sub(1) {
            self.start_to(last, message, keys, emit);
        }
    }

    /// Ends the calls that are open. The finish is the only sign of it that OpenAI gives.
    pub(super) fn end_all(&mut self, emit: &mut Emit<'_, '_>) {
        while self.n_ended < self.n_started {
            let call = &mut self.list[self.n_ended];
            if let State::Open(key) = call.state {
                call.state = State::Ended(key);
                emit.push(EventKind::PartEnd { key });
            }
            self.n_ended += 1;
        }
    }
}

impl Call {
    fn part(&self) -> Part {
        let call = ToolCall {
            id: self.id.clone(),
            name: self.name.clone(),
            input: if self.has_arguments { Input::Text(JsonString::default()) } else { Input::Absent },
            free_text: self.form == Form::Custom,
            provider_executed: false,
        };
        let mut part = Part::new(PartKind::ToolCall(call), self.place.clone());
        if self.form == Form::Legacy {
            mark(&mut part.extras, "/function_call", self.place.clone());
        }
        part
    }
}

fn filled<'f>(text: Option<(Value<'f>, JsonStr<'f>)>) -> Option<JsonStr<'f>> {
    text.map(|(_, token)| token).filter(|token| !token.is_empty())
}
