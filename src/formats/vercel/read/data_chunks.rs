//! Data of the application, and what Agenta says as such: what a run waits for, and the code of an error.

use crate::emit::Emit;
use crate::ir::{
    EventKind, Extra, Extras, Interrupt, Json, JsonStr, JsonString, Kind, Part, PartKind, RunError, Tape,
    Value,
};

use super::super::usage::member;
use super::part as parts;
use super::turn::Turn;

/// The family that has words for what these parts hold.
const AGENTA: &str = "agenta";

impl Turn {
    /// A `data-NAME` chunk.
    pub(super) fn data<'f>(&mut self, root: Value<'f>, name: JsonStr<'f>, emit: &mut Emit<'_, 'f>) {
        let waits = match name.as_str() {
            "input-request" => input_request(root, emit),
            "interaction" => interaction(root, emit),
            _ => None,
        };
        if let Some(interrupt) = waits {
            root.skip();
            return emit.push(EventKind::Interrupt(Box::new(interrupt)));
        }
        let part = parts::data(emit, root, name);
        if name.as_str() == "agent-error" {
            self.coded = Some(part);
            return emit.changed();
        }
        self.put(part, emit);
    }

    /// Servers write data before the model's own stream brings `start`: such data waits for the message's name.
    fn put(&mut self, part: Part, emit: &mut Emit<'_, '_>) {
        if self.begun {
            return self.whole(part, emit);
        }
        self.held.push(part);
        emit.changed();
    }

    /// The code of an error stands before its `error`; before anything else it is data like any other.
    pub(super) fn uncode<'f>(&mut self, kind: JsonStr<'f>, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let text = root.fields().token("errorText").filter(|_| kind.as_str() == "error");
        let fits = |part: &Part| {
            text.is_some_and(|text| coded(part).is_some_and(|coded| coded.text.token() == text))
        };
        if !self.coded.as_ref().is_some_and(fits) {
            self.uncoded(emit);
        }
    }

    /// A code without its error is data.
    pub(super) fn uncoded(&mut self, emit: &mut Emit<'_, '_>) {
        if let Some(part) = self.coded.take() {
            self.put(part, emit);
        }
    }

    /// An error, with its code where one came.
    pub(super) fn error<'f>(&mut self, root: Value<'f>, emit: &mut Emit<'_, 'f>) {
        let message = root.fields().string("errorText").unwrap_or_default();
        let mut error = RunError { message, place: emit.at(root).to_place(), ..RunError::default() };
        if let Some(part) = self.coded.take()
            && let Some(coded) = coded(&part)
        {
            error.code = Some(coded.code);
            if let Some(value) = coded.detail {
                let place = part.place.member("/data/errorDetail");
                let detail = Extra { name: "/detail".to_owned(), value, place };
                error.extras = Extras::new(AGENTA, vec![detail]);
            }
        }
        emit.push(EventKind::Error(Box::new(error)));
    }
}

/// What `data-agent-error` says.
struct Coded {
    code: Json,
    text: JsonString,
    detail: Option<Json>,
}

fn coded(part: &Part) -> Option<Coded> {
    let PartKind::Data(data) = &part.kind else { return None };
    let mut tape = Tape::default();
    tape.fill(data.value.as_str()).ok()?;
    let view = tape.view(data.value.as_str());
    let root = view.root();
    let known = ["code", "errorText", "errorDetail"];
    let plain = data.id.is_none() && !data.transient && part.extras.list.is_empty();
    if !plain || !root.members().all(|(key, _)| known.iter().any(|name| key.is(name))) {
        return None;
    }
    Some(Coded {
        code: member(root, "code").filter(|code| code.kind() == Kind::String)?.json(),
        text: member(root, "errorText")?.token()?.owned(),
        detail: member(root, "errorDetail").filter(|detail| detail.kind() != Kind::Null).map(Value::json),
    })
}

/// Whether a value has just these members.
fn has_just(value: Value<'_>, names: &[&str]) -> bool {
    value.kind() == Kind::Object && value.members().all(|(key, _)| names.iter().any(|name| key.is(name)))
}

/// `data-input-request`: the run waits for what a person enters.
fn input_request<'f>(root: Value<'f>, emit: &Emit<'_, 'f>) -> Option<Interrupt> {
    let payload = member(root, "data").filter(|_| has_just(root, &["type", "id", "data"]))?;
    asked(root, JsonString::from_plain("user_input"), payload, emit)
}

/// `data-interaction`: the run waits for something else.
fn interaction<'f>(root: Value<'f>, emit: &Emit<'_, 'f>) -> Option<Interrupt> {
    let data = member(root, "data").filter(|_| has_just(root, &["type", "id", "data"]))?;
    let payload = member(data, "payload").filter(|_| has_just(data, &["kind", "payload"]))?;
    let kind = member(data, "kind")?.token()?;
    asked(root, kind.owned(), payload, emit)
}

fn asked<'f>(
    root: Value<'f>,
    kind: JsonString,
    payload: Value<'f>,
    emit: &Emit<'_, 'f>,
) -> Option<Interrupt> {
    let of = |name| member(payload, name).and_then(Value::token).map(JsonStr::owned);
    Some(Interrupt {
        id: member(root, "id")?.token()?.owned(),
        reason: Some(kind),
        call_id: of("toolCallId"),
        message: of("message"),
        payload: Some(payload.json()),
        extras: Extras::default(),
        place: emit.at(root).to_place(),
    })
}
