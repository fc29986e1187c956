//! Histories and requests: the shape of each message and block, and that calls and results belong together.

use super::super::rules;
use super::MESSAGE;
use super::blocks::{BLOCK, MESSAGE as TABLE, TEXT};
use super::calls::Calls;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, JsonStr, Kind, Value};
use crate::schema::{Type, check};

/// What is known of a history so far.
#[derive(Default)]
pub(super) struct History {
    calls: Calls,
}

impl History {
    /// Takes the next message. UIMessages are of another room, which checks them where they stand alone.
    pub(super) fn message(&mut self, value: Value<'_>, found: &mut Findings<'_>) {
        let message = value.look();
        if value.kind() != Kind::Object
            || message.get("parts").is_some_and(|parts| parts.kind() == Kind::Array)
        {
            return;
        }
        check(value, &Type::Object(&TABLE), &MESSAGE, found);
        let content = message.get("content");
        self.blocks(content.filter(|content| content.kind() == Kind::Array), found);
    }

    /// Takes the blocks of a content.
    pub(super) fn blocks(&mut self, content: Option<Value<'_>>, found: &mut Findings<'_>) {
        let blocks = content.into_iter().flat_map(Value::elements);
        for block in blocks.filter(|block| block.kind() == Kind::Object) {
            let fields = block.look();
            match fields.token("type") {
                Some(kind) => {
                    check(block, &Type::Tagged(&BLOCK), &MESSAGE, found);
                    self.call(kind, fields, block, found);
                }
                None => check(block, &Type::Object(&TEXT), &MESSAGE, found),
            }
        }
    }

    fn call(&mut self, kind: JsonStr<'_>, fields: Fields<'_>, block: Value<'_>, found: &mut Findings<'_>) {
        let spelt = |camel, snake| {
            let said = fields.token(camel).filter(|text| !text.is_empty());
            said.or_else(|| fields.token(snake))
        };
        let id = spelt("toolCallId", "tool_call_id");
        if kind.is("tool_call") && !self.calls.call(block, id, spelt("toolName", "tool_name"), found) {
            let id = id.map(|id| id.decode().into_owned()).unwrap_or_default();
            found.put(&rules::CALL_ID_TWICE, block, format!("the id `{id}` is that of an earlier call"));
        }
        if kind.is("tool_result") {
            self.calls.result(block, id, found);
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
        self.history.message(frame.root, found);
    }
}

/// Checks a request, whole or bare.
pub(super) struct Request;

impl Check for Request {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let body = frame.root.look();
        let data = body.get("data").map(Value::look).unwrap_or(body);
        let inputs = data.get("inputs").map(Value::look).unwrap_or(data);
        let mut history = History::default();
        let messages = inputs.get("messages").into_iter().flat_map(Value::elements);
        messages.for_each(|message| history.message(message, found));
    }
}
