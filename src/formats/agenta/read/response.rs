//! The body of a batch response: `data.outputs`, the turn as the package folds it.

use super::super::words::{self, FAMILY};
use super::message::{content_of, folded, read_message, with_rest};
use crate::codec::Source;
use crate::ir::{
    Fields, Finish, Input, JsonString, Kind, Message, Part, PartKind, Place, Role, Run, RunError, Transcript,
    Value,
};

/// Reads a body, whole or bare.
pub(in super::super) fn read_response(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let within = |fields: Fields<'_>| fields.get("outputs").is_some();
    let (outputs, bare) = if within(fields.object("data")) {
        (fields.object("data").get("outputs"), "")
    } else if within(fields) {
        (fields.get("outputs"), "/data")
    } else if ["messages", "role", "stop_reason"].iter().any(|key| fields.has(key)) {
        (Some(value), "/data/outputs")
    } else {
        (None, "")
    };
    let mut reply = Transcript { complete: true, ..Transcript::default() };
    match outputs {
        Some(outputs) => read_outputs(outputs, &mut reply, source),
        None => {
            let help = "the reply stands in `data.outputs`";
            source.warning("agenta/outputs-missing", value, "a response without outputs", help);
        }
    }
    reply.error = failure(fields, source);
    reply.run = Run {
        thread_id: fields.string("session_id"),
        place: source.place(value),
        names: ["", "/session_id", "", ""],
        ..Run::default()
    };
    reply.extras = source.extras_named(value, bare);
    reply
}

fn read_outputs(outputs: Value<'_>, reply: &mut Transcript, source: &mut Source<'_>) {
    let fields = outputs.fields();
    if let Some(messages) = fields.get("messages").filter(|messages| messages.kind() == Kind::Array) {
        for message in messages.items() {
            read_said(message, reply, source);
        }
    } else if fields.has("role") || outputs.kind() == Kind::String {
        // An older wire: the one message itself.
        read_said(outputs, reply, source);
    }
    reply.finish = fields.get("stop_reason").and_then(|reason| stop(reason, source));
    if let Some(pending) = fields.get("pending_interaction").filter(|value| value.kind() == Kind::Object) {
        read_pending(pending, reply, source);
    }
    for message in reply.messages.iter_mut().filter(|message| message.role == Role::Assistant) {
        words::name_answers(&mut message.parts);
        message.parts = words::with_steps(std::mem::take(&mut message.parts));
    }
}

fn stop(reason: Value<'_>, source: &Source<'_>) -> Option<Finish> {
    Some(words::finish(reason.text()?, source.place(reason)))
}

/// One folded message: part of the one message that the reply is.
fn read_said(value: Value<'_>, reply: &mut Transcript, source: &mut Source<'_>) {
    let fields = value.fields();
    if fields.get("parts").is_some_and(|parts| parts.kind() == Kind::Array) {
        return read_projected(value, reply, source);
    }
    let said = match fields.token("role").map(|role| role.as_str()) {
        Some("tool") => folded(value, fields, source).map(|part| vec![part]),
        Some("assistant") => {
            if let Some(role) = fields.get("role") {
                role.skip();
            }
            Some(fields.get("content").map_or(Vec::new(), |content| content_of(content, source)))
        }
        None if value.kind() == Kind::String => Some(content_of(value, source)),
        Some(_) | None => None,
    };
    let Some(mut said) = said else {
        let message = read_message(value, source);
        reply.messages.push(message);
        return;
    };
    if let Some(first) = said.first_mut() {
        let part = std::mem::replace(first, Part::new(PartKind::Step, Place::default()));
        *first = with_rest(part, value, source);
    }
    speaker(reply, source.place(value)).parts.append(&mut said);
}

/// A UIMessage: part of the one message that the reply is, if its id tells no more than its place. The package tells
/// a call and its answer apart, so an answer's part is no call.
fn read_projected(value: Value<'_>, reply: &mut Transcript, source: &mut Source<'_>) {
    let mut message = read_message(value, source);
    let counted =
        |id: &JsonString| id.as_str().strip_prefix("msg-").is_some_and(|n| n.parse::<u32>().is_ok());
    let plain = message.metadata.is_none() && message.extras.list.is_empty();
    if message.role != Role::Assistant || !plain || !message.id.as_ref().is_none_or(counted) {
        return reply.messages.push(message);
    }
    let speaker = speaker(reply, source.place(value));
    for part in message.parts.drain(..) {
        let again = part.kind.call().is_some_and(|call| {
            let known = |part: &Part| part.kind.call().is_some_and(|known| known.id == call.id);
            call.input == Input::Absent && call.id.is_some() && speaker.parts.iter().any(known)
        });
        if !again {
            speaker.parts.push(part);
        }
    }
}

/// The message of the assistant that goes on.
fn speaker(reply: &mut Transcript, place: Place) -> &mut Message {
    if reply.messages.last().is_none_or(|last| last.role != Role::Assistant) {
        reply.messages.push(Message { role: Role::Assistant, place, ..Message::default() });
    }
    let last = reply.messages.len() - 1;
    &mut reply.messages[last]
}

fn read_pending(pending: Value<'_>, reply: &mut Transcript, source: &mut Source<'_>) {
    let fields = pending.fields();
    let place = source.place(pending);
    if let Some(part) = words::question(fields, &place) {
        let part = with_rest(part, pending, source);
        speaker(reply, place).parts.push(part);
    } else {
        let mut interrupt = words::interrupt(fields, place);
        interrupt.extras = source.extras(pending);
        reply.interrupts.push(interrupt);
    }
}

/// The error that a status of 400 and above tells.
fn failure(fields: Fields<'_>, source: &mut Source<'_>) -> Option<RunError> {
    let status = fields.get("status").filter(|status| status.kind() == Kind::Object)?;
    let code = status.members().find(|(key, _)| key.is("code")).map(|(_, code)| code)?;
    let number: u64 = code.peek().parse().ok()?;
    if number < 400 {
        return None;
    }
    let fields = status.fields();
    let place = source.place(status);
    let (message, code) = (fields.string("message").unwrap_or_default(), fields.json("code"));
    let extras = source.extras(status);
    debug_assert!(extras.family.is_empty() || extras.family == FAMILY);
    Some(RunError { message, code, extras, place })
}
