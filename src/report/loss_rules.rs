//! The rules of losses: what a conversion can't take over.

use super::rule::{Example, Level, Rule};

const FROM: &str = "ag-ui-messages";
const PLAIN: &str = r#"[{"id":"u1","role":"user","content":"tide?"}]"#;
const SOURCE: &str = "a rule of chatwire: what the target cannot say is reported where it is decided";

/// All of them.
pub static LOSS_RULES: &[&Rule] = &[
    &Rule {
        id: "loss/dropped",
        level: Level::Loss,
        what: "a value has no place in the target",
        why: "It is left out, and only the source still has it.",
        source: SOURCE,
        help: "keep it with `--to native`, which holds all of it",
        fails: Example::converted(
            FROM,
            "terminal-use-messages",
            r#"[{"id":"u1","role":"user","name":"Ann","content":"tide?"}]"#,
        ),
        passes: Example::converted(FROM, "native", PLAIN),
        ..Rule::BLANK
    },
    &Rule {
        id: "loss/narrowed",
        level: Level::Loss,
        what: "several values become one in the target",
        why: "The target has one word where the source has more, so that the way back can't tell them apart.",
        source: SOURCE,
        help: "keep it with `--to native`, which holds all of it",
        fails: Example::converted(
            "anthropic-response",
            "openai-response",
            r#"{"id":"m","type":"message","role":"assistant","model":"x","content":[{"type":"text","text":"Low."}],"stop_reason":"pause_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}"#,
        ),
        passes: Example::converted(FROM, "native", PLAIN),
        ..Rule::BLANK
    },
    &Rule {
        id: "loss/invented",
        level: Level::Loss,
        what: "the target demands what the source does not have",
        why: "Something is made up so that the target's readers accept it; it is counted, never random.",
        source: SOURCE,
        help: "give the value in the source, or set it afterwards",
        fails: Example::converted("openai-messages", FROM, r#"[{"role":"user","content":"tide?"}]"#),
        passes: Example::converted(FROM, "native", PLAIN),
        ..Rule::BLANK
    },
    &Rule {
        id: "loss/moved",
        level: Level::Loss,
        what: "order or grouping is another in the target",
        why: "All of it is there, but a reader of the target can't see how it stood.",
        source: SOURCE,
        help: "keep it with `--to native`, which holds all of it",
        fails: Example::converted(
            "openai-messages",
            "anthropic-request",
            r#"[{"role":"user","content":"tide?"},{"role":"system","content":"Be brief."},{"role":"user","content":"now?"}]"#,
        ),
        passes: Example::converted(FROM, "native", PLAIN),
        ..Rule::BLANK
    },
];
