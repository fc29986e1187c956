//! Parts that come at once.

use super::answer::denied;
use super::history::lose;
use super::part;
use super::pending::Pending;
use super::writer::Writer;
use crate::framing::Out;
use crate::ir::{
    At, Data, Field, Interrupt, JsonString, MessageKey, Part, PartKey, PartKind, Patch, Role, ToolResult,
};
use crate::report::{Loss, Report};

impl Writer {
    /// A part that comes at once.
    pub(super) fn whole(&mut self, message: MessageKey, part: &Part, out: &mut Out, report: &mut Report) {
        let Some(speaker) = self.speaker(message) else { return };
        if let Some(lost) = speaker.mute {
            report.again(lost, part.place.frame);
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
                    reason: request.call_id.as_ref().map(|_| JsonString::from_plain(Interrupt::CALL)),
                    call_id: request.call_id.clone(),
                    message: request.reason.clone(),
                    place: part.place.clone(),
                    ..Interrupt::default()
                });
                report.drop_extras(&part.extras);
            }
            PartKind::ApprovalResponse(response) => {
                for asked in self.interrupts.extract_if(.., |interrupt| interrupt.id == response.id) {
                    let what = (Field::Question, "a question that is answered");
                    report.lose(Loss::Dropped, At::place(&asked.place), what, Some(&asked.id));
                }
                if response.approved {
                    lose(part, "in a reply", report);
                } else if let Some(speaker) = self.speaker(message) {
                    speaker.denied.push((response.clone(), part.place.clone()));
                    denied(response, &part.place, report);
                    report.drop_extras(&part.extras);
                }
            }
            PartKind::Raw { family, value } => self.raw(family, value, At::place(&part.place), out, report),
            PartKind::Step => self.step_border(message),
            PartKind::File(_) | PartKind::Source(_) | PartKind::Error(_) => {
                lose(part, "in a reply", report);
            }
        }
    }

    fn step_border(&mut self, message: MessageKey) {
        if let Some(speaker) = self.speaker(message) {
            speaker.border();
        }
    }

    /// A result: a tool message of its own.
    pub(super) fn result(
        &mut self,
        message: MessageKey,
        result: &ToolResult,
        part: &Part,
        out: &mut Out,
        report: &mut Report,
    ) {
        if result.preliminary {
            report.lose(Loss::Dropped, At::place(&part.place), Field::Preliminary, result.id.as_ref());
            let what = "a preliminary result, which a later one replaces";
            report.lose(Loss::Dropped, At::place(&part.place), (Field::Revision, what), result.id.as_ref());
            return;
        }
        let call = self.history.answered(result, part, report);
        if result.status == crate::ir::Status::Error {
            let what = "the mark that a tool failed";
            report.lose(Loss::Dropped, At::place(&part.place), (Field::Failed, what), result.id.as_ref());
        }
        let output = part::output(result, &part.place, true, report).into_owned();
        report.drop_extras(&part.extras);
        let Self { speakers, history, .. } = self;
        let Some(speaker) = speakers.get_mut(message.0 as usize).and_then(Option::as_mut) else { return };
        speaker.answers.insert(result.id.clone());
        speaker.answered = true;
        let own = speaker.role == Role::Tool;
        let id = if own {
            speaker.begin(false, &mut history.ids, report)
        } else {
            report.invented("/messageId", Field::MessageId);
            history.ids.make()
        };
        let patch = if own { speaker.pending.take("event:") } else { Patch::default() };
        let owner = speaker.owner().cloned();
        let metadata = if own { speaker.take_metadata() } else { None };
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
            let (owner, metadata) = (speaker.owner().cloned(), speaker.take_metadata());
            return out.patched_frame("", &patch, |frame| {
                frame.word("type", "ACTIVITY_SNAPSHOT").text("messageId", &id).text("activityType", name);
                frame.raw("content", value.as_str());
                frame.json("subagentRunId", owner.as_ref());
                frame.json("metadata", metadata.as_ref());
            });
        }
        if id.is_some() {
            report.lose(
                Loss::Dropped,
                At::place(&part.place.member("/id")),
                (Field::DataId, "the id of data"),
                id.as_ref(),
            );
        }
        if *transient {
            report.dropped(At::place(&part.place), Field::Transient);
        }
        let patch = super::place::own(&part.extras, "event:", "", report);
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "CUSTOM").text("name", name).raw("value", value.as_str());
        });
    }
}
