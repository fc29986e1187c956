//! Rules of a history that no type holds: each call is answered before anyone else speaks, and each answer has its call;
//! instructions come first.

use crate::codec::Source;
use crate::ir::{At, JsonString, Message, Part, PartKind, Role};

/// Warns of messages that the API refuses for where they stand. A client that only reads a history lets them pass.
pub(super) fn check(messages: &[Message], source: &mut Source<'_>) {
    let mut waiting: Vec<&JsonString> = Vec::new();
    let mut spoken = false;
    for message in messages {
        if message.role == Role::Tool {
            answer(message, &mut waiting, source);
            continue;
        }
        if !waiting.is_empty() {
            let help = "put the `tool` messages right behind the message that calls";
            let text = format!("the call `{}` is not answered yet", waiting[0].as_str());
            source.report.warning("openai/call-unanswered", At::place(&message.place), text, help);
            waiting.retain(|id| answered_later(messages, message, id));
        }
        let instructs = message.role == Role::System;
        if instructs && spoken {
            let help = "put instructions at the head of the history";
            let text = "a system message stands in the middle of the history";
            source.report.warning("openai/system-late", At::place(&message.place), text, help);
        }
        spoken |= !matches!(message.role, Role::System | Role::Developer);
        for part in &message.parts {
            if let PartKind::ToolCall(call) = &part.kind
                && let Some(id) = &call.id
            {
                waiting.push(id);
            }
        }
    }
}

fn answer<'m>(message: &'m Message, waiting: &mut Vec<&'m JsonString>, source: &mut Source<'_>) {
    for part in &message.parts {
        let PartKind::ToolResult(result) = &part.kind else { continue };
        let Some(id) = &result.id else { continue };
        if let Some(found) = waiting.iter().position(|known| *known == id) {
            waiting.remove(found);
        } else {
            let text = format!("nothing before calls `{}`", id.as_str());
            let help = "`tool_call_id` names a call of the assistant's message before";
            source.report.warning("openai/result-without-call", At::place(&part.place), text, help);
        }
    }
}

/// Whether an answer to the call stands behind this message: then it is late and not missing.
fn answered_later(messages: &[Message], message: &Message, id: &JsonString) -> bool {
    messages.iter().skip_while(|other| !std::ptr::eq(*other, message)).any(|other| {
        let answers = |part: &Part| matches!(&part.kind, PartKind::ToolResult(result) if result.id.as_ref() == Some(id));
        other.parts.iter().any(answers)
    })
}
