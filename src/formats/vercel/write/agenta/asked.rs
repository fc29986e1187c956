//! What a run asks of a person.

use crate::framing::Out;
use crate::ir::{
    ApprovalRequest, At, Extras, Field, Interrupt, Json, JsonStr, JsonString, Kind, Place, Value,
};
use crate::report::{Loss, Report};
use crate::unsaid;

use super::look;
use super::state::Writer;

/// What a question of Agenta's says of its call.
const CALL: &str = "/payload/toolCall";

/// The call that a question of Agenta's describes: its name and, if they say anything, its arguments.
struct Described {
    name: JsonString,
    /// Where it has its name.
    named: String,
    input: Option<Json>,
    /// What it says beside its name, its arguments and its ids: where, and in which words.
    beside: Vec<(String, Option<JsonString>)>,
}

impl Described {
    /// The name that stays the same from turn to turn comes first.
    fn of(call: Value<'_>) -> Self {
        let spec = ["spec", "toolSpec", "resolvedTool", "tool"];
        let spec =
            spec.iter().find_map(|key| look::member(call, key).filter(|spec| spec.members().count() > 0));
        let name = look::said(call, &["resolvedName"])
            .or_else(|| look::said(spec?, &["name"]))
            .or_else(|| look::said(call, &["name", "title", "kind"]));
        let input = look::input_of(call).filter(|input| look::is_true(*input));
        let told = look::member(call, "rawInput").or_else(|| look::member(call, "input"));
        let told = told.map(|told| told.pointer());
        let beside = call.members().filter(|(key, _)| !key.is("id") && !key.is("toolCallId"));
        let beside = beside.map(|(_, value)| value).filter(|value| Some(value.pointer()) != told);
        Self {
            name: name.and_then(Value::token).map(JsonStr::owned).unwrap_or_default(),
            named: name.map(|name| name.pointer()).unwrap_or_default(),
            input: input.map(|input| input.json()),
            beside: beside.flat_map(words).collect(),
        }
    }

    /// Reports what is not told of it. The name stands with arguments alone, so that without them it is lost.
    fn drop_rest(&self, extras: &Extras, known: &JsonString, report: &mut Report) {
        let Some(call) = extras.list.iter().find(|extra| extra.name == CALL) else { return };
        for (path, words) in &self.beside {
            let again = words.as_ref() == Some(known);
            let as_name = *path == self.named && self.input.is_some();
            if !again && !as_name {
                let what = format!("`{CALL}{path}`");
                report.lose_here(Loss::Dropped, &call.place.member(path), (Field::Extra, &what), None);
            }
        }
    }
}

/// The words of a value and of its members, and where they stand; nothing is said by a null or an empty text.
fn words(value: Value<'_>) -> Vec<(String, Option<JsonString>)> {
    let inner: Vec<_> = value.members().map(|(_, member)| member).collect();
    let all = if inner.is_empty() { vec![value] } else { inner };
    let all = all.into_iter().filter(|value| look::is_true(*value) || value.kind() == Kind::Number);
    all.map(|value| (value.pointer(), value.token().map(JsonStr::owned))).collect()
}

impl Writer {
    /// A question whether a call may be made. A call that Agenta has not told yet is told from the question.
    pub(super) fn question(
        &mut self,
        request: &ApprovalRequest,
        (extras, place): (&Extras, &Place),
        out: &mut Out,
        report: &mut Report,
    ) {
        let ApprovalRequest { id, call_id, reason } = request;
        self.open(out, report);
        look::drop_rest(extras, &["/type", CALL, "/payload/manifest"], report);
        let described = look::of_agenta(extras, CALL).and_then(|call| look::at(call, Described::of));
        let known = call_id.as_ref().and_then(|call| self.reply.calls.known(call));
        let told = match (known, call_id, described) {
            (Some(told), _, Some(described)) => {
                described.drop_rest(extras, &self.reply.calls.get(told).name, report);
                Some(self.refresh(told, described, out, report))
            }
            (None, Some(call), Some(described)) => {
                described.drop_rest(extras, &described.name, report);
                Some(self.ask_first(call, &described, place, (out, report)))
            }
            (told, _, None) => told,
            (None, None, Some(_)) => None,
        };
        let Some(told) = told else {
            let what = (Field::Question, "a question about a call that is not here");
            report.lose(Loss::Dropped, At::place(place), what, Some(id));
            return;
        };
        self.close_told(told, out, report);
        if reason.is_some() {
            report.dropped(At::place(place), (Field::Reason, "the reason for a question"));
        }
        let call = self.reply.calls.get(told).id.clone();
        if let Some(manifest) = look::of_agenta(extras, "/payload/manifest") {
            out.frame("", |part| {
                part.word("type", "data-approval-manifest").text("id", &call).object("data", |data| {
                    data.text("toolCallId", &call).text("approvalId", id).raw("manifest", manifest.as_str());
                });
            });
            self.reply.said += 1;
        }
        out.frame("", |part| {
            part.word("type", "tool-approval-request").text("approvalId", id).text("toolCallId", &call);
        });
        self.reply.said += 1;
    }

    /// The question's name for a call counts, and so do its arguments.
    fn refresh(&mut self, told: usize, described: Described, out: &mut Out, report: &mut Report) -> usize {
        self.close_told(told, out, report);
        let Described { name, named: _, input, beside: _ } = described;
        if !name.is_empty() {
            self.reply.calls.rename(told, &name);
        }
        if let Some(input) = input {
            self.tell_input(told, None, input.as_str(), out);
        }
        told
    }

    /// A call that only its question tells.
    fn ask_first(
        &mut self,
        call: &JsonString,
        described: &Described,
        place: &Place,
        (out, report): (&mut Out, &mut Report),
    ) -> usize {
        let told = self.tell_call(Some(call), &described.name, place, (out, report));
        self.tell_input(told, None, described.input.as_ref().map_or("{}", Json::as_str), out);
        told
    }

    /// What else a run waits for.
    pub(super) fn interrupt(&mut self, interrupt: &Interrupt, out: &mut Out, report: &mut Report) {
        self.open(out, report);
        if let Some(question) = interrupt.question() {
            unsaid::interrupt_reason(report, interrupt);
            return self.question(&question, (&interrupt.extras, &interrupt.place), out, report);
        }
        look::drop_rest(&interrupt.extras, &["/type"], report);
        if interrupt.reason.as_ref().is_some_and(|kind| kind.token().is("client_tool"))
            && self.client_tool(interrupt, out, report)
        {
            return;
        }
        let (name, value) = look::interaction(interrupt, report);
        out.frame("", |part| {
            part.word("type", &format!("data-{name}")).text("id", &interrupt.id).raw("data", value.as_str());
        });
        self.reply.said += 1;
    }

    /// A tool that the client runs: a call like any other. `false` where the payload does not say which.
    fn client_tool(&mut self, interrupt: &Interrupt, out: &mut Out, report: &mut Report) -> bool {
        let Some(asked) =
            interrupt.payload.as_ref().and_then(|payload| look::at(payload, Asked::of)).flatten()
        else {
            return false;
        };
        let Asked { call, name, input, render } = asked;
        report.lose(
            Loss::Dropped,
            At::place(&interrupt.place),
            (Field::Interrupt, "the id of an interaction that becomes a call"),
            Some(&interrupt.id),
        );
        let told = self.reply.calls.known(&call);
        let told =
            told.unwrap_or_else(|| self.tell_call(Some(&call), &name, &interrupt.place, (out, report)));
        let name = Some(&name).filter(|name| !name.is_empty());
        self.tell_input(told, name, input.as_ref().map_or("null", Json::as_str), out);
        if let Some(render) = render {
            self.show(told, &render, out, report);
        }
        true
    }
}

/// The call of a tool that the client runs.
struct Asked {
    call: JsonString,
    name: JsonString,
    input: Option<Json>,
    render: Option<Json>,
}

impl Asked {
    fn of(payload: Value<'_>) -> Option<Self> {
        let inner = look::member(payload, "toolCall");
        let call =
            look::text(payload, &["toolCallId"]).or_else(|| look::text(inner?, &["id", "toolCallId"]))?;
        let name =
            look::text(payload, &["toolName"]).or_else(|| look::text(inner?, &["name", "title", "kind"]));
        let plain = look::member(payload, "input");
        let input =
            plain.map(|input| look::unwrapped(input).unwrap_or(input)).or_else(|| look::input_of(inner?));
        Some(Self {
            call: call.owned(),
            name: name.map(JsonStr::owned).unwrap_or_default(),
            input: input.map(|input| input.json()),
            render: look::member(payload, "render").map(Value::json),
        })
    }
}
