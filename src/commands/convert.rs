//! `chatwire [INPUT]... --to FORMAT`, and what `fold` shares with it.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{anyhow, bail};
use chatwire::codec::WireFormat;
use chatwire::engine::detect::everything;
use chatwire::engine::input::Input;
use chatwire::engine::target::{Target, sources};
use chatwire::engine::transcode::{self, Job, Outcome, Plan, Refusal, transcode};

use super::given::Capture;
use super::output::is_of_writing;
use super::outputs::{Named, Outputs};
use super::rejects::Rejects;
use super::{Answer, Output, given, parts};
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
    given::members(&reading.at, to)?;
    let inputs = match writing.out_dir {
        None => given::inputs(&reading.sources)?.into_iter().map(Capture::alone).collect(),
        Some(_) => given::captures(&reading.sources)?,
    };
    let job = job(to, reading, writing);
    let mut outputs = match &writing.out_dir {
        None => Outputs::One(Output::open(shared)?),
        Some(folder) => Outputs::each(folder, &inputs, &name_all(&inputs, &job)?)?,
    };
    let named = inputs.iter().map(|input| &*input.path).chain(shared.output.as_deref());
    let rejects = Rejects::open(reading, named.chain(outputs.files()))?;
    let (jobs, on_loss) = (reading.jobs, writing.on_loss);
    let terminal = Terminal::new(shared, on_loss);
    let job = Job { sums: terminal.sums_losses(), ..job };
    let mut run = Run { job, jobs, on_loss, terminal, rejects };
    let mut answer = Answer::Yes;
    for input in &inputs {
        answer = answer.max(run.input(&input.path, &mut outputs)?);
    }
    run.terminal.finish();
    if let Some(summary) = run.rejects.summary() {
        run.terminal.sum(&summary);
    }
    outputs.finish(answer)?;
    Ok(answer)
}

fn job(to: Target, reading: &Reading, writing: &Writing) -> Job {
    Job {
        from: readable(reading.from),
        framing: writing.framing,
        on_error: match reading.on_error {
            OnError::Skip => transcode::OnError::Skip,
            OnError::Keep => transcode::OnError::Keep,
            OnError::Stop => transcode::OnError::Stop,
        },
        pretty: writing.pretty,
        carry: writing.carry,
        max_frame: usize::try_from(reading.sources.max_frame).unwrap_or(usize::MAX),
        at: reading.at.clone(),
        rejects: reading.rejects.is_some(),
        ..Job::new(to)
    }
}

/// The inputs with the files they are to become; those that can't be read are left out here, and told in their turn.
fn name_all<'c>(inputs: &'c [Capture], job: &Job) -> anyhow::Result<Vec<Named<'c>>> {
    let mut all = Vec::new();
    for capture in inputs {
        if capture.path == Path::new("-") {
            bail!("stdin has no name for --out-dir to keep\n  help: name its output with -o");
        }
        let file = given::name(&capture.path);
        // What can't be read is told when its turn comes.
        let _ = parts::each(&capture.path, job.at.is_empty(), |_| {}, &mut |mut input| {
            let source = input.name.clone();
            let part =
                source.strip_prefix(&file).unwrap_or_default().trim_start_matches('#').replace('/', "-");
            let extension = if job.at.is_empty() {
                Some(Plan::new(&mut input, job, &mut |_| {})?.extension(job))
            } else {
                None
            };
            all.push(Named { capture, source, part, extension });
            Ok(())
        });
    }
    Ok(all)
}

/// A run over all inputs.
struct Run {
    job: Job,
    jobs: Option<NonZeroUsize>,
    on_loss: OnLoss,
    terminal: Terminal,
    rejects: Rejects,
}

impl Run {
    /// Converts what is in a file.
    fn input(&mut self, path: &Path, outputs: &mut Outputs) -> anyhow::Result<Answer> {
        self.job.cores = cores(path, self.jobs);
        let file = given::name(path);
        self.terminal.input(&file);
        let size = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map(|file| file.len());
        let bar = self.terminal.progress(size);
        let (mut answer, mut ended) = (Answer::Yes, Ok(()));
        let split = self.job.at.is_empty();
        let frames = Arc::clone(&self.job.frames);
        let watch = move |bytes| {
            bar.inc(bytes);
            bar.set_message(format!(", {} frames", frames.load(Ordering::Relaxed)));
        };
        let done = parts::each(path, split, watch, &mut |input| {
            let outcome = self.convert(input, outputs)?;
            let lost = outcome.lost && self.on_loss == OnLoss::Fail;
            let one = if outcome.failed || lost { Answer::No } else { Answer::Yes };
            answer = answer.max(one);
            ended = outputs.end();
            if ended.is_ok() { Ok(()) } else { Err(Refusal::Empty) }
        });
        ended?;
        self.rejects.done()?;
        match done {
            Ok(parts) => {
                parts.tell(&file, &mut self.terminal);
                Ok(if parts.fault.is_some() { answer.max(Answer::No) } else { answer })
            }
            Err(refusal) => refused(refusal, path, &mut self.terminal),
        }
    }

    fn convert(&mut self, input: Input, outputs: &mut Outputs) -> Result<Outcome, Refusal> {
        let Self { job, terminal, rejects, .. } = self;
        let name = input.name.clone();
        let output = outputs.begin(&name)?;
        let outcome = transcode(input, job, output, &mut |found| {
            rejects.take(&name, &found);
            terminal.tell(&name, &found);
        })?;
        rejects.count(&outcome);
        terminal.add(&outcome.losses);
        Ok(outcome)
    }
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
