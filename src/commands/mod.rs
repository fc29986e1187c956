//! One file for each command. They know options and files, and no wire format.

mod completions;
mod config;
mod convert;
mod detect;
mod diff;
mod explain;
mod fold;
mod formats;
mod given;
mod output;
mod outputs;
mod parts;
mod rejects;
mod validate;

use std::process::ExitCode;

use crate::cli::{Cli, Command};

pub(crate) use output::Output;

/// What a run comes to; the worse one of two is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Answer {
    /// Done.
    Yes,
    /// The input is empty, broken or cut short, the reply is an error, something was lost that must not be.
    No,
    /// Some of it could not be run, which was told.
    CouldNotRun,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::FAILURE,
            Answer::CouldNotRun => Self::from(2),
        }
    }
}

/// Runs the command that was typed.
pub(crate) fn run(cli: &Cli) -> anyhow::Result<Answer> {
    let shared = &cli.shared;
    match &cli.command {
        None => convert::run(&cli.convert, shared),
        Some(Command::Fold(args)) => fold::run(args, shared),
        Some(Command::Validate(args)) => validate::run(args, shared),
        Some(Command::Diff(args)) => diff::run(args, shared),
        Some(Command::Detect(args)) => detect::run(args, shared),
        Some(Command::Explain(args)) => explain::run(args, shared),
        Some(Command::Formats(args)) => formats::run(args, shared),
        Some(Command::Completions(args)) => completions::run(args, shared),
    }
}
