//! `chatwire diff`: do two inputs say the same? Differences are the data, so they go to stdout.

use std::io::Write;
use std::path::Path;

use anyhow::bail;
use chatwire::engine::compare::{Listeners, Options, Outcome, Reading, Scope, Stop, compare};
use chatwire::engine::input::Input;
use chatwire::report::{Diagnostic, difference_to_json};

use super::{Answer, Output, convert};
use crate::cli::{DiffArgs, OnLoss, ReportForm, Shared};
use crate::terminal::difference::Layout;
use crate::terminal::{Terminal, colours_data};

/// Compares both inputs.
pub(crate) fn run(args: &DiffArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let form = shared.report;
    if form != ReportForm::Text && form != ReportForm::Json {
        bail!("diff has no report of this form\n  help: it writes `--report text` and `--report json`");
    }
    let stdin = Path::new("-");
    if args.left == stdin && args.right == stdin {
        bail!("both inputs are stdin\n  help: name a file for one of them");
    }
    if args.from.len() > 2 {
        bail!("--from names more than two formats\n  help: one is for both inputs, two are for A and B");
    }
    let mut terminal = Terminal::new(shared, OnLoss::default());
    let mut output = Output::open(shared)?;
    let answer = match look(args, shared, &mut output, &mut terminal) {
        Ok(outcome) => judge(&outcome, &mut terminal),
        Err(Stop(index, refusal)) => {
            let path = if index == 0 { &args.left } else { &args.right };
            convert::refused(refusal, path, &mut terminal)?
        }
    };
    terminal.finish();
    if answer != Answer::CouldNotRun {
        output.keep()?;
    }
    Ok(answer)
}

fn look(
    args: &DiffArgs,
    shared: &Shared,
    output: &mut Output,
    terminal: &mut Terminal,
) -> Result<Outcome, Stop> {
    let inputs = [open(0, &args.left, args)?, open(1, &args.right, args)?];
    let scope = Scope { exact: args.exact, borders: false, ignore: args.ignore.clone() };
    let options = Options { scope, events: args.events };
    let layout = Layout { names: [&args.left, &args.right], color: colours_data(shared) };
    let mut listeners = Listeners {
        difference: &mut |found| match shared.report {
            ReportForm::Json => writeln!(output, "{}", difference_to_json(&found)),
            // The other forms are refused above.
            ReportForm::Text | ReportForm::Github | ReportForm::Sarif | ReportForm::Junit => {
                output.write_all(layout.show(&found).as_bytes())
            }
        },
        fault: &mut |name, found| terminal.tell(name, &found),
    };
    compare(inputs, &options, &mut listeners)
}

fn open(index: usize, path: &Path, args: &DiffArgs) -> Result<(Input, Reading), Stop> {
    let from = args.from.get(index).or(args.from.first()).copied();
    let max_frame = usize::try_from(args.max_frame).unwrap_or(usize::MAX);
    let input = Input::open(path).map_err(|why| Stop(index, why.into()))?;
    Ok((input, Reading { from: convert::readable(from), max_frame }))
}

fn judge(outcome: &Outcome, terminal: &mut Terminal) -> Answer {
    let Outcome { differences, unsayable, failed, formats: [left, right] } = outcome;
    if *unsayable > 0 {
        let message = format!("left out: {}, which `{left}` or `{right}` can't say", plural(*unsayable));
        let help = Some("`--exact` tells all".to_owned());
        terminal.tell("diff", &Diagnostic { rule: "diff/unsayable", message, help, ..Diagnostic::default() });
    }
    if *differences > 0 {
        terminal.sum(&plural(*differences));
    }
    if *differences > 0 || *failed { Answer::No } else { Answer::Yes }
}

fn plural(count: u64) -> String {
    format!("{count} difference{}", if count == 1 { "" } else { "s" })
}
