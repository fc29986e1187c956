//! What is to be done with an input, and how it went.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::{fmt, io};

use super::detect::everything;
use super::pointer::Pointer;
pub use super::sink::OnError;
use super::target::Target;
use crate::codec::WireFormat;
use crate::framing::Framing;
use crate::report::{Report, Tally};

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
    /// The members that are converted, where it is not all of a record; none stands in another.
    pub at: Vec<Pointer>,
    /// Whether findings take along the text of the record that is left out for them.
    pub rejects: bool,
    /// Whether losses are only counted by what they say, and the outcome has the sum: nobody asks for each.
    pub sums: bool,
    /// How many cores a log is read on.
    pub cores: usize,
    /// Where it is written down after each block how many frames or records of the input were read, for who shows it.
    pub frames: Arc<AtomicU64>,
    /// Whether a frame that is like an earlier one goes past the reader. What comes out is the same: tests hold that.
    #[doc(hidden)]
    pub recur: bool,
}

/// The longest frame that is read unless another limit is set, in bytes.
pub const MAX_FRAME: usize = 256 * 1024 * 1024;

impl Job {
    /// Writes `to`, from any format, with nothing else asked for.
    #[must_use]
    pub fn new(to: Target) -> Self {
        Self {
            from: everything(),
            to,
            framing: None,
            on_error: OnError::Skip,
            pretty: false,
            carry: false,
            max_frame: MAX_FRAME,
            at: Vec::new(),
            rejects: false,
            sums: false,
            cores: 1,
            frames: Arc::default(),
            recur: true,
        }
    }
}

/// How it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Errors were found, the reply is an error or was cut short, or there was nothing.
    pub failed: bool,
    /// Something was lost.
    pub lost: bool,
    /// How many frames or records there were, good or bad.
    pub records: u64,
    /// The losses that were only counted.
    pub losses: Tally,
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

impl Outcome {
    /// How it went by what is told of it.
    pub(super) fn of(report: &mut Report, records: u64) -> Self {
        let replies = report.replies();
        let failed = report.errors() > 0 || replies.cut > 0 || replies.failed > 0;
        Self { failed, lost: report.has_losses(), records, losses: report.take_sum() }
    }
}
