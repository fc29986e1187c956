//! The way that an input goes: the format it is in, the one it is to be in, and the lane between them.

use std::io::{self, Write};
use std::sync::atomic::Ordering;

use super::copy::CopyLane;
use super::detect::{Detected, detect};
use super::input::Input;
use super::job::{Job, Outcome, Refusal};
use super::parallel::ParallelLane;
use super::records::RecordLane;
use super::sink::{Lane, Work};
use super::stream::StreamLane;
use super::target::Target;
use crate::codec::{Codec, Shape, WireFormat};
use crate::framing::{Framing, Out, Style, decoder};
use crate::report::Diagnostic;

/// What is known of an input before it is converted.
pub struct Plan {
    /// What was found out of its first bytes.
    pub found: Detected,
    /// The format to read.
    pub from: &'static WireFormat,
    /// The format to write.
    pub to: &'static WireFormat,
}

impl Plan {
    /// Looks at the first bytes of an input.
    ///
    /// # Errors
    /// A [`Refusal`] where the input cannot be read at all.
    pub fn new(input: &mut Input, job: &Job, tell: &mut dyn FnMut(Diagnostic)) -> Result<Self, Refusal> {
        let found = detect(input, &job.from, job.max_frame)?;
        let from = choose(&found, &job.from, tell)?;
        match job.to.resolve(from) {
            Some(to) => Ok(Self { found, from, to }),
            None => Err(Refusal::Unknown(no_shape(job.to, from), "`chatwire formats` lists what there is")),
        }
    }

    /// The framing that is written.
    #[must_use]
    pub fn framing(&self, job: &Job) -> Framing {
        let copied = self.from.id == self.to.id && self.to.shape == Shape::Stream;
        let own = match self.found.framing {
            Framing::Json if copied && !self.found.in_array => Framing::Ndjson,
            framing if copied => framing,
            Framing::Sse | Framing::Ndjson | Framing::Json => self.to.framing,
        };
        job.framing.unwrap_or(own)
    }

    /// How the name of a file ends that holds the output.
    #[must_use]
    pub fn extension(&self, job: &Job) -> &'static str {
        let framing = self.framing(job);
        if self.to.shape == Shape::Stream {
            return framing.name();
        }
        let in_lines = self.found.framing == Framing::Ndjson;
        let several = match self.from.codec {
            Codec::Document(_) => in_lines || self.found.in_array,
            Codec::Messages(_) => in_lines && self.found.in_array,
            Codec::Stream(_) => false,
        };
        if several { Framing::Ndjson.name() } else { Framing::Json.name() }
    }

    /// Converts the input.
    ///
    /// # Errors
    /// Where reading or writing fails.
    pub fn carry_out(
        &self,
        input: Input,
        job: &Job,
        write: &mut dyn Write,
        tell: &mut dyn FnMut(Diagnostic),
    ) -> io::Result<Outcome> {
        let mut lane = self.lane(job);
        let mut decoder = decoder(self.found.framing, job.max_frame);
        input.each_block(|block| {
            decoder.feed(block, &mut *lane);
            job.frames.store(lane.work().frames, Ordering::Relaxed);
            pass_on(lane.work(), write, tell)
        })?;
        decoder.finish(&mut *lane);
        lane.finish();
        let work = lane.work();
        work.report.close_losses();
        if work.frames == 0 {
            let help = "check what wrote it; an empty capture is no reply";
            work.report.error("frame/empty", crate::ir::At::NOWHERE, "the input holds nothing to read", help);
        }
        pass_on(work, write, tell)?;
        Ok(Outcome::of(&mut work.report, work.frames))
    }

    fn lane(&self, job: &Job) -> Box<dyn Lane> {
        let Self { found, from, to } = self;
        let framing = self.framing(job);
        let style = Style { framing, names: to.names, pretty: job.pretty };
        let mut work = Work::new(from, to, Out::new(style), job.on_error);
        work.rejects = job.rejects;
        if job.sums {
            work.report.sum_losses();
        }
        if from.id == to.id {
            return Box::new(CopyLane::new(work, (found.framing, framing), job.recur));
        }
        work.carry = job.carry;
        match from.codec {
            Codec::Stream(codec) => Box::new(StreamLane::new(work, codec, job.recur)),
            Codec::Messages(_) | Codec::Document(_) => {
                let parallel = job.cores > 1 && found.framing == Framing::Ndjson && to.shape != Shape::Stream;
                let lane = RecordLane::new(work);
                if parallel { Box::new(ParallelLane::new(lane, job.cores)) } else { Box::new(lane) }
            }
        }
    }
}

/// That a target has no shape for a source, in words.
pub(super) fn no_shape(to: Target, from: &WireFormat) -> String {
    format!("`{}` has no format that fits `{}`", family(to), from.id)
}

fn family(target: Target) -> &'static str {
    match target {
        Target::Format(format) => format.id,
        Target::Family(family) => family,
        Target::Fold(family) => family.unwrap_or("fold"),
    }
}

fn pass_on(work: &mut Work, write: &mut dyn Write, tell: &mut dyn FnMut(Diagnostic)) -> io::Result<()> {
    if !work.out.bytes().is_empty() {
        write.write_all(work.out.bytes())?;
        write.flush()?;
        work.out.clear();
    }
    work.report.drain().for_each(tell);
    Ok(())
}

/// The format to read: the best of what was found, by the documented order where several fit equally.
pub(super) fn choose(
    found: &Detected,
    among: &[&'static WireFormat],
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<&'static WireFormat, Refusal> {
    let pinned = match among {
        [only] => Some(*only),
        _ => None,
    };
    if let Some(format) = pinned {
        return Ok(format);
    }
    let Some(best) = found.best.first() else { return Err(unknown(found)) };
    if found.best.len() > 1 {
        let names: Vec<_> = found.best.iter().map(|format| format.id).collect();
        tell(Diagnostic {
            rule: "frame/tie",
            message: format!("fits {} equally; read as {}", names.join(", "), best.id),
            help: Some("name the format with --from".to_owned()),
            ..Diagnostic::default()
        });
    }
    Ok(best)
}

fn unknown(found: &Detected) -> Refusal {
    if found.empty {
        return Refusal::Empty;
    }
    if found.binary {
        return Refusal::Unknown("the input is no text".to_owned(), "chatwire reads SSE, NDJSON and JSON");
    }
    match found.stranger {
        Some(name) => Refusal::Unknown(
            format!("the input looks like {name}, which is none of the formats chatwire reads"),
            "`chatwire formats` lists what there is",
        ),
        None => Refusal::Unknown(
            "the wire format can't be told from the input".to_owned(),
            "name it with --from; `chatwire detect` says what was looked at",
        ),
    }
}
