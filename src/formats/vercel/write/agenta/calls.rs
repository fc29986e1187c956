//! Calls and what the tools answer.

use crate::calls::{Arguments, arguments};
use crate::framing::Out;
use crate::ir::{
    ApprovalResponse, At, Field, Input, Json, JsonString, Kind, Obj, Part, Place, Status, ToolCall,
    ToolResult,
};
use crate::report::{Loss, Report};
use crate::unsaid;

use super::super::tool::error_text;
use super::look;
use super::slots::{Call, Slot};
use super::state::Writer;

impl Writer {
    /// A call begins. Its arguments follow when they are whole; no piece of them is ever told.
    pub(super) fn open_call(
        &mut self,
        part: &Part,
        call: &ToolCall,
        out: &mut Out,
        report: &mut Report,
    ) -> Call {
        self.speak(out, report);
        let at = At::place(&part.place);
        let ToolCall { id, name, input, free_text, provider_executed } = call;
        if *free_text {
            report
                .narrowed(at, (Field::FreeText, "arguments that are free text are written as a JSON string"));
        }
        if *provider_executed {
            report.dropped(at, (Field::ProviderRuns, "the news that the provider runs the tool"));
        }
        look::drop_rest(&part.extras, &["/render"], report);
        let told = self.tell_call(id.as_ref(), name, &part.place, (out, report));
        let render = look::of_agenta(&part.extras, "/render").cloned();
        let mut open = Call { told, call: call.clone(), ready: false, render, place: part.place.clone() };
        if matches!(input, Input::Json(_)) {
            self.make_available(&mut open, out, report);
        }
        open
    }

    /// Tells that there is a call. Without a name it is that of an unknown tool.
    pub(super) fn tell_call(
        &mut self,
        id: Option<&JsonString>,
        name: &JsonString,
        place: &Place,
        (out, report): (&mut Out, &mut Report),
    ) -> usize {
        let name = if name.is_empty() {
            report.invented("/toolName", (Field::Call, "the name of a tool"));
            JsonString::from_plain("unknown_tool")
        } else {
            name.clone()
        };
        let told = self.reply.calls.tell(id, &name, false);
        let written = &self.reply.calls.get(told).id;
        if id.is_none_or(JsonString::is_empty) {
            report.invented("/toolCallId", (Field::CallId, "the id of a call"));
        } else if id != Some(written) {
            let what = "the id of a call that two calls of a turn share is changed";
            report.lose(Loss::Narrowed, At::place(place), (Field::CallId, what), id);
        }
        out.frame("", |part| {
            part.word("type", "tool-input-start").text("toolCallId", written).text("toolName", &name);
        });
        self.reply.said += 1;
        told
    }

    /// Makes the arguments of a call available as they are, and says how it is to be shown.
    pub(super) fn make_available(&mut self, call: &mut Call, out: &mut Out, report: &mut Report) {
        call.ready = true;
        let input = match (&call.call.input, self.agenta) {
            (Input::Absent, true) => "null".to_owned(),
            _ => match arguments(&call.call) {
                Arguments::Json(json) => self.bare(&json),
                Arguments::Text(text) => Json::string(text.token()).as_str().to_owned(),
            },
        };
        self.tell_input(call.told, None, &input, out);
        if let Some(render) = call.render.take() {
            self.show(call.told, &render, out, report);
        }
    }

    /// Arguments without the envelope that an MCP call has among Agenta's events.
    fn bare(&self, json: &str) -> String {
        let inner = look::at(&Json::from_valid(json), |value| {
            look::unwrapped(value).filter(|_| self.agenta).map(|inner| inner.peek().to_owned())
        });
        inner.flatten().unwrap_or_else(|| json.to_owned())
    }

    /// The part that makes arguments available, under another name than the call's where there is one.
    pub(super) fn tell_input(&mut self, told: usize, name: Option<&JsonString>, input: &str, out: &mut Out) {
        let known = self.reply.calls.get(told);
        out.frame("", |part| {
            part.word("type", "tool-input-available").text("toolCallId", &known.id);
            part.text("toolName", name.unwrap_or(&known.name)).raw("input", input);
        });
        self.reply.said += 1;
    }

    /// How a call or its answer is to be shown.
    pub(super) fn show(&mut self, told: usize, render: &Json, out: &mut Out, report: &mut Report) {
        self.open(out, report);
        look::render(&self.reply.calls.get(told).id, render, out);
    }

    /// A call has no more to say.
    pub(super) fn close_call(&mut self, call: &mut Call, out: &mut Out, report: &mut Report) {
        if !call.ready {
            self.make_available(call, out, report);
        }
    }

    /// A call that is answered or asked about has all its arguments.
    pub(super) fn close_told(&mut self, told: usize, out: &mut Out, report: &mut Report) {
        let Some(index) = self.reply.places.get(&told).copied() else { return };
        let waits = |slot: &Slot| matches!(slot, Slot::Call(call) if call.told == told && !call.ready);
        if !self.reply.slots.get(index).is_some_and(waits) {
            return;
        }
        if let Slot::Call(mut call) = std::mem::take(&mut self.reply.slots[index]) {
            self.make_available(&mut call, out, report);
            self.reply.slots[index] = Slot::Call(call);
        }
    }

    /// A call is told anew: new arguments, under the name it has.
    pub(super) fn revise_call(
        &mut self,
        (call, new): (&mut Call, &ToolCall),
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if !self.agenta && !new.name.is_empty() {
            self.reply.calls.rename(call.told, &new.name);
        }
        if !call.ready && new.input != Input::Absent {
            unsaid::arguments_anew(report, (&call.call.input, &new.input), &call.place, at);
        }
        let known = std::mem::replace(&mut call.call, new.clone());
        call.ready = false;
        match &new.input {
            Input::Json(_) => self.make_available(call, out, report),
            Input::Absent if !self.agenta => call.call.input = known.input,
            Input::Absent => self.make_available(call, out, report),
            Input::Text(_) => {}
        }
    }

    /// What a tool answered. An answer without its call has no place; a revision that it tells of has one all the same.
    pub(super) fn result(&mut self, part: &Part, result: &ToolResult, out: &mut Out, report: &mut Report) {
        let at = At::place(&part.place);
        self.open(out, report);
        let ToolResult { id, name, output, status, preliminary, provider_executed } = result;
        look::drop_rest(&part.extras, &["/render", "/output"], report);
        let found = self.reply.calls.answered(result);
        let tool = found.map(|told| self.reply.calls.get(told).name.clone());
        match found {
            Some(told) => {
                if *preliminary {
                    report.narrowed(at, (Field::Preliminary, "a preliminary result becomes the result"));
                }
                if *provider_executed {
                    report.dropped(at, (Field::ProviderRan, "the news that the provider ran the tool"));
                }
                if name.is_some() && *name != tool {
                    report.dropped(at, (Field::ResultName, "the name that a result gives its tool"));
                }
                self.close_told(told, out, report);
                self.answer(told, part, result, (out, report));
            }
            None => {
                report.lose(
                    Loss::Dropped,
                    at,
                    (Field::Result, "a tool result without its call"),
                    id.as_ref(),
                );
            }
        }
        if *status != Status::Ok {
            return;
        }
        if let Some(revision) = output.as_ref().and_then(|output| look::committed(tool.as_ref(), output)) {
            look::tell_committed(&revision, out);
        }
        if let (Some(told), Some(render)) = (found, look::of_agenta(&part.extras, "/render")) {
            self.show(told, render, out, report);
        }
    }

    fn answer(
        &mut self,
        told: usize,
        part: &Part,
        result: &ToolResult,
        (out, report): (&mut Out, &mut Report),
    ) {
        let at = At::place(&part.place);
        let output = result.output.as_ref();
        let plain = look::of_agenta(&part.extras, "/output");
        if plain.is_some() {
            let beside = if result.status == Status::Error { "`data`" } else { "`output`" };
            report.dropped(at, (Field::Output, &format!("the {beside} of an answer that has both")));
        }
        if result.status == Status::Denied && output.is_some() {
            report.dropped(at, (Field::Reason, "the words of a denial"));
        }
        let (word, said) = match result.status {
            Status::Ok => {
                let output = output.cloned().unwrap_or_else(|| Json::from_valid("null"));
                ("tool-output-available", Some(("output", output)))
            }
            Status::Error => {
                let text = error_text(plain.or(output).filter(|said| said.kind() != Kind::Null), at, report);
                ("tool-output-error", Some(("errorText", Json::string(text.token()))))
            }
            Status::Denied => ("tool-output-denied", None),
        };
        self.tell_answer(told, word, said.as_ref().map(|(key, value)| (*key, value)), out);
    }

    fn tell_answer(&mut self, told: usize, word: &str, said: Option<(&str, &Json)>, out: &mut Out) {
        let call = &self.reply.calls.get(told).id;
        out.frame("", |part| {
            part.word("type", word).text("toolCallId", call);
            if let Some((key, value)) = said {
                part.raw(key, value.as_str());
            }
        });
        self.reply.said += 1;
        self.reply.answered = true;
    }

    /// The answer to a question. Where Agenta has it as a tool's output it is one here too; else it has no place.
    pub(super) fn decision(
        &mut self,
        part: &Part,
        response: &ApprovalResponse,
        out: &mut Out,
        report: &mut Report,
    ) {
        let ApprovalResponse { id, call_id, approved, reason } = response;
        let at = At::place(&part.place);
        look::drop_rest(&part.extras, &[], report);
        let told = call_id.as_ref().filter(|_| look::is_absent(&part.extras, "/kind"));
        let told = told.and_then(|call| self.reply.calls.known(call));
        let Some(told) = told else {
            report.lose(Loss::Dropped, at, (Field::Answer, "the answer to a question"), Some(id));
            return;
        };
        if reason.is_some() {
            report.dropped(at, Field::Reason);
        }
        let mut text = Vec::new();
        let mut output = Obj::begin(&mut text);
        output.flag("approved", *approved);
        output.maybe("interactionToken", Some(id).filter(|id| call_id.as_ref() != Some(*id)));
        output.end();
        self.close_told(told, out, report);
        let output = Json::from_valid(String::from_utf8_lossy(&text));
        self.tell_answer(told, "tool-output-available", Some(("output", &output)), out);
    }
}
