//! Detection by evidence: nobody else asks `who`.

use crate::codec::{Sample, Score};
use crate::ir::Value;

/// How well a sample fits a history.
pub(super) fn messages(sample: &Sample<'_>) -> Score {
    let is_turn = |value: Value<'_>| value.fields().has("who") && value.fields().has("says");
    let all = sample.values.iter().all(|value| {
        let mut turns = value.root.elements().peekable();
        is_turn(value.root) || turns.peek().is_some() && turns.all(is_turn)
    });
    if all && !sample.values.is_empty() { Score::of(95, "turns with `who` and `says`") } else { Score::NONE }
}
