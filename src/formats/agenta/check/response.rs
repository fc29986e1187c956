//! Batch replies: the turn as the package folds it.

use super::super::rules;
use super::MESSAGE;
use super::calls::Calls;
use super::history::History;
use super::stream::stop_reason;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Kind, Value};
use crate::schema::{Object, Type, check, may, must};

/// Checks a response, whole or bare.
pub(super) struct Response;

impl Check for Response {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let body = frame.root.look();
        let data = body.get("data").map(Value::look).unwrap_or(body);
        let Some(outputs) = data.get("outputs") else { return };
        if !matches!(outputs.kind(), Kind::Object | Kind::String) {
            return found.put(&rules::WRONG_TYPE, outputs, "the outputs are neither a turn nor a text");
        }
        let fields = outputs.look();
        // The outputs of a turn of one text are that message.
        if outputs.kind() == Kind::Object {
            let table = if fields.has("role") { &FOLDED } else { &OUTPUTS };
            check(outputs, &Type::Object(table), &MESSAGE, found);
        }
        let (mut calls, mut blocks) = (Calls::default(), History::default());
        for message in fields.get("messages").into_iter().flat_map(Value::elements) {
            said(Frame { root: message, ..frame }, &mut calls, &mut blocks, found);
        }
        blocks.finish(found);
        if let Some(reason) = fields.get("stop_reason") {
            stop_reason(reason, found);
        }
        let paused = fields.token("stop_reason").is_some_and(|reason| reason.is("paused"));
        match fields.get("pending_interaction") {
            Some(pending) if !paused => {
                let text = "something is pending, and the stop reason is not `paused`";
                found.put(&rules::PENDING_WITHOUT_PAUSE, pending, text);
            }
            None if paused => {
                let text = "the turn is paused, and there is no `pending_interaction`";
                found.put(&rules::PAUSED_WITHOUT_PENDING, outputs, text);
            }
            Some(_) | None => {}
        }
    }
}

/// What a turn has come to.
static OUTPUTS: Object = Object::new(
    "the outputs",
    &[&[
        must("messages", Type::List(&Type::Map)),
        may("stop_reason", Type::Text).null_fine(),
        may("pending_interaction", Type::Object(&PENDING)).null_fine(),
    ]],
);
/// What is asked for: the data of the last request, and the name of its tool.
static PENDING: Object = Object::new(
    "what is pending",
    &[&[
        may("type", Type::Text),
        may("id", Type::Text).null_fine(),
        must("kind", Type::Word(&["user_approval", "user_input", "client_tool"])),
        must("payload", Type::Map).null_fine(),
        may("tool", Type::Text).null_fine(),
    ]],
);
/// A message as the package folds it.
static FOLDED: Object = Object::new(
    "a message",
    &[&[
        must("role", Type::Text),
        must("content", Type::Any).null_fine(),
        may("tool_call_id", Type::Text).null_fine(),
        may("tool_name", Type::Text).null_fine(),
        may("input", Type::Any).null_fine(),
        may("is_error", Type::Flag).null_fine(),
    ]],
);

/// One folded message: a text, a call, or a result.
fn said(frame: Frame<'_>, calls: &mut Calls, blocks: &mut History, found: &mut Findings<'_>) {
    let (value, message) = (frame.root, frame.root.look());
    if value.kind() != Kind::Object {
        return;
    }
    if message.has("parts") {
        return blocks.message(frame, found);
    }
    check(value, &Type::Object(&FOLDED), &MESSAGE, found);
    if let Some(content) = message.get("content").filter(|content| content.kind() == Kind::Array) {
        return blocks.blocks(Some(content), found);
    }
    if !message.token("role").is_some_and(|role| role.is("tool")) {
        return;
    }
    let id = message.token("tool_call_id");
    if message.has("tool_name") || message.has("input") {
        calls.call(value, id, message.token("tool_name"), found);
    } else {
        calls.result(value, id, found);
    }
}
