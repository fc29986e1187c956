//! Texts and reasoning of a stream that have started and not ended.

use std::collections::HashMap;

use super::rules;
use crate::check::Findings;
use crate::ir::Value;

/// What is open, by kind and id.
#[derive(Default)]
pub(super) struct Texts {
    /// With the step it began in, or goes on in, as has been told.
    open: HashMap<(bool, String), u64>,
    /// How many steps have ended.
    step: u64,
}

impl Texts {
    /// Takes a chunk: `verb` is what stands after `text-` or `reasoning-`.
    pub(super) fn chunk(&mut self, (kind, verb): (&str, &str), root: Value<'_>, found: &mut Findings<'_>) {
        let Some(id) = root.look().token("id") else { return };
        let key = (kind == "reasoning", id.decode().into_owned());
        if verb == "start" {
            self.open.insert(key, self.step);
            return;
        }
        let Some(step) = self.open.get_mut(&key) else {
            let message = format!("a `{kind}-{verb}` for `{}`, which has not started", key.1);
            let end = verb == "end";
            let rule = if end { &rules::END_WITHOUT_START } else { &rules::DELTA_WITHOUT_START };
            let help = if end { "each part ends once" } else { "send its start with this id first" };
            return found.put_with_help(rule, root, message, help);
        };
        if std::mem::replace(step, self.step) < self.step {
            let message = format!("the {kind} `{}` goes on after its `finish-step`", key.1);
            found.put(&rules::DELTA_AFTER_STEP, root, message);
        }
        if verb == "end" {
            self.open.remove(&key);
        }
    }

    /// The step has ended.
    pub(super) fn step_ends(&mut self) {
        self.step += 1;
    }

    /// What is open is forgotten.
    pub(super) fn forget(&mut self) {
        self.open.clear();
    }

    /// The reply has ended; what is open stays so.
    pub(super) fn left(&self, found: &mut Findings<'_>) {
        let mut left: Vec<_> = self.open.keys().collect();
        left.sort_unstable();
        for (reasoning, id) in left {
            let kind = if *reasoning { "reasoning" } else { "text" };
            found.put_here(&rules::OPEN_AT_END, format!("the {kind} `{id}` has not ended"));
        }
    }
}
