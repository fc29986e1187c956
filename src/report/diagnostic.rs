//! One thing to say, with its place.

use super::excerpt::Excerpt;
use crate::ir::Field;

/// How bad it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Something to know.
    #[default]
    Note,
    /// The target could not take it over.
    Loss,
    /// A tolerant client lets it pass.
    Warning,
    /// The real client refuses it.
    Error,
}

impl Severity {
    /// Its word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Loss => "loss",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// A finding: where, what, what to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its rule, `<family>/<fault>`.
    pub rule: &'static str,
    /// What is the matter.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Line of the frame's first field, from 1; 0 where there is none.
    pub line: u64,
    /// Frame, from 1; 0 where there is none.
    pub frame: u64,
    /// JSON pointer in the frame.
    pub path: Option<String>,
    /// First and last frame, where it runs over several.
    pub frames: Option<(u64, u64)>,
    /// Id of the call or message it is about.
    pub id: Option<String>,
    /// JSON pointer into the output.
    pub target: Option<String>,
    /// What a loss is of.
    pub field: Option<Field>,
    /// What it stands in.
    pub excerpt: Option<Excerpt>,
    /// The record that is left out for it, or written as it was.
    pub rejected: Option<Box<Rejected>>,
}

/// What the message of a field that is dropped says after its name.
pub(super) const NO_PLACE: &str = " has no place in the target";

/// A record that could not be read or written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rejected {
    /// Its text as it stood, where it was asked for and is not too long to be at hand.
    pub row: Option<String>,
}
