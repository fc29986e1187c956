//! The body of an invoke request: `data.inputs.messages`.

use super::message::read_message;
use crate::codec::Source;
use crate::ir::{Fields, Kind, Run, Transcript, Value};

/// Reads a body, whole or bare.
pub(in super::super) fn read_request(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let is_object =
        |fields: Fields<'_>, key: &str| fields.get(key).is_some_and(|value| value.kind() == Kind::Object);
    let (inputs, bare) = if is_object(fields, "data") && fields.object("data").has("inputs") {
        (fields.object("data").object("inputs"), "")
    } else if is_object(fields, "inputs") {
        (fields.object("inputs"), "/data")
    } else {
        (fields, "/data/inputs")
    };
    let messages = inputs.get("messages").filter(|messages| messages.kind() == Kind::Array);
    if messages.is_none() {
        let help = "the history stands in `data.inputs.messages`";
        source.error("agenta/messages-missing", value, "a request without messages", help);
    }
    let messages = messages.into_iter().flat_map(Value::items);
    let messages = messages.map(|message| read_message(message, source)).collect();
    let run = Run {
        thread_id: fields.string("session_id"),
        place: source.place(value),
        names: ["", "/session_id", "", ""],
        ..Run::default()
    };
    let extras = source.extras_named(value, bare);
    Transcript { run, messages, extras, complete: true, ..Transcript::default() }
}
