//! What must agree from message to message, whether they come in a request or one by one.

use std::collections::HashSet;

use super::messages::MESSAGE;
use super::{DOCUMENT, elements, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Keyed, Kind, Value};
use crate::schema::{Type, check};

/// The most letters of a function's name.
const NAME_LENGTH: usize = 64;

/// What is known of a history so far.
#[derive(Default)]
pub(super) struct History {
    /// Calls that wait for their result, in order.
    waiting: Keyed<String, String>,
    /// Calls of the last assistant message that have one.
    answered: HashSet<String>,
    /// Calls that were passed over; their results come late and not without a call.
    late: HashSet<String>,
    /// The function that the last assistant message called in the old way.
    function: Option<String>,
    /// Whether there were instructions, and whether someone has spoken.
    instructed: bool,
    spoken: bool,
}

impl History {
    /// Takes the next message.
    pub(super) fn message(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let role = value.look().token("role").map(|role| role.decode().into_owned()).unwrap_or_default();
        match role.as_str() {
            "tool" => return self.answer(value, found),
            "function" => return self.function_result(value, found),
            _ => {}
        }
        if let Some(first) = self.waiting.front() {
            let text = format!("the call `{first}` is not answered yet");
            found.put(&rules::CALL_UNANSWERED, value, text);
        }
        self.late.extend(self.waiting.drain());
        match role.as_str() {
            "system" => self.instructions(value, found),
            "assistant" => self.assistant(value, found),
            _ => {}
        }
        self.spoken |= !matches!(role.as_str(), "system" | "developer");
    }

    fn instructions(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        if self.spoken {
            let text = "a system message stands in the middle of the history";
            found.put(&rules::SYSTEM_LATE, value, text);
        } else if self.instructed {
            found.put(&rules::SYSTEM_TWICE, value, "a second system message");
        }
        self.instructed = true;
    }

    fn assistant(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let message = value.look();
        self.answered.clear();
        self.function = message.get("function_call").and_then(|call| name(call, found));
        let calls = message.get("tool_calls");
        let says = ["content", "refusal", "audio", "function_call"];
        if calls.is_none() && says.iter().all(|key| message.get(key).is_none()) {
            let text = "the assistant says nothing: no text, refusal, sound or call";
            found.put(&rules::SAYS_NOTHING, value, text);
        }
        let Some(calls) = calls.filter(|calls| calls.kind() == Kind::Array) else { return };
        if calls.elements().next().is_none() {
            found.put(&rules::EMPTY_TOOL_CALLS, calls, "`tool_calls` is an empty list");
        }
        calls.elements().for_each(|call| self.call(call, found));
    }

    fn call(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let call = value.look();
        if let Some(body) = call.get("function").or_else(|| call.get("custom")) {
            let _ = name(body, found);
        }
        let Some(id) = call.token("id").filter(|id| !id.is_empty()) else { return };
        let id = id.decode().into_owned();
        if self.waiting.get(&id).is_some() {
            let text = format!("the id `{id}` is that of an earlier call of this message");
            return found.put(&rules::CALL_ID_TWICE, value, text);
        }
        self.late.remove(&id);
        self.waiting.push(id.clone(), id);
    }

    fn answer(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let message = value.look();
        let Some(id) = message.token("tool_call_id") else { return };
        let (id, place) = (id.decode().into_owned(), message.member("content").unwrap_or(value));
        if self.waiting.remove(&id).is_some() {
            self.answered.insert(id);
        } else if self.answered.contains(&id) {
            found.put(&rules::ANSWERED_TWICE, place, format!("the call `{id}` is answered already"));
        } else if !self.late.contains(&id) {
            found.put(&rules::RESULT_WITHOUT_CALL, place, format!("nothing before calls `{id}`"));
        }
    }

    fn function_result(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let Some(name) = value.look().token("name") else { return };
        if self.function.as_deref() != Some(&*name.decode()) {
            let text = format!("the message before does not call the function `{}`", name.decode());
            found.put(&rules::FUNCTION_WITHOUT_CALL, value, text);
        }
        self.function = None;
    }
}

/// The name of a function that is called or offered (of its arguments the reader tells); tells where the server would refuse it.
pub(super) fn name(function: Value<'_>, found: &mut Findings<'_>) -> Option<String> {
    let place = function.look().get("name")?;
    let name = place.token()?.decode().into_owned();
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.is_empty() || name.len() > NAME_LENGTH || !name.chars().all(plain) {
        let text = format!("`{name}` is no name of a function: 1 to 64 letters, digits, `_` and `-`");
        found.put(&rules::NAME_ILLEGAL, place, text);
    }
    Some(name)
}

/// Checks messages that are elements of a member.
pub(super) fn check_all(root: Value<'_>, found: &mut Findings<'_>) {
    let mut history = History::default();
    elements(root, "messages").for_each(|message| history.message(message, found));
}

/// Checks the messages of a history one by one.
#[derive(Default)]
pub(super) struct Messages {
    history: History,
}

impl Check for Messages {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Tagged(&MESSAGE), &DOCUMENT, found);
        self.history.message(frame.root, found);
    }
}
