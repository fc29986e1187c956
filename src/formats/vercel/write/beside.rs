//! What Agenta says beside the SDK's vocabulary, as the data parts that its document names.

use std::borrow::Cow;

use crate::formats;
use crate::framing::Out;
use crate::ir::{
    Data, Extras, FrameExtra, Interrupt, Json, JsonString, Message, Obj, Part, PartKind, Place, Role,
    RunError, Scope, Status, ToolResult, Transcript,
};
use crate::report::Report;
use crate::unsaid;

use super::super::words::FAMILY;
use super::agenta::look;
use super::agenta::words::AGENTA;

/// What waits for a part to stand in.
#[derive(Default)]
pub(super) struct Beside {
    /// The source knows interactions that become data parts.
    asks: bool,
    /// The source is Agenta's.
    agenta: bool,
    /// How the call of the running event is to be shown.
    render: Option<Json>,
    trace: Option<Json>,
}

impl Beside {
    /// Nothing yet of a source of this format; `own` is one of this family.
    pub(super) fn new(own: bool, format: &str) -> Self {
        let agenta = format.starts_with(AGENTA);
        Self { asks: own || agenta, agenta, ..Self::default() }
    }

    /// As it was before the first reply.
    pub(super) fn next(self) -> Self {
        Self { asks: self.asks, agenta: self.agenta, ..Self::default() }
    }

    /// Takes a member that Agenta's reader left, if it has a place here.
    pub(super) fn take(&mut self, extra: &FrameExtra<'_>) -> bool {
        let value = || Some(Json::from_valid(extra.value));
        match (extra.family, extra.scope, extra.name) {
            (AGENTA, Scope::Part(_), "/render") => self.render = value(),
            (AGENTA, Scope::Run, "/trace_id") => self.trace = value(),
            _ => return false,
        }
        true
    }

    /// How the call of this event is to be shown.
    pub(super) fn show(&mut self, call: Option<&JsonString>, out: &mut Out) {
        if let (Some(render), Some(call)) = (self.render.take(), call) {
            look::render(call, &render, out);
        }
    }

    /// The id of the reply's trace, for its end.
    pub(super) fn trace(&mut self) -> Option<Json> {
        self.trace.take()
    }

    /// An answer without what goes beside it.
    pub(super) fn split<'p>(&self, part: &'p Part, result: &ToolResult) -> (Cow<'p, Part>, Told) {
        let ok = result.status == Status::Ok;
        let output = result.output.as_ref().filter(|_| ok && self.agenta);
        let revision = output.and_then(|output| look::committed(result.name.as_ref(), output));
        let Some(render) = look::of_agenta(&part.extras, "/render").filter(|_| ok).cloned() else {
            return (Cow::Borrowed(part), Told { render: None, revision });
        };
        let mut part = part.clone();
        part.extras.list.retain(|extra| extra.name != "/render");
        (Cow::Owned(part), Told { render: Some(render), revision })
    }

    /// The part that tells what a run waits for: a question about a call, or data where the source has such.
    pub(super) fn interrupt(&self, interrupt: &Interrupt, report: &mut Report) -> Option<Part> {
        let part = as_part(interrupt, self.asks, report);
        if part.is_none() {
            unsaid::interrupts(report, std::slice::from_ref(interrupt));
            report.drop_extras(&interrupt.extras);
        }
        part
    }
}

/// What an answer of Agenta's has beside it: how it is to be shown and the revision that it tells of.
pub(super) struct Told {
    render: Option<Json>,
    revision: Option<String>,
}

impl Told {
    /// Writes it, after the answer.
    pub(super) fn tell(self, call: Option<&JsonString>, out: &mut Out) {
        if let Some(revision) = &self.revision {
            look::tell_committed(revision, out);
        }
        if let (Some(render), Some(call)) = (&self.render, call) {
            look::render(call, render, out);
        }
    }
}

/// What a run waits for, as a part; `None` where it has no place.
fn as_part(interrupt: &Interrupt, asks: bool, report: &mut Report) -> Option<Part> {
    let Interrupt { id, reason: _, call_id: _, message: _, payload: _, extras, place } = interrupt;
    if let Some(question) = interrupt.question() {
        unsaid::interrupt_reason(report, interrupt);
        let kind = PartKind::ApprovalRequest(question);
        return Some(Part { kind, extras: extras.clone(), place: place.clone() });
    }
    if !asks {
        return None;
    }
    look::drop_rest(extras, &["/type"], report);
    let (name, value) = look::interaction(interrupt, report);
    Some(data(name, Some(id.clone()), value, place))
}

fn data(name: &str, id: Option<JsonString>, value: Json, place: &Place) -> Part {
    let data = Data { name: JsonString::from_plain(name), id, value, transient: false };
    Part::new(PartKind::Data(data), place.clone())
}

/// The code and the details of an error, which the SDK's own part has no place for.
pub(super) fn code_of(error: &RunError) -> Option<Json> {
    let RunError { message, code, extras, place: _ } = error;
    let code = code.as_ref().filter(|code| code.as_token().is_some())?;
    let mut text = Vec::new();
    let mut value = Obj::begin(&mut text);
    value.json("code", Some(code)).text("errorText", message);
    value.json("errorDetail", look::of_agenta(extras, "/detail"));
    value.end();
    Some(Json::from_valid(String::from_utf8_lossy(&text)))
}

/// The extras of an error whose code is told.
pub(super) fn without_detail(extras: &Extras) -> Extras {
    let list = extras.list.iter().filter(|extra| extras.family != AGENTA || extra.name != "/detail");
    Extras::new(&*extras.family, list.cloned().collect())
}

/// A transcript with what its run waits for, and the code of its error, as parts of its last reply.
pub(super) fn into_parts(mut transcript: Transcript, report: &mut Report) -> Transcript {
    let own = formats::by_id(&transcript.source).is_some_and(|format| format.family == FAMILY);
    let asks = own || transcript.source.starts_with(AGENTA);
    let is_reply = |message: &Message| message.role == Role::Assistant && message.choice.unwrap_or(0) == 0;
    let Some(reply) = transcript.messages.iter().rposition(is_reply) else { return transcript };
    let mut parts = Vec::new();
    transcript.interrupts.retain(|interrupt| match as_part(interrupt, asks, report) {
        Some(part) => {
            parts.push(part);
            false
        }
        None => true,
    });
    if let Some(error) = transcript.error.take_if(|error| own && code_of(error).is_some())
        && let Some(value) = code_of(&error)
    {
        report.drop_extras(&without_detail(&error.extras));
        parts.push(data("agent-error", None, value, &error.place));
    }
    insert(&mut transcript.messages[reply].parts, parts);
    transcript
}

/// Puts parts where they stood: each before the first that came later, and at the end if nobody knows where.
fn insert(parts: &mut Vec<Part>, new: Vec<Part>) {
    if new.is_empty() {
        return;
    }
    let before: Vec<u64> = parts.iter().scan(0, |last, part| Some(latest(last, part.place.frame))).collect();
    let mut end = before.last().copied().unwrap_or(0);
    let mut placed: Vec<(u64, Part)> = Vec::with_capacity(parts.len() + new.len());
    placed.extend(before.into_iter().zip(parts.drain(..)));
    for part in new {
        let frame = if part.place.frame == 0 { end } else { part.place.frame };
        latest(&mut end, frame);
        placed.push((frame, part));
    }
    placed.sort_by_key(|(frame, _)| *frame);
    parts.extend(placed.into_iter().map(|(_, part)| part));
}

fn latest(last: &mut u64, frame: u64) -> u64 {
    *last = frame.max(*last);
    *last
}
