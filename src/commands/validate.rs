//! `chatwire validate`: what reading an input finds wrong with it. Findings are the data, so they go to stdout.

use std::io::{Write, sink};
use std::path::Path;

use chatwire::engine::input::Input;
use chatwire::engine::target::Target;
use chatwire::engine::transcode::{Job, OnError, Refusal, transcode};
use chatwire::report::{Diagnostic, Severity, to_json, to_text};

use super::{Answer, Output, convert, given};
use crate::cli::{OnLoss, ReportForm, Shared, ValidateArgs};
use crate::terminal::Terminal;

/// Validates every input.
pub(crate) fn run(args: &ValidateArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let Some(to) = Target::from_name("native") else { anyhow::bail!("the native format is missing") };
    let job = Job {
        from: convert::readable(args.from),
        to,
        framing: None,
        on_error: OnError::Skip,
        pretty: false,
        max_frame: usize::try_from(args.sources.max_frame).unwrap_or(usize::MAX),
        cores: 1,
        recur: true,
    };
    let mut terminal = Terminal::new(shared, OnLoss::default());
    let mut output = Output::open(shared)?;
    let mut answer = Answer::Yes;
    for path in given::inputs(&args.sources)? {
        let (found, done) = look(&path, &job);
        for one in &found.list {
            let line = match shared.report {
                ReportForm::Json => to_json(&found.source, one),
                ReportForm::Text => to_text(&found.source, one),
            };
            writeln!(output, "{line}")?;
        }
        let wrong = found.list.iter().any(|one| one.severity == Severity::Error);
        let could_run = done.map(|_| ()).err();
        let judged = match could_run {
            Some(refusal) => convert::refused(refusal, &path, &mut terminal)?,
            None if wrong => Answer::No,
            None => Answer::Yes,
        };
        answer = answer.max(judged);
    }
    terminal.finish();
    output.keep()?;
    Ok(answer)
}

/// The findings of one input.
struct Found {
    source: String,
    list: Vec<Diagnostic>,
}

/// Reads an input through and keeps what is found; losses are no faults.
fn look(path: &Path, job: &Job) -> (Found, Result<(), Refusal>) {
    let mut found = Found { source: path.display().to_string(), list: Vec::new() };
    let input = match Input::open(path) {
        Ok(input) => input,
        Err(error) => return (found, Err(error.into())),
    };
    found.source.clone_from(&input.name);
    let done = transcode(input, job, &mut sink(), &mut |one| {
        if one.severity != Severity::Loss {
            found.list.push(one);
        }
    });
    (found, done.map(|_| ()))
}
