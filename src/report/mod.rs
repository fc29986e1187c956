//! What there is to say of an input and of its conversion: faults, and what the target could not take over.
//!
//! Invariant. Nothing here prints and nothing here stops a run; the engine drains the report and decides.

mod diagnostic;
mod difference;
mod escape;
mod excerpt;
mod form;
mod frames;
mod github;
mod json;
mod junit;
mod lose;
mod loss_rules;
mod losses;
mod near;
mod renderers;
mod rule;
mod sarif;
mod spread;
mod tally;
mod text;

use crate::ir::{At, AtNode, Says, Value};

pub use diagnostic::{Diagnostic, Rejected, Severity};
pub use difference::{Change, Difference, difference_to_json};
pub use escape::escaped;
pub use excerpt::Excerpt;
pub use form::{FindRule, Form, Looks, Render};
pub use json::to_json;
pub use loss_rules::LOSS_RULES;
pub use losses::{Loss, LossSlot, What};
pub use near::{closest, misspelt};
pub use renderers::renderer;
pub use rule::{Example, Level, Rule};
pub use tally::{Sum, Tally};
pub use text::{style, to_text};

use losses::Losses;
use spread::Spread;

/// Collects diagnostics and losses as readers and writers meet them.
#[derive(Debug, Default)]
pub struct Report {
    ready: Vec<Diagnostic>,
    losses: Losses,
    spread: Spread,
    /// What the source can say, and where it says it.
    source: Says,
    /// What the target can say.
    target: Says,
    errors: u64,
    lost: u64,
    replies: Replies,
    /// Whether findings take along an excerpt of what they stand in.
    excerpts: bool,
    /// Rules of notes that are told once.
    noted: Vec<&'static str>,
}

/// How the replies of a stream went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replies {
    /// How many ended, one way or another.
    pub all: u64,
    /// How many were cut short: no end was seen.
    pub cut: u64,
    /// How many errors they carried.
    pub failed: u64,
}

impl Report {
    /// A fault that makes the answer "no": the input is broken or the reply is an error.
    pub fn error(&mut self, rule: &'static str, at: At<'_>, message: impl Into<String>, help: &str) {
        self.errors += 1;
        self.say(Severity::Error, rule, at, message.into(), help);
    }

    /// A fault that a tolerant client lets pass.
    pub fn warning(&mut self, rule: &'static str, at: At<'_>, message: impl Into<String>, help: &str) {
        self.say(Severity::Warning, rule, at, message.into(), help);
    }

    /// Something to know.
    pub fn note(&mut self, rule: &'static str, at: At<'_>, message: impl Into<String>, help: &str) {
        self.say(Severity::Note, rule, at, message.into(), help);
    }

    /// Something to know that is told once.
    pub fn note_once(&mut self, rule: &'static str, at: At<'_>, message: impl Into<String>, help: &str) {
        if !self.noted.contains(&rule) {
            self.noted.push(rule);
            self.note(rule, at, message, help);
        }
    }

    /// A fault of this kind.
    pub fn find(&mut self, rule: &'static Rule, at: At<'_>, message: impl Into<String>, help: &str) {
        self.say(rule.level.severity(), rule.id, at, message.into(), help);
    }

    /// What was found last stands in an element that stands at `base` in its document.
    pub fn rebase(&mut self, base: &str) {
        if let (false, Some(found)) = (base.is_empty(), self.ready.last_mut()) {
            found.path = Some(format!("{base}{}", found.path.as_deref().unwrap_or("")));
        }
    }

    /// The excerpt of what was found last marks `value`, where it has one.
    pub fn mark(&mut self, value: Value<'_>) {
        if let Some(Diagnostic { excerpt: Some(excerpt), .. }) = self.ready.last_mut() {
            *excerpt = Excerpt::of(value);
        }
    }

    /// From now on each finding takes along an excerpt of what it stands in, where that is at hand.
    pub fn with_excerpts(&mut self) {
        self.excerpts = true;
    }

    fn say(&mut self, severity: Severity, rule: &'static str, at: At<'_>, message: String, help: &str) {
        let path = at.path();
        let excerpt = match at.node {
            AtNode::Value(value) if self.excerpts => Some(Excerpt::of(value)),
            AtNode::Value(_) | AtNode::Nowhere | AtNode::Place(_) | AtNode::Path(_) => None,
        };
        self.ready.push(Diagnostic {
            severity,
            rule,
            message,
            help: (!help.is_empty()).then(|| help.to_owned()),
            line: at.line,
            frame: at.frame,
            path: (!path.is_empty()).then(|| path.into_owned()),
            excerpt,
            ..Diagnostic::default()
        });
    }

    /// The record in which the findings after the first `told` are was left out, for the first error among them.
    pub(crate) fn reject(&mut self, told: usize, rejected: Rejected) {
        let new = self.ready.get_mut(told..).unwrap_or_default();
        if let Some(found) = new.iter_mut().find(|found| found.severity == Severity::Error) {
            found.rejected = Some(Box::new(rejected));
        }
    }

    /// Changes the findings after the first `told`: what read them does not know where they stand.
    pub(crate) fn move_since(&mut self, told: usize, change: impl FnMut(&mut Diagnostic)) {
        self.ready.get_mut(told..).unwrap_or_default().iter_mut().for_each(change);
    }

    /// Takes over a finding.
    pub(crate) fn add(&mut self, found: Diagnostic) {
        self.errors += u64::from(found.severity == Severity::Error);
        self.lost += u64::from(found.severity == Severity::Loss);
        self.ready.push(found);
    }

    /// What is ready to be told, in order.
    pub fn drain(&mut self) -> std::vec::Drain<'_, Diagnostic> {
        self.ready.drain(..)
    }

    /// An empty report on the same way.
    pub(crate) fn like(&self) -> Self {
        let (excerpts, losses) = (self.excerpts, self.losses.like());
        Self { excerpts, losses, ..Self::between(self.source, self.target) }
    }

    /// What there is to tell so far; its losses are closed. What is left is a report on the same way.
    pub(crate) fn hand_over(&mut self) -> Self {
        let rest = self.like();
        std::mem::replace(self, rest)
    }

    /// Takes over what another report has to tell; its losses are closed.
    pub(crate) fn append(&mut self, mut other: Self) {
        let again = |found: &Diagnostic| found.severity == Severity::Note && self.noted.contains(&found.rule);
        other.ready.retain(|found| !again(found));
        self.noted.append(&mut other.noted);
        self.ready.append(&mut other.ready);
        self.losses.add_sum(&other.take_sum());
        self.errors += other.errors;
        self.lost += other.lost;
        self.replies.all += other.replies.all;
        self.replies.cut += other.replies.cut;
        self.replies.failed += other.replies.failed;
    }

    /// How many diagnostics wait to be drained; a loss that may still grow is none yet.
    pub(crate) fn told(&self) -> usize {
        self.ready.len()
    }

    /// A reply has ended.
    pub fn reply_ends(&mut self, complete: bool) {
        self.replies.all += 1;
        self.replies.cut += u64::from(!complete);
    }

    /// A reply is or carries an error.
    pub fn reply_fails(&mut self) {
        self.replies.failed += 1;
    }

    /// Takes in what another report holds, but for the diagnostics that `keep` refuses.
    pub fn take_in(&mut self, mut other: Self, keep: impl Fn(&Diagnostic) -> bool) {
        other.close_losses();
        other.ready.into_iter().filter(keep).for_each(|found| self.add(found));
    }

    /// How the replies went.
    #[must_use]
    pub fn replies(&self) -> Replies {
        self.replies
    }

    /// How many errors there were.
    #[must_use]
    pub fn errors(&self) -> u64 {
        self.errors
    }

    /// Whether anything was lost.
    #[must_use]
    pub fn has_losses(&self) -> bool {
        self.lost > 0
    }
}
