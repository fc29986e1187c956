//! Rules of a history that no type holds: each call is answered before anyone else speaks, and each answer has its call;
//! instructions come first.

use std::collections::HashMap;

use crate::codec::Source;
use crate::ir::{At, JsonString, Keyed, Message, Part, PartKind, Role};

/// Warns of messages that the API refuses for where they stand. A client that only reads a history lets them pass.
pub(super) fn check(messages: &[Message], source: &mut Source<'_>) {
    let mut waiting: Keyed<&JsonString, &JsonString> = Keyed::default();
    let (mut spoken, mut new, mut answers) = (false, false, None);
    for (number, message) in messages.iter().enumerate() {
        if message.role == Role::Tool {
            answer(message, &mut waiting, source);
            continue;
        }
        if let Some(first) = waiting.front() {
            let help = "put the `tool` messages right behind the message that calls";
            let text = format!("the call `{}` is not answered yet", first.as_str());
            source.report.warning("openai/call-unanswered", At::place(&message.place), text, help);
            // What is answered behind this message is late and not missing.
            if std::mem::take(&mut new) {
                let answers = answers.get_or_insert_with(|| last_answers(messages));
                for id in std::mem::take(&mut waiting).drain() {
                    if answers.get(id).is_some_and(|last| *last >= number) {
                        waiting.push(id, id);
                    }
                }
            }
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
                waiting.push(id, id);
                new = true;
            }
        }
    }
}

/// The last message that answers each call.
fn last_answers(messages: &[Message]) -> HashMap<&JsonString, usize> {
    let all = messages.iter().enumerate();
    all.flat_map(|(number, message)| answered(message).map(move |(_, id)| (id, number))).collect()
}

fn answer<'m>(
    message: &'m Message,
    waiting: &mut Keyed<&'m JsonString, &'m JsonString>,
    source: &mut Source<'_>,
) {
    for (part, id) in answered(message) {
        if waiting.remove(id).is_none() {
            let text = format!("nothing before calls `{}`", id.as_str());
            let help = "`tool_call_id` names a call of the assistant's message before";
            source.report.warning("openai/result-without-call", At::place(&part.place), text, help);
        }
    }
}

/// The answers in a message, with the ids of their calls.
fn answered(message: &Message) -> impl Iterator<Item = (&Part, &JsonString)> {
    message.parts.iter().filter_map(|part| Some((part, part.kind.result()?.id.as_ref()?)))
}
