//! Answers to questions about calls that wait, as the entries of `resume`.

use super::place;
use crate::ir::{ApprovalResponse, Json, Message, Part, PartKind, Role};
use crate::report::Report;

/// Takes the answers out of the message that paused: one that nobody has spoken after.
pub(super) fn take(messages: &mut [Message], report: &mut Report) -> Vec<Json> {
    let last = messages.iter().rposition(|message| !matches!(message.role, Role::Assistant | Role::Tool));
    let begin = last.map_or(0, |last| last + 1);
    let mut answered = Vec::new();
    for message in &messages[begin..] {
        answered.extend(message.parts.iter().filter_map(|part| part.kind.result()?.id.clone()));
    }
    let mut entries = Vec::new();
    for message in &mut messages[begin..] {
        let waits = |part: &Part| {
            let response = part.kind.approval_response();
            response.is_some_and(|response| {
                response.call_id.as_ref().is_some_and(|call| !answered.contains(call))
            })
        };
        let (taken, mut left): (Vec<_>, Vec<_>) =
            std::mem::take(&mut message.parts).into_iter().partition(waits);
        for part in &taken {
            if let PartKind::ApprovalResponse(response) = &part.kind {
                entries.push(entry(response, part, report));
                // The answer names the question.
                left.retain(|part| {
                    !part.kind.approval_request().is_some_and(|request| {
                        request.id == response.id && request.reason.is_none() && part.extras.list.is_empty()
                    })
                });
            }
        }
        message.parts = left;
    }
    entries
}

fn entry(response: &ApprovalResponse, part: &Part, report: &mut Report) -> Json {
    let ApprovalResponse { id, call_id: _, approved, reason } = response;
    let patch = place::own(&part.extras, "", "", report);
    place::object(&patch, |entry| {
        entry.text("interruptId", id).word("status", "resolved").object("payload", |payload| {
            payload.flag("approved", *approved).maybe("reason", reason.as_ref());
        });
    })
}
