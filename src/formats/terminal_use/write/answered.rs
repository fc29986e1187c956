//! The tool part: a call with its answer.

use std::collections::{HashMap, HashSet};

use super::super::tool::state_of;
use super::state::{Parts, own};
use crate::calls::{Arguments, arguments, value_text};
use crate::ir::{
    At, Extras, Field, JsonString, Obj, Part, PartKind, Patch, Status, ToolCall, ToolResult, patched,
};

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
            self.report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
        }
        let mut patch = own(extras, self.report);
        let result = answer.and_then(|part| {
            if let PartKind::ToolResult(result) = &part.kind { Some((result, part)) } else { None }
        });
        if let Some((answer, part)) = result {
            if answer.name.as_ref().is_some_and(|known| known != name) {
                self.report.dropped(
                    At::place(&part.place),
                    (Field::ResultName, "another name of the tool, beside its answer"),
                );
            }
            if answer.provider_executed {
                self.report.dropped(At::place(&part.place), Field::ProviderRan);
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
        self.report.invented(&format!("{}/parts", self.at), Field::CallId);
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
        self.report.narrowed(
            at,
            (Field::Arguments, "arguments that are no object are written as one member, `input`"),
        );
        patched(Patch::none(), |o| {
            match &given {
                Arguments::Json(json) => o.raw("input", json),
                Arguments::Text(text) => o.text("input", text),
            };
        })
    }

    fn answer(&mut self, result: &ToolResult, at: At<'_>, o: &mut Obj<'_>) {
        let ToolResult { id: _, name: _, output, status, preliminary, provider_executed: _ } = result;
        if *preliminary {
            self.report.narrowed(at, (Field::Preliminary, "a preliminary result becomes the result"));
        }
        if *status == Status::Ok {
            o.json("output", output.as_ref());
            return;
        }
        if *status == Status::Denied {
            self.report.narrowed(at, (Field::Denied, "a denied call becomes a failed one"));
        }
        match output.as_ref().map(|output| (output, output.as_token())) {
            Some((_, Some(text))) => o.token("errorText", text),
            Some((output, None)) => {
                self.report.narrowed(at, (Field::Output, "the answer of a failed call is written as text"));
                o.text("errorText", &value_text(output))
            }
            None if *status == Status::Denied => o.word("errorText", "Tool call execution denied."),
            None => o,
        };
    }

    /// An answer without its call, or a second one: its part lacks what only the call says.
    pub(super) fn orphan(&mut self, part: &Part, result: &ToolResult) -> String {
        let at = At::place(&part.place);
        self.report
            .invented(&format!("{}/parts", self.at), (Field::Result, "the call of an answer that has none"));
        let call = ToolCall {
            id: result.id.clone(),
            name: result.name.clone().unwrap_or_else(|| JsonString::from_plain("tool")),
            ..ToolCall::default()
        };
        self.tool(&call, Extras::NONE, at, Some(part))
    }
}

/// Calls and their answers, by position among the parts.
#[derive(Default)]
pub(super) struct Pairs {
    /// The answer of a call.
    pub(super) answers: HashMap<usize, usize>,
    /// Answers that are told with their call.
    pub(super) told: HashSet<usize>,
}

/// Each answer belongs to the nearest call before it of that id that has no answer yet.
pub(super) fn pairs(parts: &[Part]) -> Pairs {
    let mut open: HashMap<Option<&JsonString>, Vec<usize>> = HashMap::new();
    let mut pairs = Pairs::default();
    for (index, part) in parts.iter().enumerate() {
        if let Some(call) = part.kind.call() {
            open.entry(call.id.as_ref()).or_default().push(index);
        } else if let Some(result) = part.kind.result()
            && let Some(call) = open.get_mut(&result.id.as_ref()).and_then(Vec::pop)
        {
            pairs.answers.insert(call, index);
            pairs.told.insert(index);
        }
    }
    pairs
}
