//! `chatwire completions`: a completion script, made from the definition of the command line.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Answer, Output};
use crate::cli::{Cli, CompletionsArgs, Shared, command_names};

/// Writes the script.
pub(crate) fn run(args: &CompletionsArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "chatwire", &mut script);
    if args.shell == Shell::Fish {
        script = (mended(&String::from_utf8_lossy(&script)) + &values()).into_bytes();
    }
    let mut output = Output::open(shared)?;
    output.write_all(&script)?;
    output.keep()?;
    Ok(Answer::Yes)
}

/// The script for fish asks `argparse` which command is typed. That fails where the last word is an option that takes a
/// value, so that just its values are not completed, and takes an input for a command. Fish can tell by itself.
fn mended(script: &str) -> String {
    let asks = "__fish_chatwire_needs_command\" -";
    let none = format!("not __fish_seen_subcommand_from {}\" -", command_names().join(" "));
    ["l ", "s "]
        .iter()
        .fold(script.to_owned(), |script, kind| {
            script.replace(&format!("{asks}{kind}"), &format!("{none}{kind}"))
        })
        .replace("\"__fish_chatwire_using_subcommand ", "\"__fish_seen_subcommand_from ")
}

/// The words that commands take without an option: rules, formats, shells. The script for fish leaves them out.
fn values() -> String {
    let line = |command: &clap::Command| {
        let values = command.get_positionals().flat_map(|word| word.get_possible_values());
        let names: Vec<_> = values.map(|value| value.get_name().to_owned()).collect();
        let seen = format!("__fish_seen_subcommand_from {}", command.get_name());
        (!names.is_empty())
            .then(|| format!("complete -c chatwire -n \"{seen}\" -f -a \"{}\"\n", names.join(" ")))
    };
    Cli::command().get_subcommands().filter_map(line).collect()
}
