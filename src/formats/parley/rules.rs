//! The rules.

use crate::report::{Example, Level, Rule};

/// All of them.
pub(in crate::formats) static RULES: &[&Rule] = &[&WHO_MISSING];

/// A turn is nobody's.
static WHO_MISSING: Rule = Rule {
    id: "parley/who-missing",
    level: Level::Error,
    what: "a turn is nobody's",
    why: "Nobody can tell whose words they are.",
    source: "made up for the tests",
    help: "say `who`: user, bot or guide",
    fails: Example::new("parley-messages", r#"[{"says":"tide?"}]"#),
    passes: Example::new("parley-messages", r#"[{"who":"user","says":"tide?"}]"#),
    ..Rule::BLANK
};
