//! Batch replies: the turn as the package folds it.

use super::super::rules;
use super::calls::Calls;
use super::history::History;
use super::stream::stop_reason;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Kind, Value};

/// Checks a response, whole or bare.
pub(super) struct Response;

impl Check for Response {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let body = frame.root.look();
        let data = body.get("data").map(Value::look).unwrap_or(body);
        let Some(outputs) = data.get("outputs").filter(|outputs| outputs.kind() == Kind::Object) else {
            return;
        };
        let fields = outputs.look();
        let (mut calls, mut blocks) = (Calls::default(), History::default());
        for message in fields.get("messages").into_iter().flat_map(Value::elements) {
            said(message, &mut calls, &mut blocks, found);
        }
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

/// One folded message: a text, a call, or a result.
fn said(value: Value<'_>, calls: &mut Calls, blocks: &mut History, found: &mut Findings<'_>) {
    let message = value.look();
    if value.kind() != Kind::Object || message.has("parts") {
        return;
    }
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
