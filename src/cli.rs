//! What was typed, and nothing else: what it means is up to the commands.

mod diff;
mod judging;
mod known;
#[cfg(test)]
mod manual;
mod names;
mod through;

use std::path::PathBuf;

use chatwire::report::Form;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

pub(crate) use diff::DiffArgs;
pub(crate) use judging::{Judging, level};
pub(crate) use names::{Wire, families};
pub(crate) use through::{OnError, OnLoss, Reading, Sources, Writing};

const ABOUT: &str = "Converts between the wire formats that chat models and agents speak: \
streams, replies, requests and histories. What the target cannot say is reported, never lost in silence.";

// Lines of examples are short enough for a narrow terminal, where clap would break them anywhere.

const AFTER_HELP: &str = "\
Examples:
  chatwire capture.sse --to anthropic   a stream
  curl -sN $URL | chatwire --to vercel  a live one
  chatwire log.ndjson --to openai       histories
  chatwire log.ndjson --to openai --at /request
  chatwire fold capture.sse             a stream's reply
  chatwire detect capture.sse           its format, and why
  chatwire formats                      all formats

Exit codes:
  0  done
  1  the answer is no: input empty, broken or cut short,
     the reply is an error, a loss under --on-loss fail
  2  could not run: usage, file, a format that can't be told";

const FOLD_EXAMPLES: &str = "\
Examples:
  chatwire fold capture.sse              in its own family
  chatwire fold capture.sse --to native  all of it
  curl -sN $URL | chatwire fold --pretty";

const VALIDATE_EXAMPLES: &str = "\
Examples:
  chatwire validate capture.sse
  chatwire validate fixtures/
  chatwire validate --report sarif -o found.sarif fixtures/

Findings go to stdout. Exits with 1 if any is an error.
chatwire.toml, found from here upward, holds the same settings.";

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  chatwire explain                 all rules
  chatwire explain ag-ui           those of a family
  chatwire explain ag-ui/not-open  one, with examples";

const DETECT_EXAMPLES: &str = "\
Examples:
  chatwire detect capture.sse
  chatwire detect --report json *.sse  an object for each

Exits with 1 if the format of an input can't be told.";

const FORMATS_EXAMPLES: &str = "\
Examples:
  chatwire formats                   all formats and pairs
  chatwire formats anthropic openai  what that pair loses
  chatwire formats --report json     the same for machines";

/// The command line.
#[derive(Debug, Parser)]
#[command(name = "chatwire", version, about = ABOUT, after_help = AFTER_HELP)]
#[command(override_usage = "chatwire [INPUT]... --to <FORMAT>\n       chatwire <COMMAND> [INPUT]...")]
#[command(disable_help_subcommand = true, subcommand_help_heading = "Commands (without one: convert)")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) convert: ConvertArgs,
    #[command(flatten)]
    pub(crate) shared: Shared,
}

/// All commands but convert, which goes without a name.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a stream as the messages it adds up to
    #[command(after_help = FOLD_EXAMPLES)]
    Fold(FoldArgs),
    /// Tell what is wrong with a stream or document
    #[command(after_help = VALIDATE_EXAMPLES)]
    Validate(ValidateArgs),
    /// Tell whether two inputs say the same, in any two formats
    #[command(after_help = diff::EXAMPLES)]
    Diff(DiffArgs),
    /// Tell the wire format and framing, and why
    #[command(after_help = DETECT_EXAMPLES)]
    Detect(DetectArgs),
    /// List the wire formats, or tell what a pair keeps and loses
    #[command(after_help = FORMATS_EXAMPLES)]
    Formats(FormatsArgs),
    /// Tell what a rule of validate is about, or list all rules
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain(ExplainArgs),
    /// Write a completion script for a shell
    Completions(CompletionsArgs),
}

/// `chatwire [INPUT]... --to FORMAT`
#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// Format or family to write
    #[arg(long, value_name = "FORMAT", value_parser = known::wire(), hide_possible_values = true)]
    pub(crate) to: Option<Wire>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// `chatwire fold`
#[derive(Debug, Args)]
pub(crate) struct FoldArgs {
    /// Format or family to write [default: the family of the stream]
    #[arg(long, value_name = "FORMAT", value_parser = known::wire(), hide_possible_values = true)]
    pub(crate) to: Option<Wire>,
    #[command(flatten)]
    pub(crate) reading: Reading,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// `chatwire validate`
#[derive(Debug, Args)]
pub(crate) struct ValidateArgs {
    #[command(flatten)]
    pub(crate) sources: Sources,
    /// Format or family of the input [default: found out]
    #[arg(short, long, value_name = "FORMAT", value_parser = known::wire(), hide_possible_values = true, help_heading = "Reading")]
    pub(crate) from: Option<Wire>,
    #[command(flatten)]
    pub(crate) judging: Judging,
    /// Print the settings that hold here, as chatwire.toml would have them
    #[arg(long, help_heading = "Judging")]
    pub(crate) show_config: bool,
}

/// `chatwire detect`
#[derive(Debug, Args)]
pub(crate) struct DetectArgs {
    #[command(flatten)]
    pub(crate) sources: Sources,
}

/// `chatwire formats`
#[derive(Debug, Args)]
pub(crate) struct FormatsArgs {
    /// Format or family to convert
    #[arg(value_name = "FROM", value_parser = known::wire(), hide_possible_values = true, requires = "to")]
    pub(crate) from: Option<Wire>,
    /// Format or family to write
    #[arg(value_name = "TO", value_parser = known::wire(), hide_possible_values = true)]
    pub(crate) to: Option<Wire>,
}

/// `chatwire explain`
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Rule, or family of rules [default: all]
    #[arg(value_name = "RULE", value_parser = known::rule_name(), hide_possible_values = true)]
    pub(crate) rule: Option<String>,
}

/// `chatwire completions`
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell to write it for
    pub(crate) shell: clap_complete::Shell,
}

/// What all commands take, before or after the command's name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Everywhere")]
pub(crate) struct Shared {
    /// File to write, not stdout; it is replaced when all is well, and packed where its name ends in .gz
    #[arg(short, long, value_name = "FILE", global = true)]
    pub(crate) output: Option<PathBuf>,
    /// Reports as text for a person, a JSON object a line, or what CI servers read
    #[arg(long, value_name = "FORM", value_enum, default_value_t, global = true)]
    pub(crate) report: ReportForm,
    /// When to colour reports
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    pub(crate) color: clap::ColorChoice,
    /// Tell errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Tell each loss, not their sum
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

// The values below have no docs of their own: clap would print them as long help.

/// The form of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    #[default]
    Text,
    Json,
    Github,
    Sarif,
    Junit,
}

impl ReportForm {
    /// What it is called below.
    pub(crate) fn form(self) -> Form {
        match self {
            Self::Text => Form::Text,
            Self::Json => Form::Json,
            Self::Github => Form::Github,
            Self::Sarif => Form::Sarif,
            Self::Junit => Form::Junit,
        }
    }
}

impl Cli {
    /// Reads the command line. Where it is wrong, or help was asked for, the error prints itself.
    pub(crate) fn typed() -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let matches = command.try_get_matches_from_mut(std::env::args_os())?;
        misplaced(&mut command, &matches)?;
        Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
    }
}

/// The names of all commands.
pub(crate) fn command_names() -> Vec<String> {
    Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect()
}

/// Options of convert before a command would be read and not used.
fn misplaced(command: &mut clap::Command, matches: &ArgMatches) -> Result<(), clap::Error> {
    let Some(name) = matches.subcommand_name() else { return Ok(()) };
    let typed = command.get_arguments().find(|arg| {
        !arg.is_global_set() && matches.value_source(arg.get_id().as_str()) == Some(ValueSource::CommandLine)
    });
    let Some(arg) = typed else { return Ok(()) };
    let message = format!("`{arg}` stands before `{name}`: options of a command come after its name");
    Err(command.error(ErrorKind::ArgumentConflict, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Cli::command().debug_assert();
    }
}
