//! `chatwire detect`: which wire format is it, and why?

use std::io::Write;
use std::path::Path;

use chatwire::engine::detect::{Detected, detect, everything};
use chatwire::engine::input::Input;
use serde::Serialize;

use super::{Answer, Output, given};
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
    for path in given::captures(&args.sources)? {
        match look(&path, max_frame) {
            Ok((name, found)) => {
                write(&name, &found, json, &mut output)?;
                if found.best.is_empty() {
                    answer = answer.max(Answer::No);
                }
            }
            Err(error) => {
                let error = anyhow::Error::new(error).context(format!("can't read `{}`", path.display()));
                Terminal::new(shared, OnLoss::default()).error(&error);
                answer = Answer::CouldNotRun;
            }
        }
    }
    output.keep()?;
    Ok(answer)
}

fn look(path: &Path, max_frame: usize) -> std::io::Result<(String, Detected)> {
    let mut input = Input::open(path)?;
    let found = detect(&mut input, &everything(), max_frame)?;
    Ok((input.name.clone(), found))
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
