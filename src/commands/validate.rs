//! `chatwire validate`: what is wrong with each input. Findings are the data, so they go to stdout.

use std::io::Write;
use std::path::Path;

use chatwire::engine::input::Input;
use chatwire::engine::policy::Policy;
use chatwire::engine::transcode::Refusal;
use chatwire::engine::validate::{Search, validate};
use chatwire::report::{Diagnostic, Severity, to_json, to_text};

use super::{Answer, Output, convert, given};
use crate::cli::{Judging, OnLoss, ReportForm, Shared, ValidateArgs};
use crate::terminal::Terminal;

/// Validates every input.
pub(crate) fn run(args: &ValidateArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let search = Search {
        from: convert::readable(args.from),
        max_frame: usize::try_from(args.sources.max_frame).unwrap_or(usize::MAX),
        excerpts: shared.report == ReportForm::Text,
    };
    let policy = policy(&args.judging);
    let mut terminal = Terminal::new(shared, OnLoss::default());
    let mut output = Output::open(shared)?;
    let (mut answer, mut n_warnings) = (Answer::Yes, 0);
    for path in given::inputs(&args.sources)? {
        let (found, done) = look(&path, &search, &policy);
        for one in &found.list {
            let line = match shared.report {
                ReportForm::Json => to_json(&found.source, one),
                ReportForm::Text => to_text(&found.source, one),
            };
            writeln!(output, "{line}")?;
        }
        let of = |severity| found.list.iter().filter(move |one| one.severity == severity).count() as u64;
        n_warnings += of(Severity::Warning);
        let judged = match done {
            Err(refusal) => convert::refused(refusal, &path, &mut terminal)?,
            Ok(()) if of(Severity::Error) > 0 => Answer::No,
            Ok(()) => Answer::Yes,
        };
        answer = answer.max(judged);
    }
    if args.judging.max_warnings.is_some_and(|most| n_warnings > most) {
        answer = answer.max(Answer::No);
    }
    terminal.finish();
    output.keep()?;
    Ok(answer)
}

fn policy(asked: &Judging) -> Policy {
    let Judging { strict, partial, select, ignore, severity, max_warnings: _ } = asked;
    Policy {
        strict: *strict,
        partial: *partial,
        select: select.clone(),
        ignore: ignore.clone(),
        levels: severity.clone(),
    }
}

/// The findings of one input.
struct Found {
    source: String,
    list: Vec<Diagnostic>,
}

/// Looks an input through and keeps what is found and told.
fn look(path: &Path, search: &Search, policy: &Policy) -> (Found, Result<(), Refusal>) {
    let mut found = Found { source: path.display().to_string(), list: Vec::new() };
    let input = match Input::open(path) {
        Ok(input) => input,
        Err(error) => return (found, Err(error.into())),
    };
    found.source.clone_from(&input.name);
    let done = validate(input, search, &mut |one| found.list.extend(policy.judge(one)));
    (found, done.map(|_| ()))
}
