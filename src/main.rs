//! The process edge: what was typed is run, and what it comes to is the exit code.

mod cli;
mod commands;
mod terminal;

use std::io;
use std::process::ExitCode;

use cli::{Cli, OnLoss};
use commands::Answer;
use terminal::Terminal;

fn main() -> ExitCode {
    let cli = match Cli::typed() {
        Ok(cli) => cli,
        Err(told) => {
            // Help into a closed pipe is help enough.
            let _ = told.print();
            return if told.use_stderr() { Answer::CouldNotRun.into() } else { Answer::Yes.into() };
        }
    };
    match commands::run(&cli) {
        Ok(answer) => answer.into(),
        Err(error) if is_closed_pipe(&error) => Answer::Yes.into(),
        Err(error) => {
            Terminal::new(&cli.shared, OnLoss::default()).error(&error);
            Answer::CouldNotRun.into()
        }
    }
}

/// Whether the reader of our output has left, as `head` does: it has what it wanted.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
