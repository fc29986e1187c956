//! The body of a batch response: the turn as the package folds it.

use std::collections::HashMap;

use super::super::nodes::{self, own};
use super::super::words::{self, FAMILY, is_absent, write_input};
use super::fit::Fit;
use super::pending::pending;
use crate::calls;
use crate::ir::{
    ApprovalResponse, Arr, At, Extras, Field, JsonString, Kind, Message, Obj, Part, PartKind, Patch, Role,
    RunError, Status, StopReason, ToolCall, ToolResult, Transcript, patched,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

/// Names of what the frames of a stream say of the run and a body has no place for.
const FRAMES: &[&str] = &["/turn/", "/usage/", "/done/", "/result/", "/frame/", "/event/"];

/// Writes a body, whole.
pub(in super::super) fn write_response(transcript: Transcript, out: &mut Vec<u8>, report: &mut Report) {
    let fit = Fit::of(&transcript.source, &["agenta-response"]);
    write_body(transcript, out, report, |messages, list, report| {
        let names = names_of(messages);
        for message in messages {
            Folded { fit, report, names: &names }.message(message, list);
        }
    });
}

/// Writes a body around its messages.
pub(super) fn write_body(
    transcript: Transcript,
    out: &mut Vec<u8>,
    report: &mut Report,
    write: impl FnOnce(&[Message], &mut Arr<'_>, &mut Report),
) {
    let Transcript {
        source: _,
        complete: _,
        run,
        messages,
        tools,
        params,
        finish,
        usage,
        error,
        interrupts,
        state,
        extras,
        remainder: _,
    } = transcript;
    unsaid::run(report, &run, &[RunMember::Id, RunMember::Model, RunMember::Time]);
    unsaid::tools(report, &tools);
    unsaid::params(report, &params);
    unsaid::usage(report, &usage);
    if state.is_some() {
        report.dropped(At::place(&run.place.member("/state")), Field::State);
    }
    let patch = body_patch(&extras, report);
    let paused = finish.as_ref().is_some_and(|finish| finish.reason == StopReason::Paused);
    let stop = finish.as_ref().and_then(|finish| words::stop_word(finish, report));
    let pending = pending(&messages, &interrupts, paused, report);
    let body = patched(&patch, |o| {
        if let Some(error) = &error {
            status(o, error, report);
        }
        o.maybe("session_id", run.thread_id.as_ref());
        o.object("data", |o| {
            o.object("outputs", |o| {
                o.array("messages", |list| write(&messages, list, report));
                o.maybe("stop_reason", stop.as_ref());
                o.json("pending_interaction", pending.as_ref());
            });
        });
    });
    out.extend_from_slice(body.as_bytes());
}

/// Names of the tools that were called, by the id of the call.
pub(super) fn names_of(messages: &[Message]) -> HashMap<&JsonString, &JsonString> {
    let called = messages.iter().flat_map(calls::of);
    called.filter_map(|(_, call)| Some((call.id.as_ref()?, &call.name))).collect()
}

/// The run's own extras, but for those of frames.
fn body_patch(extras: &Extras, report: &mut Report) -> Patch {
    let (frames, mut body) = (Extras::default(), extras.clone());
    let (lost, kept) = body
        .list
        .into_iter()
        .partition(|extra| extras.family == FAMILY && FRAMES.iter().any(|name| extra.name.starts_with(name)));
    report.drop_extras(&Extras::new(frames.family, lost));
    body = Extras::new(&*extras.family, kept);
    own(&body, "", report)
}

/// An error as the status of the call.
fn status(o: &mut Obj<'_>, error: &RunError, report: &mut Report) {
    let RunError { message, code, extras, place: _ } = error;
    let patch = own(extras, "", report);
    let number = code.as_ref().is_some_and(|code| code.kind() == Kind::Number);
    let status = patched(&patch, |o| {
        if number {
            o.json("code", code.as_ref());
        } else {
            report.invented("/status/code", (Field::ErrorCode, "the status code of an error"));
            o.number("code", 500).json("type", code.as_ref());
        }
        o.text("message", message);
    });
    o.raw("status", &status);
}

/// Whether a message is of the reply. What a folded turn has no place for is reported.
pub(super) fn is_said(message: &Message, report: &mut Report) -> bool {
    let place = match &message.role {
        Role::Assistant | Role::Tool if message.choice.unwrap_or(0) == 0 => true,
        Role::Assistant | Role::Tool => false,
        Role::System | Role::Developer | Role::User | Role::Other(_) => false,
    };
    if !place {
        let what = if message.choice.unwrap_or(0) > 0 {
            (Field::Choice, "a second choice")
        } else {
            (Field::Earlier, "a message of another role")
        };
        report.lose(Loss::Dropped, At::place(&message.place), what, message.id.as_ref());
        return false;
    }
    unsaid::message_id(report, message);
    unsaid::message_name(report, message);
    unsaid::metadata(report, message);
    unsaid::finish(report, message.finish.as_ref());
    report.drop_extras(&message.extras);
    true
}

/// Folds messages into the shapes of the batch body.
struct Folded<'w> {
    fit: Fit,
    report: &'w mut Report,
    /// Names of the tools that were called, by the id of the call.
    names: &'w HashMap<&'w JsonString, &'w JsonString>,
}

impl Folded<'_> {
    fn message(&mut self, message: &Message, list: &mut Arr<'_>) {
        if !is_said(message, self.report) {
            return;
        }
        for part in &message.parts {
            if let Some(node) = self.part(part) {
                list.raw(&node);
            }
        }
    }

    fn part(&mut self, part: &Part) -> Option<String> {
        let at = At::place(&part.place);
        let Part { kind, extras, place: _ } = part;
        match kind {
            PartKind::Text(_) if is_absent(extras, "/start") => {
                self.lose(part, "text without a `message_start`, which Agenta's own fold leaves out,")
            }
            PartKind::Text(text) => Some(self.node("assistant", extras, |o| {
                o.text("content", text);
            })),
            PartKind::Refusal(text) => {
                self.report.narrowed(at, (Field::Refusal, "a refusal becomes text"));
                Some(self.node("assistant", extras, |o| {
                    o.text("content", text);
                }))
            }
            PartKind::ToolCall(call) => Some(self.call(call, extras, at)),
            PartKind::ToolResult(result) => Some(self.result(result, extras, at)),
            PartKind::ApprovalResponse(response) => self.approval(response, extras, at),
            PartKind::Step | PartKind::ApprovalRequest(_) => None,
            PartKind::Reasoning(_) => self.lose(part, "thinking"),
            PartKind::File(_) => self.lose(part, "a file"),
            PartKind::Source(_) => self.lose(part, "a source"),
            PartKind::Data(_) => self.lose(part, "a data part"),
            PartKind::Error(_) => self.lose(part, "an error inside the message"),
            PartKind::Raw { family, value: _ } => {
                let what = format!("a part that only {family} speaks");
                self.lose(part, &what)
            }
        }
    }

    fn lose(&mut self, part: &Part, what: &str) -> Option<String> {
        self.report.dropped(At::place(&part.place), (part.kind.field(), what));
        self.report.drop_extras(&part.extras);
        None
    }

    fn node(&mut self, role: &str, extras: &Extras, write: impl FnOnce(&mut Obj<'_>)) -> String {
        let patch = self.fit.patch(extras, "", self.report);
        patched(&patch, |o| {
            o.word("role", role);
            write(o);
        })
    }

    fn call(&mut self, call: &ToolCall, extras: &Extras, at: At<'_>) -> String {
        let ToolCall { id, name, input, free_text, provider_executed } = call;
        if *free_text {
            self.report
                .narrowed(at, (Field::FreeText, "arguments that are free text are written as a JSON string"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
        }
        self.node("tool", extras, |o| {
            o.word("content", "").maybe("tool_call_id", id.as_ref());
            if name.is_empty() {
                o.raw("tool_name", "null");
            } else {
                o.text("tool_name", name);
            }
            if *input == crate::ir::Input::Absent {
                o.raw("input", "null");
            } else {
                write_input(o, "input", call);
            }
        })
    }

    /// An answer. Where the tool gave `data` beside its `output`, the fold takes the latter.
    fn result(&mut self, result: &ToolResult, extras: &Extras, at: At<'_>) -> String {
        let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
        let known = id.as_ref().and_then(|id| self.names.get(id));
        if name.is_some() && name.as_ref() != known.copied() {
            self.report.dropped(at, (Field::ResultName, "the name of the tool beside its answer"));
        }
        if *preliminary {
            self.report.narrowed(at, (Field::Preliminary, "a preliminary result becomes the result"));
        }
        if *provider_executed {
            self.report.dropped(at, (Field::ProviderRan, "the news that the provider ran the tool"));
        }
        if *status == Status::Denied {
            self.report.narrowed(at, (Field::Denied, "a denied call becomes a failed one"));
        }
        let plain = if extras.family == FAMILY { extras.get("/output") } else { None };
        if plain.is_some() {
            self.report.dropped(at, (Field::Output, "the `data` of an answer"));
        }
        let mut rest = extras.clone();
        rest.list.retain(|extra| extra.name != "/output");
        self.node("tool", &rest, |o| {
            match plain.or(output.as_ref()) {
                Some(value) => o.json("content", Some(value)),
                None => o.word("content", ""),
            };
            o.maybe("tool_call_id", id.as_ref());
            if is_absent(extras, "/isError") {
                o.raw("is_error", "null");
            } else {
                o.flag("is_error", *status != Status::Ok);
            }
        })
    }

    fn approval(&mut self, response: &ApprovalResponse, extras: &Extras, at: At<'_>) -> Option<String> {
        let ApprovalResponse { id, call_id, approved, reason } = response;
        if !self.fit.keeps() && !is_absent(extras, "/kind") {
            let what = "the answer to a question, of which the package's fold tells nothing,";
            self.report.lose(Loss::Dropped, at, (Field::Answer, what), Some(id));
            self.report.drop_extras(extras);
            return None;
        }
        if reason.is_some() {
            self.report.dropped(at, Field::Reason);
        }
        Some(self.node("tool", extras, |o| {
            o.object("content", |o| nodes::decision(o, id, call_id.as_ref(), *approved));
            o.maybe("tool_call_id", call_id.as_ref());
        }))
    }
}
