//! A rule: one kind of fault, in words that can be looked up, with an example of each side.
//!
//! # The rules of a room
//! Every id that a reader or a checker reports is a rule of its room's `rules.rs` (or of the folder `rules/`, where one
//! file grows too long). A rule is a `static`; the room's `RULES` lists them all, and the family's line of the table
//! (`formats/mod.rs`) names that list. To add one:
//! ```text
//! /// What a reader calls `ag-ui/not-open`.
//! pub(in crate::formats::ag_ui) static NOT_OPEN: Rule = Rule {
//!     id: "ag-ui/not-open",                 // the fault, not the cure
//!     level: Level::Error,                  // what the real client does with it: see `Level`
//!     what: "an event goes on with something that is not open",
//!     why: "the client refuses the whole stream",
//!     source: "@ag-ui/client 1.0.0, verifyEvents",
//!     help: "send the START event with this id first",
//!     fails: Example::new("ag-ui-stream", "…"),  // an input, read as this format, in which the rule is told
//!     passes: Example::new("ag-ui-stream", "…"), // the same without the fault: it gives no error and not this rule
//!     ..Rule::BLANK                              // `whole: true` where `--partial` must not tell it
//! };
//! ```
//! A reader reports by the id (`report.error("ag-ui/not-open", …)`); how bad it is for `convert` is the reader's choice,
//! how bad it is for `validate` is the rule's level. A checker (see [`crate::check`]) reports by the static itself. Where
//! both find the same fault at the same place, it is told once, in the checker's words. Tests hold that every id in the
//! source of a room is a rule, that no rule is listed twice, and that both examples do what they should
//! (`cargo test --lib rules`); `UPDATE=1 cargo test --test rules` writes `docs/rules.md` anew.

use super::diagnostic::Severity;

/// A kind of fault.
#[derive(Debug)]
pub struct Rule {
    /// Its name: `<family>/<fault>`, `frame/<fault>`, `json/<fault>`, `loss/<kind>`.
    pub id: &'static str,
    /// How bad it is.
    pub level: Level,
    /// Whether it can only be told of an input that was seen from its start to its end; `--partial` leaves it out.
    pub whole: bool,
    /// What is wrong: one sentence, lower case, no full stop.
    pub what: &'static str,
    /// What comes of it: sentences.
    pub why: &'static str,
    /// The document or the package that says so.
    pub source: &'static str,
    /// What to do.
    pub help: &'static str,
    /// An input in which it is found.
    pub fails: Example,
    /// The same without the fault.
    pub passes: Example,
}

impl Rule {
    /// A rule that says nothing, to fill in what a rule leaves out.
    pub const BLANK: Self = Self {
        id: "",
        level: Level::Error,
        whole: false,
        what: "",
        why: "",
        source: "",
        help: "",
        fails: Example::new("", ""),
        passes: Example::new("", ""),
    };

    /// The family or floor that it is of: what stands before the slash.
    #[must_use]
    pub fn family(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(family, _)| family)
    }
}

/// How bad a kind of fault is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The real client refuses the input, or what the input says is an error.
    Error,
    /// The real client reads on, but something is lost, or others refuse it.
    Warning,
    /// Something to know.
    Note,
    /// A conversion loses something; no fault of the input.
    Loss,
    /// A tolerant client lets it pass without harm: an error under `--strict`, else not told.
    Strict,
}

impl Level {
    /// How bad a finding is, where it is told.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Self::Error | Self::Strict => Severity::Error,
            Self::Warning => Severity::Warning,
            Self::Note => Severity::Note,
            Self::Loss => Severity::Loss,
        }
    }

    /// Its word in texts about rules.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
            Self::Loss => "loss",
            Self::Strict => "error under --strict, else not told",
        }
    }
}

/// An input that shows a rule.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The format it is read as; empty where it is to be found out.
    pub from: &'static str,
    /// The format it is converted to, for what is only found in a conversion; else empty.
    pub to: &'static str,
    /// Whether it is converted with `--carry`.
    pub carry: bool,
    /// The member that is converted, where it is not all of a record.
    pub at: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
}

impl Example {
    /// Text that is validated as this format.
    #[must_use]
    pub const fn new(from: &'static str, text: &'static str) -> Self {
        Self { bytes: text.as_bytes(), ..Self::bytes(from, &[]) }
    }

    /// Bytes that are no text.
    #[must_use]
    pub const fn bytes(from: &'static str, bytes: &'static [u8]) -> Self {
        Self { from, to: "", carry: false, at: "", bytes }
    }

    /// Text that is converted.
    #[must_use]
    pub const fn converted(from: &'static str, to: &'static str, text: &'static str) -> Self {
        Self { to, ..Self::new(from, text) }
    }

    /// Text that is converted with `--carry`.
    #[must_use]
    pub const fn carried(from: &'static str, to: &'static str, text: &'static str) -> Self {
        Self { carry: true, ..Self::converted(from, to, text) }
    }

    /// Text of which one member is converted, whose format is found out.
    #[must_use]
    pub const fn member(at: &'static str, to: &'static str, text: &'static str) -> Self {
        Self { at, ..Self::converted("", to, text) }
    }
}
