//! The words of the wire that are ours by another name.

use crate::ir::StopReason;

/// Finish reasons. `unknown` is a word of AI SDK 5 that 7 refuses: it is read and never written.
const FINISH_WORDS: &[(&str, StopReason)] = &[
    ("stop", StopReason::Stop),
    ("length", StopReason::Length),
    ("content-filter", StopReason::ContentFilter),
    ("tool-calls", StopReason::ToolCalls),
    ("error", StopReason::Error),
    ("interrupted", StopReason::Paused),
    ("other", StopReason::Other),
    ("unknown", StopReason::Unknown),
];

/// What a finish reason means; `None` for a word that the wire does not have.
pub(super) fn reason(word: &str) -> Option<StopReason> {
    FINISH_WORDS.iter().find(|(known, _)| *known == word).map(|(_, reason)| *reason)
}

/// The word for a reason; `None` for one that the wire does not have.
pub(super) fn finish_word(reason: StopReason) -> Option<&'static str> {
    let known = FINISH_WORDS.iter().find(|(_, known)| *known == reason && reason != StopReason::Unknown);
    known.map(|(word, _)| *word)
}

/// How far a tool part has come.
pub(super) mod state {
    pub(in super::super) const STREAMING: &str = "input-streaming";
    pub(in super::super) const AVAILABLE: &str = "input-available";
    pub(in super::super) const ASKED: &str = "approval-requested";
    pub(in super::super) const ANSWERED: &str = "approval-responded";
    pub(in super::super) const DONE: &str = "output-available";
    pub(in super::super) const FAILED: &str = "output-error";
    pub(in super::super) const DENIED: &str = "output-denied";
}
