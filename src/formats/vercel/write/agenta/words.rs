//! The other family that this dialect understands, and finish reasons as the document maps them.

use crate::ir::{At, Field, Finish, StopReason};
use crate::report::Report;

/// The family whose extras this dialect understands beside its own.
pub(in super::super) const AGENTA: &str = "agenta";

/// The model's raw stop reasons and the words of the AI SDK that they become. Words of the SDK stay.
const FINISH_WORDS: &[(&str, &str)] = &[
    ("end_turn", "stop"),
    ("stop_sequence", "stop"),
    ("stop", "stop"),
    ("max_tokens", "length"),
    ("length", "length"),
    ("tool_use", "tool-calls"),
    ("tool_calls", "tool-calls"),
    ("function_call", "tool-calls"),
    ("tool-calls", "tool-calls"),
    ("refusal", "content-filter"),
    ("content_filter", "content-filter"),
    ("content-filter", "content-filter"),
    ("error", "error"),
    ("paused", "other"),
    ("cancelled", "other"),
    ("other", "other"),
    ("unknown", "unknown"),
];

/// The word for a reason whose raw word the document does not map.
fn word_of(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Stop => "stop",
        StopReason::Length => "length",
        StopReason::ToolCalls => "tool-calls",
        StopReason::ContentFilter => "content-filter",
        StopReason::Error => "error",
        StopReason::Paused | StopReason::Cancelled => "other",
        StopReason::Other | StopReason::Unknown => "unknown",
    }
}

/// The word for how the reply ended; none where nobody said.
pub(super) fn finish(finish: &Finish, report: &mut Report) -> Option<&'static str> {
    let Finish { reason, raw, place } = finish;
    let said = raw.as_ref().map(|raw| raw.decode().trim().to_ascii_lowercase());
    let known = said.as_ref().and_then(|said| FINISH_WORDS.iter().find(|(raw, _)| raw == said));
    let word = match (known, &said) {
        (Some((_, word)), _) => *word,
        (None, None) if *reason == StopReason::Unknown => return None,
        (None, None) if *reason == StopReason::Other => "other",
        (None, _) => word_of(*reason),
    };
    let exact = !matches!(word, "other" | "unknown") || said.as_deref().is_none_or(|said| said == word);
    if !exact || (said.is_none() && word == "other" && *reason != StopReason::Other) {
        let told = said.as_deref().unwrap_or(reason.word());
        report.narrowed(
            At::place(place),
            (Field::Finish, &format!("the finish reason `{told}` becomes `{word}`")),
        );
    }
    Some(word)
}
