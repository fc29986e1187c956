//! What is told of what `validate` finds, as it is typed.

use chatwire::engine::policy::Pattern;
use chatwire::report::Severity;
use clap::Args;

use super::known;

/// What is told of what `validate` finds.
#[derive(Debug, Args)]
#[command(next_help_heading = "Judging")]
pub(crate) struct Judging {
    /// Refuse also what a tolerant client lets pass: unknown fields, nulls
    #[arg(long)]
    pub(crate) strict: bool,
    /// The input is a piece of a stream: its start and end may be missing
    #[arg(long)]
    pub(crate) partial: bool,
    /// Tell these rules or families alone
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = known::rules())]
    #[arg(hide_possible_values = true)]
    pub(crate) select: Vec<Pattern>,
    /// Do not tell these rules or families
    #[arg(long, value_name = "RULE", value_delimiter = ',', value_parser = known::rules())]
    #[arg(hide_possible_values = true)]
    pub(crate) ignore: Vec<Pattern>,
    /// Give a rule or family another level: error, warning, note or off
    #[arg(long, value_name = "RULE=LEVEL", value_delimiter = ',', value_parser = rule_and_level)]
    pub(crate) severity: Vec<(Pattern, Option<Severity>)>,
    /// Exit with 1 where there are more warnings than this
    #[arg(long, value_name = "N")]
    pub(crate) max_warnings: Option<u64>,
}

/// `RULE=LEVEL`
fn rule_and_level(text: &str) -> Result<(Pattern, Option<Severity>), String> {
    let (rule, word) = text.split_once('=').ok_or("expected RULE=LEVEL, such as ag-ui/no-end=error")?;
    Ok((Pattern::new(rule)?, level(word)?))
}

/// A level by its word; `None` is off.
pub(crate) fn level(word: &str) -> Result<Option<Severity>, String> {
    match word {
        "error" => Ok(Some(Severity::Error)),
        "warning" => Ok(Some(Severity::Warning)),
        "note" => Ok(Some(Severity::Note)),
        "off" => Ok(None),
        other => Err(format!("unknown level `{other}`, expected error, warning, note or off")),
    }
}
