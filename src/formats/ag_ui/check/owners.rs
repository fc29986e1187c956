//! Who owns what: an event that goes on with something may leave its owner out, but not name another one.
//!
//! An untagged opener is the parent agent's. Owners are kept by kind for the whole run, after the end of what they own
//! too; a snapshot of the messages says them anew.

use std::collections::HashMap;

use super::rules;
use crate::check::Findings;
use crate::ir::{Fields, Value};

/// The owners of a run, by kind and id; the parent agent is the empty name.
#[derive(Default)]
pub(super) struct Owners {
    of: HashMap<(&'static str, String), Option<String>>,
}

/// What an event says of an owner.
enum Says {
    /// It begins something.
    Begins(&'static str, &'static str),
    /// It goes on with something.
    GoesOn(&'static str, &'static str),
}

const TEXT: &str = "the message";
const CALL: &str = "the call";
const SPAN: &str = "the reasoning span";
const ACTIVITY: &str = "the activity";

fn says(kind: &str) -> Option<Says> {
    Some(match kind {
        "TEXT_MESSAGE_START" | "REASONING_MESSAGE_START" => Says::Begins(TEXT, "messageId"),
        "TEXT_MESSAGE_CONTENT"
        | "TEXT_MESSAGE_END"
        | "REASONING_MESSAGE_CONTENT"
        | "REASONING_MESSAGE_END" => Says::GoesOn(TEXT, "messageId"),
        "TOOL_CALL_START" => Says::Begins(CALL, "toolCallId"),
        "TOOL_CALL_ARGS" | "TOOL_CALL_END" => Says::GoesOn(CALL, "toolCallId"),
        "REASONING_START" => Says::Begins(SPAN, "messageId"),
        "REASONING_END" => Says::GoesOn(SPAN, "messageId"),
        "ACTIVITY_SNAPSHOT" => Says::Begins(ACTIVITY, "messageId"),
        "ACTIVITY_DELTA" => Says::GoesOn(ACTIVITY, "messageId"),
        _ => return None,
    })
}

impl Owners {
    /// Takes the next event.
    pub(super) fn event(&mut self, kind: &str, root: Value<'_>, found: &mut Findings<'_>) {
        let event = root.look();
        match says(kind) {
            Some(Says::Begins(what, member)) => {
                if kind == "TOOL_CALL_START" {
                    self.goes_on((TEXT, "parentMessageId"), event, found);
                }
                self.begins((what, member), event);
            }
            Some(Says::GoesOn(what, member)) => self.goes_on((what, member), event, found),
            None if kind == "REASONING_ENCRYPTED_VALUE" => {
                let call = event.token("subtype").is_some_and(|subtype| subtype.is("tool-call"));
                self.goes_on((if call { CALL } else { TEXT }, "entityId"), event, found);
            }
            None if kind == "MESSAGES_SNAPSHOT" => self.snapshot(event),
            None => {}
        }
    }

    fn begins(&mut self, (what, member): (&'static str, &'static str), event: Fields<'_>) {
        if let Some(id) = event.token(member) {
            self.of.insert((what, id.decode().into_owned()), owner(event));
        }
    }

    fn goes_on(
        &self,
        (what, member): (&'static str, &'static str),
        event: Fields<'_>,
        found: &mut Findings<'_>,
    ) {
        let (Some(tag), Some(place), Some(id)) =
            (owner(event), event.get("subagentRunId"), event.token(member))
        else {
            return;
        };
        let id = id.decode().into_owned();
        let Some(known) = self.of.get(&(what, id.clone())) else { return };
        if known.as_deref() != Some(&tag) {
            let whose = known.as_ref().map_or("the agent itself".to_owned(), |owner| format!("`{owner}`"));
            let text = format!("{what} `{id}` is of {whose}, and goes on as of `{tag}`");
            found.put(&rules::OTHER_OWNER, place, text);
        }
    }

    fn snapshot(&mut self, event: Fields<'_>) {
        for message in event.get("messages").into_iter().flat_map(Value::elements) {
            let of = owner(message.look());
            if let Some(id) = message.look().token("id") {
                self.of.insert((TEXT, id.decode().into_owned()), of.clone());
            }
            for call in message.look().get("toolCalls").into_iter().flat_map(Value::elements) {
                if let Some(id) = call.look().token("id") {
                    self.of.insert((CALL, id.decode().into_owned()), of.clone());
                }
            }
        }
    }
}

fn owner(event: Fields<'_>) -> Option<String> {
    event.token("subagentRunId").map(|owner| owner.decode().into_owned())
}
