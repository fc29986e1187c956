//! What comes at once, and how messages and runs end.

use super::answer::denial;
use super::history::array;
use super::part;
use super::pending::Pending;
use super::piece::encrypted;
use super::speaker::Speaker;
use super::stream::Writer;
use crate::formats::ag_ui::{FAMILY, usage, words};
use crate::framing::Out;
use crate::ir::{
    At, Data, Finish, Interrupt, Json, JsonString, Message, MessageKey, Obj, Part, PartKey, PartKind, Patch,
    Role, StopReason, Tape, ToolResult,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

impl Writer {
    /// Writes what came before the reply, once, in one MESSAGES_SNAPSHOT.
    pub(super) fn flush_before(&mut self, out: &mut Out, report: &mut Report) {
        if std::mem::replace(&mut self.replying, true) || self.before.is_empty() {
            return;
        }
        let messages = std::mem::take(&mut self.before);
        let written = self.history.write(messages, report);
        let mut list = Vec::new();
        array(&written, &mut list);
        let patch = self.pending.of_event("MESSAGES_SNAPSHOT");
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "MESSAGES_SNAPSHOT").raw("messages", &String::from_utf8_lossy(&list));
        });
    }

    /// A part that comes at once.
    pub(super) fn whole(&mut self, message: MessageKey, part: &Part, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speaker(message) else { return };
        if speaker.mute {
            return;
        }
        if speaker.collects {
            return speaker.collected.push(part.clone());
        }
        self.flush_before(out, report);
        match &part.kind {
            PartKind::Text(_) | PartKind::Refusal(_) | PartKind::Reasoning(_) | PartKind::ToolCall(_) => {
                let key = PartKey(self.pieces.len() as u32);
                self.part_start(key, message, part, out, report);
                self.part_end(key, out, report);
                self.pieces.pop();
            }
            PartKind::ToolResult(result) => self.result(message, result, part, out, report),
            PartKind::Data(data) => self.data(message, data, part, out, report),
            PartKind::ApprovalRequest(request) => {
                self.interrupts.push(Interrupt {
                    id: request.id.clone(),
                    reason: request.reason.clone(),
                    call_id: request.call_id.clone(),
                    place: part.place.clone(),
                    ..Interrupt::default()
                });
                report.drop_extras(&part.extras);
            }
            PartKind::ApprovalResponse(response) => {
                self.interrupts.retain(|interrupt| interrupt.id != response.id);
                if response.approved {
                    super::message::lose(part, "in a reply", report);
                } else if let Some(speaker) = self.speaker(message) {
                    speaker.denied.push((response.clone(), part.place.clone()));
                    report.drop_extras(&part.extras);
                }
            }
            PartKind::Raw { family, value } => self.raw(family, value, At::place(&part.place), out, report),
            PartKind::Step => self.step_border(message),
            PartKind::File(_) | PartKind::Source(_) | PartKind::Error(_) => {
                super::message::lose(part, "in a reply", report);
            }
        }
    }

    fn step_border(&mut self, message: MessageKey) {
        if let Some(speaker) = self.speaker(message) {
            speaker.border();
        }
    }

    /// A result: a tool message of its own.
    fn result(
        &mut self,
        message: MessageKey,
        result: &ToolResult,
        part: &Part,
        out: &mut Out,
        report: &mut Report,
    ) {
        if result.preliminary {
            let what = "a preliminary result, which a later one replaces";
            report.lose(Loss::Dropped, At::place(&part.place), what, result.id.as_ref());
            return;
        }
        let call = self.history.answered(result, part, report);
        if result.status == crate::ir::Status::Error {
            let what = "the mark that a tool failed";
            report.lose(Loss::Dropped, At::place(&part.place), what, result.id.as_ref());
        }
        let output = part::output(result, &part.place, true, report).into_owned();
        report.drop_extras(&part.extras);
        let Self { speakers, history, .. } = self;
        let Some(speaker) = speakers.get_mut(message.0 as usize).and_then(Option::as_mut) else { return };
        speaker.answers.push(result.id.clone());
        speaker.answered = true;
        let own = speaker.role == Role::Tool;
        let id = if own {
            speaker.begin(false, &mut history.ids, report)
        } else {
            report.invented("/messageId", "the id of a message");
            history.ids.make()
        };
        let patch = if own { speaker.pending.take("event:") } else { Patch::default() };
        let owner = speaker.owner().cloned();
        let metadata = if own { speaker.metadata.take() } else { None };
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "TOOL_CALL_RESULT").text("messageId", &id).text("toolCallId", &call);
            frame.raw("content", output.as_str()).word("role", "tool");
            frame.json("subagentRunId", owner.as_ref());
            frame.json("metadata", metadata.as_ref());
        });
    }

    /// Data: the content of an activity, or a CUSTOM event.
    fn data(&mut self, message: MessageKey, data: &Data, part: &Part, out: &mut Out, report: &mut Report) {
        let Data { name, id, value, transient } = data;
        let Self { speakers, history, .. } = self;
        let Some(speaker) = speakers.get_mut(message.0 as usize).and_then(Option::as_mut) else { return };
        if super::place::is_activity(part) {
            let id = match (id, &speaker.first) {
                (_, None) => speaker.begin(false, &mut history.ids, report),
                (Some(id), Some(_)) => id.clone(),
                (None, Some((id, _))) => id.clone(),
            };
            speaker.border();
            let mut patch = speaker.pending.take("event:");
            patch.set.extend(Pending::of(&part.extras).take("event:").set);
            let (owner, metadata) = (speaker.owner().cloned(), speaker.metadata.take());
            return out.patched_frame("", &patch, |frame| {
                frame.word("type", "ACTIVITY_SNAPSHOT").text("messageId", &id).text("activityType", name);
                frame.raw("content", value.as_str());
                frame.json("subagentRunId", owner.as_ref());
                frame.json("metadata", metadata.as_ref());
            });
        }
        if id.is_some() {
            report.lose(Loss::Dropped, At::place(&part.place.member("/id")), "the id of data", id.as_ref());
        }
        if *transient {
            report.dropped(At::place(&part.place), "the mark that data is not stored");
        }
        let patch = super::place::own(&part.extras, "event:", "", report);
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "CUSTOM").text("name", name).raw("value", value.as_str());
        });
    }

    /// A node only one family speaks: an event of our own goes out as it was.
    pub(super) fn raw(&mut self, family: &str, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        if family != FAMILY {
            report.dropped(at, &format!("a node that only {family} has"));
            return;
        }
        self.flush_before(out, report);
        self.raw_event(value, at, out, report);
    }

    /// An event of our own, unless it is one that our other events must agree with.
    pub(super) fn raw_event(&mut self, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        let mut tape = Tape::default();
        let text = value.as_str();
        let kind = match tape.fill(text) {
            Ok(()) => tape.root(text).fields().token("type").map(|kind| kind.decode().into_owned()),
            Err(_) => None,
        };
        let kind = kind.filter(|_| part::is_event(value)).unwrap_or_default();
        let tied = ["TEXT_", "TOOL_", "REASONING_MESSAGE_", "RUN_", "MESSAGES_", "THINKING_"];
        let tied = words::EVENTS.contains(&&*kind) && tied.iter().any(|start| kind.starts_with(start));
        if kind.is_empty() || tied {
            report.dropped(at, "a frame that is no event of its own");
            return;
        }
        self.follow(&kind, tape.root(text).fields());
        out.raw_frame("", text);
    }

    /// Keeps count of the steps, subagents and spans that run.
    fn follow(&mut self, kind: &str, event: crate::ir::Fields<'_>) {
        let (name, end) = match kind {
            "STEP_STARTED" | "STEP_FINISHED" => ("stepName", "STEP_FINISHED"),
            "SUBAGENT_STARTED" | "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => {
                ("subagentRunId", "SUBAGENT_FINISHED")
            }
            "REASONING_START" | "REASONING_END" => ("messageId", "REASONING_END"),
            _ => return,
        };
        let id = event.token(name).map(|id| id.as_str().to_owned()).unwrap_or_default();
        let frame = format!("{{\"type\":\"{end}\",\"{name}\":\"{id}\"}}");
        if kind.ends_with("START") || kind.ends_with("STARTED") {
            self.open.push((end.to_owned(), frame));
        } else if let Some(index) = self.open.iter().rposition(|(_, known)| *known == frame) {
            self.open.remove(index);
        }
    }

    pub(super) fn metadata(&mut self, message: MessageKey, value: &Json, at: At<'_>, report: &mut Report) {
        if super::place::metadata(Some(value), at, report).is_none() {
            return;
        }
        match self.speaker(message) {
            Some(speaker) if speaker.mute => {}
            Some(speaker) => speaker.metadata = Some(crate::ir::merge(speaker.metadata.as_ref(), value)),
            None => {
                report.dropped(at, "the metadata of a message");
            }
        }
    }

    pub(super) fn message_end(&mut self, key: MessageKey, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speaker(key) else { return };
        if std::mem::take(&mut speaker.collects) {
            let message = speaker.message();
            return self.before.push(message);
        }
        for (response, place) in std::mem::take(&mut speaker.denied) {
            self.deny(key, &response, &place, out, report);
        }
        self.end_speaker(key, out, report);
    }

    /// A denied call gets an answer that says so.
    fn deny(
        &mut self,
        key: MessageKey,
        response: &crate::ir::ApprovalResponse,
        place: &crate::ir::Place,
        out: &mut Out,
        report: &mut Report,
    ) {
        let answered = self.speaker(key).is_some_and(|speaker| speaker.answers.contains(&response.call_id));
        if answered {
            return;
        }
        if let Some(result) = denial(response, &Message::default()) {
            let part = Part::new(PartKind::ToolResult(result.clone()), place.clone());
            self.result(key, &result, &part, out, report);
        }
    }

    /// Writes what a message has besides what it says, where no event of its own could take it.
    fn end_speaker(&mut self, key: MessageKey, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speakers.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        let Speaker { first, metadata, pending, place, name, .. } = speaker;
        let Some((id, thinking)) = first.clone() else {
            if metadata.take().is_some() {
                report.dropped(At::place(place), "the metadata of a message that says nothing");
            }
            return pending.drop_rest(report);
        };
        if let Some(metadata) = metadata.take() {
            touch(&id, thinking, &metadata, name.as_ref(), out);
        }
        if let Some(value) = pending.one("/encryptedValue") {
            encrypted("message", &id, &value, &self.pending.of_event("REASONING_ENCRYPTED_VALUE"), out);
        }
        let owner = pending.one("/subagentRunId");
        pending.drop_rest(report);
        if let Some(value) = owner {
            pending.put(crate::ir::Extra {
                name: "/subagentRunId".to_owned(),
                value,
                place: crate::ir::Place::default(),
            });
        }
    }

    pub(super) fn run_end(
        &mut self,
        finish: Option<&Finish>,
        complete: bool,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        for key in 0..self.speakers.len() {
            self.message_end(MessageKey(key as u32), out, report);
        }
        let failed = self.error.is_some() || finish.is_some_and(|finish| finish.reason == StopReason::Error);
        if (complete && !failed) || !self.before.is_empty() {
            self.start(out, report);
        }
        self.flush_before(out, report);
        if complete && !failed {
            self.finished(finish, out, report);
        } else {
            self.failed(finish, at, out, report);
        }
        if let Some(head) = self.head.take() {
            unsaid::run(report, &head, &[RunMember::Model, RunMember::Time]);
        }
        if let Some((_, place)) = self.model.take() {
            report.dropped(At::place(&place), "the model's name");
        }
        self.pending.drop_rest(report);
        self.running = false;
    }

    fn failed(&mut self, finish: Option<&Finish>, at: At<'_>, out: &mut Out, report: &mut Report) {
        unsaid::interrupts(report, &std::mem::take(&mut self.interrupts));
        let patch = self.pending.of_event("RUN_ERROR");
        let usage = self.usage_entry(report);
        let (message, code) = match (self.error.take(), finish) {
            (Some(error), _) => {
                report.drop_extras(&error.extras);
                (error.message, error.code)
            }
            (None, Some(finish)) => {
                let raw = finish.raw.clone();
                (raw.unwrap_or_else(|| JsonString::from_plain("The reply ended with an error.")), None)
            }
            (None, None) => {
                report.narrowed(at, "a reply that was cut short ends with RUN_ERROR");
                let code = Json::string(crate::ir::JsonStr::new(words::CUT_SHORT));
                (JsonString::from_plain(words::CUT_MESSAGE), Some(code))
            }
        };
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "RUN_ERROR").text("message", &message);
            match code {
                Some(code) if code.as_token().is_some() => frame.raw("code", code.as_str()),
                Some(code) => frame.text("code", &JsonString::from_plain(code.as_str())),
                None => frame,
            };
            frame.json("usage", usage.as_ref());
        });
    }

    fn finished(&mut self, finish: Option<&Finish>, out: &mut Out, report: &mut Report) {
        for (_, frame) in std::mem::take(&mut self.open).iter().rev() {
            report.invented("/type", "the end of a step, a subagent or a span that runs");
            out.raw_frame("", frame);
        }
        let patch = self.pending.of_event("RUN_FINISHED");
        if self.stackbone && !self.usage.is_unknown() {
            let custom = self.pending.of_event("CUSTOM");
            let usage = std::mem::take(&mut self.usage);
            out.patched_frame("", &custom, |frame| {
                frame.word("type", "CUSTOM").word("name", "usage");
                frame.object("value", |value| usage::write_stackbone(&usage, value));
            });
            usage::lose_in_stackbone(&usage, report);
        }
        let usage = self.usage_entry(report);
        let interrupts = std::mem::take(&mut self.interrupts);
        let outcome = outcome(finish, &interrupts, report);
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "RUN_FINISHED").text("threadId", &self.thread).text("runId", &self.id);
            if let Some(outcome) = outcome {
                frame.object("outcome", |object| {
                    object.word("type", outcome);
                    if outcome == "interrupt" {
                        object.array("interrupts", |items| {
                            for interrupt in &interrupts {
                                items.raw(interrupt_json(interrupt, report).as_str());
                            }
                        });
                    }
                });
            }
            frame.json("usage", usage.as_ref());
        });
    }

    /// The usage as a list of one entry, which is also where a model's name stands.
    fn usage_entry(&mut self, report: &mut Report) -> Option<Json> {
        let counts = std::mem::take(&mut self.usage);
        if counts.is_unknown() {
            return None;
        }
        if counts.cost.is_some() {
            report.dropped(At::place(&counts.place), "the cost");
        }
        let model = self.model.take();
        let entry = super::place::object(&Patch::default(), |entry| {
            entry.maybe("model", model.as_ref().map(|(model, _)| model));
            usage::write(&counts, entry);
        });
        Some(Json::from_valid(format!("[{}]", entry.as_str())))
    }
}

/// Opens and closes a message that is there, for its metadata.
fn touch(id: &JsonString, thinking: bool, metadata: &Json, name: Option<&JsonString>, out: &mut Out) {
    let (start, end, role) = if thinking {
        ("REASONING_MESSAGE_START", "REASONING_MESSAGE_END", "reasoning")
    } else {
        ("TEXT_MESSAGE_START", "TEXT_MESSAGE_END", "assistant")
    };
    out.frame("", |frame| {
        frame.word("type", start).text("messageId", id).word("role", role);
        frame.maybe("name", name.filter(|_| !thinking)).json("metadata", Some(metadata));
    });
    out.frame("", |frame| {
        frame.word("type", end).text("messageId", id);
    });
}

/// The outcome's word; a run whose source did not say one has none.
fn outcome(finish: Option<&Finish>, waiting: &[Interrupt], report: &mut Report) -> Option<&'static str> {
    if !waiting.is_empty() {
        return Some("interrupt");
    }
    let finish = finish?;
    let said = finish.raw.as_ref().map(|raw| raw.decode());
    let word = match finish.reason {
        StopReason::Stop | StopReason::ToolCalls => "success",
        StopReason::Cancelled => "cancelled",
        StopReason::Length
        | StopReason::ContentFilter
        | StopReason::Paused
        | StopReason::Error
        | StopReason::Other
        | StopReason::Unknown => {
            let what = format!(
                "the finish reason `{}` becomes `success`",
                said.as_deref().unwrap_or(finish.reason.word())
            );
            report.narrowed(At::place(&finish.place), &what);
            "success"
        }
    };
    (said.is_some() || finish.reason == StopReason::Cancelled).then_some(word)
}

fn interrupt_json(interrupt: &Interrupt, report: &mut Report) -> Json {
    let Interrupt { id, reason, call_id, message, payload, extras, place } = interrupt;
    if payload.is_some() {
        let what = "the payload of what the run waits for";
        report.lose(Loss::Dropped, At::place(place), what, Some(id));
    }
    let patch = super::place::own(extras, "", "", report);
    super::place::object(&patch, |out: &mut Obj<'_>| {
        out.text("id", id);
        match reason {
            Some(reason) => out.text("reason", reason),
            None => {
                report.invented("/outcome/interrupts/reason", "the reason of an interrupt");
                out.word("reason", "tool_call")
            }
        };
        out.maybe("message", message.as_ref()).maybe("toolCallId", call_id.as_ref());
    })
}
