//! The parts of a message as the wire groups them: answers with their calls, citations with their text.

use std::collections::{BTreeSet, HashMap};

use crate::ir::{
    ApprovalRequest, ApprovalResponse, At, Field, JsonString, Part, PartKind, Source, ToolResult,
};
use crate::report::{Loss, Report};

use super::tool::Tool;

/// One part of a UIMessage.
pub(super) enum Group<'p> {
    /// A call with all that belongs to it.
    Tool(Tool<'p>),
    /// A text with what it cites.
    Text(&'p Part, Vec<&'p Part>),
    /// Any other part.
    Other(&'p Part),
}

/// Groups `parts`. Answers without a call are reported.
pub(super) fn group<'p>(parts: &'p [Part], report: &mut Report) -> Vec<Group<'p>> {
    let mut groups = Groups { list: Vec::with_capacity(parts.len()), ..Groups::default() };
    for part in parts {
        groups.add(part, report);
    }
    groups.list
}

/// The groups so far, and where among them is what later parts belong to.
#[derive(Default)]
struct Groups<'p> {
    list: Vec<Group<'p>>,
    /// The last text, the last call and the border of the running step.
    text: Option<usize>,
    tool: Option<usize>,
    step: usize,
    /// The last call of each id, those that wait for an answer, and those that are asked about under an id.
    tools: HashMap<Option<&'p JsonString>, usize>,
    waiting: HashMap<Option<&'p JsonString>, BTreeSet<usize>>,
    asked: HashMap<&'p JsonString, BTreeSet<usize>>,
}

impl<'p> Groups<'p> {
    fn add(&mut self, part: &'p Part, report: &mut Report) {
        let index = self.list.len();
        match &part.kind {
            PartKind::Text(_) => {
                self.text = Some(index);
                self.list.push(Group::Text(part, Vec::new()));
            }
            PartKind::ToolCall(call) => {
                self.tool = Some(index);
                self.tools.insert(call.id.as_ref(), index);
                self.waiting.entry(call.id.as_ref()).or_default().insert(index);
                self.list.push(Group::Tool(Tool::new(part)));
            }
            PartKind::Source(source) if cites(source) => match self.text.map(|text| &mut self.list[text]) {
                Some(Group::Text(_, cited)) => cited.push(part),
                Some(Group::Tool(_) | Group::Other(_)) | None => self.list.push(Group::Other(part)),
            },
            PartKind::ToolResult(result) => self.result(part, result, report),
            PartKind::ApprovalRequest(request) => self.request(part, request, report),
            PartKind::ApprovalResponse(response) => self.response(part, response, report),
            PartKind::Step => {
                self.step = index;
                self.list.push(Group::Other(part));
            }
            PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::Error(_)
            | PartKind::Raw { .. } => self.list.push(Group::Other(part)),
        }
    }

    fn tool_at(&mut self, index: Option<usize>) -> Option<&mut Tool<'p>> {
        match self.list.get_mut(index?)? {
            Group::Tool(tool) => Some(tool),
            Group::Text(..) | Group::Other(_) => None,
        }
    }

    /// A result answers the first call of its id that waits in the running step, else the nearest that waits, else the
    /// nearest.
    fn result(&mut self, part: &'p Part, result: &'p ToolResult, report: &mut Report) {
        let id = result.id.as_ref();
        let waiting = self.waiting.get(&id);
        let waits = waiting.and_then(|waiting| waiting.range(self.step..).next().or(waiting.last()));
        let index = waits.or(self.tools.get(&id)).copied();
        let Some(tool) = self.tool_at(index) else {
            return orphan(part, "a tool result without its call", id, report);
        };
        replace(&mut tool.result, part, "an answer that a later one replaces", report);
        let (waits, waiting) = (tool.waits(), self.waiting.entry(id).or_default());
        match index {
            Some(index) if waits => {
                waiting.insert(index);
            }
            Some(index) => {
                waiting.remove(&index);
            }
            None => {}
        }
    }

    fn request(&mut self, part: &'p Part, request: &'p ApprovalRequest, report: &mut Report) {
        let index = match &request.call_id {
            None => self.tool,
            call => self.tools.get(&call.as_ref()).copied(),
        };
        let Some(tool) = self.tool_at(index) else {
            return orphan(part, "a question about a call that is not here", Some(&request.id), report);
        };
        replace(&mut tool.request, part, "a question that a later one replaces", report);
        self.asked.entry(&request.id).or_default().extend(index);
    }

    fn response(&mut self, part: &'p Part, response: &'p ApprovalResponse, report: &mut Report) {
        let of_call = self.tools.get(&response.call_id.as_ref()).copied();
        let index = self.last_asked(&response.id).max(of_call);
        let Some(tool) = self.tool_at(index) else {
            return orphan(part, "an answer to what nobody asked", Some(&response.id), report);
        };
        let what = "an answer to a question that a later one replaces";
        replace(&mut tool.response, part, what, report);
    }

    /// The last call that is asked about under this id; of some a later question has taken the place.
    fn last_asked(&mut self, id: &JsonString) -> Option<usize> {
        loop {
            let last = *self.asked.get(id)?.last()?;
            if self.tool_at(Some(last)).is_some_and(|tool| tool.asks(id)) {
                return Some(last);
            }
            self.asked.get_mut(id)?.pop_last();
        }
    }
}

/// Puts a part where an earlier one may stand, which is told unless it said the same.
fn replace<'p>(slot: &mut Option<&'p Part>, part: &'p Part, what: &str, report: &mut Report) {
    let Some(old) = slot.replace(part) else { return };
    if old.kind != part.kind || old.extras != part.extras {
        report.dropped(At::place(&old.place), (Field::Revision, what));
    }
}

fn cites(source: &Source) -> bool {
    source.citation.is_some()
}

fn orphan(part: &Part, what: &str, id: Option<&JsonString>, report: &mut Report) {
    report.lose(Loss::Dropped, At::place(&part.place), (part.kind.field(), what), id);
    report.drop_extras(&part.extras);
}
