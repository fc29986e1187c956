//! The contract of checkers: what `validate` finds beyond what reading does.
//!
//! A reader tells what it has to work around. A checker tells the rest: the shape of each frame ([`crate::schema`]), what
//! has to agree from frame to frame, and what the real servers and clients ask of a history. It only looks (`look`,
//! `peek`, `token`, `members`, `elements`) and never reads, as the reader of the same frame comes after it.
//!
//! One checker sees one input of its format: the frames of a stream, the messages of one history one by one, or one
//! document. Where the shape is all there is to check, [`crate::schema::Shaped`] is the checker.
//!
//! # How a room gets its checkers
//! `formats/ag_ui` is the model: `rules/` (the catalogue), `check/` (the tables and the state), one line in each row of
//! `FORMATS` (`checker: Some(check::stream)`).
//! 1. Write the `RULES` of the room: first every id its readers report, then the rules of the shape ([`crate::schema::Faults`]),
//!    then those of order and agreement that reading does not find. How a rule is written stands in `report/rule.rs`. A test
//!    tells what is missing.
//! 2. The level of a rule is what the real client does: an error where it refuses, a warning where it reads on and loses
//!    something or others refuse, `Strict` where it is a slip without harm. It goes before the severity that the reader
//!    chose, which stands for `convert`. If one id is an error here and a warning there, it is two rules.
//! 3. Write the document down as tables in `check/`: one `static Object` for each node, `Tagged` where a member tells them
//!    apart. A `const` that holds a nested type needs the inner type as a `const` of its own; a `static` does not.
//!    `Faults` says which rule each departure falls under; a stream and a document may have different ones (a client
//!    drops what a schema refuses). Objects that vendors add members to are `.open()`: only a misspelt member is told then.
//! 4. What goes from frame to frame is state in a struct that is [`Check`]. What the events of the shared vocabulary
//!    show is not for a room: arguments that are no JSON, call ids that come twice, counts that shrink, success after an
//!    error, half characters (`engine/watch.rs`) and repeated keys are found for all streams. In documents call
//!    [`arguments`] for the text of a call's arguments.
//! 5. A fault that the checker tells of a member silences what the reader says of the same member of the same frame, and
//!    the same rule at the same place is told once: point both at the same value, and prefer the checker's words.
//! 6. Where it stands in the way of the truth, mend the reader: a false alarm in it is a false alarm of `convert`, too.

pub mod rules;

use crate::calls::resent;
use crate::emit::Frame;
use crate::ir::{At, AtNode, Json, JsonStr, Kind, Value};
use crate::report::{Report, Rule};

/// Makes a checker.
pub type MakeCheck = fn() -> Box<dyn Check>;

/// Finds what is wrong with the frames of one wire.
pub trait Check {
    /// Takes a frame of a stream, a message of a history, or a document.
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>);

    /// White space stands beside the wire's own last word, which comes next; some clients do not know it then.
    fn padded_sentinel(&mut self, _found: &mut Findings<'_>) {}

    /// The wire's own last word came (`[DONE]`), under this event name, if any.
    fn sentinel(&mut self, _name: Option<&str>, _found: &mut Findings<'_>) {}

    /// The stream or the history is at its end.
    fn finish(&mut self, _found: &mut Findings<'_>) {}
}

/// Where a checker puts what it finds in one frame, message or document.
pub struct Findings<'r> {
    report: &'r mut Report,
    frame: u64,
    line: u64,
    base: &'r str,
}

impl<'r> Findings<'r> {
    /// Findings of the frame with this number and line; `base` is the JSON pointer of what is checked, where it is an
    /// element of a larger document.
    pub fn new(report: &'r mut Report, frame: u64, line: u64, base: &'r str) -> Self {
        Self { report, frame, line, base }
    }

    /// A fault at `value`; the help is the rule's own.
    pub fn put(&mut self, rule: &'static Rule, value: Value<'_>, message: impl Into<String>) {
        self.put_with_help(rule, value, message, rule.help);
    }

    /// A fault at `value`, with help that knows more than the rule's own.
    pub fn put_with_help(
        &mut self,
        rule: &'static Rule,
        value: Value<'_>,
        message: impl Into<String>,
        help: &str,
    ) {
        let at = At { frame: self.frame, line: self.line, node: AtNode::Value(value) };
        self.report.find(rule, at, message, help);
        self.report.rebase(self.base);
    }

    /// What was found last is best seen at `value`, which its excerpt marks.
    pub fn mark(&mut self, value: Value<'_>) {
        self.report.mark(value);
    }

    /// A fault of no value: something is not there.
    pub fn put_here(&mut self, rule: &'static Rule, message: impl Into<String>) {
        let at = At { frame: self.frame, line: self.line, node: AtNode::Nowhere };
        self.report.find(rule, at, message, rule.help);
        self.report.rebase(self.base);
    }
}

/// What is wrong with the arguments of a call that stand as text in a JSON string. No text means no arguments.
#[must_use]
pub fn fault_of_arguments(text: JsonStr<'_>) -> Option<&'static Rule> {
    let text = text.decode_json();
    if text.trim().is_empty() {
        return None;
    }
    match Json::check(&text) {
        Some(value) if value.kind() == Kind::Object => None,
        Some(_) => Some(&rules::ARGUMENTS_NOT_OBJECT),
        None if resent(&text).is_some() => Some(&rules::ARGUMENTS_RESENT),
        None => Some(&rules::ARGUMENTS_NOT_JSON),
    }
}

/// Tells what is wrong with the arguments of a call in a document.
pub fn arguments(value: Value<'_>, found: &mut Findings<'_>) {
    if let Some(rule) = value.token().and_then(fault_of_arguments) {
        found.put(rule, value, rule.what);
    }
}
