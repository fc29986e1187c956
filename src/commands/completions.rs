//! `chatwire completions`: a completion script, made from the definition of the command line.

use std::io::Write;

use clap::CommandFactory;

use super::{Answer, Output};
use crate::cli::{Cli, CompletionsArgs, Shared};

/// Writes the script.
pub(crate) fn run(args: &CompletionsArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "chatwire", &mut script);
    let mut output = Output::open(shared)?;
    output.write_all(&script)?;
    output.keep()?;
    Ok(Answer::Yes)
}
