//! `chatwire detect`: which wire format is it, and why?

use std::io::Write;
use std::path::Path;

use chatwire::engine::detect::{Detected, detect, everything};
use chatwire::engine::transcode::Refusal;
use serde::Serialize;

use super::given::Capture;
use super::parts::Parts;
use super::{Answer, Output, convert, given, parts};
use crate::cli::{DetectArgs, OnLoss, Shared};
use crate::terminal::Terminal;

#[derive(Serialize)]
struct Line<'a> {
    source: &'a str,
    format: Option<&'a str>,
    framing: &'a str,
    score: u8,
    ambiguous: bool,
    candidates: Vec<Candidate<'a>>,
}

#[derive(Serialize)]
struct Candidate<'a> {
    format: &'a str,
    score: u8,
    evidence: &'a [String],
}

/// Tells the format of every input.
pub(crate) fn run(args: &DetectArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let json = given::is_json(shared)?;
    let max_frame = usize::try_from(args.sources.max_frame).unwrap_or(usize::MAX);
    let mut output = Output::open(shared)?;
    let mut answer = Answer::Yes;
    for Capture { path, .. } in given::captures(&args.sources)? {
        let mut written = Ok(());
        let done = look(&path, max_frame, &mut |name, found| {
            if written.is_ok() {
                written = write(name, found, json, &mut output);
            }
            if found.best.is_empty() {
                answer = answer.max(Answer::No);
            }
        });
        written?;
        let mut terminal = Terminal::new(shared, OnLoss::default());
        match done {
            Ok(parts) => parts.tell(&given::name(&path), &mut terminal),
            Err(refusal) => {
                let untold = matches!(refusal, Refusal::Unknown(..));
                let could_not = convert::refused(refusal, &path, &mut terminal)?;
                answer = answer.max(if untold { Answer::No } else { could_not });
            }
        }
    }
    output.keep()?;
    Ok(answer)
}

/// Looks at an input, or at the bodies of a capture that are in any format.
fn look(path: &Path, max_frame: usize, tell: &mut dyn FnMut(&str, &Detected)) -> Result<Parts, Refusal> {
    let file = given::name(path);
    parts::each(path, true, |_| {}, &mut |mut input| {
        let found = detect(&mut input, &everything(), max_frame)?;
        if found.best.is_empty() && input.name != file {
            return Err(Refusal::Empty);
        }
        tell(&input.name, &found);
        Ok(())
    })
}

fn write(source: &str, found: &Detected, json: bool, output: &mut Output) -> anyhow::Result<()> {
    let format = found.best.first().map(|format| format.id);
    if !json {
        return Ok(write_text(source, found, format, output)?);
    }
    let score = found.candidates.first().map_or(0, |(_, score)| score.points);
    let candidates = found
        .candidates
        .iter()
        .map(|(format, score)| Candidate {
            format: format.id,
            score: score.points,
            evidence: &score.evidence,
        })
        .collect();
    let (ambiguous, framing) = (found.best.len() > 1, found.framing.name());
    let line = Line { source, format, framing, score, ambiguous, candidates };
    Ok(writeln!(output, "{}", serde_json::to_string(&line)?)?)
}

fn write_text(
    source: &str,
    found: &Detected,
    format: Option<&str>,
    output: &mut Output,
) -> std::io::Result<()> {
    let Some(format) = format else {
        let what = if found.empty {
            "empty"
        } else if found.binary {
            "no text"
        } else {
            found.stranger.unwrap_or("unknown")
        };
        return writeln!(output, "{source}: {what}");
    };
    let tie = if found.best.len() > 1 { ", a tie" } else { "" };
    writeln!(output, "{source}: {format} ({}{tie})", found.framing.name())?;
    for (format, score) in &found.candidates {
        writeln!(output, "  {:3}  {}: {}", score.points, format.id, score.evidence.join(", "))?;
    }
    Ok(())
}
