//! The names that the whole room uses, and the wire's words for why a reply ended: one table, both ways.

use crate::ir::{JsonStr, StopReason};

/// The family's name.
pub(super) const FAMILY: &str = "anthropic";
/// The family of raw parts that are frames of a stream and no blocks of a message.
pub(super) const FRAMES: &str = "anthropic-stream";
/// What stands before the name of a member that says something of its frame and nothing of the reply.
pub(super) const FRAME: &str = "frame:";
/// What stands before the name of a request's member.
pub(super) const REQUEST: &str = "request:";

/// The first row with a reason is the word we write.
const STOP_WORDS: &[(&str, StopReason)] = &[
    ("end_turn", StopReason::Stop),
    ("stop_sequence", StopReason::Stop),
    ("max_tokens", StopReason::Length),
    ("model_context_window_exceeded", StopReason::Length),
    ("tool_use", StopReason::ToolCalls),
    ("refusal", StopReason::ContentFilter),
    ("pause_turn", StopReason::Paused),
    ("compaction", StopReason::Paused),
];

/// The reason that a word of the wire gives; `None` for a word that is not in the table.
pub(super) fn reason(word: JsonStr<'_>) -> Option<StopReason> {
    STOP_WORDS.iter().find(|(known, _)| word.is(known)).map(|(_, reason)| *reason)
}

/// The word for a reason; `None` where the wire has none.
pub(super) fn word(reason: StopReason) -> Option<&'static str> {
    STOP_WORDS.iter().find(|(_, known)| *known == reason).map(|(word, _)| *word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_reads_and_the_first_of_a_reason_is_written() {
        for (known, meaning) in STOP_WORDS {
            assert_eq!(reason(JsonStr::new(known)), Some(*meaning));
        }
        assert_eq!(word(StopReason::Length), Some("max_tokens"));
        assert_eq!(word(StopReason::Cancelled), None);
    }
}
