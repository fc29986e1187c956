//! What a run asks of a person, and the answers.

use super::super::words::{self, APPROVAL};
use super::carrier::{Told, rest};
use super::reader::{MESSAGE, Reader};
use crate::emit::{Emit, Frame};
use crate::ir::{ApprovalResponse, EventKind, Fields, Kind, Part, PartKind, Value};

impl Reader {
    pub(super) fn request<'f>(&mut self, told: Told<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let place = emit.at(told.data).to_place();
        if told.fields.token("id").is_none() {
            let help = "without an id no answer can name it";
            let at = emit.at(told.data);
            emit.report.warning("agenta/id-missing", at, "an `interaction_request` without an id", help);
            return self.raw(frame.root, emit);
        }
        if let Some(mut part) = words::question(told.fields, &place) {
            self.begin(emit);
            part.extras.list.extend(rest(emit, told.data).list);
            words::own(&mut part.extras);
            self.remember(&part);
            return emit.push_from(told.data, EventKind::Whole { message: MESSAGE, part: Box::new(part) });
        }
        let mut interrupt = words::interrupt(told.fields, place);
        interrupt.extras = rest(emit, told.data);
        self.reopen(emit);
        emit.push_from(told.data, EventKind::Interrupt(Box::new(interrupt)));
    }

    fn remember(&mut self, part: &Part) {
        if let PartKind::ApprovalRequest(request) = &part.kind
            && let Some(call) = &request.call_id
        {
            self.asked.insert(request.id.clone(), call.clone());
        }
    }

    pub(super) fn response<'f>(&mut self, told: Told<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let payload = told.fields.get("payload").filter(|payload| payload.kind() == Kind::Object);
        let answer = payload.map_or(Fields::NONE, Value::fields);
        let said = answer.get("approved").filter(|said| said.kind() == Kind::Bool);
        let approval = told.fields.token("kind").is_some_and(|kind| kind.is(APPROVAL));
        let (Some(said), true, true) = (said, approval, told.fields.token("id").is_some()) else {
            return self.raw(frame.root, emit);
        };
        let id = told.fields.string("id").unwrap_or_default();
        let call_id = answer.string("toolCallId").or_else(|| self.asked.get(&id).cloned());
        let approved = said.flag().unwrap_or_default();
        self.answered = true;
        let response = ApprovalResponse { id, call_id, approved, reason: answer.string("reason") };
        self.whole(PartKind::ApprovalResponse(response), told.data, emit);
    }
}
