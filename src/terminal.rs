//! The one file that prints to a person: findings, their colour, sums of losses, progress. All of it on stderr.
//!
//! Invariant. Talk never fails a run: a closed stderr is a listener that has left.

use std::io::{IsTerminal, Stderr, Write, stderr, stdout};

use anstream::AutoStream;
use anstream::stream::{AsLockedWrite, RawStream};
use chatwire::engine::catalogue;
use chatwire::report::{Diagnostic, Form, Looks, Render, Severity, Tally, escaped, renderer, style};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use terminal_size::terminal_size_of;

use crate::cli::{OnLoss, Shared};

pub(crate) mod difference;

/// How many findings are printed as text; the rest is counted.
const MOST_PRINTED: u64 = 200;

/// Files up to this size are done before a bar can be read.
const PROGRESS_FROM: u64 = 8 << 20;

/// From how many columns on the bar tells the frames, too.
const WITH_FRAMES: u16 = 72;

/// Talks to whoever started the program.
pub(crate) struct Terminal<W: RawStream = Stderr> {
    stderr: AutoStream<W>,
    form: Form,
    render: Box<dyn Render>,
    quiet: bool,
    each_loss: bool,
    no_loss: bool,
    losses: Tally,
    bar: ProgressBar,
}

impl Terminal {
    /// Talks as the options ask.
    pub(crate) fn new(shared: &Shared, on_loss: OnLoss) -> Self {
        let color = choice(shared.color, &stderr());
        Self::over(AutoStream::new(stderr(), color), shared, on_loss)
    }
}

/// Whether what is written to this stream is coloured.
fn choice(asked: clap::ColorChoice, stream: &impl RawStream) -> anstream::ColorChoice {
    match asked {
        clap::ColorChoice::Auto => AutoStream::choice(stream),
        clap::ColorChoice::Always => anstream::ColorChoice::Always,
        clap::ColorChoice::Never => anstream::ColorChoice::Never,
    }
}

impl<W: RawStream + AsLockedWrite> Terminal<W> {
    fn over(stderr: AutoStream<W>, shared: &Shared, on_loss: OnLoss) -> Self {
        let form = shared.report.form();
        // The stream takes the colours out where they are not wanted.
        let looks = Looks { styled: true, most: Some(MOST_PRINTED) };
        Self {
            stderr,
            form,
            render: renderer(form, looks, catalogue::by_id),
            quiet: shared.quiet,
            each_loss: shared.verbose || form != Form::Text,
            no_loss: on_loss == OnLoss::Ignore,
            losses: Tally::default(),
            bar: ProgressBar::hidden(),
        }
    }

    /// What is told from now on is of this input.
    pub(crate) fn input(&mut self, source: &str) {
        let mut text = String::new();
        self.render.input(source, &mut text);
        self.print(&text);
    }

    /// Tells a finding, or counts it: losses are summed unless each is asked for, equal faults in a row are one.
    pub(crate) fn tell(&mut self, source: &str, found: &Diagnostic) {
        let silent = match found.severity {
            Severity::Error => false,
            Severity::Loss => self.says_no_loss(),
            Severity::Warning | Severity::Note => self.quiet,
        };
        if silent {
            return;
        }
        self.losses.add(found);
        if found.severity == Severity::Loss && !self.each_loss {
            return;
        }
        let mut text = String::new();
        self.render.found(source, found, &mut text);
        self.print(&text);
    }

    /// Whether it asks for no loss by itself: their sum is enough.
    pub(crate) fn sums_losses(&self) -> bool {
        !self.each_loss || self.says_no_loss()
    }

    /// Counts losses that were summed already.
    pub(crate) fn add(&mut self, losses: &Tally) {
        if !self.says_no_loss() {
            self.losses.merge(losses);
        }
    }

    fn says_no_loss(&self) -> bool {
        self.quiet || self.no_loss
    }

    /// Says why an input could not be read. A report that is one document has a place for it.
    pub(crate) fn refuse(&mut self, source: &str, error: &anyhow::Error) {
        let mut text = String::new();
        self.render.refused(source, &format!("{error:#}"), &mut text);
        self.print(&text);
        if !self.form.is_document() {
            self.error(error);
        }
    }

    /// Says why something could not be done.
    pub(crate) fn error(&mut self, error: &anyhow::Error) {
        let red = style(Severity::Error);
        // A message may have a line of help.
        let lines: Vec<_> = format!("{error:#}").lines().map(|line| escaped(line).into_owned()).collect();
        self.print(&format!("chatwire: {red}error:{red:#} {}\n", lines.join("\n")));
    }

    /// Says what a run came to, unless only errors are to be told.
    pub(crate) fn sum(&mut self, summary: &str) {
        if !self.quiet && self.form == Form::Text {
            self.input("");
            self.print(&format!("chatwire: {}\n", escaped(summary)));
        }
    }

    /// A bar for an input of this size, moved by who reads: hidden unless someone watches and it takes a while.
    pub(crate) fn progress(&mut self, size: Option<u64>) -> ProgressBar {
        self.bar.finish_and_clear();
        let watched = !self.quiet && stderr().is_terminal();
        self.bar = match size {
            Some(size) if size > PROGRESS_FROM && watched => {
                let bar = ProgressBar::with_draw_target(Some(size), ProgressDrawTarget::stderr());
                // A number cut off at the edge would be another number.
                let wide = terminal_size_of(stderr()).is_none_or(|(width, _)| width.0 >= WITH_FRAMES);
                let (long, frames) = if wide { (10, "{msg}") } else { (5, "") };
                let look = format!(
                    "{{bar:{long}}} {{percent:>3}}% of {{total_bytes}}, {{bytes_per_sec}}, {{eta}} left{frames}"
                );
                bar.with_style(
                    ProgressStyle::with_template(&look).unwrap_or_else(|_| ProgressStyle::default_bar()),
                )
            }
            Some(_) | None => ProgressBar::hidden(),
        };
        self.bar.clone()
    }

    /// Tells what was only counted so far.
    pub(crate) fn finish(&mut self) {
        self.bar.finish_and_clear();
        let mut text = String::new();
        self.render.end(&mut text);
        self.print(&text);
        let losses = std::mem::take(&mut self.losses);
        if let (false, Some(summary)) = (self.each_loss, losses.summary()) {
            self.print(&format!("chatwire: {}\n", escaped(&summary)));
            self.print("  help: `-v` tells each loss with its place\n");
        }
    }

    fn print(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let stderr = &mut self.stderr;
        self.bar.suspend(|| {
            // A listener that has left is no reason to stop.
            let _ = stderr.write_all(text.as_bytes());
        });
    }
}

/// Whether data for a person, on stdout, is coloured.
pub(crate) fn colours_data(shared: &Shared) -> bool {
    match shared.color {
        clap::ColorChoice::Auto => {
            shared.output.is_none() && AutoStream::choice(&stdout()) != anstream::ColorChoice::Never
        }
        clap::ColorChoice::Always => true,
        clap::ColorChoice::Never => false,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::cli::Cli;

    /// What is told of these findings under these options.
    fn told(options: &str, found: &[Diagnostic]) -> String {
        let typed = Cli::parse_from(format!("chatwire {options}").split_whitespace());
        let color = match typed.shared.color {
            clap::ColorChoice::Always => anstream::ColorChoice::AlwaysAnsi,
            clap::ColorChoice::Auto | clap::ColorChoice::Never => anstream::ColorChoice::Never,
        };
        let stream = AutoStream::new(Vec::new(), color);
        let mut terminal = Terminal::over(stream, &typed.shared, typed.convert.writing.on_loss);
        for found in found {
            terminal.tell("a.sse", found);
        }
        terminal.finish();
        String::from_utf8(terminal.stderr.into_inner()).unwrap()
    }

    fn finding(severity: Severity, message: &str) -> Diagnostic {
        let rule = if severity == Severity::Loss { "loss/dropped" } else { "json/syntax" };
        Diagnostic { severity, rule, message: message.into(), line: 3, frame: 2, ..Diagnostic::default() }
    }

    #[test]
    fn equal_faults_in_a_row_are_counted() {
        let bad = finding(Severity::Error, "bad");
        let other = finding(Severity::Warning, "odd");
        let line = "a.sse:3: frame 2: error[json/syntax]: bad\n";
        let odd = "a.sse:3: frame 2: warning[json/syntax]: odd\n";
        let all = [bad.clone(), bad.clone(), bad.clone(), other, bad];
        assert_eq!(told("", &all), format!("{line}  … and 2 more like this\n{odd}{line}"));
    }

    #[test]
    fn losses_are_summed_unless_each_is_asked_for() {
        let all = [finding(Severity::Loss, "`seed`"), finding(Severity::Loss, "`seed`")];
        let sum = "chatwire: 2 losses in 1 kind: `seed` ×2\n  help: `-v` tells each loss with its place\n";
        assert_eq!(told("", &all), sum);
        assert_eq!(told("--on-loss fail", &all), sum);
        let each = "a.sse:3: frame 2: loss[loss/dropped]: `seed`\n  … and 1 more like this\n";
        assert_eq!(told("-v", &all), each);
        assert_eq!(told("--report json", &all).lines().count(), 2);
        for silent in ["-q", "--on-loss ignore", "--on-loss ignore -v", "-q --report json"] {
            assert_eq!(told(silent, &all), "", "{silent}");
        }
    }

    #[test]
    fn quiet_leaves_errors_alone() {
        let all = [Severity::Note, Severity::Warning, Severity::Error].map(|severity| finding(severity, "m"));
        assert_eq!(told("-q", &all), "a.sse:3: frame 2: error[json/syntax]: m\n");
    }

    #[test]
    fn a_flood_of_findings_is_cut_in_text_and_whole_in_json() {
        let all: Vec<_> = (0..500).map(|n| finding(Severity::Error, &format!("m{n}"))).collect();
        let text = told("", &all);
        assert_eq!(text.lines().count() as u64, MOST_PRINTED + 1);
        assert!(text.ends_with("chatwire: 300 more findings; `--report json` tells all\n"), "{text}");
        assert_eq!(told("--report json", &all).lines().count(), 500);
    }

    #[test]
    fn the_severity_is_coloured_and_input_writes_no_escapes() {
        let found = finding(Severity::Error, "\u{1b}[2Jgone\n");
        assert_eq!(
            told("", std::slice::from_ref(&found)),
            "a.sse:3: frame 2: error[json/syntax]: \\u{1b}[2Jgone\\n\n"
        );
        let text = told("--color always", &[found]);
        assert!(text.contains("\u{1b}[1m\u{1b}[31merror[json/syntax]\u{1b}[0m"), "{text:?}");
    }
}
