//! A native document as a transcript.
//!
//! Members that hold any JSON take `null` as a value; everywhere else it says nothing. A node's unknown members are its
//! extras, of the family `native`, unless it has extras of another family: then they are told and left out.

use super::names;
use crate::codec::Source;
use crate::ir::{
    Fields, Finish, Interrupt, Kind, Message, Place, Role, Run, RunError, StopReason, Transcript, Usage,
    Value,
};

mod faults;
mod part;
mod request;
mod rest;
mod values;

pub(super) use faults::{faults, missing, need, others};
pub(super) use part::part;

use faults::wrong_type;
use request::{params, tool};
use rest::{extras, leave};
use values::{any, plain};

/// Reads one document.
pub(super) fn document(root: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = root.fields();
    let place = source.place(root);
    version(root, fields, source);
    let complete = fields.flag("complete");
    if complete.is_none() && fields.get("complete").is_none() {
        missing(root, "complete", source);
    }
    let (carried, remainder) = extras(fields, source);
    Transcript {
        source: fields.text("source").map(plain).unwrap_or_default(),
        complete: complete.unwrap_or_default(),
        run: fields.get("run").map(|value| run(value, place.member("/run"))).unwrap_or_default(),
        messages: nodes(fields, "messages", &place, source, message),
        tools: nodes(fields, "tools", &place, source, tool),
        params: params(fields.object("params"), &place.member("/params"), source),
        finish: finish(fields, &place, source),
        usage: fields.get("usage").map(|value| usage(value, place.member("/usage"))).unwrap_or_default(),
        error: fields.get("error").and_then(|value| error(value, place.member("/error"), source)),
        interrupts: nodes(fields, "interrupts", &place, source, interrupt),
        state: any(fields, "state"),
        extras: leave(root, names::TRANSCRIPT, carried, source),
        remainder,
    }
}

fn version(root: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) {
    match fields.get("chatwire") {
        Some(version) if version.peek() == "1" => version.skip(),
        Some(version) => {
            version.skip();
            let message = format!("`chatwire` is `{}`, and this program reads version 1", version.peek());
            source.error(
                "native/version",
                version,
                message,
                "a newer chatwire wrote this, or no chatwire did",
            );
        }
        None => missing(root, "chatwire", source),
    }
}

/// The objects of a list; anything else in it is reported.
fn nodes<T>(
    fields: Fields<'_>,
    key: &str,
    place: &Place,
    source: &mut Source<'_>,
    read: fn(Value<'_>, Place, &mut Source<'_>) -> T,
) -> Vec<T> {
    let mut list = Vec::new();
    for (index, item) in fields.list(key).enumerate() {
        if item.kind() == Kind::Object {
            list.push(read(item, place.member(&format!("/{key}/{index}")), source));
        } else {
            item.skip();
            wrong_type(item, "an object", source);
        }
    }
    list
}

/// Who replied.
pub(super) fn run(value: Value<'_>, place: Place) -> Run {
    let fields = value.fields();
    Run {
        id: fields.string("id"),
        thread_id: fields.string("threadId"),
        model: fields.string("model"),
        created_at: fields.string("createdAt"),
        place,
        names: ["/id", "/threadId", "/model", "/createdAt"],
    }
}

fn message(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Message {
    let fields = value.fields();
    let (carried, remainder) = extras(fields, source);
    Message {
        role: role(value, fields, source),
        id: fields.string("id"),
        name: fields.string("name"),
        choice: choice(fields),
        parts: nodes(fields, "parts", &place, source, part),
        finish: finish(fields, &place, source),
        metadata: any(fields, "metadata"),
        extras: leave(value, names::MESSAGE, carried, source),
        remainder,
        place,
        id_name: None,
    }
}

/// Who speaks; that it is missing is reported.
pub(super) fn role(value: Value<'_>, fields: Fields<'_>, source: &mut Source<'_>) -> Role {
    need(value, "role", source);
    fields.text("role").map(Role::from_word).unwrap_or_default()
}

/// Which reply it is; a number that is none of a choice stays unread.
pub(super) fn choice(fields: Fields<'_>) -> Option<u32> {
    let value = fields.get("choice")?;
    let choice = value.peek().parse().ok()?;
    value.skip();
    Some(choice)
}

/// How it ended.
pub(super) fn finish(fields: Fields<'_>, place: &Place, source: &mut Source<'_>) -> Option<Finish> {
    let value = fields.get("finish").filter(|value| value.kind() == Kind::Object)?;
    let fields = value.fields();
    need(value, "reason", source);
    let reason = fields.get("reason").and_then(|word| reason(word, source)).unwrap_or_default();
    Some(Finish { reason, raw: fields.string("raw"), place: place.member("/finish") })
}

fn reason(value: Value<'_>, source: &mut Source<'_>) -> Option<StopReason> {
    let word = value.text()?;
    let known = StopReason::WORDS.iter().find(|(known, _)| word.is(known));
    if known.is_none() {
        let words: Vec<_> = StopReason::WORDS.iter().map(|(word, _)| *word).collect();
        let message = format!("`{}` is no finish reason", word.as_str());
        source.error("native/unknown-word", value, message, &format!("one of {}", words.join(", ")));
    }
    known.map(|(_, reason)| *reason)
}

/// The counts that are known.
pub(super) fn usage(value: Value<'_>, place: Place) -> Usage {
    let fields = value.fields();
    Usage {
        input: fields.count("input"),
        output: fields.count("output"),
        total: fields.count("total"),
        cache_read: fields.count("cacheRead"),
        cache_write: fields.count("cacheWrite"),
        reasoning: fields.count("reasoning"),
        cost: any(fields, "cost"),
        place,
    }
}

/// An error; `None` for what is no object.
pub(super) fn error(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Option<RunError> {
    if value.kind() != Kind::Object {
        return None;
    }
    let fields = value.fields();
    need(value, "message", source);
    let (carried, _) = extras(fields, source);
    Some(RunError {
        message: fields.string("message").unwrap_or_default(),
        code: any(fields, "code"),
        extras: leave(value, names::ERROR, carried, source),
        place,
    })
}

/// What the run waits for.
pub(super) fn interrupt(value: Value<'_>, place: Place, source: &mut Source<'_>) -> Interrupt {
    let fields = value.fields();
    need(value, "id", source);
    let (carried, _) = extras(fields, source);
    Interrupt {
        id: fields.string("id").unwrap_or_default(),
        reason: fields.string("reason"),
        call_id: fields.string("callId"),
        message: fields.string("message"),
        payload: any(fields, "payload"),
        extras: leave(value, names::INTERRUPT, carried, source),
        place,
    }
}
