//! One member of each record in another format (`--at /request`); the rest of the record stays what it was, byte for
//! byte.
//! ```text
//! {"t": 1.0, "request": {"model": "m", "messages": […]}, "ms": 8e2}      a row: /request is an openai-request
//! {"t": 1.0, "request": {"max_tokens": …, "messages": […]}, "ms": 8e2}   the same row, /request as anthropic-request
//! ```
//! `rows` cuts the input into rows and what stands between them, a `worker` looks for the members of each row and puts
//! in their place what `value` (JSON) or `text` (a string that holds JSON or a stream) makes of them. Each member is
//! looked at by itself: a log may hold several formats. Members that are absent or empty are left alone.
//!
//! Invariants. A row is written once or, where it could not be read, not at all (`--on-error`); bytes that are not in a
//! converted member are copied; rows are independent, so any number of cores gives the same.

mod batch;
mod edit;
mod fault;
mod rows;
mod rules;
#[cfg(test)]
mod tests;
mod text;
mod value;
mod worker;

use std::io::{self, Write};
use std::mem::take;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::crew::{BATCH, Crew};
use super::input::Input;
use super::job::{Job, Outcome, Refusal};
use crate::framing::{Framing, sniff, whole};
use crate::ir::{At, AtNode};
use crate::report::{Diagnostic, Report};
use batch::{Batch, Done};
use rows::Rows;
pub(super) use rules::RULES;
use worker::Worker;

/// Converts the members of an input's records.
pub(super) fn transcode(
    mut input: Input,
    job: &Job,
    write: &mut dyn Write,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<Outcome, Refusal> {
    let framing = framing(&mut input, job.max_frame)?;
    let mut rows = Rows::new(framing, job.max_frame);
    let mut hands = Hands::new(job);
    let mut sums =
        Sums { done: Done { without: vec![0; job.at.len()], ..Done::default() }, tied: Vec::new() };
    let mut batch = Batch::default();
    while let Some(block) = input.next_block()? {
        job.frames.store(sums.done.rows, Ordering::Relaxed);
        rows.feed(block, &mut batch);
        hands.take(&mut batch, &mut |done| sums.add(done, write, tell))?;
        if sums.done.stopped {
            break;
        }
    }
    rows.finish(&mut batch);
    hands.finish(&mut batch, &mut |done| sums.add(done, write, tell))?;
    sums.tell_absent(job);
    let Done { report, rows, failed, .. } = &mut sums.done;
    if *rows == 0 {
        let help = "check what wrote it";
        report.error("frame/empty", At::NOWHERE, "the input holds nothing to read", help);
    }
    report.drain().for_each(tell);
    let outcome = Outcome::of(report, *rows);
    Ok(Outcome { failed: outcome.failed || *failed, ..outcome })
}

/// Lines, or JSON values over lines. Reads no more than tells it.
fn framing(input: &mut Input, max_frame: usize) -> Result<Framing, Refusal> {
    loop {
        let (head, ended) = (input.head(), input.ended());
        let start = head.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(head.len());
        let line = head[start..].split(|byte| *byte == b'\n').next().unwrap_or_default();
        let ends = start + line.len() < head.len();
        // What follows an array tells whether it is a row or holds the rows.
        let followed = ends && !head[start + line.len()..].trim_ascii().is_empty();
        if ends && !line.starts_with(b"[") && whole(line) {
            return Ok(Framing::Ndjson);
        }
        if ended || followed || head.len() > max_frame {
            return told(head, ended);
        }
        input.more()?;
    }
}

fn told(head: &[u8], ended: bool) -> Result<Framing, Refusal> {
    let sniffed = sniff(head, ended);
    match sniffed.framing {
        Some(Framing::Sse) => Err(Refusal::Unknown(
            "--at names a member of JSON records, and the input is an event stream".to_owned(),
            "leave --at out to convert the stream",
        )),
        Some(framing) => Ok(framing),
        None if sniffed.empty => Err(Refusal::Empty),
        None => Err(Refusal::Unknown(
            "--at names a member of JSON records, and the input is no JSON".to_owned(),
            "chatwire reads a log of one record a line, a JSON document, or an array of records",
        )),
    }
}

/// Who converts the rows: one worker here, or several in threads of their own.
enum Hands {
    One(Box<Worker>),
    Many(Crew<Batch, Done>),
}

/// Takes what came of a batch.
type Take<'t> = dyn FnMut(Done) -> io::Result<()> + 't;

impl Hands {
    fn new(job: &Job) -> Self {
        let job = Arc::new(job.clone());
        if job.cores == 1 {
            return Self::One(Box::new(Worker::new(job)));
        }
        Self::Many(Crew::new(job.cores, || {
            let job = Arc::clone(&job);
            move || {
                let mut worker = Worker::new(job);
                Box::new(move |batch| worker.work(&batch))
            }
        }))
    }

    /// Converts a batch, at once or as soon as it is worth sending.
    fn take(&mut self, batch: &mut Batch, then: &mut Take<'_>) -> io::Result<()> {
        match self {
            Self::One(worker) => {
                let done = worker.work(batch);
                batch.clear();
                then(done)
            }
            Self::Many(crew) => {
                if batch.bytes.len() >= BATCH {
                    crew.send(take(batch));
                }
                while crew.is_full() {
                    crew.oldest().map_or(Ok(()), &mut *then)?;
                }
                Ok(())
            }
        }
    }

    fn finish(&mut self, batch: &mut Batch, then: &mut Take<'_>) -> io::Result<()> {
        match self {
            Self::One(_) => self.take(batch, then),
            Self::Many(crew) => {
                crew.send(take(batch));
                while let Some(done) = crew.oldest() {
                    then(done)?;
                }
                Ok(())
            }
        }
    }
}

/// What came of all batches so far.
struct Sums {
    done: Done,
    /// The members of which it was told that they fit several formats.
    tied: Vec<String>,
}

impl Sums {
    /// Writes what came of a batch and tells what there is to tell.
    fn add(
        &mut self,
        mut done: Done,
        write: &mut dyn Write,
        tell: &mut dyn FnMut(Diagnostic),
    ) -> io::Result<()> {
        let all = &mut self.done;
        if all.stopped {
            return Ok(());
        }
        if let (Some(comma), None | Some(false)) = (done.first_comma, all.has_row) {
            done.bytes.remove(comma);
        }
        all.has_row = done.has_row.or(all.has_row);
        all.rows += done.rows;
        all.failed |= done.failed;
        all.stopped = done.stopped;
        all.without.iter_mut().zip(&done.without).for_each(|(all, more)| *all += more);
        if !done.bytes.is_empty() {
            write.write_all(&done.bytes)?;
            write.flush()?;
        }
        all.report.append(done.report);
        for found in all.report.drain() {
            if found.rule == rules::TIE {
                let path = found.path.clone().unwrap_or_default();
                if self.tied.contains(&path) {
                    continue;
                }
                self.tied.push(path);
            }
            tell(found);
        }
        Ok(())
    }

    /// Tells how many rows had no such member.
    fn tell_absent(&mut self, job: &Job) {
        let Done { without, rows, report, .. } = &mut self.done;
        for (pointer, absent) in job.at.iter().zip(without).filter(|(_, absent)| **absent > 0) {
            absent_from(pointer.as_str(), (*absent, *rows), report);
        }
    }
}

fn absent_from(pointer: &str, (absent, rows): (u64, u64), report: &mut Report) {
    let at = At { node: AtNode::Path(pointer), ..At::NOWHERE };
    if absent == rows {
        let message = format!("no row has `{pointer}`; all are written as they were");
        report.warning(rules::NO_MEMBER, at, message, "look at a row: is this the member that was meant?");
    } else {
        let message = format!("{absent} of {rows} rows have no `{pointer}` and are written as they were");
        report.note(rules::NO_MEMBER, at, message, "");
    }
}
