//! The tool part: a call with its answer.

use super::super::tool::state_of;
use super::state::{Parts, own, patched};
use crate::calls::value_text;
use crate::calls::{Arguments, arguments};
use crate::ir::{At, Extras, JsonString, Obj, Part, PartKind, Patch, Status, ToolCall, ToolResult};

impl Parts<'_> {
    pub(super) fn tool(
        &mut self,
        call: &ToolCall,
        extras: &Extras,
        at: At<'_>,
        answer: Option<&Part>,
    ) -> String {
        let ToolCall { id, name, input: _, free_text: _, provider_executed } = call;
        if *provider_executed {
            self.report.dropped(at, "the news that the provider runs the tool");
        }
        let mut patch = own(extras, self.report);
        let result = answer.and_then(|part| {
            if let PartKind::ToolResult(result) = &part.kind { Some((result, part)) } else { None }
        });
        if let Some((answer, part)) = result {
            if answer.name.as_ref().is_some_and(|known| known != name) {
                self.report.dropped(At::place(&part.place), "another name of the tool, beside its answer");
            }
            patch.set.extend(own(&part.extras, self.report).set);
        }
        let broken = matches!(arguments(call), Arguments::Text(_)) && result.is_none();
        let input = self.input(call, at);
        let id = self.call_id(id.as_ref());
        patched(&patch, |o| {
            o.word("type", "tool").text("toolCallId", &id).text("toolName", name);
            o.word(
                "state",
                if broken { "input-streaming" } else { state_of(result.map(|(result, _)| result)) },
            );
            o.raw("input", &input);
            if let Some((result, part)) = result {
                self.answer(result, At::place(&part.place), o);
            }
        })
    }

    fn call_id(&mut self, id: Option<&JsonString>) -> JsonString {
        if let Some(id) = id.filter(|id| !id.is_empty()) {
            return id.clone();
        }
        self.made.calls += 1;
        self.report.invented(&format!("{}/parts", self.at), "the id of a tool call");
        JsonString::from_plain(&format!("call_{}", self.made.calls))
    }

    /// The arguments as an object, which the schema demands.
    fn input(&mut self, call: &ToolCall, at: At<'_>) -> String {
        let given = arguments(call);
        if given.is_object()
            && let Arguments::Json(json) = &given
        {
            return json.clone().into_owned();
        }
        self.report.narrowed(at, "arguments that are no object are written as one member, `input`");
        patched(&Patch::default(), |o| {
            match &given {
                Arguments::Json(json) => o.raw("input", json),
                Arguments::Text(text) => o.text("input", text),
            };
        })
    }

    fn answer(&mut self, result: &ToolResult, at: At<'_>, o: &mut Obj<'_>) {
        let ToolResult { id: _, name: _, output, status, preliminary, provider_executed: _ } = result;
        if *preliminary {
            self.report.narrowed(at, "a preliminary result becomes the result");
        }
        if *status == Status::Ok {
            o.json("output", output.as_ref());
            return;
        }
        if *status == Status::Denied {
            self.report.narrowed(at, "a denied call becomes a failed one");
        }
        match output.as_ref().map(|output| (output, output.as_token())) {
            Some((_, Some(text))) => o.token("errorText", text),
            Some((output, None)) => {
                self.report.narrowed(at, "the answer of a failed call is written as text");
                o.text("errorText", &value_text(output))
            }
            None if *status == Status::Denied => o.word("errorText", "Tool call execution denied."),
            None => o,
        };
    }

    /// An answer without its call, or a second one: its part lacks what only the call says. One that is told with its
    /// call is no part of its own.
    pub(super) fn orphan(&mut self, part: &Part, result: &ToolResult) -> Option<String> {
        let parts = &self.message.parts;
        let index = parts.iter().position(|known| std::ptr::eq(known, part));
        if answers(parts).iter().any(|(call, answer)| call.is_some() && Some(*answer) == index) {
            return None;
        }
        let at = At::place(&part.place);
        self.report.invented(&format!("{}/parts", self.at), "the call of an answer that has none");
        let call = ToolCall {
            id: result.id.clone(),
            name: result.name.clone().unwrap_or_else(|| JsonString::from_plain("tool")),
            ..ToolCall::default()
        };
        Some(self.tool(&call, Extras::NONE, at, Some(part)))
    }
}

/// Each answer with its call, by position: the nearest call before it of that id that has no answer yet.
pub(super) fn answers(parts: &[Part]) -> Vec<(Option<usize>, usize)> {
    let mut open: Vec<(usize, Option<&JsonString>)> = Vec::new();
    let mut pairs = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match &part.kind {
            PartKind::ToolCall(call) => open.push((index, call.id.as_ref())),
            PartKind::ToolResult(result) => {
                let call = open.iter().rposition(|(_, id)| *id == result.id.as_ref());
                pairs.push((call.map(|at| open.remove(at).0), index));
            }
            PartKind::Text(_)
            | PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {}
        }
    }
    pairs
}
