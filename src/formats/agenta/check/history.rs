//! Histories and requests: the shape of each message and block, and that calls and results belong together.

use super::super::read::UI_MESSAGES;
use super::super::rules;
use super::MESSAGE;
use super::blocks::{BLOCK, MESSAGE as TABLE, TEXT};
use super::calls::Calls;
use crate::check::{Check, Findings};
use crate::codec::Codec;
use crate::emit::Frame;
use crate::formats;
use crate::ir::{Fields, JsonStr, Kind, Value};
use crate::schema::{Type, check};

/// What is known of a history so far.
#[derive(Default)]
pub(super) struct History {
    calls: Calls,
    /// Checks the UIMessages among the messages, with the checker of the format that has them.
    ui: Option<Box<dyn Check>>,
}

impl History {
    /// Takes the next message, the root of `frame`.
    pub(super) fn message(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let (value, message) = (frame.root, frame.root.look());
        if value.kind() != Kind::Object {
            return;
        }
        if message.get("parts").is_some_and(|parts| parts.kind() == Kind::Array) {
            if self.ui.is_none() {
                self.ui = ui_checker();
            }
            self.ui.iter_mut().for_each(|ui| ui.check(frame, found));
            return;
        }
        check(value, &Type::Object(&TABLE), &MESSAGE, found);
        let content = message.get("content");
        self.blocks(content.filter(|content| content.kind() == Kind::Array), found);
    }

    /// The history is at its end.
    pub(super) fn finish(&mut self, found: &mut Findings<'_>) {
        self.ui.iter_mut().for_each(|ui| ui.finish(found));
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

/// The checker of UIMessages, found through the table.
fn ui_checker() -> Option<Box<dyn Check>> {
    let Codec::Messages(codec) = formats::by_id(UI_MESSAGES)?.codec else { return None };
    codec.checker.map(|make| make())
}

/// Checks the messages of a history one by one.
#[derive(Default)]
pub(super) struct Messages {
    history: History,
}

impl Check for Messages {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        self.history.message(frame, found);
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        self.history.finish(found);
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
        messages.for_each(|message| history.message(Frame { root: message, ..frame }, found));
        history.finish(found);
    }
}
