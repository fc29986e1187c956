//! Reads event frames.

use super::super::words;
use super::carrier::{self, Told, rest};
use super::reader::{End, MESSAGE, Reader};
use crate::emit::{Emit, Frame, ReadEvents};
use crate::ir::{Data, EventKind, File, JsonString, PartKind, Run, RunError, Scope, Usage, Value};

impl ReadEvents for Reader {
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.begin_run(emit);
        let Some(told) = carrier::open(frame.root) else { return self.typeless(frame, emit) };
        self.take(told, frame, emit);
        emit.leave_named(Scope::Run, frame.root, "/frame");
    }

    fn sentinel(&mut self, emit: &mut Emit<'_, '_>) {
        let help = "a stream of event frames ends with its `done` frame";
        let at = emit.here();
        emit.report.warning("agenta/sentinel", at, "a `[DONE]`, which Agenta's own wire has not", help);
    }

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if !self.running {
            return;
        }
        for text in self.open.drain() {
            emit.push(EventKind::PartEnd { key: text.key });
        }
        self.close_calls(emit);
        if self.speaking {
            if self.in_step {
                emit.push(EventKind::StepEnd { message: MESSAGE });
            }
            emit.push(EventKind::MessageEnd { key: MESSAGE, finish: None });
        }
        let (finish, complete) = match std::mem::take(&mut self.end) {
            End::Done(finish) => (finish, true),
            End::Failed => (None, false),
            End::Open => {
                let help = "a turn ends with a `done` frame; the capture seems to be cut short";
                let at = emit.here();
                emit.report.warning("agenta/done-missing", at, "the stream ends without `done`", help);
                (None, false)
            }
        };
        emit.push(EventKind::RunEnd { finish: finish.map(Box::new), complete });
        *self = Self::default();
    }
}

impl Reader {
    fn take<'f>(&mut self, told: Told<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        match told.kind.as_str() {
            "message_delta" => self.text_delta(told, false, emit),
            "thought_delta" => self.text_delta(told, true, emit),
            "message_start" => self.text_start(told, false, emit),
            "thought_start" => self.text_start(told, true, emit),
            "message_end" => self.text_end(told, false, emit),
            "thought_end" => self.text_end(told, true, emit),
            "message" => self.whole_text(told, false, emit),
            "thought" => self.whole_text(told, true, emit),
            "tool_call" => self.tool_call(told, emit),
            "tool_result" => self.tool_result(told, emit),
            "interaction_request" => self.request(told, frame, emit),
            "interaction_response" => self.response(told, frame, emit),
            "data" => self.data(told, emit),
            "file" => self.file(told, frame, emit),
            "usage" => usage(told, emit),
            "error" => self.error(told, emit),
            "done" => self.done(told, emit),
            "turn" => emit.leave_named(Scope::Run, told.data, "/turn"),
            "result" => self.result(told, emit),
            _ => self.raw(frame.root, emit),
        }
    }

    fn begin_run(&mut self, emit: &mut Emit<'_, '_>) {
        if !std::mem::replace(&mut self.running, true) {
            let place = emit.here().to_place();
            let names = ["", "", "", ""];
            emit.push(EventKind::RunStart(Box::new(Run { place, names, ..Run::default() })));
        }
    }

    fn typeless<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let help = "Agenta drops such a frame; an event is {\"type\":…,\"data\":{…}}";
        let at = emit.here();
        emit.report.warning("agenta/type-missing", at, "a frame without a type", help);
        self.raw(frame.root, emit);
    }

    fn data<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        let name = told.fields.string("name").unwrap_or_else(|| JsonString::from_plain("data"));
        let value = told.fields.member("data").map_or_else(words::null, Value::json);
        let transient = told.fields.flag("transient").unwrap_or(false);
        self.whole(PartKind::Data(Data { name, id: None, value, transient }), told.data, emit);
    }

    fn file<'f>(&mut self, told: Told<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(url) = told.fields.get("url").filter(|url| url.token().is_some()) else {
            let help = "a `file` frame says where the file is";
            let at = emit.at(told.data);
            emit.report.warning("agenta/file-without-url", at, "a file without `url`", help);
            return self.raw(frame.root, emit);
        };
        let mut media_type = told.fields.string("mediaType");
        let content = words::content(url.text().unwrap_or_default(), &mut media_type);
        self.whole(PartKind::File(File { media_type, content, filename: None }), told.data, emit);
    }

    fn error<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        let message = told.fields.string("message").unwrap_or_default();
        let code = told.fields.json("code");
        let place = emit.at(told.data).to_place();
        let extras = rest(emit, told.data);
        let error = RunError { message, code, extras, place };
        emit.push_from(told.data, EventKind::Error(Box::new(error)));
        self.end = End::Failed;
    }

    fn done<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        self.close_calls(emit);
        let place = |value| emit.at(value).to_place();
        let reason = told.fields.get("stopReason");
        let finish = reason.and_then(|value| Some(words::finish(value.text()?, place(value))));
        if let Some(trace) = told.fields.get("traceId") {
            emit.leave_named(Scope::Run, trace, "/trace_id");
        }
        emit.leave_named(Scope::Run, told.data, "/done");
        emit.changed();
        self.end = End::Done(finish);
    }

    /// The runner's own last record. It is no event: it ends the capture, and what it says stays with the run.
    fn result<'f>(&mut self, told: Told<'f>, emit: &mut Emit<'_, 'f>) {
        self.close_calls(emit);
        if let Some(ok) = told.fields.get("ok").filter(|ok| ok.peek() == "true") {
            ok.skip();
        }
        if let Some(message) = told.fields.get("error").filter(|error| error.token().is_some()) {
            let text = message.text().unwrap_or_default().owned();
            let place = emit.at(message).to_place();
            let error = RunError { message: text, place, ..RunError::default() };
            emit.push_from(message, EventKind::Error(Box::new(error)));
        }
        if let Some(trace) = told.fields.get("traceId") {
            emit.leave_named(Scope::Run, trace, "/trace_id");
        }
        emit.leave_named(Scope::Run, told.data, "/result");
        emit.changed();
        if !matches!(self.end, End::Done(_)) {
            self.end = End::Done(None);
        }
    }
}

fn usage<'f>(told: Told<'f>, emit: &mut Emit<'_, 'f>) {
    let place = emit.at(told.data).to_place();
    let fields = told.fields;
    let usage = Usage {
        input: fields.count("input"),
        output: fields.count("output"),
        total: fields.count("total"),
        cost: fields.json("cost"),
        place,
        ..Usage::default()
    };
    if !usage.is_unknown() {
        emit.push_from(told.data, EventKind::Usage(Box::new(usage)));
    }
    emit.leave_named(Scope::Run, told.data, "/usage");
}
