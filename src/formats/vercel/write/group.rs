//! The parts of a message as the wire groups them: answers with their calls, citations with their text.

use crate::ir::{At, Field, JsonString, Part, PartKind, Source};
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
    let mut groups: Vec<Group<'p>> = Vec::with_capacity(parts.len());
    for part in parts {
        match &part.kind {
            PartKind::Text(_) => groups.push(Group::Text(part, Vec::new())),
            PartKind::ToolCall(_) => groups.push(Group::Tool(Tool::new(part))),
            PartKind::Source(source) if cites(source) => match last_text(&mut groups) {
                Some(cited) => cited.push(part),
                None => groups.push(Group::Other(part)),
            },
            PartKind::ToolResult(result) => match for_result(&mut groups, result.id.as_ref()) {
                Some(tool) => replace(&mut tool.result, part, "an answer that a later one replaces", report),
                None => orphan(part, "a tool result without its call", result.id.as_ref(), report),
            },
            PartKind::ApprovalRequest(request) => {
                let same =
                    |tool: &Tool<'_>| request.call_id.is_none() || tool.id() == request.call_id.as_ref();
                match last_tool(&mut groups, same) {
                    Some(tool) => {
                        replace(&mut tool.request, part, "a question that a later one replaces", report)
                    }
                    None => {
                        orphan(part, "a question about a call that is not here", Some(&request.id), report)
                    }
                }
            }
            PartKind::ApprovalResponse(response) => {
                let asked =
                    |tool: &Tool<'_>| tool.asks(&response.id) || tool.id() == response.call_id.as_ref();
                match last_tool(&mut groups, asked) {
                    Some(tool) => {
                        let what = "an answer to a question that a later one replaces";
                        replace(&mut tool.response, part, what, report)
                    }
                    None => orphan(part, "an answer to what nobody asked", Some(&response.id), report),
                }
            }
            PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => groups.push(Group::Other(part)),
        }
    }
    groups
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

fn last_text<'g, 'p>(groups: &'g mut [Group<'p>]) -> Option<&'g mut Vec<&'p Part>> {
    groups.iter_mut().rev().find_map(|group| match group {
        Group::Text(_, cited) => Some(cited),
        Group::Tool(_) | Group::Other(_) => None,
    })
}

fn last_tool<'g, 'p>(
    groups: &'g mut [Group<'p>],
    fits: impl Fn(&Tool<'p>) -> bool,
) -> Option<&'g mut Tool<'p>> {
    groups.iter_mut().rev().find_map(|group| match group {
        Group::Tool(tool) if fits(tool) => Some(tool),
        Group::Tool(_) | Group::Text(..) | Group::Other(_) => None,
    })
}

/// The call that a result answers: the first of its id that waits in the running step, else the nearest that waits,
/// else the nearest.
fn for_result<'g, 'p>(groups: &'g mut [Group<'p>], id: Option<&JsonString>) -> Option<&'g mut Tool<'p>> {
    let is_step = |group: &Group<'_>| matches!(group, Group::Other(part) if part.kind == PartKind::Step);
    let step = groups.iter().rposition(is_step).unwrap_or(0);
    let waits = |group: &Group<'p>| matches!(group, Group::Tool(tool) if tool.id() == id && tool.waits());
    if let Some(here) = groups[step..].iter().position(waits) {
        return last_tool(&mut groups[..=step + here], |_| true);
    }
    let waits = groups.iter().any(waits);
    last_tool(groups, |tool| tool.id() == id && (!waits || tool.waits()))
}
