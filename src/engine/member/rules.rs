//! The rules of members.

use crate::report::{Example, Level, Rule};

/// What a member holds is none of the formats.
pub(super) const UNKNOWN: &str = "frame/unknown-format";
/// More than one document comes of a member.
pub(super) const SEVERAL: &str = "frame/several-documents";
/// Rows have no such member.
pub(super) const NO_MEMBER: &str = "frame/no-member";
/// A member fits several formats equally; a rule of the engine.
pub(super) const TIE: &str = "frame/tie";

const SOURCE: &str = "a rule of chatwire";

/// A row whose member is a history.
const ROW: &str = r#"{"id":1,"log":[{"id":"u1","role":"user","parts":[{"type":"text","text":"tide?"}]}]}"#;

/// An array of frames, with as many replies as texts.
macro_rules! replies {
    ($($text:literal),*) => {
        concat!(r#"{"id":1,"log":["#, replies!(@ $($text),*), "]}")
    };
    (@ $text:literal, $($more:literal),+) => { concat!(replies!(@ $text), ",", replies!(@ $($more),+)) };
    (@ $text:literal) => {
        concat!(
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"},"#,
            r#"{"type":"TEXT_MESSAGE_START","messageId":"m","role":"assistant"},"#,
            r#"{"type":"TEXT_MESSAGE_CONTENT","messageId":"m","delta":""#,
            $text,
            r#""},{"type":"TEXT_MESSAGE_END","messageId":"m"},"#,
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r"}"#
        )
    };
}

/// All of them.
pub(in crate::engine) static RULES: &[&Rule] = &[
    &Rule {
        id: UNKNOWN,
        level: Level::Error,
        what: "the member that `--at` names holds none of the formats chatwire reads",
        why: "The row can't be converted. It is left out, or what --on-error says is done with it.",
        source: SOURCE,
        help: "name the format with --from, or another member with --at",
        fails: Example::member("/log", "openai", r#"{"id":1,"log":{"error":{"message":"overloaded"}}}"#),
        passes: Example::member("/log", "openai", ROW),
        ..Rule::BLANK
    },
    &Rule {
        id: SEVERAL,
        level: Level::Error,
        what: "several documents come of a member, which holds one",
        why: "A stream of several replies is as many documents. The row can't be converted and is left out.",
        source: SOURCE,
        help: "convert to a family that has streams, which keeps the stream",
        fails: Example::member("/log", "native", replies!("Low.", "High.")),
        passes: Example::member("/log", "native", replies!("Low.")),
        ..Rule::BLANK
    },
    &Rule {
        id: NO_MEMBER,
        level: Level::Note,
        what: "rows have no member where `--at` says",
        why: "They are written as they were. Where no row has it, the pointer may be misspelt.",
        source: SOURCE,
        help: "look at a row",
        fails: Example::member("/long", "openai", ROW),
        passes: Example::member("/log", "openai", ROW),
        ..Rule::BLANK
    },
];
