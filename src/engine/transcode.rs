//! One input from its bytes to the bytes of another format.

use std::fmt;
use std::io::{self, Write};

use super::copy::CopyLane;
use super::detect::{Detected, detect};
use super::input::Input;
use super::parallel::ParallelLane;
use super::records::RecordLane;
pub use super::sink::OnError;
use super::sink::{Lane, Work};
use super::stream::StreamLane;
use super::target::Target;
use crate::codec::{Codec, Shape, WireFormat};
use crate::framing::{Framing, Out, Style, decoder};
use crate::report::Diagnostic;

/// What is to be done with an input.
#[derive(Clone)]
pub struct Job {
    /// The formats it may be in.
    pub from: Vec<&'static WireFormat>,
    /// What to write.
    pub to: Target,
    /// The framing to write in, where it is not the format's own.
    pub framing: Option<Framing>,
    /// What to do with what cannot be read.
    pub on_error: OnError,
    /// Whether documents are indented.
    pub pretty: bool,
    /// Whether what the target cannot say rides in its extension place, and what the source carries is taken out.
    pub carry: bool,
    /// The most bytes of a frame.
    pub max_frame: usize,
    /// How many cores a log is read on.
    pub cores: usize,
    /// Whether a frame that is like an earlier one goes past the reader. What comes out is the same: tests hold that.
    #[doc(hidden)]
    pub recur: bool,
}

/// How it went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Errors were found, the reply is an error or was cut short, or there was nothing.
    pub failed: bool,
    /// Something was lost.
    pub lost: bool,
}

/// Why an input could not be converted at all.
#[derive(Debug)]
pub enum Refusal {
    /// Reading or writing failed.
    Io(io::Error),
    /// There is nothing in it.
    Empty,
    /// It is not clear what the input is, or it cannot be what was asked for: message and help.
    Unknown(String, &'static str),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Empty => f.write_str("the input is empty"),
            Self::Unknown(message, _) => f.write_str(message),
        }
    }
}

impl std::error::Error for Refusal {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Empty | Self::Unknown(..) => None,
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// Converts one input. Bytes go to `write` as soon as their events are known; diagnostics to `tell`, in order.
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn transcode(
    mut input: Input,
    job: &Job,
    write: &mut dyn Write,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<Outcome, Refusal> {
    let found = detect(&mut input, &job.from, job.max_frame)?;
    let from = choose(&found, &job.from, tell)?;
    let Some(to) = job.to.resolve(from) else {
        let help = "`chatwire formats` lists what there is";
        return Err(Refusal::Unknown(
            format!("`{}` has no format that fits `{}`", family(job.to), from.id),
            help,
        ));
    };
    let mut lane = lane(from, to, &found, job)?;
    let mut decoder = decoder(found.framing, job.max_frame);
    input.each_block(|block| {
        decoder.feed(block, &mut *lane);
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
    let replies = work.report.replies();
    let failed = work.report.errors() > 0 || replies.cut > 0 || replies.failed > 0;
    Ok(Outcome { failed, lost: work.report.has_losses() })
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

fn lane(
    from: &'static WireFormat,
    to: &'static WireFormat,
    found: &Detected,
    job: &Job,
) -> Result<Box<dyn Lane>, Refusal> {
    let copied = from.id == to.id && to.shape == Shape::Stream;
    let own = match found.framing {
        Framing::Json if copied && !found.in_array => Framing::Ndjson,
        framing if copied => framing,
        Framing::Sse | Framing::Ndjson | Framing::Json => to.framing,
    };
    let framing = job.framing.unwrap_or(own);
    let style = Style { framing, names: to.names, pretty: job.pretty };
    let mut work = Work::new(from, to, Out::new(style), job.on_error);
    if from.id == to.id {
        return Ok(Box::new(CopyLane::new(work, (found.framing, framing), job.recur)));
    }
    work.carry = job.carry;
    Ok(match from.codec {
        Codec::Stream(codec) => Box::new(StreamLane::new(work, codec, job.recur)),
        Codec::Messages(_) | Codec::Document(_) => {
            let parallel = job.cores > 1 && found.framing == Framing::Ndjson && to.shape != Shape::Stream;
            let lane = RecordLane::new(work);
            if parallel { Box::new(ParallelLane::new(lane, job.cores)) } else { Box::new(lane) }
        }
    })
}
