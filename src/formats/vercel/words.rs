//! The words of the room, and those of the wire that are ours by another name.

use crate::ir::{At, Field, Finish, JsonString, MessageKey, StopReason};
use crate::report::Report;

/// The name of the family, and the tag of its extras.
pub(super) const FAMILY: &str = "vercel";

/// A reply is one message.
pub(super) const REPLY: MessageKey = MessageKey(0);

/// The extras of a message that are the ids of its texts in the stream, by number.
pub(super) const TEXT_IDS: &str = "/textIds/";

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
pub(super) fn reason_of(word: &str) -> Option<StopReason> {
    FINISH_WORDS.iter().find(|(known, _)| *known == word).map(|(_, reason)| *reason)
}

/// The word for a reason; `None` for one that the wire does not have.
fn finish_word(reason: StopReason) -> Option<&'static str> {
    let known = FINISH_WORDS.iter().find(|(_, known)| *known == reason && reason != StopReason::Unknown);
    known.map(|(word, _)| *word)
}

/// The word for how the reply ended. A word of this family that its reader did not know is its own `other`.
pub(super) fn finish(finish: &Finish, report: &mut Report) -> Option<&'static str> {
    let Finish { reason, raw, place } = finish;
    let said = |raw: &JsonString| raw.decode().into_owned();
    if let Some(word) = raw.as_ref().and_then(|raw| reason_of(&said(raw))).and_then(finish_word)
        && reason_of(word) == Some(*reason)
    {
        return Some(word);
    }
    let word = finish_word(*reason);
    let exact = word.is_some() && *reason != StopReason::Other;
    let Some(raw) = raw else {
        if !exact && *reason != StopReason::Unknown {
            report.narrowed(
                At::place(place),
                (Field::Finish, &format!("the end `{}` becomes `other`", reason.word())),
            );
        }
        return word.or(if *reason == StopReason::Unknown { None } else { Some("other") });
    };
    if !exact {
        let what = format!("the finish reason `{}` becomes `other`", raw.as_str());
        report.narrowed(At::place(place), (Field::Finish, &what));
    }
    Some(word.unwrap_or("other"))
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
