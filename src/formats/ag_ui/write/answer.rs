//! Answers of tools.

use super::history::{History, metadata_of};
use super::part;
use super::place;
use crate::ir::{
    ApprovalResponse, At, Field, Json, JsonString, Message, Part, Patch, Place, Status, ToolResult,
};
use crate::report::{Loss, Report};

impl History {
    /// A tool message. `message` is the one it stands in, if it is the first answer there.
    pub(super) fn answer(
        &mut self,
        result: &ToolResult,
        part: &Part,
        message: Option<&Message>,
        report: &mut Report,
    ) -> (JsonString, Json) {
        let call = self.answered(result, part, report);
        let mut patch = place::own(&part.extras, "", "", report);
        let id = self.answer_id(message, &mut patch, report);
        let metadata = message.and_then(|message| metadata_of(message, report));
        let output = part::output(result, &part.place, self.unknown, report);
        let json = place::object(&patch, |object| {
            object.text("id", &id).word("role", "tool").text("toolCallId", &call);
            object.raw("content", output.as_str());
            match (result.status, output.as_token()) {
                (Status::Ok, _) => {}
                (Status::Error | Status::Denied, Some(text)) => {
                    object.token("error", text);
                }
                (Status::Error | Status::Denied, None) => {
                    object.word("error", "error");
                }
            }
            object.json("metadata", metadata);
        });
        (call, json)
    }

    /// The id of the call that a result answers, and what AG-UI does not say of it.
    pub(super) fn answered(&mut self, result: &ToolResult, part: &Part, report: &mut Report) -> JsonString {
        let ToolResult { id, name, output: _, status, preliminary, provider_executed } = result;
        let at = At::place(&part.place);
        if name.as_ref().is_some_and(|name| !self.tools.contains(name.as_str())) {
            report.lose(Loss::Dropped, at, Field::ResultName, id.as_ref());
        }
        if *status == Status::Denied {
            report.lose(
                Loss::Narrowed,
                at,
                (Field::Denied, "a denied call becomes one that failed"),
                id.as_ref(),
            );
        }
        if *preliminary {
            report.lose(
                Loss::Narrowed,
                at,
                (Field::Preliminary, "a preliminary result becomes a result"),
                id.as_ref(),
            );
        }
        if *provider_executed {
            report.lose(Loss::Dropped, at, Field::ProviderRan, id.as_ref());
        }
        let fit = self.calls.result(id.as_ref());
        if fit.changed && id.is_none() {
            report.invented("/toolCallId", (Field::Result, "the id of the call that a result answers"));
        }
        fit.id
    }

    fn answer_id(&mut self, message: Option<&Message>, patch: &mut Patch, report: &mut Report) -> JsonString {
        let Some(message) = message else {
            report.invented("/id", Field::MessageId);
            return self.ids.make();
        };
        patch.set.extend(place::own(&message.extras, "", "", report).set);
        if let Some(name) = &message.name {
            let what = format!("the name `{}` of a tool message", name.as_str());
            report.dropped(At::place(&message.place.member("/name")), (Field::MessageName, &what));
        }
        self.id(message, report)
    }
}

/// Reports that the answer to a question is told by the answer to the call alone.
pub(super) fn denied(response: &ApprovalResponse, place: &Place, report: &mut Report) {
    let what = "the answer that a call may not be made becomes the result of a call that failed";
    report.lose(Loss::Narrowed, At::place(place), (Field::Answer, what), Some(&response.id));
}

/// The answer to a call that was not allowed, where nothing else answers it.
pub(super) fn denial(response: &ApprovalResponse) -> ToolResult {
    let ApprovalResponse { id: _, call_id, approved: _, reason } = response;
    let words = reason.clone().unwrap_or_else(|| JsonString::from_plain("Tool call execution denied."));
    ToolResult {
        id: call_id.clone(),
        name: None,
        output: Some(Json::string(words.token())),
        status: Status::Denied,
        preliminary: false,
        provider_executed: false,
    }
}
