//! Histories and requests: the shape of each message, and what has to agree between them.

use std::collections::HashSet;

use super::nodes::{INPUT, MESSAGE};
use super::{DOCUMENT, rules};
use crate::check::{Check, Findings, arguments};
use crate::emit::Frame;
use crate::ir::Value;
use crate::schema::{Type, check};

/// What is known of a history so far.
#[derive(Default)]
pub(super) struct History {
    messages: HashSet<String>,
    calls: HashSet<String>,
}

impl History {
    /// Takes the next message.
    pub(super) fn message(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let message = value.look();
        if let (Some(place), Some(id)) = (message.get("id"), message.token("id"))
            && !self.messages.insert(id.decode().into_owned())
        {
            let text = format!("the id `{}` is that of an earlier message", id.decode());
            found.put(&rules::MESSAGE_ID_REPEATED, place, text);
        }
        let calls = message.get("toolCalls").into_iter().flat_map(Value::elements);
        calls.for_each(|call| self.call(call, found));
        if message.token("role").is_some_and(|role| role.is("tool")) {
            self.answer(value, found);
        }
    }

    fn call(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let call = value.look();
        if let Some(id) = call.token("id")
            && !self.calls.insert(id.decode().into_owned())
        {
            let text = format!("the id `{}` is that of an earlier call", id.decode());
            found.put(&rules::CALL_ID_TWICE, value, text);
        }
        let function = call.get("function").map(Value::look);
        if let Some(text) = function.and_then(|function| function.get("arguments")) {
            arguments(text, found);
        }
    }

    fn answer(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let (Some(place), Some(id)) = (value.look().get("toolCallId"), value.look().token("toolCallId"))
        else {
            return;
        };
        if !self.calls.contains(&*id.decode()) {
            let text = format!("the result is for the call `{}`, which is not in the history", id.decode());
            found.put(&rules::RESULT_WITHOUT_CALL, place, text);
        }
    }
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

/// Tells of interrupts, or answers to them, that have the same id.
pub(super) fn unique(list: Option<Value<'_>>, key: &str, found: &mut Findings<'_>) {
    let mut ids = HashSet::new();
    for item in list.into_iter().flat_map(Value::elements) {
        if let Some(id) = item.look().token(key)
            && !ids.insert(id.decode())
        {
            let text = format!("the interrupt `{}` is there already", id.decode());
            found.put(&rules::INTERRUPT_TWICE, item, text);
        }
    }
}

/// Checks a request.
pub(super) struct Request;

impl Check for Request {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&INPUT), &DOCUMENT, found);
        let request = frame.root.look();
        let mut history = History::default();
        let messages = request.get("messages").into_iter().flat_map(Value::elements);
        messages.for_each(|message| history.message(message, found));
        unique(request.get("resume"), "interruptId", found);
        let mut names = HashSet::new();
        for tool in request.get("tools").into_iter().flat_map(Value::elements) {
            if let Some(name) = tool.look().token("name")
                && !names.insert(name.decode())
            {
                let text = format!("the name `{}` is that of an earlier tool", name.decode());
                found.put(&rules::TOOL_NAME_REPEATED, tool, text);
            }
        }
    }
}
