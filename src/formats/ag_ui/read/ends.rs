//! How runs begin and end.

use super::reader::Reader;
use super::rest;
use super::run::Run;
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::formats::ag_ui::usage::{self, BESIDE_CUSTOM};
use crate::formats::ag_ui::words;
use crate::ir::{
    EventKind, Fields, Finish, Interrupt, JsonStr, JsonString, Kind, Run as Head, RunError, Scope,
    StopReason, Value,
};

impl Reader {
    pub(super) fn run_started<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if self.running {
            let help = "end the run with RUN_FINISHED or RUN_ERROR first";
            emit.report.error("ag-ui/nested-run", frame.at(frame.root), "a run starts inside a run", help);
            self.end_cut(emit);
        }
        let created = event.get("timestamp").filter(|time| time.peek().len() > 11 && time.count().is_some());
        let head = Head {
            id: event.string("runId"),
            thread_id: event.string("threadId"),
            model: None,
            created_at: created.map(|time| JsonString::from_plain(time.peek())),
            place: emit.here().to_place(),
            names: ["/runId", "/threadId", "", "/timestamp"],
        };
        self.run = Run::new(head.id.clone(), head.thread_id.clone());
        self.running = true;
        self.ended = None;
        self.custom_usage = false;
        self.input = event.get("input").map(|input| emit.at(input).to_place());
        if let Some(input) = event.get("input") {
            let messages = input.members().filter(|(key, _)| key.is("messages")).last();
            for message in messages.into_iter().flat_map(|(_, list)| list.elements()) {
                self.earlier.extend(id_of(message));
            }
        }
        emit.push(EventKind::RunStart(Box::new(head)));
    }

    pub(super) fn run_finished<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.running && self.ended.is_some() {
            let help = "one RUN_FINISHED or RUN_ERROR ends a run";
            emit.report.error("ag-ui/after-end", frame.at(frame.root), "RUN_FINISHED after the end", help);
            return;
        }
        self.running(emit, "RUN_FINISHED");
        self.still_open(frame, emit);
        self.close_all(emit);
        self.same_ids(event, frame, emit);
        let finish = self.outcome(event, frame, emit);
        self.usage_of(event, emit);
        rest::of_run("RUN_FINISHED", event, emit);
        emit.push(EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true });
        self.leave("RUN_FINISHED");
    }

    pub(super) fn run_error<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.running {
            if self.ended == Some("RUN_ERROR") {
                let help = "one RUN_FINISHED or RUN_ERROR ends a run";
                emit.report.error("ag-ui/after-end", frame.at(frame.root), "RUN_ERROR after RUN_ERROR", help);
            }
            self.running = true;
            let head = Head { place: emit.here().to_place(), names: ["", "", "", ""], ..Head::default() };
            emit.push(EventKind::RunStart(Box::new(head)));
        }
        self.close_all(emit);
        self.usage_of(event, emit);
        let cut = event.token("code").is_some_and(|code| code.is(words::CUT_SHORT))
            && event.token("message").is_some_and(|message| message.is(words::CUT_MESSAGE));
        if cut {
            skip(event, "code");
            skip(event, "message");
            rest::of_run("RUN_ERROR", event, emit);
            emit.push(EventKind::RunEnd { finish: None, complete: false });
            return self.leave("RUN_ERROR");
        }
        let error = RunError {
            message: event.string("message").unwrap_or_default(),
            code: event.json("code"),
            extras: crate::ir::Extras::default(),
            place: emit.here().to_place(),
        };
        emit.push(EventKind::Error(Box::new(error)));
        rest::of_run("RUN_ERROR", event, emit);
        let finish = Finish { reason: StopReason::Error, raw: None, place: emit.here().to_place() };
        emit.push(EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true });
        self.leave("RUN_ERROR");
    }

    /// The usage of the run, which an extra keeps where a CUSTOM event has told it already.
    fn usage_of<'f>(&self, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let Some(list) = event.get("usage").filter(|list| list.kind() == Kind::Array) else { return };
        if self.custom_usage {
            return emit.leave_named(Scope::Run, list, BESIDE_CUSTOM);
        }
        let usage = usage::of_run(list, emit.at(list).to_place());
        if !usage.is_unknown() {
            emit.push_from(list, EventKind::Usage(Box::new(usage)));
        }
    }

    /// The run ends without an end.
    pub(super) fn end_cut(&mut self, emit: &mut Emit<'_, '_>) {
        self.close_all(emit);
        emit.push(EventKind::RunEnd { finish: None, complete: false });
        self.leave("a cut");
    }

    /// Tells what is still to tell, and closes what is open.
    fn close_all(&mut self, emit: &mut Emit<'_, '_>) {
        self.tell_untold(emit);
        self.run.close_all(emit);
    }

    /// Messages of a run that has ended are not told again.
    fn leave(&mut self, end: &'static str) {
        self.running = false;
        self.ended = Some(end);
        self.earlier.extend(std::mem::take(&mut self.run).messages.into_ids());
    }

    fn still_open<'f>(&self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let open = self.run.open.live().map(|(_, open)| open.id.clone());
        let spans = self.run.spans.iter().map(|span| span.id.clone());
        let running = self.run.running.iter().map(|running| running.name.clone());
        let slots = [Slot::Text, Slot::Reasoning, Slot::Call];
        let chunked = |id: &String| slots.iter().any(|slot| self.run.lanes.holds(*slot, id));
        let all: Vec<String> = open.chain(spans).chain(running).filter(|id| !chunked(id)).collect();
        if !all.is_empty() {
            let message = format!("RUN_FINISHED while `{}` is open", all.join("`, `"));
            let help = "end messages, calls, spans, steps and subagents before the run";
            emit.report.error("ag-ui/open-at-end", frame.at(frame.root), message, help);
        }
    }

    /// The ids of the run are known; others are a fault and kept.
    fn same_ids<'f>(&self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        for (member, known) in [("runId", &self.run.id), ("threadId", &self.run.thread)] {
            let Some(id) = event.token(member) else { continue };
            if known.as_ref().is_some_and(|known| known.token() == id) {
                skip(event, member);
            } else {
                let message = format!("`{member}` is `{}` and was another at RUN_STARTED", id.decode());
                let help = "a run keeps its ids";
                emit.report.warning("ag-ui/other-run-id", frame.at(frame.root), message, help);
            }
        }
    }

    /// How the run ended. Without an outcome, or with an unknown one, it was a success; calls without a result are for
    /// the application to answer.
    fn outcome<'f>(&self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) -> Finish {
        let place = emit.here().to_place();
        let pending = self.run.calls.values().any(|call| !call.answered);
        let success = if pending { StopReason::ToolCalls } else { StopReason::Stop };
        let Some(outcome) = event.get("outcome").filter(|outcome| outcome.kind() == Kind::Object) else {
            return Finish { reason: success, raw: None, place };
        };
        let place = emit.at(outcome).to_place();
        let word = outcome.members().find(|(key, _)| key.is("type")).and_then(|(_, word)| word.token());
        let reason = match word.map_or("", JsonStr::as_str) {
            "success" => success,
            "interrupt" => StopReason::Paused,
            "cancelled" => StopReason::Cancelled,
            other => {
                let message = format!("the outcome `{other}` is unknown; the client takes it for a success");
                let help = "success, interrupt and cancelled are known";
                emit.report.warning("ag-ui/unknown-outcome", frame.at(frame.root), message, help);
                return Finish { reason: success, raw: None, place };
            }
        };
        let outcome = outcome.fields();
        let raw = outcome.text("type");
        for interrupt in outcome.list("interrupts") {
            let waits = interrupt_of(interrupt, emit);
            emit.push_from(interrupt, EventKind::Interrupt(Box::new(waits)));
        }
        Finish { reason, raw: raw.map(JsonStr::owned), place }
    }
}

fn interrupt_of<'f>(value: Value<'f>, emit: &Emit<'_, 'f>) -> Interrupt {
    let fields = value.fields();
    Interrupt {
        id: fields.string("id").unwrap_or_default(),
        reason: fields.string("reason"),
        call_id: fields.string("toolCallId"),
        message: fields.string("message"),
        payload: None,
        extras: rest::owned(value, "", emit),
        place: emit.at(value).to_place(),
    }
}

/// The id of a message that is not read.
pub(super) fn id_of(message: Value<'_>) -> Option<String> {
    let id = message.members().filter(|(key, _)| key.is("id")).last()?.1.token()?;
    Some(id.decode().into_owned())
}
