//! What `validate` looks for beyond what reading finds: what has to agree in a transcript, and that a run ends.

use std::collections::HashSet;

use super::rules;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Value};

/// Checks a transcript.
pub(super) fn transcript() -> Box<dyn Check> {
    Box::new(Transcript)
}

/// Checks a stream of events.
pub(super) fn stream() -> Box<dyn Check> {
    Box::new(Stream::default())
}

struct Transcript;

impl Check for Transcript {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let transcript = frame.root.look();
        let mut calls = HashSet::new();
        for message in elements(transcript, "messages") {
            let mut here = HashSet::new();
            for part in elements(message.look(), "parts") {
                call(part, &mut here, &mut calls, found);
            }
        }
        let mut names = HashSet::new();
        for tool in elements(transcript, "tools") {
            if let Some(name) = tool.look().token("name")
                && !names.insert(name.decode())
            {
                let text = format!("the name `{}` is that of an earlier tool", name.decode());
                found.put(&rules::TOOL_NAME_REPEATED, tool, text);
            }
        }
        let finish = transcript.get("finish").map(Value::look);
        if let (Some(error), Some(reason)) =
            (transcript.get("error"), finish.and_then(|end| end.token("reason")))
            && (reason.is("stop") || reason.is("tool-calls"))
        {
            let text = format!("there is an error, and the finish reason is `{}`", reason.decode());
            found.put(&rules::ERROR_AND_STOP, error, text);
        }
    }
}

fn elements<'v>(fields: Fields<'v>, key: &str) -> impl Iterator<Item = Value<'v>> {
    fields.get(key).into_iter().flat_map(Value::elements)
}

/// A call or a result: ids are told apart in a message, and a result has a call in it or before it.
fn call(part: Value<'_>, here: &mut HashSet<String>, calls: &mut HashSet<String>, found: &mut Findings<'_>) {
    let fields = part.look();
    let (Some(kind), Some(id)) = (fields.token("type"), fields.token("id")) else { return };
    let id = id.decode().into_owned();
    if kind.is("tool-call") {
        if !here.insert(id.clone()) {
            found.put(&rules::CALL_ID_TWICE, part, format!("the id `{id}` is that of an earlier call"));
        }
        calls.insert(id);
    } else if kind.is("tool-result") && !calls.contains(&id) {
        let text = format!("the result is for the call `{id}`, which is not there");
        found.put(&rules::RESULT_WITHOUT_CALL, part, text);
    }
}

#[derive(Default)]
struct Stream {
    running: bool,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, _found: &mut Findings<'_>) {
        if let Some(event) = frame.root.look().token("event") {
            self.running = !event.is("run-end") && (self.running || event.is("run-start"));
        }
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        if self.running {
            found.put_here(&rules::NO_END, "the stream ends inside a run");
        }
    }
}
