//! Nodes that frames and bodies share, as they are written.

use super::words::{APPROVAL, FAMILY, is_absent};
use crate::ir::{
    ApprovalRequest, ApprovalResponse, At, Extras, Field, File, FileContent, Interrupt, Json, JsonString,
    Kind, Obj, Patch, Tape, apply,
};
use crate::report::Report;
use crate::unsaid;

/// How to put a node's own extras back, `base` being where the node stands; those of others are reported. Nulls are
/// marks, not members.
pub(super) fn own(extras: &Extras, base: &str, report: &mut Report) -> Patch {
    let mut patch = Patch::default();
    if extras.family != FAMILY {
        report.drop_extras(extras);
        return patch;
    }
    for extra in extras.list.iter().filter(|extra| extra.value.kind() != Kind::Null) {
        patch.set.push((format!("{base}{}", extra.name), extra.value.clone()));
    }
    patch
}

/// The members of an interaction that asks whether a call may be made.
pub(super) fn question(o: &mut Obj<'_>, request: &ApprovalRequest, extras: &Extras) {
    let ApprovalRequest { id, call_id, reason } = request;
    o.text("id", id).word("kind", APPROVAL).object("payload", |o| {
        if !is_absent(extras, "/payload/toolCallId") {
            o.maybe("toolCallId", call_id.as_ref());
        }
        o.maybe("reason", reason.as_ref());
    });
}

/// The members of an answer to such a question.
pub(super) fn answer(o: &mut Obj<'_>, response: &ApprovalResponse) {
    let ApprovalResponse { id, call_id, approved, reason } = response;
    o.text("id", id).word("kind", APPROVAL).object("payload", |o| {
        o.flag("approved", *approved).maybe("toolCallId", call_id.as_ref()).maybe("reason", reason.as_ref());
    });
}

/// The members of any other interaction. A source that names no kind asks the person for input; the call and the message
/// stand in the payload.
pub(super) fn interrupt(o: &mut Obj<'_>, interrupt: &Interrupt, report: &mut Report) {
    if let Some(request) = interrupt.question() {
        unsaid::interrupt_reason(report, interrupt);
        return question(o, &request, Extras::NONE);
    }
    let Interrupt { id, reason, call_id, message, payload, extras: _, place } = interrupt;
    o.text("id", id);
    match reason {
        Some(reason) => o.text("kind", reason),
        None => {
            report.invented("/data/kind", (Field::Interrupt, "the kind of an interaction"));
            o.word("kind", "user_input")
        }
    };
    let extra = [("toolCallId", call_id), ("message", message)];
    let object = payload.as_ref().is_none_or(|payload| payload.kind() == Kind::Object);
    if !object && extra.iter().any(|(_, value)| value.is_some()) {
        report.dropped(
            At::place(place),
            (Field::Interrupt, "the message of an interaction with a payload that is no object"),
        );
    }
    let base = payload.as_ref().map_or("{}", Json::as_str);
    let mut patch = Patch::default();
    let mut tape = Tape::default();
    if object && tape.fill(base).is_ok() {
        let view = tape.view(base);
        let known = view.root();
        for (name, value) in extra {
            if let Some(value) = value
                && !known.members().any(|(key, _)| key.is(name))
            {
                patch.set.push((format!("/{name}"), Json::string(value.token())));
            }
        }
    }
    if patch.is_empty() {
        o.raw("payload", base)
    } else {
        o.raw("payload", &apply(base, &patch))
    };
}

/// Where a file is, as a URL: bytes become a `data:` URL. `None` for a file that its provider keeps.
pub(super) fn url(file: &File) -> Option<JsonString> {
    let File { media_type, content, filename: _ } = file;
    match content {
        FileContent::Url(url) => Some(url.clone()),
        FileContent::Data(bytes) => {
            let media_type = media_type.as_ref().map_or("application/octet-stream", JsonString::as_str);
            let mut url = JsonString::from_plain("data:");
            url.push(crate::ir::JsonStr::new(media_type));
            url.push(crate::ir::JsonStr::new(";base64,"));
            url.push(bytes.token());
            Some(url)
        }
        FileContent::Id(_) => None,
    }
}

/// The members of an answer that came as a tool's result.
pub(super) fn decided(o: &mut Obj<'_>, output: &str, response: &ApprovalResponse) {
    let ApprovalResponse { id, call_id, approved, reason: _ } = response;
    o.maybe("id", call_id.as_ref());
    o.object(output, |o| decision(o, id, call_id.as_ref(), *approved));
}

/// An answer as a tool's output: `{"approved":true,"interactionToken":"…"}`. The token is told where it is not the call's
/// own id.
pub(super) fn decision(o: &mut Obj<'_>, id: &JsonString, call_id: Option<&JsonString>, approved: bool) {
    o.flag("approved", approved);
    if call_id != Some(id) {
        o.text("interactionToken", id);
    }
}
