//! `chatwire validate`: what is wrong with each input. Findings are the data, so they go to stdout.

use std::io::Write;
use std::path::{Path, PathBuf};

use chatwire::engine::catalogue;
use chatwire::engine::detect::detect;
use chatwire::engine::transcode::Refusal;
use chatwire::engine::validate::{Search, validate};
use chatwire::report::{Diagnostic, Form, Looks, Render, Severity, Sum, renderer};
use rayon::prelude::{IntoParallelRefIterator, ParallelIterator};

use super::config::{Settings, settings};
use super::parts::Parts;
use super::{Answer, Output, convert, given, parts};
use crate::cli::{OnLoss, Shared, ValidateArgs};
use crate::terminal::{Terminal, colours_data};

/// How many inputs are looked through before their findings are told.
const AT_ONCE: usize = 64;

/// Validates every input.
pub(crate) fn run(args: &ValidateArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let settings = settings(&args.judging)?;
    let mut output = Output::open(shared)?;
    if args.show_config {
        output.write_all(settings.to_toml()?.as_bytes())?;
        output.keep()?;
        return Ok(Answer::Yes);
    }
    let search = Search {
        from: convert::readable(args.from),
        max_frame: usize::try_from(args.sources.max_frame).unwrap_or(usize::MAX),
        excerpts: matches!(shared.report.form(), Form::Text | Form::Sarif | Form::Junit),
        recur: true,
    };
    let inputs: Vec<_> = given::captures(&args.sources)?.into_iter().map(|capture| capture.path).collect();
    let mut teller = Teller::new(shared, output);
    match &inputs[..] {
        [only] => teller.stream(only, &search, &settings)?,
        several => several.chunks(AT_ONCE).try_for_each(|some| teller.batch(some, &search, &settings))?,
    }
    teller.finish(settings.max_warnings)
}

/// What is met in a file.
enum Met {
    /// An input begins: the file, or a body of it.
    Input(String),
    Found(Box<Diagnostic>),
}

/// Looks a file through; `tell` gets what is told.
fn look(
    path: &Path,
    search: &Search,
    settings: &Settings,
    tell: &mut dyn FnMut(Met),
) -> Result<Parts, Refusal> {
    let file = given::name(path);
    parts::each(path, true, |_| {}, &mut |mut input| {
        // A body that is none of ours is no fault of the capture.
        if input.name != file && detect(&mut input, &search.from, search.max_frame)?.best.is_empty() {
            return Err(Refusal::Empty);
        }
        tell(Met::Input(input.name.clone()));
        let mut judge = |found| {
            settings.policy.judge(found).into_iter().for_each(|found| tell(Met::Found(Box::new(found))))
        };
        validate(input, search, &mut judge).map(|_| ())
    })
}

/// Tells what is found, and sums it up.
struct Teller {
    output: Output,
    terminal: Terminal,
    render: Box<dyn Render>,
    /// What is told now is of this input.
    source: String,
    quiet: bool,
    sum: Sum,
    answer: Answer,
}

impl Teller {
    fn new(shared: &Shared, output: Output) -> Self {
        let looks = Looks { styled: colours_data(shared), most: None };
        Self {
            output,
            terminal: Terminal::new(shared, OnLoss::default()),
            render: renderer(shared.report.form(), looks, catalogue::by_id),
            source: String::new(),
            quiet: shared.quiet,
            sum: Sum::default(),
            answer: Answer::Yes,
        }
    }

    /// The only input: what is found is told at once, so that a live stream can be watched.
    fn stream(&mut self, path: &Path, search: &Search, settings: &Settings) -> anyhow::Result<()> {
        let mut written = Ok(());
        let done = look(path, search, settings, &mut |met| {
            if written.is_ok() {
                written = self.hear(met);
            }
        });
        written?;
        self.done(path, done)
    }

    /// Several inputs at once; what is found is told in the order of the inputs.
    fn batch(&mut self, paths: &[PathBuf], search: &Search, settings: &Settings) -> anyhow::Result<()> {
        let looked = paths.par_iter().map(|path| {
            let mut list = Vec::new();
            let done = look(path, search, settings, &mut |met| list.push(met));
            (path, list, done)
        });
        for (path, list, done) in looked.collect::<Vec<_>>() {
            list.into_iter().try_for_each(|met| self.hear(met))?;
            self.done(path, done)?;
        }
        Ok(())
    }

    fn hear(&mut self, met: Met) -> std::io::Result<()> {
        match met {
            Met::Input(name) => self.input(name),
            Met::Found(found) => self.found(&found),
        }
    }

    fn input(&mut self, name: String) -> std::io::Result<()> {
        self.sum.input();
        let mut text = String::new();
        self.render.input(&name, &mut text);
        self.source = name;
        self.output.write_all(text.as_bytes())
    }

    fn found(&mut self, found: &Diagnostic) -> std::io::Result<()> {
        self.sum.add(found);
        if found.severity == Severity::Error {
            self.answer = self.answer.max(Answer::No);
        } else if self.quiet {
            return Ok(());
        }
        let mut text = String::new();
        self.render.found(&self.source, found, &mut text);
        self.output.write_all(text.as_bytes())
    }

    /// An input is at its end, or could not be read.
    fn done(&mut self, path: &Path, done: Result<Parts, Refusal>) -> anyhow::Result<()> {
        let name = given::name(path);
        let refusal = match done {
            Ok(parts) => {
                if parts.fault.is_some() {
                    self.answer = self.answer.max(Answer::No);
                }
                parts.tell(&name, &mut self.terminal);
                return Ok(());
            }
            Err(refusal) => refusal,
        };
        if self.source != name {
            self.input(name.clone())?;
        }
        let (answer, why) = convert::reason(refusal, path)?;
        self.answer = self.answer.max(answer);
        let mut text = String::new();
        self.render.refused(&name, &format!("{why:#}"), &mut text);
        self.output.write_all(text.as_bytes())?;
        self.terminal.error(&why);
        Ok(())
    }

    fn finish(mut self, max_warnings: Option<u64>) -> anyhow::Result<Answer> {
        let mut text = String::new();
        self.render.end(&mut text);
        self.output.write_all(text.as_bytes())?;
        let warnings = self.sum.of(Severity::Warning);
        let mut summary = self.sum.summary();
        if let Some(most) = max_warnings.filter(|most| warnings > *most) {
            self.answer = self.answer.max(Answer::No);
            summary.push_str(&format!("; more than {most} warnings are too many"));
        }
        self.terminal.sum(&summary);
        self.output.keep()?;
        Ok(self.answer)
    }
}
