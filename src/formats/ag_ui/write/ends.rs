//! What comes at once, and how messages and runs end.

use super::answer::denial;
use super::deltas::encrypted;
use super::speaker::Speaker;
use super::writer::Writer;
use crate::formats::ag_ui::words::UNOPENED;
use crate::formats::ag_ui::{usage, words};
use crate::framing::Out;
use crate::ir::{
    At, Document, Field, Finish, Interrupt, Json, JsonString, MessageKey, Obj, Part, PartKind, Patch,
    StopReason,
};
use crate::report::{Loss, Report};
use crate::unsaid::{self, RunMember};

impl Writer {
    pub(super) fn metadata(&mut self, message: MessageKey, value: &Json, at: At<'_>, report: &mut Report) {
        if super::place::metadata(Some(value), at, report).is_none() {
            return;
        }
        match self.speaker(message) {
            Some(speaker) if speaker.mute.is_some() => {}
            Some(speaker) => Document::merge_into(&mut speaker.metadata, value),
            None => {
                report.dropped(at, Field::Metadata);
            }
        }
    }

    pub(super) fn message_end(&mut self, key: MessageKey, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speaker(key) else { return };
        if std::mem::take(&mut speaker.collects) {
            let message = speaker.message();
            speaker.id = None;
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
        let result = denial(response);
        let part = Part::new(PartKind::ToolResult(result.clone()), place.clone());
        self.result(key, &result, &part, out, report);
    }

    /// Writes what a message has besides what it says, where no event of its own could take it.
    fn end_speaker(&mut self, key: MessageKey, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speakers.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        let Speaker { first, metadata, pending, place, name, id: own, mute, .. } = speaker;
        let Some((id, thinking)) = first.clone() else {
            if let Some(own) = own.take().filter(|_| mute.is_none()) {
                let what = (Field::MessageId, "the id of a message that says nothing");
                report.lose(Loss::Dropped, At::place(place), what, Some(&own));
            }
            if metadata.take().is_some() {
                report.dropped(
                    At::place(place),
                    (Field::Metadata, "the metadata of a message that says nothing"),
                );
            }
            return pending.drop_rest(report);
        };
        if let Some(metadata) = metadata.take() {
            touch(&id, thinking, &metadata.now(), name.as_ref(), out);
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
        let unopened = self.pending.get(UNOPENED).is_some();
        if (complete && !failed) || !self.before.is_empty() || unopened {
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
            report.dropped(At::place(&place), Field::Model);
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
                report.narrowed(at, (Field::Finish, "a reply that was cut short ends with RUN_ERROR"));
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
            report.invented("/type", (Field::Step, "the end of a step, a subagent or a span that runs"));
            out.raw_frame("", frame);
        }
        let mut patch = self.pending.of_event("RUN_FINISHED");
        let beside = self.pending.one(usage::BESIDE_CUSTOM);
        if (self.stackbone || beside.is_some()) && !self.usage.is_unknown() {
            let custom = self.pending.of_event("CUSTOM");
            let usage = std::mem::take(&mut self.usage);
            out.patched_frame("", &custom, |frame| {
                frame.word("type", "CUSTOM").word("name", "usage");
                frame.object("value", |value| usage::write_stackbone(&usage, value));
            });
            usage::lose_in_stackbone(&usage, report);
        }
        patch.set.extend(beside.map(|usage| ("/usage".to_owned(), usage)));
        let usage = self.usage_entry(report);
        let interrupts = std::mem::take(&mut self.interrupts);
        let outcome = outcome(finish, &interrupts, report);
        self.make_ids(report);
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "RUN_FINISHED").maybe("threadId", self.thread.as_ref());
            frame.maybe("runId", self.id.as_ref());
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
            report.dropped(At::place(&counts.place), Field::Cost);
        }
        let model = self.model.take();
        let entry = super::place::object(Patch::none(), |entry| {
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
            report.narrowed(At::place(&finish.place), (Field::Finish, &what));
            "success"
        }
    };
    (said.is_some() || finish.reason == StopReason::Cancelled).then_some(word)
}

fn interrupt_json(interrupt: &Interrupt, report: &mut Report) -> Json {
    let Interrupt { id, reason, call_id, message, payload, extras, place } = interrupt;
    if payload.is_some() {
        let what = "the payload of what the run waits for";
        report.lose(Loss::Dropped, At::place(place), (Field::Interrupt, what), Some(id));
    }
    let patch = super::place::own(extras, "", "", report);
    super::place::object(&patch, |out: &mut Obj<'_>| {
        out.text("id", id);
        match reason {
            Some(reason) => out.text("reason", reason),
            None => {
                report
                    .invented("/outcome/interrupts/reason", (Field::Interrupt, "the reason of an interrupt"));
                out.word("reason", "tool_call")
            }
        };
        out.maybe("message", message.as_ref()).maybe("toolCallId", call_id.as_ref());
    })
}
