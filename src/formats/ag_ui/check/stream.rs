//! The stream: the shape of each event, and what `verifyEvents` asks for that reading does not need.

use std::collections::{HashMap, HashSet};

use super::events::EVENT;
use super::history::{self, History};
use super::owners::Owners;
use super::{STREAM, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Value};
use crate::schema::{Type, check};

/// Checks the events of a stream.
#[derive(Default)]
pub(super) struct Stream {
    owners: Owners,
    /// The subagents of the run; `true` while they run.
    subagents: HashMap<String, bool>,
    /// Calls whose arguments come, and calls that have a result.
    open_calls: HashSet<String>,
    answered: HashSet<String>,
    /// Messages of text that have ended.
    ended: HashSet<String>,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Tagged(&EVENT), &STREAM, found);
        let event = frame.root.look();
        let Some(kind) = event.token("type") else { return };
        if let Some(own) = event.get("metadata").and_then(|metadata| metadata.look().get("ag-ui")) {
            found.put(&rules::RESERVED_METADATA, own, "the metadata key `ag-ui` is the protocol's own");
        }
        if kind.is("RUN_STARTED") {
            *self = Self::default();
        }
        self.owners.event(kind.as_str(), frame.root, found);
        self.event(kind.as_str(), event, frame.root, found);
    }
}

impl Stream {
    fn event(&mut self, kind: &str, event: Fields<'_>, root: Value<'_>, found: &mut Findings<'_>) {
        let call = || event.token("toolCallId").map(|id| id.decode().into_owned());
        let message = || event.token("messageId").map(|id| id.decode().into_owned());
        match kind {
            "TEXT_MESSAGE_START" => self.message(message(), root, found),
            "TEXT_MESSAGE_END" => self.ended.extend(message()),
            "TOOL_CALL_START" => self.open_calls.extend(call()),
            "TOOL_CALL_END" => {
                call().map(|id| self.open_calls.remove(&id));
            }
            "TOOL_CALL_RESULT" => self.result(call(), root, found),
            "SUBAGENT_STARTED" => self.subagent(event, root, found),
            "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                if let Some(id) = event.token("subagentRunId") {
                    self.subagents.insert(id.decode().into_owned(), false);
                }
            }
            "RUN_FINISHED" => {
                let outcome = event.get("outcome").map(Value::look);
                history::unique(outcome.and_then(|outcome| outcome.get("interrupts")), "id", found);
            }
            "MESSAGES_SNAPSHOT" => {
                let mut history = History::default();
                let messages = event.get("messages").into_iter().flat_map(Value::elements);
                messages.for_each(|message| history.message(message, found));
            }
            _ => {}
        }
    }

    fn message(&mut self, id: Option<String>, root: Value<'_>, found: &mut Findings<'_>) {
        if let Some(id) = id.filter(|id| self.ended.remove(id)) {
            let text = format!("the message `{id}` has ended and starts again");
            found.put(&rules::MESSAGE_AGAIN, root, text);
        }
    }

    fn result(&mut self, call: Option<String>, root: Value<'_>, found: &mut Findings<'_>) {
        let Some(id) = call else { return };
        if self.open_calls.contains(&id) {
            let text = format!("the result of `{id}` comes before its TOOL_CALL_END");
            found.put(&rules::RESULT_BEFORE_END, root, text);
        }
        if self.answered.contains(&id) {
            found.put(&rules::RESULT_TWICE, root, format!("the call `{id}` has a result already"));
        }
        self.answered.insert(id);
    }

    fn subagent(&mut self, event: Fields<'_>, root: Value<'_>, found: &mut Findings<'_>) {
        if let Some(parent) = event.token("parentSubagentRunId").map(|id| id.decode())
            && !self.subagents.contains_key(&*parent)
        {
            let text = format!("the parent `{parent}` has not started in this run");
            found.put(&rules::UNKNOWN_PARENT, root, text);
        }
        let Some(id) = event.token("subagentRunId").map(|id| id.decode().into_owned()) else { return };
        if self.subagents.get(&id) == Some(&false) {
            let text = format!("the subagent `{id}` has ended and starts again");
            found.put(&rules::SUBAGENT_AGAIN, root, text);
        }
        self.subagents.insert(id, true);
    }
}
