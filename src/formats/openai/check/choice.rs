//! One choice of a stream, as the client puts it together.

use std::collections::BTreeMap;

use super::{count, elements, rules};
use crate::check::Findings;
use crate::ir::{Fields, JsonStr, Value};

/// What is known of a choice so far.
#[derive(Default)]
pub(super) struct Choice {
    role: bool,
    finished: bool,
    calls: BTreeMap<u64, Call>,
    /// The old `function_call`: whether it has a name, and arguments.
    function: Option<(bool, bool)>,
    /// A call without an index was told of by the reader: what is known of calls is not all.
    unsure: bool,
}

#[derive(Default)]
struct Call {
    id: Option<String>,
    kind: bool,
    body: bool,
    name: bool,
}

impl Choice {
    /// Whether its finish reason came.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Takes what a chunk says of the choice.
    pub(super) fn take(&mut self, choice: Value<'_>, found: &mut Findings<'_>) {
        let delta = choice.look().get("delta");
        if let Some(delta) = delta {
            self.delta(delta, found);
        }
        let Some(reason) = choice.look().get("finish_reason") else { return };
        let Some(word) = reason.token().filter(|word| !word.is_empty()) else { return };
        self.finished = true;
        let calls = !self.calls.is_empty() || self.function.is_some() || self.unsure;
        if (word.is("tool_calls") || word.is("function_call")) && !calls {
            let text = "the finish reason tells of calls, and there is none";
            found.put(&rules::TOOL_CALLS_MISSING, reason, text);
        }
    }

    fn delta(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let delta = value.look();
        self.role |= filled(delta.token("role"));
        for key in ["content", "refusal"] {
            if self.finished
                && let Some(said) = delta.get(key).filter(|said| filled(said.token()))
            {
                let text = format!("`{key}` comes after the finish reason");
                found.put(&rules::CONTENT_AFTER_FINISH, said, text);
            }
        }
        if let Some(call) = delta.get("function_call").map(Value::look) {
            let (name, arguments) = self.function.get_or_insert_default();
            *name |= filled(call.token("name"));
            *arguments |= call.token("arguments").is_some();
        }
        for call in elements(value, "tool_calls") {
            self.call(call, found);
        }
    }

    fn call(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let piece = value.look();
        let Some(index) = piece.get("index").and_then(count) else {
            self.unsure = true;
            return;
        };
        let call = self.calls.entry(index).or_default();
        call.take(piece, found);
    }

    /// The reply is at its end.
    pub(super) fn finish(&self, index: u64, found: &mut Findings<'_>) {
        if !self.role {
            let text = format!("no chunk says the role of choice {index}");
            found.put_here(&rules::DELTA_ROLE_MISSING, text);
        }
        if self.function.is_some_and(|(name, arguments)| !name || !arguments) {
            let text = format!("the `function_call` of choice {index} has no name or no arguments");
            found.put_here(&rules::FUNCTION_CALL_NAMELESS, text);
        }
        let last = self.calls.keys().next_back().copied().filter(|_| !self.unsure);
        if let Some(gap) = last.and_then(|last| (0..last).find(|index| !self.calls.contains_key(index))) {
            found.put_here(&rules::TOOL_GAP, format!("choice {index} has no call {gap}"));
        }
        for (number, call) in &self.calls {
            call.finish(*number, found);
        }
    }
}

impl Call {
    fn take(&mut self, piece: Fields<'_>, found: &mut Findings<'_>) {
        self.kind |= filled(piece.token("type"));
        let body = piece.get("function").or_else(|| piece.get("custom"));
        self.body |= body.is_some();
        self.name |= body.is_some_and(|body| filled(body.look().token("name")));
        let Some((place, id)) = piece.get("id").and_then(|id| Some((id, id.token()?))) else { return };
        if id.is_empty() {
            return;
        }
        match &self.id {
            Some(known) if id.decode() != known.as_str() => {
                let text = format!("the call `{known}` goes on as `{}`", id.decode());
                found.put(&rules::TOOL_ID_CHANGES, place, text);
            }
            Some(_) => {}
            None => self.id = Some(id.decode().into_owned()),
        }
    }

    fn finish(&self, number: u64, found: &mut Findings<'_>) {
        if !self.kind {
            found.put_here(&rules::TOOL_TYPE_MISSING, format!("call {number} never says its `type`"));
        }
        if !self.body {
            let text = format!("call {number} never names a function or a custom tool");
            found.put_here(&rules::TOOL_BODY_MISSING, text);
        } else if !self.name {
            found.put_here(&rules::TOOL_NAMELESS, format!("call {number} never says the name of its tool"));
        }
        if self.id.is_none() {
            found.put_here(&rules::TOOL_ID_MISSING, format!("call {number} never has an `id`"));
        }
    }
}

fn filled(token: Option<JsonStr<'_>>) -> bool {
    token.is_some_and(|token| !token.is_empty())
}
