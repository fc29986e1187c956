//! What there is to say of an input and of its conversion: faults, and what the target could not take over.
//!
//! Invariant. Nothing here prints and nothing here stops a run; the engine drains the report and decides.

mod diagnostic;
mod excerpt;
mod form;
mod github;
mod json;
mod junit;
mod loss_rules;
mod losses;
mod near;
mod rule;
mod sarif;
mod spread;
mod tally;
mod text;

use crate::ir::{At, AtNode, Extras, FrameExtra, JsonString, Place, Value};

pub use diagnostic::{Diagnostic, Severity};
pub use excerpt::Excerpt;
pub use form::{FindRule, Form, Looks, Render, renderer};
pub use json::to_json;
pub use loss_rules::LOSS_RULES;
pub use losses::{Loss, LossSlot};
pub use near::{closest, misspelt};
pub use rule::{Example, Level, Rule};
pub use tally::{Sum, Tally};
pub use text::{escaped, style, to_text};

use losses::Losses;
use spread::Spread;

/// Collects diagnostics and losses as readers and writers meet them.
#[derive(Debug, Default)]
pub struct Report {
    ready: Vec<Diagnostic>,
    losses: Losses,
    spread: Spread,
    errors: u64,
    lost: u64,
    replies: Replies,
    /// Whether findings take along an excerpt of what they stand in.
    excerpts: bool,
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
            AtNode::Value(_) | AtNode::Nowhere | AtNode::Place(_) => None,
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

    /// The value at `at` has no place in the target. `what` says in words what it is.
    pub fn dropped(&mut self, at: At<'_>, what: &str) -> LossSlot {
        self.lose(Loss::Dropped, at, what, None)
    }

    /// Several values become one: `what` says which and what is written.
    pub fn narrowed(&mut self, at: At<'_>, what: &str) -> LossSlot {
        self.lose(Loss::Narrowed, at, what, None)
    }

    /// The order or grouping has changed.
    pub fn moved(&mut self, at: At<'_>, what: &str) -> LossSlot {
        self.lose(Loss::Moved, at, what, None)
    }

    /// The target demands what the source lacks; `target` is a JSON pointer into the output.
    pub fn invented(&mut self, target: &str, what: &str) -> LossSlot {
        self.lost += 1;
        self.losses.invented(target, what)
    }

    /// A loss of any kind, with the id of the call or message it is about.
    pub fn lose(&mut self, loss: Loss, at: At<'_>, what: &str, id: Option<&JsonString>) -> LossSlot {
        self.lost += 1;
        let slot = self.losses.put(loss, at, what, id);
        if let AtNode::Place(place) = at.node
            && let Some((last, others)) = self.spread.of(place)
        {
            self.losses.again(slot, last);
            for other in others {
                let slot = self.losses.put(loss, At::place(&other.place), what, id);
                self.losses.again(slot, other.last);
            }
        }
        slot
    }

    /// The node at `place` runs on to the frame `last`: what is lost of it is lost up to there.
    pub fn runs_to(&mut self, place: &Place, last: u64) {
        self.spread.runs_to(place, last);
    }

    /// The node at `place` said the same at `earlier`: what is lost of it is lost there too.
    pub fn stood_also(&mut self, place: &Place, earlier: &Place) {
        self.spread.stood_also(place, earlier);
    }

    /// Ends what [`Report::runs_to`] and [`Report::stood_also`] have said.
    pub fn forget_places(&mut self) {
        self.spread.clear();
    }

    /// The loss in `slot` goes on in another frame: the same text, the next piece.
    #[inline]
    pub fn again(&mut self, slot: LossSlot, frame: u64) {
        self.losses.again(slot, frame);
    }

    /// Members of a node that only another family understands. A null or an empty text says nothing, so nothing is
    /// lost with it.
    pub fn drop_extras(&mut self, extras: &Extras) {
        for extra in extras.list.iter().filter(|extra| says_something(extra.value.as_str())) {
            self.dropped(At::place(&extra.place), &format!("`{}`", extra.name));
        }
    }

    /// Members of a frame that only another family understands; as [`Report::drop_extras`].
    pub fn drop_frame_extras(&mut self, at: At<'_>, extras: &[FrameExtra<'_>]) {
        for extra in extras.iter().filter(|extra| says_something(extra.value)) {
            self.lost += 1;
            self.losses.put_extra(at, extra.path, extra.name);
        }
    }

    /// Ends the losses that may still grow, so that they can be told.
    pub fn close_losses(&mut self) {
        self.losses.close(&mut self.ready);
    }

    /// What is ready to be told, in order.
    pub fn drain(&mut self) -> std::vec::Drain<'_, Diagnostic> {
        self.ready.drain(..)
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

fn says_something(value: &str) -> bool {
    value != "null" && value != "\"\""
}
