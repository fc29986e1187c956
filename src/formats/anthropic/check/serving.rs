//! Calls of the server's own tools and their results, which stand in one answer or in the next one where it was paused.

use std::collections::HashMap;

use super::{elements, rules};
use crate::check::Findings;
use crate::ir::{Keyed, Value};

/// The calls so far: whether they have a result.
#[derive(Default)]
pub(super) struct Serving {
    known: HashMap<String, bool>,
    /// Those of the turn that have none.
    waiting: Keyed<String, String>,
}

impl Serving {
    /// Takes the blocks of the assistant's next message in a history.
    pub(super) fn message(&mut self, message: Value<'_>, found: &mut Findings<'_>) {
        self.blocks(message, true, found);
    }

    /// Takes the blocks of an answer; what was called may stand in the one before, which was paused.
    pub(super) fn answer(message: Value<'_>, found: &mut Findings<'_>) {
        Self::default().blocks(message, false, found);
    }

    fn blocks(&mut self, message: Value<'_>, whole: bool, found: &mut Findings<'_>) {
        for block in elements(message, "content") {
            let fields = block.look();
            let Some(kind) = fields.token("type").map(|kind| kind.decode()) else { continue };
            if let Some(id) = fields.token("id").filter(|_| calls(&kind)) {
                let id = id.decode().into_owned();
                if self.known.insert(id.clone(), false).is_some() {
                    let text = format!("the id `{id}` is that of an earlier call");
                    found.put(&rules::CALL_ID_TWICE, block, text);
                }
                self.waiting.push(id.clone(), id);
            } else if let Some(id) = fields.token("tool_use_id").filter(|_| answers(&kind)) {
                if whole || self.known.contains_key(&*id.decode()) {
                    self.result(&id.decode(), block, found);
                } else {
                    self.known.insert(id.decode().into_owned(), true);
                }
            }
        }
    }

    fn result(&mut self, id: &str, block: Value<'_>, found: &mut Findings<'_>) {
        while self.waiting.remove(id).is_some() {}
        if !self.known.contains_key(id) {
            let text = format!("a result for `{id}`, which nobody called");
            return found.put(&rules::SERVER_RESULT_WITHOUT_CALL, block, text);
        }
        if self.known.insert(id.to_owned(), true) == Some(true) {
            found.put(&rules::ANSWERED_TWICE, block, format!("the call `{id}` is answered already"));
        }
    }

    /// The user speaks: what was called should have its result.
    pub(super) fn turn_ends(&mut self, message: Value<'_>, found: &mut Findings<'_>) {
        for id in self.waiting.drain() {
            let text = format!("the call `{id}` of a server's tool has no result before this message");
            found.put(&rules::SERVER_CALL_UNANSWERED, message, text);
        }
    }
}

fn calls(kind: &str) -> bool {
    matches!(kind, "server_tool_use" | "mcp_tool_use")
}

fn answers(kind: &str) -> bool {
    kind.ends_with("_tool_result")
}
