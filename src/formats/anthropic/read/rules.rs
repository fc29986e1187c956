//! What the real server refuses in a history that its types let pass.

use std::collections::HashSet;

use crate::ir::{At, JsonString, Message, Part, PartKind, Role};
use crate::report::Report;

/// Checks the messages of a request.
pub(super) fn check(messages: &[Message], report: &mut Report) {
    let mut called: HashSet<&JsonString> = HashSet::new();
    for message in messages {
        blank(message, report);
        called.extend(crate::calls::of(message).filter_map(|(_, call)| call.id.as_ref()));
        for (part, id) in message.parts.iter().filter_map(answered).filter(|(_, id)| !called.contains(id)) {
            let help = "each `tool_result` answers a `tool_use` of the assistant message before it";
            let message = format!("a result for `{}`, which nobody called", id.as_str());
            report.error("anthropic/result-without-call", At::place(&part.place), message, help);
        }
    }
}

/// The id of the call that a part answers for the client.
fn answered(part: &Part) -> Option<(&Part, &JsonString)> {
    let PartKind::ToolResult(result) = &part.kind else { return None };
    let id = result.id.as_ref().filter(|_| !result.provider_executed)?;
    Some((part, id))
}

/// A message that says nothing but white space is refused.
fn blank(message: &Message, report: &mut Report) {
    let is_blank = |part: &Part| matches!(&part.kind, PartKind::Text(text) if text.token().is_blank());
    if !message.parts.is_empty() && message.parts.iter().all(is_blank) && message.role != Role::System {
        let help = "the server refuses text blocks of white space alone; leave the message out";
        let what = "a message that holds nothing but white space";
        report.warning("anthropic/blank-message", At::place(&message.place), what, help);
    }
}
