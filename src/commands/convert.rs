//! `chatwire [INPUT]... --to FORMAT`, and what `fold` shares with it.

use std::num::NonZeroUsize;
use std::path::Path;

use anyhow::anyhow;
use chatwire::codec::WireFormat;
use chatwire::engine::detect::everything;
use chatwire::engine::input::Input;
use chatwire::engine::target::{Target, sources};
use chatwire::engine::transcode::{self, Job, Outcome, Refusal, transcode};

use super::output::is_of_writing;
use super::{Answer, Output, given};
use crate::cli::{ConvertArgs, OnError, OnLoss, Reading, Shared, Wire, Writing};
use crate::terminal::Terminal;

/// Converts every input, one after the other.
pub(crate) fn run(args: &ConvertArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let to = match given::target(args)? {
        Wire::Format(format) => Target::Format(format),
        Wire::Family(family) => Target::Family(family),
    };
    run_to(to, &args.reading, &args.writing, shared)
}

/// Converts every input to `to`.
pub(super) fn run_to(
    to: Target,
    reading: &Reading,
    writing: &Writing,
    shared: &Shared,
) -> anyhow::Result<Answer> {
    let inputs = given::inputs(&reading.sources)?;
    let mut job = Job {
        from: readable(reading.from),
        to,
        framing: writing.framing,
        on_error: match reading.on_error {
            OnError::Skip => transcode::OnError::Skip,
            OnError::Keep => transcode::OnError::Keep,
            OnError::Stop => transcode::OnError::Stop,
        },
        pretty: writing.pretty,
        carry: writing.carry,
        max_frame: usize::try_from(reading.sources.max_frame).unwrap_or(usize::MAX),
        cores: 1,
        recur: true,
    };
    let mut terminal = Terminal::new(shared, writing.on_loss);
    let mut output = Output::open(shared)?;
    let mut answer = Answer::Yes;
    for path in &inputs {
        job.cores = cores(path, reading.jobs);
        terminal.input(&given::name(path));
        let done = one(path, &job, &mut output, &mut terminal);
        answer = answer.max(judge(done, path, writing.on_loss, &mut terminal)?);
    }
    terminal.finish();
    if answer != Answer::CouldNotRun {
        output.keep()?;
    }
    Ok(answer)
}

/// An input of less is read before it is known how many cores there are.
const SHORT: u64 = 1 << 20;

/// How many cores an input may have. What is live comes line by line, and should go out so.
fn cores(path: &Path, asked: Option<NonZeroUsize>) -> usize {
    let at_rest = || std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > SHORT);
    let all = || if at_rest() { std::thread::available_parallelism().ok() } else { None };
    asked.or_else(all).map_or(1, NonZeroUsize::get)
}

/// The formats that `--from` leaves to choose from.
pub(super) fn readable(from: Option<Wire>) -> Vec<&'static WireFormat> {
    match from {
        None => everything(),
        Some(Wire::Format(format)) => vec![format],
        Some(Wire::Family(family)) => sources(family),
    }
}

fn one(path: &Path, job: &Job, output: &mut Output, terminal: &mut Terminal) -> Result<Outcome, Refusal> {
    let bar = terminal
        .progress(std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len()));
    let input = Input::open(path)?.watched(move |bytes| bar.inc(bytes));
    let name = input.name.clone();
    transcode(input, job, output, &mut |found| terminal.tell(&name, &found))
}

/// What one input comes to. An input that cannot be read does not keep the others from being read.
fn judge(
    done: Result<Outcome, Refusal>,
    path: &Path,
    on_loss: OnLoss,
    terminal: &mut Terminal,
) -> anyhow::Result<Answer> {
    match done {
        Ok(outcome) if outcome.failed || (outcome.lost && on_loss == OnLoss::Fail) => Ok(Answer::No),
        Ok(_) => Ok(Answer::Yes),
        Err(refusal) => refused(refusal, path, terminal),
    }
}

/// Tells why an input could not be read.
pub(super) fn refused(refusal: Refusal, path: &Path, terminal: &mut Terminal) -> anyhow::Result<Answer> {
    let (answer, why) = reason(refusal, path)?;
    terminal.refuse(&given::name(path), &why);
    Ok(answer)
}

/// What an input that could not be read comes to, and why. An error of writing ends the run.
pub(super) fn reason(refusal: Refusal, path: &Path) -> anyhow::Result<(Answer, anyhow::Error)> {
    let name = if path == Path::new("-") { "stdin".into() } else { format!("`{}`", path.display()) };
    Ok(match refusal {
        Refusal::Io(error) if is_of_writing(&error) => return Err(error.into()),
        Refusal::Io(error) => {
            (Answer::CouldNotRun, anyhow::Error::new(error).context(format!("can't read {name}")))
        }
        Refusal::Empty => (Answer::No, anyhow!("{name} is empty\n  help: check what wrote it")),
        Refusal::Unknown(message, "") => (Answer::CouldNotRun, anyhow!("{name}: {message}")),
        Refusal::Unknown(message, help) => {
            (Answer::CouldNotRun, anyhow!("{name}: {message}\n  help: {help}"))
        }
    })
}
