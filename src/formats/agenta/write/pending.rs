//! What a paused turn waits for.

use super::super::nodes::{self, own};
use super::super::words;
use crate::ir::{
    ApprovalRequest, At, Extras, Field, Interrupt, Json, Message, PartKind, Patch, Tape, patched,
};
use crate::report::{Loss, Report};

/// What the run waits for: the last question, if the run is paused. Others are reported.
pub(super) fn pending(
    messages: &[Message],
    interrupts: &[Interrupt],
    paused: bool,
    report: &mut Report,
) -> Option<Json> {
    let mut asked: Vec<(&crate::ir::Place, Asked<'_>)> = Vec::new();
    for part in messages.iter().flat_map(|message| &message.parts) {
        if let PartKind::ApprovalRequest(request) = &part.kind {
            asked.push((&part.place, Asked::Approval(request, &part.extras)));
        }
    }
    asked.extend(interrupts.iter().map(|interrupt| (&interrupt.place, Asked::Other(interrupt))));
    asked.sort_by_key(|(place, _)| place.frame);
    let last = if paused { asked.pop() } else { None };
    for (place, asked) in asked {
        let (id, extras) = match asked {
            Asked::Approval(request, extras) => (&request.id, extras),
            Asked::Other(interrupt) => (&interrupt.id, &interrupt.extras),
        };
        report.lose(Loss::Dropped, At::place(place), Field::Interrupt, Some(id));
        report.drop_extras(extras);
    }
    let (_, asked) = last?;
    let text = match asked {
        Asked::Approval(request, extras) => {
            patched(&own(extras, "", report), |o| nodes::question(o, request, extras))
        }
        Asked::Other(interrupt) => patched(&own(&interrupt.extras, "", report), |o| {
            nodes::interrupt(o, interrupt, report);
        }),
    };
    Some(with_tool(text))
}

#[derive(Clone, Copy)]
enum Asked<'t> {
    Approval(&'t ApprovalRequest, &'t Extras),
    Other(&'t Interrupt),
}

/// An interaction with the name of its tool beside it, as the package adds it.
fn with_tool(text: String) -> Json {
    let mut tape = Tape::default();
    if tape.fill(&text).is_err() {
        return Json::from_valid(text);
    }
    let view = tape.view(&text);
    let root = view.root();
    let member = |name: &str| root.members().find(|(key, _)| key.is(name)).map(|(_, value)| value);
    if member("tool").is_some() {
        return Json::from_valid(text.clone());
    }
    let tool = member("payload").and_then(words::tool_of);
    let tool = tool.map_or_else(words::null, Json::string);
    let patch = Patch { set: vec![("/tool".to_owned(), tool)], remove: Vec::new() };
    Json::from_valid(crate::ir::apply(&text, &patch))
}
