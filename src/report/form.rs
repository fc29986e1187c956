//! The forms in which findings are told, behind one interface: each gives text, and who writes it is somebody else.

use super::diagnostic::Diagnostic;
use super::rule::Rule;

/// A form of reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// For a person.
    #[default]
    Text,
    /// A JSON object a line.
    Json,
    /// Workflow commands, which GitHub shows beside the lines of a change.
    Github,
    /// SARIF 2.1.0, the Static Analysis Results Interchange Format.
    Sarif,
    /// The XML of `JUnit`, which most CI servers show as test results.
    Junit,
}

impl Form {
    /// Whether it is one document, so that nothing else may stand beside it.
    #[must_use]
    pub fn is_document(self) -> bool {
        matches!(self, Self::Sarif | Self::Junit)
    }
}

/// How text is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Looks {
    /// Whether it is coloured.
    pub styled: bool,
    /// The most findings that are told; the rest is counted.
    pub most: Option<u64>,
}

/// Tells findings in one form: inputs one after the other, the findings of each, and the end.
pub trait Render {
    /// The findings of another input come.
    fn input(&mut self, _source: &str, _out: &mut String) {}

    /// A finding.
    fn found(&mut self, source: &str, found: &Diagnostic, out: &mut String);

    /// The input could not be read at all; forms that have no word for that leave it to others.
    fn refused(&mut self, _source: &str, _why: &str, _out: &mut String) {}

    /// All is told.
    fn end(&mut self, _out: &mut String) {}
}

/// Finds the rule of a name.
pub type FindRule = fn(&str) -> Option<&'static Rule>;
