//! A whole reply: its tables, and what must agree in it.

use super::blocks::BLOCK;
use super::serving::Serving;
use super::{DOCUMENT, elements, is, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::Value;
use crate::schema::{Object, Type, check, may, must};

/// Checks a reply.
pub(super) struct Reply;

impl Check for Reply {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        let reply = frame.root.look();
        if let Some(error) = reply.get("error") {
            return found.put(&rules::ERROR_BODY, error, "the reply is an error");
        }
        check(frame.root, &Type::Object(&REPLY), &DOCUMENT, found);
        Serving::answer(frame.root, found);
        let calls = elements(frame.root, "content").any(|block| is(block, "tool_use"));
        stop(frame.root, calls, found);
        let Some(reason) = reply.get("stop_reason") else {
            return found.put(&rules::STOP_REASON_MISSING, frame.root, rules::STOP_REASON_MISSING.what);
        };
        if calls && reason.token().is_some_and(|word| !word.is("tool_use")) {
            let text = format!("there are calls, and the stop reason is {}", reason.peek());
            found.put(&rules::STOP_WITH_CALLS, reason, text);
        }
    }
}

/// Whether the stop reason fits to what stands beside it; `calls` is whether there was a call.
pub(super) fn stop(reply: Value<'_>, calls: bool, found: &mut Findings<'_>) {
    let Some(reason) = reply.look().get("stop_reason") else { return };
    let is = |word: &str| reason.token().is_some_and(|reason| reason.is(word));
    if is("tool_use") && !calls {
        let text = "the stop reason tells of calls, and there is none";
        found.put(&rules::CALLS_MISSING, reason, text);
    }
    if let Some(sequence) = reply.look().get("stop_sequence").filter(|_| !is("stop_sequence")) {
        let text = format!("a stop sequence is told, and the stop reason is {}", reason.peek());
        found.put(&rules::STOP_SEQUENCE_STRAY, sequence, text);
    }
}

/// Why a reply ends, betas included.
pub(super) const STOP_REASON: Type = Type::Word(&[
    "end_turn",
    "max_tokens",
    "stop_sequence",
    "tool_use",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
    "compaction",
]);

static REPLY: Object = Object::new(
    "a reply",
    &[&[
        must("id", Type::Text),
        must("type", Type::Word(&["message"])),
        must("role", Type::Word(&["assistant"])),
        must("model", Type::Text),
        must("content", Type::List(&Type::Tagged(&BLOCK))),
        must("usage", Type::Object(&USAGE)),
        may("stop_reason", STOP_REASON).null_fine(),
        may("stop_sequence", Type::Text).null_fine(),
        may("stop_details", Type::Map).null_fine(),
        may("container", Type::Map).null_fine(),
        may("diagnostics", Type::Map).null_fine(),
        may("context_management", Type::Map).null_fine(),
    ]],
);

/// The counts of a whole reply.
pub(super) static USAGE: Object = Object::new(
    "usage",
    &[&[
        must("input_tokens", Type::Count),
        must("output_tokens", Type::Count),
        may("cache_creation_input_tokens", Type::Count).null_fine(),
        may("cache_read_input_tokens", Type::Count).null_fine(),
        may("cache_creation", Type::Object(&WRITTEN)).null_fine(),
        may("server_tool_use", Type::Object(&SERVER_TOOLS)).null_fine(),
        may("output_tokens_details", Type::Object(&DETAILS)).null_fine(),
        may("service_tier", Type::Text).null_fine(),
        may("inference_geo", Type::Text).null_fine(),
        may("speed", Type::Text).null_fine(),
        may("iterations", Type::List(&Type::Map)).null_fine(),
        may("fallback_credit", Type::Map).null_fine(),
    ]],
);
static WRITTEN: Object = Object::new(
    "what was written to the cache",
    &[&[may("ephemeral_5m_input_tokens", Type::Count), may("ephemeral_1h_input_tokens", Type::Count)]],
);
// Their number grows.
static SERVER_TOOLS: Object = Object::new(
    "the uses of the server's tools",
    &[&[may("web_search_requests", Type::Count), may("web_fetch_requests", Type::Count)]],
);
static DETAILS: Object = Object::new("details of the tokens", &[&[may("thinking_tokens", Type::Count)]]);
