//! Answers to interrupts. One that says whether a call may be made is an answer to a question about that call.

use crate::codec::Source;
use crate::ir::{ApprovalResponse, Fields, JsonString, Kind, Message, Part, PartKind, Role, Value};

/// Takes the answers of a request, if each is a yes or no about a call that waits: they stand in the message that
/// paused. Any other stay unread: no other family has them.
pub(super) fn answers(fields: Fields<'_>, messages: &mut [Message], source: &Source<'_>) {
    let Some(list) = fields.get("resume").filter(|list| list.kind() == Kind::Array) else { return };
    let waiting = waiting(messages);
    let alone = list.elements().count() == 1 && waiting.len() == 1;
    let calls: Option<Vec<_>> = list.elements().map(|entry| call_of(entry, &waiting, alone)).collect();
    let Some(calls) = calls else { return };
    let Some(paused) = messages.iter_mut().rev().find(|message| message.role == Role::Assistant) else {
        return;
    };
    for (entry, call_id) in list.items().zip(calls) {
        let answer = entry.fields();
        let payload = answer.object("payload");
        if let Some(status) = answer.get("status") {
            status.skip();
        }
        let response = ApprovalResponse {
            id: answer.string("interruptId").unwrap_or_default(),
            call_id: Some(call_id),
            approved: payload.flag("approved").unwrap_or_default(),
            reason: payload.string("reason"),
        };
        let (extras, place) = (source.extras(entry), source.place(entry));
        paused.parts.push(Part { kind: PartKind::ApprovalResponse(response), extras, place });
    }
}

/// Ids of the calls that nobody has answered.
fn waiting(messages: &[Message]) -> Vec<JsonString> {
    let parts = || messages.iter().flat_map(|message| &message.parts);
    let answered = |id: &JsonString| {
        parts().any(|part| part.kind.result().is_some_and(|result| result.id.as_ref() == Some(id)))
    };
    let ids = parts().filter_map(|part| part.kind.call()?.id.clone());
    ids.filter(|id| !answered(id)).collect()
}

/// The call that an entry decides about: the one that its interrupt is named after, else the only one that waits.
fn call_of(entry: Value<'_>, waiting: &[JsonString], alone: bool) -> Option<JsonString> {
    let id = member(entry, "interruptId")?.token()?;
    let resolved = member(entry, "status")?.token()?.is("resolved");
    let payload = member(entry, "payload").filter(|payload| payload.kind() == Kind::Object)?;
    let just = payload.members().all(|(key, value)| match key.as_str() {
        "approved" => value.kind() == Kind::Bool,
        "reason" => value.kind() == Kind::String,
        _ => false,
    });
    if !resolved || !just || member(payload, "approved").is_none() {
        return None;
    }
    let named = waiting.iter().find(|call| call.token() == id);
    named.or_else(|| waiting.first().filter(|_| alone)).cloned()
}

/// A member by name; looking is not reading.
fn member<'v>(value: Value<'v>, name: &str) -> Option<Value<'v>> {
    value.members().filter(|(key, _)| key.is(name)).last().map(|(_, value)| value)
}
