//! The tool part of a message, from the call and all that belongs to it.

use crate::calls::value_text;
use crate::calls::{Arguments, arguments};
use crate::ir::{
    ApprovalRequest, ApprovalResponse, At, Field, Input, Json, JsonStr, JsonString, Obj, Part, PartKind,
    Patch, Status, ToolCall, ToolResult,
};
use crate::report::Report;

use super::super::partial::partial;
use super::super::words::state;
use super::members::{own, word};

/// A call, the question whether it may be made, the answer to that, and the tool's answer.
pub(in super::super) struct Tool<'p> {
    pub(in super::super) call: &'p Part,
    pub(in super::super) request: Option<&'p Part>,
    pub(in super::super) response: Option<&'p Part>,
    pub(in super::super) result: Option<&'p Part>,
}

impl<'p> Tool<'p> {
    pub(super) fn new(call: &'p Part) -> Self {
        Self { call, request: None, response: None, result: None }
    }

    fn call(&self) -> Option<&'p ToolCall> {
        if let PartKind::ToolCall(call) = &self.call.kind { Some(call) } else { None }
    }

    /// The id of the call.
    pub(super) fn id(&self) -> Option<&'p JsonString> {
        self.call()?.id.as_ref()
    }

    fn request(&self) -> Option<&'p ApprovalRequest> {
        if let PartKind::ApprovalRequest(request) = &self.request?.kind { Some(request) } else { None }
    }

    fn response(&self) -> Option<&'p ApprovalResponse> {
        if let PartKind::ApprovalResponse(response) = &self.response?.kind { Some(response) } else { None }
    }

    fn result(&self) -> Option<&'p ToolResult> {
        if let PartKind::ToolResult(result) = &self.result?.kind { Some(result) } else { None }
    }

    /// Whether the call is asked about under this id.
    pub(super) fn asks(&self, id: &JsonString) -> bool {
        self.request().is_some_and(|request| request.id == *id)
    }

    /// Whether an answer is still to come.
    pub(super) fn waits(&self) -> bool {
        self.result().is_none_or(|result| result.preliminary)
    }

    /// Whether the input never became available.
    fn is_unfinished(&self) -> bool {
        word(&self.call.extras, "/state") == Some("\"input-streaming\"")
    }
}

/// How far the call has come, by what there is of it.
pub(in super::super) fn state_of(tool: &Tool<'_>) -> &'static str {
    match tool.result().map(|result| result.status) {
        Some(Status::Ok) => state::DONE,
        Some(Status::Error) => state::FAILED,
        Some(Status::Denied) => state::DENIED,
        None if tool.response.is_some() => state::ANSWERED,
        None if tool.request.is_some() => state::ASKED,
        None if tool.is_unfinished() => state::STREAMING,
        None => state::AVAILABLE,
    }
}

/// The members that this room says otherwise than by putting them back.
const WORDS: &[&str] = &["/dynamic", "/state", "/inputEncoding"];

/// How a tool part is to be written.
pub(super) struct How<'h> {
    /// The id of the call.
    pub(super) id: &'h JsonString,
    /// The part's place in the output.
    pub(super) at: &'h str,
    /// The part is this family's: nothing is made up.
    pub(super) own: bool,
}

/// Writes the part and gives what is to be set in it.
pub(super) fn write(tool: &Tool<'_>, how: &How<'_>, out: &mut Obj<'_>, report: &mut Report) -> Patch {
    let mut patch = Patch::default();
    let Some(call) = tool.call() else { return patch };
    let dynamic = word(&tool.call.extras, "/dynamic");
    match dynamic {
        Some(_) => out.word("type", "dynamic-tool").text("toolName", &call.name),
        None => out.word("type", &format!("tool-{}", call.name.as_str())),
    };
    out.text("toolCallId", how.id);
    let derived = state_of(tool);
    match word(&tool.call.extras, "/state").filter(|said| *said != "\"input-streaming\"") {
        Some(said) => out.raw("state", said),
        None => out.word("state", derived),
    };
    write_input(tool, call, derived, dynamic.is_some(), out);
    if let Some(result) = tool.result() {
        write_result(result, tool, how.at, out, report);
    }
    if call.provider_executed || tool.result().is_some_and(|result| result.provider_executed) {
        out.flag("providerExecuted", true);
    }
    if dynamic == Some("false") {
        out.flag("dynamic", false);
    }
    write_approval(tool, how, out, report);
    if derived != state::STREAMING {
        drop_encoding(tool.call, report);
    }
    for part in [Some(tool.call), tool.request, tool.response, tool.result].into_iter().flatten() {
        own(&part.extras, WORDS, &mut patch, report);
    }
    patch
}

/// How the pieces of the input were written down is forgotten with them.
fn drop_encoding(call: &Part, report: &mut Report) {
    for extra in call.extras.list.iter().filter(|extra| extra.name == "/inputEncoding") {
        report.dropped(
            At::place(&extra.place),
            (Field::Extra, "how the pieces of the input were written down"),
        );
    }
}

fn write_input(tool: &Tool<'_>, call: &ToolCall, derived: &str, dynamic: bool, out: &mut Obj<'_>) {
    let ToolCall { id: _, name: _, input, free_text, provider_executed: _ } = call;
    if let Some(encoding) = word(&tool.call.extras, "/inputEncoding")
        && derived == state::STREAMING
    {
        out.raw("inputEncoding", encoding);
    }
    let Some(text) = unfinished_text(tool, input) else {
        if tool.is_unfinished() && *input == Input::Absent {
            return;
        }
        match arguments(call) {
            Arguments::Json(json) => out.raw("input", &json),
            Arguments::Text(text) => out.text("input", &text),
        };
        return;
    };
    if *free_text {
        out.text("input", text);
    } else {
        out.json("input", partial(&text.decode()).as_ref());
    }
    let told_anew = derived == state::DONE || (derived == state::FAILED && dynamic);
    if *free_text && derived != state::DONE && derived != state::FAILED {
        out.word("inputEncoding", "text");
    }
    if !told_anew {
        out.text("rawInput", text);
    }
}

fn unfinished_text<'t>(tool: &Tool<'_>, input: &'t Input) -> Option<&'t JsonString> {
    match input {
        Input::Text(text) if tool.is_unfinished() => Some(text),
        Input::Text(_) | Input::Absent | Input::Json(_) => None,
    }
}

fn write_result(result: &ToolResult, tool: &Tool<'_>, at: &str, out: &mut Obj<'_>, report: &mut Report) {
    let ToolResult { id: _, name, output, status, preliminary, provider_executed: _ } = result;
    let place = tool.result.map_or(At::NOWHERE, |part| At::place(&part.place));
    if name.as_ref().is_some_and(|name| tool.call().is_none_or(|call| *name != call.name)) {
        report.dropped(place, (Field::ResultName, "the name that a result gives its tool"));
    }
    match status {
        Status::Ok => {
            if output.is_none() {
                report.invented(
                    &format!("{at}/output"),
                    (Field::Output, "an output of null for a tool that gave none"),
                );
            }
            out.raw("output", output.as_ref().map_or("null", Json::as_str));
        }
        Status::Error => {
            out.text("errorText", &error_text(output.as_ref(), place, report));
        }
        Status::Denied => {}
    }
    if *preliminary {
        out.flag("preliminary", true);
    }
}

/// What a failed tool said, as text.
pub(super) fn error_text(output: Option<&Json>, at: At<'_>, report: &mut Report) -> JsonString {
    let Some(output) = output else { return JsonString::default() };
    if let Some(token) = output.as_token() {
        return token.owned();
    }
    report.narrowed(at, (Field::Output, "the output of a failed tool becomes the text of its error"));
    value_text(output)
}

/// The words of a denial, where it has some.
pub(super) fn denial(result: &ToolResult) -> Option<JsonStr<'_>> {
    result.output.as_ref().and_then(Json::as_token).filter(|words| !words.is_empty())
}

/// The id of the question that a denied call must have been asked.
pub(super) fn made_up_question(call: &JsonString) -> JsonString {
    let mut id = JsonString::from_plain("approval-");
    id.push(call.token());
    id
}

/// The question and its answer. A call that ran was approved, and one that was denied was not: the SDK insists on it.
fn write_approval(tool: &Tool<'_>, how: &How<'_>, out: &mut Obj<'_>, report: &mut Report) {
    let How { id, at, own } = how;
    let (request, response, result) = (tool.request(), tool.response(), tool.result());
    let denied = result.filter(|result| result.status == Status::Denied);
    if request.is_none() && response.is_none() && (*own || denied.is_none()) {
        return;
    }
    let known = request.map(|request| &request.id).or(response.map(|response| &response.id));
    let asked = known.cloned().unwrap_or_else(|| {
        report.invented(
            &format!("{at}/approval/id"),
            (Field::Denied, "the id of the question whether a denied call may be made"),
        );
        made_up_question(id)
    });
    let answer = response.map(|response| response.approved).or_else(|| {
        let ran = result.filter(|_| !own)?.status != Status::Denied;
        report.invented(
            &format!("{at}/approval/approved"),
            (Field::Answer, "the answer to a question about a call that is over"),
        );
        Some(ran)
    });
    let words = denied.and_then(denial);
    if let (Some(_), Some(_), Some(part)) = (words, response, tool.result) {
        report.dropped(At::place(&part.place), (Field::Reason, "the words of a denial"));
    }
    let reason = response.and_then(|response| response.reason.as_ref()).map(JsonString::token).or(words);
    out.object("approval", |approval| {
        approval.text("id", &asked);
        if let Some(answer) = answer {
            approval.flag("approved", answer);
        }
        if let Some(reason) = reason {
            approval.token("reason", reason);
        }
        approval.maybe("requestReason", request.and_then(|request| request.reason.as_ref()));
    });
}
