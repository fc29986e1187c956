//! The one file that prints to a person: findings, their colour, sums of losses, progress. All of it on stderr.
//!
//! Invariant. Talk never fails a run: a closed stderr is a listener that has left.

use std::borrow::Cow;
use std::io::{IsTerminal, Stderr, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use chatwire::report::{Diagnostic, Severity, Tally, to_json, to_text};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::{OnLoss, ReportForm, Shared};

/// How many findings are printed as text; the rest is counted.
const MOST_PRINTED: u64 = 200;

/// Files up to this size are done before a bar can be read.
const PROGRESS_FROM: u64 = 8 << 20;

/// Talks to whoever started the program.
pub(crate) struct Terminal {
    stderr: AutoStream<Stderr>,
    form: ReportForm,
    quiet: bool,
    each_loss: bool,
    no_loss: bool,
    losses: Tally,
    last: Option<Told>,
    printed: u64,
    withheld: u64,
    bar: ProgressBar,
}

/// The finding told last, and how often it came again.
struct Told {
    source: String,
    rule: &'static str,
    message: String,
    again: u64,
}

impl Terminal {
    /// Talks as the options ask.
    pub(crate) fn new(shared: &Shared, on_loss: OnLoss) -> Self {
        let color = match shared.color {
            clap::ColorChoice::Auto => AutoStream::choice(&std::io::stderr()),
            clap::ColorChoice::Always => anstream::ColorChoice::Always,
            clap::ColorChoice::Never => anstream::ColorChoice::Never,
        };
        Self {
            stderr: AutoStream::new(std::io::stderr(), color),
            form: shared.report,
            quiet: shared.quiet,
            each_loss: shared.verbose || shared.report == ReportForm::Json,
            no_loss: on_loss == OnLoss::Ignore,
            losses: Tally::default(),
            last: None,
            printed: 0,
            withheld: 0,
            bar: ProgressBar::hidden(),
        }
    }

    /// Tells a finding, or counts it: losses are summed unless each is asked for, equal faults in a row are one.
    pub(crate) fn tell(&mut self, source: &str, found: &Diagnostic) {
        let silent = match found.severity {
            Severity::Error => false,
            Severity::Loss => self.quiet || self.no_loss,
            Severity::Warning | Severity::Note => self.quiet,
        };
        if silent {
            return;
        }
        self.losses.add(found);
        if found.severity == Severity::Loss && !self.each_loss {
            return;
        }
        match self.form {
            ReportForm::Json => self.print(&to_json(source, found)),
            ReportForm::Text => self.tell_as_text(source, found),
        }
    }

    fn tell_as_text(&mut self, source: &str, found: &Diagnostic) {
        if let Some(told) = &mut self.last
            && (told.rule, &*told.message, &*told.source) == (found.rule, &*found.message, source)
        {
            told.again += 1;
            return;
        }
        self.tell_repeats();
        if self.printed == MOST_PRINTED {
            self.withheld += 1;
            return;
        }
        self.printed += 1;
        self.print(&in_color(found, &to_text(&escaped(source), &visible(found))));
        let (source, message) = (source.to_owned(), found.message.clone());
        self.last = Some(Told { source, rule: found.rule, message, again: 0 });
    }

    fn tell_repeats(&mut self) {
        if let Some(told) = self.last.take()
            && told.again > 0
        {
            self.print(&format!("  … and {} more like this", told.again));
        }
    }

    /// Says something that is no finding.
    pub(crate) fn note(&mut self, text: &str) {
        if !self.quiet {
            self.tell_repeats();
            self.print(&format!("chatwire: {}", escaped(text)));
        }
    }

    /// Says why something could not be done.
    pub(crate) fn error(&mut self, error: &anyhow::Error) {
        self.tell_repeats();
        let red = severity_style(Severity::Error);
        // A message may have a line of help.
        let lines: Vec<_> = format!("{error:#}").lines().map(|line| escaped(line).into_owned()).collect();
        self.print(&format!("chatwire: {red}error:{red:#} {}", lines.join("\n")));
    }

    /// A bar for an input of this size, moved by who reads: hidden unless someone watches and it takes a while.
    pub(crate) fn progress(&mut self, size: Option<u64>) -> ProgressBar {
        self.bar.finish_and_clear();
        let watched = !self.quiet && std::io::stderr().is_terminal();
        self.bar = match size {
            Some(size) if size > PROGRESS_FROM && watched => {
                let bar = ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::stderr());
                let look = "{bar:30} {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";
                bar.with_style(
                    ProgressStyle::with_template(look).unwrap_or_else(|_| ProgressStyle::default_bar()),
                )
            }
            Some(_) | None => ProgressBar::hidden(),
        };
        self.bar.clone()
    }

    /// Tells what was only counted so far.
    pub(crate) fn finish(&mut self) {
        self.bar.finish_and_clear();
        self.tell_repeats();
        if self.withheld > 0 {
            let withheld = std::mem::take(&mut self.withheld);
            self.print(&format!("chatwire: {withheld} more findings; `--report json` tells all"));
        }
        let losses = std::mem::take(&mut self.losses);
        if let (false, Some(summary)) = (self.each_loss, losses.summary()) {
            self.print(&format!("chatwire: {}", escaped(&summary)));
            self.print("  help: `-v` tells each loss with its place");
        }
    }

    fn print(&mut self, line: &str) {
        let stderr = &mut self.stderr;
        self.bar.suspend(|| {
            // A listener that has left is no reason to stop.
            let _ = stderr.write_all(format!("{line}\n").as_bytes());
        });
    }
}

fn severity_style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Loss => AnsiColor::Magenta,
        Severity::Note => AnsiColor::Cyan,
    };
    color.on_default().bold()
}

fn in_color(found: &Diagnostic, text: &str) -> String {
    let style = severity_style(found.severity);
    let tag = format!("{}[{}]", found.severity.word(), found.rule);
    text.replacen(&tag, &format!("{style}{tag}{style:#}"), 1)
}

/// The finding without control characters, so that input can't write to the terminal through it.
fn visible(found: &Diagnostic) -> Diagnostic {
    Diagnostic {
        message: escaped(&found.message).into_owned(),
        path: found.path.as_deref().map(|path| escaped(path).into_owned()),
        ..found.clone()
    }
}

fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if letter.is_control() { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}
