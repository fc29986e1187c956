//! `RunAgentInput`: what an application asks an agent.

use super::message::message;
use super::resume;
use crate::codec::Source;
use crate::ir::{Fields, Kind, Run, Tool, Transcript, Value};

/// What became of an interrupt that is answered.
const RESUME: [&str; 2] = ["resolved", "cancelled"];

/// A request. Context, forwarded properties and answers to interrupts that are no questions about a call are AG-UI's own,
/// and so extras.
pub(in crate::formats::ag_ui) fn request(value: Value<'_>, source: &mut Source<'_>) -> Transcript {
    let fields = value.fields();
    let mut messages: Vec<_> = fields.list("messages").map(|item| message(item, source)).collect();
    resume::answers(fields, &mut messages, source);
    let tools = fields.list("tools").map(|item| tool(item, source)).collect();
    let run = Run {
        id: fields.string("runId"),
        thread_id: fields.string("threadId"),
        place: source.place(value),
        names: ["/runId", "/threadId", "", ""],
        ..Run::default()
    };
    skip_if_empty(fields, "context");
    look_at_resume(fields, source);
    let state = fields.json("state");
    Transcript {
        run,
        messages,
        tools,
        state,
        complete: true,
        extras: source.extras(value),
        ..Transcript::default()
    }
}

/// An answer to an interrupt whose status nobody knows is told; like the others it stays an extra.
fn look_at_resume(fields: Fields<'_>, source: &mut Source<'_>) {
    for entry in fields.get("resume").into_iter().flat_map(Value::elements) {
        let status = entry.members().filter(|(key, _)| key.is("status")).last();
        let status = status.and_then(|(_, value)| value.token());
        if !status.is_some_and(|status| RESUME.iter().any(|known| status.is(known))) {
            let help = "`resolved` and `cancelled` are known";
            source.warning("ag-ui/unknown-word", entry, "an answer to an interrupt of unknown status", help);
        }
    }
}

/// An empty list says nothing: it is what a request without one means.
fn skip_if_empty(fields: Fields<'_>, name: &str) {
    if let Some(list) = fields.get(name)
        && list.kind() == Kind::Array
        && list.elements().next().is_none()
    {
        list.skip();
    }
}

fn tool(value: Value<'_>, source: &Source<'_>) -> Tool {
    let fields = value.fields();
    Tool {
        name: fields.string("name").unwrap_or_default(),
        description: fields.string("description"),
        schema: fields.json("parameters"),
        raw: None,
        extras: source.extras(value),
        place: source.place(value),
    }
}
