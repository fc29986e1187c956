//! The calls of a stream as the SDK's fold holds them: what it throws at, and what it loses.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{rules, values};
use crate::check::Findings;
use crate::ir::{Fields, Keyed, Value};

/// The calls of a reply.
#[derive(Default)]
pub(super) struct Calls {
    /// By id, in the order of the steps.
    list: Keyed<String, Call>,
    /// The calls that a question is about, or was.
    asked: HashMap<String, BTreeSet<usize>>,
    /// Calls whose input may go on: those that a `tool-input-start` began.
    fed: HashSet<String>,
    step: u32,
}

/// A call as far as it has come.
struct Call {
    id: String,
    name: String,
    dynamic: bool,
    step: u32,
    state: State,
    approval: Option<Approval>,
}

/// A question whether a call may be made, and its answer.
struct Approval {
    id: String,
    approved: Option<bool>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Streaming,
    Available,
    Preliminary,
    Done,
}

impl Calls {
    /// A step begins.
    pub(super) fn next_step(&mut self) {
        self.step += 1;
    }

    /// The calls of this step are forgotten.
    pub(super) fn reset(&mut self) {
        while self.list.back().is_some_and(|call| call.step == self.step) {
            self.list.pop_back();
        }
        self.fed.clear();
    }

    /// Takes a chunk about a call: `verb` is what stands after `tool-`.
    pub(super) fn chunk(&mut self, verb: &str, root: Value<'_>, found: &mut Findings<'_>) {
        match verb {
            "input-start" => {
                self.fed.extend(text(root.look(), "toolCallId"));
                self.input(State::Streaming, root, found);
            }
            "input-delta" => self.delta(root, found),
            "input-available" => self.input(State::Available, root, found),
            "input-error" => self.failed_input(root, found),
            "output-available" | "output-error" | "output-denied" => self.output(verb, root, found),
            "approval-request" => self.question(root, found),
            "approval-response" => self.answer(root, found),
            _ => {}
        }
    }

    fn input(&mut self, state: State, root: Value<'_>, found: &mut Findings<'_>) {
        values::input(root, found);
        let fields = root.look();
        let (Some(id), Some(name)) = (text(fields, "toolCallId"), text(fields, "toolName")) else { return };
        let dynamic = fields.get("dynamic").is_some_and(|flag| flag.peek() == "true");
        let step = self.step;
        let known = self.of_this_step(&id).filter(|place| self.list[*place].dynamic == dynamic).last();
        let Some(known) = known else {
            if self.of_this_step(&id).next().is_some() {
                let message = format!("the call `{id}` is dynamic in one chunk and not in another");
                found.put(&rules::KIND_CHANGES, root, message);
            }
            self.list.push(id.clone(), Call { id, name, dynamic, step, state, approval: None });
            return;
        };
        let known = &mut self.list[known];
        if known.name != name {
            let message = format!("the call `{id}` of `{}` is now one of `{name}`", known.name);
            found.put(&rules::RENAMED, root, message);
        }
        if known.state != State::Streaming {
            let message = format!("input for the call `{id}`, whose input was there");
            found.put(&rules::GOES_BACK, root, message);
        }
        (known.name, known.state) = (name, state);
    }

    fn delta(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let Some(id) = text(root.look(), "toolCallId") else { return };
        if !self.fed.contains(&id) {
            let message = format!("a `tool-input-delta` for `{id}`, which has not started");
            let help = "send `tool-input-start` with this toolCallId first";
            return found.put_with_help(&rules::DELTA_WITHOUT_START, root, message, help);
        }
        if let Some(call) = self.list.get_mut(&id).filter(|call| call.state != State::Streaming) {
            call.state = State::Streaming;
            let message = format!("input for the call `{id}`, whose input was there");
            found.put(&rules::GOES_BACK, root, message);
        }
    }

    fn failed_input(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let fields = root.look();
        let (Some(id), Some(name)) = (text(fields, "toolCallId"), text(fields, "toolName")) else { return };
        let step = self.step;
        match self.list.get_mut(&id).filter(|call| call.step == step) {
            Some(call) => call.state = State::Done,
            None => {
                let dynamic = fields.get("dynamic").is_some_and(|flag| flag.peek() == "true");
                let call = Call { id: id.clone(), name, dynamic, step, state: State::Done, approval: None };
                self.list.push(id, call);
            }
        }
        values::input(root, found);
    }

    /// The calls of this step with this id, from the latest.
    fn of_this_step<'a>(&'a self, id: &'a str) -> impl Iterator<Item = usize> + 'a {
        self.list.places(id).take_while(|place| self.list[*place].step == self.step)
    }

    /// The call that an output or a question is about: the first of this step, else the latest.
    fn find(&mut self, verb: &str, root: Value<'_>, found: &mut Findings<'_>) -> Option<usize> {
        let id = text(root.look(), "toolCallId")?;
        let index = self.of_this_step(&id).last().or_else(|| self.list.place(&id));
        if index.is_none() {
            let message = format!("a `tool-{verb}` for the call `{id}`, which has not come");
            found.put(&rules::OUTPUT_WITHOUT_CALL, root, message);
        }
        index
    }

    /// The calls that a question of this id is open or answered about, from the first.
    fn asked_about<'a>(&'a self, id: &'a str) -> impl Iterator<Item = usize> + 'a {
        let asks = move |place: &usize| {
            let approval = self.list.at(*place).and_then(|call| call.approval.as_ref());
            approval.is_some_and(|approval| approval.id == id)
        };
        self.asked.get(id).into_iter().flatten().copied().filter(asks)
    }

    fn output(&mut self, verb: &str, root: Value<'_>, found: &mut Findings<'_>) {
        let Some(call) = self.find(verb, root, found) else { return };
        let call = &mut self.list[call];
        let id = &call.id;
        match call.state {
            State::Streaming => {
                let message = format!("an output for the call `{id}`, whose input is not there yet");
                found.put(&rules::OUTPUT_BEFORE_INPUT, root, message);
            }
            State::Done => {
                found.put(&rules::OUTPUT_TWICE, root, format!("the call `{id}` is done already"));
            }
            State::Available | State::Preliminary => {}
        }
        let approved = call.approval.as_ref().map(|approval| approval.approved);
        if verb == "output-denied" && approved != Some(Some(false)) {
            let message = format!("the call `{id}` is denied, and no answer denies it");
            found.put(&rules::DENIED_UNASKED, root, message);
        }
        if verb != "output-denied" && approved.is_some_and(|approved| approved != Some(true)) {
            let message = format!("the call `{id}` has an output, and its approval was not given");
            found.put(&rules::OUTPUT_UNAPPROVED, root, message);
        }
        let preliminary = root.look().get("preliminary").is_some_and(|flag| flag.peek() == "true");
        call.state = if preliminary { State::Preliminary } else { State::Done };
    }

    fn question(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let Some(id) = text(root.look(), "approvalId") else { return };
        let call_id = text(root.look(), "toolCallId");
        if self.asked_about(&id).any(|place| Some(&self.list[place].id) != call_id.as_ref()) {
            let message = format!("the question `{id}` is that about another call");
            found.put(&rules::APPROVAL_ID_REPEATED, root, message);
        }
        let Some(place) = self.find("approval-request", root, found) else { return };
        let call = &mut self.list[place];
        if let Some(open) = call.approval.as_ref().filter(|open| open.approved.is_none()) {
            let again = if open.id == id { "is asked already" } else { "is not answered" };
            let message = format!("the question `{}` about the call `{}` {again}", open.id, call.id);
            found.put(&rules::ASKED_AGAIN, root, message);
        }
        self.asked.entry(id.clone()).or_default().insert(place);
        call.approval = Some(Approval { id, approved: None });
    }

    fn answer(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let fields = root.look();
        let Some(id) = text(fields, "approvalId") else { return };
        let asked = self.asked_about(&id).next();
        let Some(approval) = asked.and_then(|place| self.list[place].approval.as_mut()) else {
            let message = format!("an answer to `{id}`, which nobody asks");
            return found.put(&rules::ANSWER_WITHOUT_REQUEST, root, message);
        };
        if approval.approved.is_some() {
            found.put(&rules::ANSWERED_TWICE, root, format!("the question `{id}` is answered already"));
        }
        approval.approved = Some(fields.get("approved").is_some_and(|flag| flag.peek() == "true"));
    }

    /// The reply has ended; what calls lack stays so.
    pub(super) fn left(&self, found: &mut Findings<'_>) {
        for call in self.list.iter() {
            let id = &call.id;
            match call.state {
                State::Streaming => {
                    let message = format!("the input of the call `{id}` never became available");
                    found.put_here(&rules::CALL_UNFINISHED, message);
                }
                State::Preliminary => {
                    let message = format!("the last output of the call `{id}` is preliminary");
                    found.put_here(&rules::PRELIMINARY_LEFT, message);
                }
                State::Available | State::Done => {}
            }
        }
    }
}

fn text(fields: Fields<'_>, key: &str) -> Option<String> {
    Some(fields.token(key)?.decode().into_owned())
}
