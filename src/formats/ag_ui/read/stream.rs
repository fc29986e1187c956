//! The stream reader: each event to what it means, by its type.

use super::messages::{Held, Kind};
use super::reader::Reader;
use super::run::Running;
use super::skip::skip;
use super::slot::Slot;
use super::{chunks, rest};
use crate::emit::{Emit, Frame, ReadEvents};
use crate::formats::ag_ui::words;
use crate::ir::{EventKind, Fields, JsonStr};

/// Makes a reader.
pub(in crate::formats::ag_ui) fn reader() -> Box<dyn ReadEvents> {
    Box::new(Reader::default())
}

impl ReadEvents for Reader {
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        let event = frame.root.fields();
        let Some(kind) = event.text("type") else {
            self.running(emit, "an event without a type");
            let help = "an AG-UI event is an object whose `type` is one of the 31 event types";
            let at = frame.at(frame.root);
            emit.report.error("ag-ui/no-type", at, "an event without a `type`", help);
            return rest::raw(frame, emit);
        };
        let kind = kind.as_str();
        self.before(kind, event, emit);
        if !self.message_event(kind, frame, event, emit) && !self.run_event(kind, frame, event, emit) {
            self.other_event(kind, frame, event, emit);
        }
    }

    fn sentinel(&mut self, emit: &mut Emit<'_, '_>) {
        let help = "end the stream after RUN_FINISHED or RUN_ERROR";
        let at = emit.here();
        emit.report.warning(
            "ag-ui/sentinel",
            at,
            "`[DONE]` is no event of AG-UI; its client refuses it",
            help,
        );
    }

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if self.running {
            let help = "a run ends with RUN_FINISHED or RUN_ERROR; the capture may be cut short";
            emit.report.warning("ag-ui/no-end", emit.here(), "the stream ends and the run has not", help);
            self.end_cut(emit);
        }
    }
}

impl Reader {
    /// What a new event ends: chunk shorthands in its lane, and the wait for a seal.
    fn before<'f>(&mut self, kind: &str, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        if !self.run.lanes.is_empty() {
            chunks::close_lanes(&mut self.run, kind, event, emit);
        }
        if !matches!(kind, "REASONING_ENCRYPTED_VALUE" | "REASONING_END" | "THINKING_END" | "RAW") {
            self.run.seal(emit);
        }
    }

    /// Events of text, thinking and calls, the most frequent first.
    fn message_event<'f>(
        &mut self,
        kind: &str,
        frame: Frame<'f>,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> bool {
        match kind {
            "TEXT_MESSAGE_CONTENT" => self.content(Slot::Text, event, frame, emit),
            "TOOL_CALL_ARGS" => self.content(Slot::Call, event, frame, emit),
            "REASONING_MESSAGE_CONTENT" => self.content(Slot::Reasoning, event, frame, emit),
            "TEXT_MESSAGE_CHUNK" => self.chunk(Slot::Text, event, frame, emit),
            "TOOL_CALL_CHUNK" => self.chunk(Slot::Call, event, frame, emit),
            "REASONING_MESSAGE_CHUNK" => self.chunk(Slot::Reasoning, event, frame, emit),
            "TEXT_MESSAGE_START" => self.text_start(event, frame, emit),
            "TEXT_MESSAGE_END" => self.end_part(Slot::Text, event, frame, emit),
            "TOOL_CALL_START" => self.call_start(event, frame, emit),
            "TOOL_CALL_END" => self.end_part(Slot::Call, event, frame, emit),
            "TOOL_CALL_RESULT" => self.call_result(event, frame, emit),
            "REASONING_START" => self.span_start(event, frame, emit),
            "REASONING_MESSAGE_START" => self.reasoning_start(event, frame, emit),
            "REASONING_MESSAGE_END" => self.end_part(Slot::Reasoning, event, frame, emit),
            "REASONING_END" => self.span_end(event, frame, emit),
            "REASONING_ENCRYPTED_VALUE" => self.encrypted_value(event, frame, emit),
            "THINKING_START" => self.thinking_start(frame, emit),
            "THINKING_TEXT_MESSAGE_START" => self.thinking_text_start(event, emit),
            "THINKING_TEXT_MESSAGE_CONTENT" => self.thinking_content(event, emit),
            "THINKING_TEXT_MESSAGE_END" => self.thinking_text_end(event, emit),
            "THINKING_END" => self.thinking_end(event, frame, emit),
            _ => return false,
        }
        true
    }

    /// Events of the run as a whole.
    fn run_event<'f>(
        &mut self,
        kind: &str,
        frame: Frame<'f>,
        event: Fields<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> bool {
        match kind {
            "RUN_STARTED" => self.run_started(event, frame, emit),
            "RUN_FINISHED" => self.run_finished(event, frame, emit),
            "RUN_ERROR" => self.run_error(event, frame, emit),
            "STATE_SNAPSHOT" => self.state_snapshot(event, frame, emit),
            "STATE_DELTA" => self.state_delta(event, frame, emit),
            "MESSAGES_SNAPSHOT" => self.messages_snapshot(event, frame, emit),
            "ACTIVITY_SNAPSHOT" => self.activity_snapshot(event, frame, emit),
            "ACTIVITY_DELTA" => self.activity_delta(event, frame, emit),
            "CUSTOM" => self.custom(event, frame, emit),
            _ => return false,
        }
        true
    }

    /// Events that only AG-UI speaks, and those nobody knows: kept whole.
    fn other_event<'f>(&mut self, kind: &str, frame: Frame<'f>, event: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        self.running(emit, kind);
        match kind {
            "STEP_STARTED" => self.starts(step(event), frame, emit),
            "STEP_FINISHED" => self.stops(&step(event), frame, emit),
            "SUBAGENT_STARTED" => self.starts(subagent(event), frame, emit),
            "SUBAGENT_FINISHED" | "SUBAGENT_ERROR" => self.stops(&subagent(event), frame, emit),
            "RAW" => {}
            _ => {
                let help = match words::EVENTS.iter().find(|known| known.eq_ignore_ascii_case(kind)) {
                    Some(known) => format!("did you mean `{known}`?"),
                    None => "AG-UI 1.0 has 31 event types; the client leaves out any other".to_owned(),
                };
                let message = format!("the event type `{kind}` is unknown; it is set aside");
                emit.report.warning("ag-ui/unknown-event", frame.at(frame.root), message, &help);
            }
        }
        rest::raw(frame, emit);
    }

    fn starts<'f>(&mut self, new: Running, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if self.run.is_running(&new).is_some() {
            let message = format!("the {} `{}` starts and runs already", new.what, new.name);
            emit.report.warning("ag-ui/already-running", frame.at(frame.root), message, "finish it first");
        }
        self.run.running.push(new.name.clone(), new);
    }

    fn stops<'f>(&mut self, done: &Running, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if let Some(place) = self.run.is_running(done) {
            self.run.running.take(place);
            return;
        }
        let message = format!("the {} `{}` ends and does not run", done.what, done.name);
        let first = self.run.running.places(done.name.as_str()).last();
        let other = first.map(|place| &self.run.running[place]);
        let help = match other.map(|other| other.owner.as_deref()) {
            Some(Some(owner)) => format!("it runs as of the subagent `{owner}`; end it as of this one"),
            Some(None) => "it runs as of the agent itself; end it without a subagentRunId".to_owned(),
            None => "start it first".to_owned(),
        };
        emit.report.error("ag-ui/not-running", frame.at(frame.root), message, &help);
    }

    /// A CUSTOM event: Stackbone's usage, or data of the application.
    fn custom<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.running(emit, "CUSTOM");
        if event.token("name").is_some_and(|name| name.is("usage"))
            && let Some(value) = event.get("value")
            && let place = emit.here().to_place()
            && let Some(usage) = crate::formats::ag_ui::usage::of_stackbone(value.fields(), place)
        {
            skip(event, "name");
            self.custom_usage = true;
            emit.push_from(value, EventKind::Usage(Box::new(usage)));
            return rest::of_run("CUSTOM", event, emit);
        }
        let speaks = |held: &&Held| held.kind != Kind::Activity && held.role != crate::ir::Role::User;
        let (Some(held), Some(name), Some(value)) =
            (self.run.messages.last().filter(speaks), event.token("name"), event.member("value"))
        else {
            return rest::raw(frame, emit);
        };
        skip(event, "name");
        let data = crate::ir::Data { name: name.owned(), id: None, value: value.json(), transient: false };
        let place = emit.here().to_place();
        let extras =
            frame.root.fields().value().map(|root| rest::owned(root, "event:", emit)).unwrap_or_default();
        let part = crate::ir::Part { kind: crate::ir::PartKind::Data(data), extras, place };
        emit.push(EventKind::Whole { message: held.key, part: Box::new(part) });
    }
}

/// The step that an event is of; two owners may have steps of the same name.
fn step(event: Fields<'_>) -> Running {
    let name = event.token("stepName").map(decoded).unwrap_or_default();
    Running { what: "step", name, owner: event.token("subagentRunId").map(decoded) }
}

/// The subagent that an event is of.
fn subagent(event: Fields<'_>) -> Running {
    let name = event.token("subagentRunId").map(decoded).unwrap_or_default();
    Running { what: "subagent", name, owner: None }
}

fn decoded(token: JsonStr<'_>) -> String {
    token.decode().into_owned()
}
