//! What is wrong with a reply on any wire, seen from its events: arguments that are no JSON, halves of characters, counts
//! that shrink, an end that forgets the error. Blind to formats.

use std::collections::HashSet;

use super::rules;
use crate::check::fault_of_arguments;
use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, Delta, Event, EventKind, Input, JsonStr, JsonString, Keyed, Part, PartKey, PartKind, Place,
    StopReason, Usage,
};
use crate::report::{Report, Rule};

/// Watches the events of replies.
#[derive(Default)]
pub(super) struct Watch {
    open: Keyed<PartKey, Open>,
    /// How many open parts end with half a character.
    n_halves: usize,
    call_ids: HashSet<JsonString>,
    usage: Usage,
    failed: bool,
}

/// A part that is open.
struct Open {
    place: Place,
    /// A call's name, and its arguments so far.
    call: Option<(JsonString, JsonString)>,
    /// The end of its text, where half a character stands that the next piece may complete.
    half: JsonString,
}

impl WriteEvents for Watch {
    fn write(&mut self, event: &Event<'_>, _out: &mut Out, report: &mut Report) {
        match event.kind {
            EventKind::Delta { key, delta } => self.delta(*key, delta, event.at, report),
            EventKind::RunStart(_) => *self = Self::default(),
            EventKind::PartStart { key, part, .. } => self.start(*key, part, report),
            EventKind::Revise { key, part } => self.revise(*key, part),
            EventKind::PartEnd { key } => self.end(*key, report),
            EventKind::Whole { part, .. } => self.whole(part, report),
            EventKind::Usage(usage) => self.count(usage, report),
            EventKind::Error(_) => self.failed = true,
            EventKind::RunEnd { finish, complete: true } => {
                let reason = finish.as_ref().map(|finish| finish.reason);
                if self.failed && matches!(reason, Some(StopReason::Stop | StopReason::ToolCalls)) {
                    let message = "an error came, and then the reply ended as if all were well";
                    tell(&rules::SUCCESS_AFTER_ERROR, event.at, message, report);
                }
            }
            EventKind::RunEnd { .. }
            | EventKind::MessageStart(_)
            | EventKind::Metadata { .. }
            | EventKind::StepStart { .. }
            | EventKind::StepReset { .. }
            | EventKind::CallReset { .. }
            | EventKind::State(_)
            | EventKind::Interrupt(_)
            | EventKind::StepEnd { .. }
            | EventKind::MessageEnd { .. }
            | EventKind::Raw { .. }
            | EventKind::Note => {}
        }
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Watch {
    /// Whether half of a character waits for the next piece, which has to be looked at.
    pub(super) fn waits(&self) -> bool {
        self.n_halves > 0
    }

    fn start(&mut self, key: PartKey, part: &Part, report: &mut Report) {
        let call = part.kind.call().map(|call| {
            self.call_id(call.id.as_ref(), &part.place, report);
            let so_far =
                if let Input::Text(text) = &call.input { text.clone() } else { JsonString::default() };
            (call.name.clone(), if call.free_text { JsonString::default() } else { so_far })
        });
        let free = part.kind.call().is_some_and(|call| call.free_text);
        let call = call.filter(|_| !free);
        self.open.push(key, Open { place: part.place.clone(), call, half: JsonString::default() });
    }

    fn revise(&mut self, key: PartKey, part: &Part) {
        let Some(open) = self.open.get_mut(&key) else { return };
        if let (Some((name, text)), Some(call)) = (&mut open.call, part.kind.call()) {
            name.clone_from(&call.name);
            match &call.input {
                Input::Absent => {}
                Input::Text(new) => text.clone_from(new),
                Input::Json(_) => text.clear(),
            }
        }
    }

    fn delta(&mut self, key: PartKey, delta: &Delta<'_>, at: At<'_>, report: &mut Report) {
        let Some(open) = self.open.get_mut(&key) else { return };
        match delta {
            Delta::Text(token) => {
                let waited = usize::from(!open.half.is_empty());
                halves(open, *token, at, report);
                self.n_halves = self.n_halves - waited + usize::from(!open.half.is_empty());
            }
            Delta::Args(token) => {
                if let Some((_, text)) = &mut open.call {
                    text.push(*token);
                }
            }
            Delta::Input(_) => {
                if let Some((_, text)) = &mut open.call {
                    text.clear();
                }
            }
            Delta::Signature(_) => {}
        }
    }

    fn end(&mut self, key: PartKey, report: &mut Report) {
        let Some(open) = self.open.remove(&key) else { return };
        if !open.half.is_empty() {
            self.n_halves -= 1;
            half(At::place(&open.place), report);
        }
        if let Some((name, text)) = &open.call {
            arguments(name, text, &open.place, report);
        }
    }

    fn whole(&mut self, part: &Part, report: &mut Report) {
        match &part.kind {
            PartKind::ToolCall(call) => {
                self.call_id(call.id.as_ref(), &part.place, report);
                if let (Input::Text(text), false) = (&call.input, call.free_text) {
                    arguments(&call.name, text, &part.place, report);
                }
            }
            PartKind::Text(text) => {
                if text.token().has_lone_surrogate() {
                    half(At::place(&part.place), report);
                }
            }
            PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {}
        }
    }

    fn call_id(&mut self, id: Option<&JsonString>, place: &Place, report: &mut Report) {
        let Some(id) = id.filter(|id| !id.is_empty()) else { return };
        if !self.call_ids.insert(id.clone()) {
            let message = format!("two calls of one reply have the id `{}`", id.decode());
            tell(&rules::CALL_ID_REPEATED, At::place(place), message, report);
        }
    }

    fn count(&mut self, usage: &Usage, report: &mut Report) {
        let counts = [("input", self.usage.input, usage.input), ("output", self.usage.output, usage.output)];
        for (what, before, now) in counts {
            if let (Some(before), Some(now)) = (before, now)
                && now < before
            {
                let message = format!("the {what} tokens were {before} and are {now} now");
                tell(&rules::USAGE_SHRINKS, At::place(&usage.place), message, report);
            }
        }
        self.usage.update(usage.clone());
    }
}

/// Whether half a character stands in the text so far; the second half may come with the next piece.
fn halves(open: &mut Open, token: JsonStr<'_>, at: At<'_>, report: &mut Report) {
    if open.half.is_empty() && !token.as_str().contains("\\u") {
        return;
    }
    open.half.push(token);
    if !open.half.token().has_lone_surrogate() {
        return open.half.clear();
    }
    let last = open.half.as_str().rfind("\\u").is_some_and(|index| index + 6 == open.half.as_str().len());
    if !last {
        half(at, report);
        open.half.clear();
    }
}

fn half(at: At<'_>, report: &mut Report) {
    tell(&rules::LONE_SURROGATE, at, "half of a character stands alone in the text", report);
}

/// What is wrong with the arguments of a call, once they are whole.
fn arguments(name: &JsonString, text: &JsonString, place: &Place, report: &mut Report) {
    if let Some(rule) = fault_of_arguments(text.token()) {
        let message = format!("{}: `{}`", rule.what, name.decode());
        tell(rule, At::place(place), message, report);
    }
}

fn tell(rule: &'static Rule, at: At<'_>, message: impl Into<String>, report: &mut Report) {
    report.find(rule, at, message, rule.help);
}
