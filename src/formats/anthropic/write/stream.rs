//! Streams: one message for all steps of a run, and one block at a time.
//!
//! The end waits until the run ends, as usage comes late. A run that was cut short or failed ends with an `error` event
//! and has neither `message_delta` nor `message_stop`.

use super::block::{homeless, told_id};
use super::queue::{Block, Kind, Queue};
use super::{own, reply, result};
use crate::calls::{CallIds, is_word_character};
use crate::emit::WriteEvents;
use crate::formats::anthropic::{FAMILY, FRAMES, usage};
use crate::framing::Out;
use crate::ir::{
    At, Delta, Event, EventKind, Extra, Extras, Finish, FrameExtra, Input, Json, JsonStr, JsonString,
    MessageHead, MessageKey, Part, PartKey, PartKind, Patch, Reasoning, Role, Run, RunError, Scope, Tape,
    ToolCall, ToolResult, Usage,
};
use crate::report::{Loss, LossSlot, Report};
use crate::unsaid::{self, RunMember};

/// Writes frames.
pub(super) struct Writer {
    ids: CallIds,
    state: State,
}

/// What belongs to one run.
#[derive(Default)]
struct State {
    running: bool,
    started: bool,
    run: Run,
    /// Messages that are no part of the reply, and why.
    skipped: Vec<(MessageKey, &'static str)>,
    steps: u32,
    queue: Queue,
    /// Parts that have no place, with the loss that each of their deltas adds to.
    gone: Vec<(PartKey, LossSlot)>,
    usage: Usage,
    /// Members of the message for its start, or for its end once that is written.
    extras: Extras,
    finish: Option<Finish>,
    error: Option<Box<RunError>>,
    /// Client calls that have no answer yet.
    unanswered: usize,
}

impl Writer {
    pub(super) fn new() -> Self {
        Self { ids: CallIds::new(is_word_character, true), state: State::default() }
    }
}

impl WriteEvents for Writer {
    #[inline]
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if self.state.queue.lingers() && !is_citation(event.kind) {
            self.state.queue.settle(out, report);
        }
        if let EventKind::Delta { key, delta } = event.kind {
            return self.delta(*key, delta, event, out, report);
        }
        self.take_extras(event, report);
        self.event(event, out, report);
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

fn is_citation(kind: &EventKind<'_>) -> bool {
    matches!(kind, EventKind::Whole { message: _, part } if own::is_citation(part))
}

impl Writer {
    fn event(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let at = event.at;
        match event.kind {
            EventKind::RunStart(run) => self.start_run(run, report),
            EventKind::MessageStart(head) => self.start_message(head, at, out, report),
            EventKind::Metadata { message: _, value: _ } => {
                report.dropped(at, "the metadata of a message");
            }
            EventKind::StepStart { message: _ } => {
                self.state.steps += 1;
                if self.state.steps > 1 {
                    report.moved(at, "a later model step joins the message of the first");
                }
            }
            EventKind::StepReset { message: _ } => {
                report.dropped(at, "that a step is tried again: what it said is written already");
            }
            EventKind::PartStart { key, message, part } => {
                self.start_part(*key, *message, part, at, out, report);
            }
            EventKind::Delta { key, delta } => self.delta(*key, delta, event, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, report),
            EventKind::PartEnd { key } => self.end_part(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, at, out, report),
            EventKind::Usage(counts) => self.state.usage.update((**counts).clone()),
            EventKind::State(_) => {
                report.dropped(at, "the shared state");
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, "what the run waits for", Some(&interrupt.id));
            }
            EventKind::StepEnd { message: _ } | EventKind::Note => {}
            EventKind::MessageEnd { key, finish } => {
                let skipped = self.state.skipped.iter().any(|(skipped, _)| skipped == key);
                if !skipped && let Some(finish) = finish {
                    self.state.finish = Some((**finish).clone());
                }
            }
            EventKind::Error(error) => self.fail(error, at, report),
            EventKind::RunEnd { finish, complete } => {
                self.end_run(finish.as_deref(), *complete, out, report);
            }
            EventKind::Raw { family, value } if *family == FRAMES => raw_frame(value, out),
            EventKind::Raw { family, value: _ } => {
                report.dropped(at, &format!("an event that only `{family}` speaks"));
            }
        }
    }

    /// Own members of the run wait for the message's start or end; those of another family are reported.
    fn take_extras(&mut self, event: &Event<'_>, report: &mut Report) {
        for extra in event.extras {
            let own = extra.family == FAMILY && extra.name.starts_with('/');
            if !own {
                report.drop_frame_extras(event.at, std::slice::from_ref(extra));
                continue;
            }
            match extra.scope {
                Scope::Run | Scope::Message(_) | Scope::Choice(_) => self.keep(extra, event.at),
                Scope::Part(key) => {
                    let member = (extra.name.to_owned(), Json::from_valid(extra.value));
                    match self.state.queue.find(key).filter(|block| !block.started()) {
                        Some(block) => block.patch.set.push(member),
                        None => report.drop_frame_extras(event.at, std::slice::from_ref(extra)),
                    }
                }
            }
        }
    }

    fn keep(&mut self, extra: &FrameExtra<'_>, at: At<'_>) {
        let place = crate::ir::Place { frame: at.frame, line: at.line, path: extra.path.into() };
        let member = Extra { name: extra.name.to_owned(), value: Json::from_valid(extra.value), place };
        self.state.extras.put(FAMILY, member, extra.merge);
    }

    fn start_run(&mut self, run: &Run, report: &mut Report) {
        let extras = std::mem::take(&mut self.state.extras);
        unsaid::run(report, run, &[RunMember::Thread, RunMember::Time]);
        self.state = State { running: true, run: run.clone(), extras, ..State::default() };
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, out: &mut Out, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, "the name of a speaker");
        }
        let why = match role {
            Role::Assistant | Role::Tool if *choice == 0 => None,
            Role::Assistant | Role::Tool => Some("another choice of the reply"),
            Role::System | Role::Developer | Role::User | Role::Other(_) => {
                Some("a message beside the reply")
            }
        };
        if let Some(why) = why {
            report.lose(Loss::Dropped, at, why, id.as_ref());
            self.state.skipped.push((*key, why));
            return;
        }
        if *role == Role::Tool {
            return;
        }
        let known = &mut self.state.run.id;
        if !self.state.started && known.is_none() {
            known.clone_from(id);
        } else if id.is_some() && known != id {
            report.lose(Loss::Dropped, at, "the id of a message", id.as_ref());
        }
        self.start(out, report);
    }

    /// `message_start`, once.
    fn start(&mut self, out: &mut Out, report: &mut Report) {
        if std::mem::replace(&mut self.state.started, true) {
            return;
        }
        let Run { id, thread_id: _, model, created_at: _, place: _, names: _ } = &self.state.run;
        for (value, target, what) in
            [(id, "/message/id", "the id `msg_1`"), (model, "/message/model", "the model's name `unknown`")]
        {
            if value.is_none() {
                report.invented(target, what);
            }
        }
        let text = |value: &Option<JsonString>, none: &str| {
            value.clone().unwrap_or_else(|| JsonString::from_plain(none))
        };
        let (id, model) = (text(id, "msg_1"), text(model, "unknown"));
        let mut patch = members(&std::mem::take(&mut self.state.extras));
        patch.set.iter_mut().for_each(|(name, _)| name.insert_str(0, "/message"));
        let counts = &self.state.usage;
        out.patched_frame("message_start", &patch, |frame| {
            frame.word("type", "message_start").object("message", |message| {
                message.text("id", &id).word("type", "message").word("role", "assistant");
                message.text("model", &model).raw("content", "[]");
                message.raw("stop_reason", "null").raw("stop_sequence", "null");
                message.object("usage", |object| usage::write(counts, object));
            });
        });
    }
}

/// Own members as what is to be set.
fn members(extras: &Extras) -> Patch {
    let set = extras.list.iter().map(|extra| (extra.name.clone(), extra.value.clone())).collect();
    Patch { set, remove: Vec::new() }
}

/// A frame only this family speaks, under the name that it says itself.
fn raw_frame(value: &Json, out: &mut Out) {
    let mut tape = Tape::default();
    let known = tape.fill(value.as_str()).is_ok();
    let word = known.then(|| tape.root(value.as_str()).fields().token("type")).flatten();
    out.raw_frame(word.map_or("", JsonStr::as_str), value.as_str());
}

impl Writer {
    #[inline]
    fn delta(
        &mut self,
        key: PartKey,
        delta: &Delta<'_>,
        event: &Event<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let mut own: &[FrameExtra<'_>] = &[];
        if !event.extras.is_empty() {
            let ours = |extra: &FrameExtra<'_>| {
                extra.family == FAMILY && extra.scope == Scope::Part(key) && extra.name.starts_with('/')
            };
            if event.extras.iter().all(ours) {
                own = event.extras;
            } else {
                self.take_extras(event, report);
            }
        }
        let queue = &mut self.state.queue;
        let found = match delta {
            Delta::Text(token) => queue.text(key, *token, own, out),
            Delta::Args(token) => queue.args(key, *token, own, out),
            Delta::Signature(token) => queue.signature(key, *token, out),
            Delta::Input(value) => queue.find(key).map(|block| block.input = Some(value.clone())).is_some(),
        };
        if !found && let Some((_, slot)) = self.state.gone.iter().find(|(gone, _)| *gone == key) {
            report.again(*slot, event.at.frame);
        }
    }

    fn skipped(&self, message: MessageKey) -> Option<&'static str> {
        self.state.skipped.iter().find(|(skipped, _)| *skipped == message).map(|(_, why)| *why)
    }

    fn start_part(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if let Some(why) = self.skipped(message) {
            let slot = report.dropped(At::place(&part.place), why);
            return self.state.gone.push((key, slot));
        }
        match self.block(Some(key), part, at, report) {
            Ok(block) => {
                self.start(out, report);
                self.state.queue.add(block, out, report);
            }
            Err(slot) => self.state.gone.extend(slot.map(|slot| (key, slot))),
        }
    }

    fn end_part(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        self.state.queue.end(key, out, report);
        self.state.gone.retain(|(gone, _)| *gone != key);
    }

    fn whole(&mut self, message: MessageKey, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        if let Some(why) = self.skipped(message) {
            report.dropped(At::place(&part.place), why);
            return;
        }
        if own::is_citation(part) && self.state.queue.last_text().is_some() {
            if let Some(citation) = own::citation(part, report) {
                self.state.queue.cite(citation, out);
            }
            return;
        }
        if let PartKind::Raw { family, value } = &part.kind
            && family == FRAMES
        {
            return raw_frame(value, out);
        }
        if let Ok(mut block) = self.block(None, part, at, report) {
            block.ended = true;
            self.start(out, report);
            self.state.queue.add(block, out, report);
        }
    }

    /// The block for a part, or the loss of it.
    fn block(
        &mut self,
        key: Option<PartKey>,
        part: &Part,
        at: At<'_>,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let place = part.place.clone();
        let mut block = Block::new(key, Kind::Text, place);
        match &part.kind {
            PartKind::Text(text) => block.text = text.clone(),
            PartKind::Refusal(text) => {
                report.narrowed(At::place(&part.place), "a refusal becomes a text");
                block.text = text.clone();
            }
            PartKind::Reasoning(reasoning) => return Ok(self.thinking(block, part, reasoning, report)),
            PartKind::ToolCall(call) => return self.call(block, part, call, at, report),
            PartKind::ToolResult(answer) => return self.result(block, part, answer, report),
            PartKind::Raw { family, value } if family == FAMILY => {
                block.kind = Kind::Whole;
                value.as_str().clone_into(&mut block.whole);
            }
            PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { family: _, value: _ } => {
                homeless(part, at, report);
                return Err(None);
            }
        }
        block.patch = own::patch(&part.extras, report);
        Ok(block)
    }

    fn thinking(
        &mut self,
        mut block: Block,
        part: &Part,
        reasoning: &Reasoning,
        report: &mut Report,
    ) -> Block {
        let Reasoning { text, signature, encrypted } = reasoning;
        block.patch = own::patch(&part.extras, report);
        if let Some(data) = encrypted.as_ref().filter(|_| text.is_empty()) {
            block.kind = Kind::Whole;
            block.whole = own::object(&block.patch, |object| {
                object.word("type", "redacted_thinking").text("data", data);
            });
            return block;
        }
        if encrypted.is_some() {
            report.dropped(At::place(&part.place), "the sealed form of reasoning beside its text");
        }
        block.kind = Kind::Thinking;
        block.text = text.clone();
        block.signature.clone_from(signature);
        block
    }

    fn call(
        &mut self,
        mut block: Block,
        part: &Part,
        call: &ToolCall,
        at: At<'_>,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let ToolCall { id, name, input, free_text, provider_executed } = call;
        if *provider_executed && own::type_word(part).is_none() {
            let what = "a call of a tool that the provider runs";
            return Err(Some(report.lose(Loss::Dropped, at, what, id.as_ref())));
        }
        let given = self.ids.call(id.as_ref());
        told_id(id.as_ref(), &given, at, "/content_block/id", report);
        self.state.unanswered += usize::from(!provider_executed);
        block.kind = Kind::Call;
        block.patch = own::patch(&part.extras, report);
        block.call = ToolCall {
            id: Some(given.id),
            name: name.clone(),
            input: Input::Absent,
            free_text: *free_text,
            provider_executed: *provider_executed,
        };
        match input {
            Input::Absent => {}
            Input::Text(text) => block.text = text.clone(),
            Input::Json(value) => block.input = Some(value.clone()),
        }
        Ok(block)
    }

    fn result(
        &mut self,
        mut block: Block,
        part: &Part,
        answer: &ToolResult,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let ToolResult { id, name, output: _, status: _, preliminary, provider_executed } = answer;
        let at = At::place(&part.place);
        if !provider_executed || own::type_word(part).is_none() {
            let what = if *provider_executed {
                "the result of a tool that the provider runs"
            } else {
                self.state.unanswered = self.state.unanswered.saturating_sub(usize::from(!preliminary));
                "the result of a tool: a reply holds none"
            };
            return Err(Some(report.lose(Loss::Dropped, at, what, id.as_ref())));
        }
        if name.is_some() {
            report.lose(Loss::Dropped, at, "the name of the tool that answers", id.as_ref());
        }
        let given = self.ids.result(id.as_ref());
        told_id(id.as_ref(), &given, at, "/content_block/tool_use_id", report);
        block.kind = Kind::Whole;
        block.whole = result::server(part, answer, &given.id, report);
        Ok(block)
    }

    /// A part told anew: what is on the wire already stays.
    fn revise(&mut self, key: PartKey, part: &Part, at: At<'_>, report: &mut Report) {
        if self.state.gone.iter().any(|(gone, _)| *gone == key) {
            report.dropped(at, "a part told anew that has no place");
            return;
        }
        let block = self.state.queue.find(key).filter(|block| !block.started() || block.kind == Kind::Call);
        let Some(block) = block else {
            report.dropped(at, "what a part became after it was written");
            return;
        };
        match &part.kind {
            PartKind::ToolCall(ToolCall { id, name, input, free_text: _, provider_executed: _ }) => {
                if block.started() && block.call.name != *name {
                    let what = "the name that a call got after it was written";
                    report.lose(Loss::Narrowed, at, what, id.as_ref());
                } else {
                    block.call.name.clone_from(name);
                }
                match input {
                    Input::Absent => {}
                    Input::Json(value) => block.input = Some(value.clone()),
                    Input::Text(text) if block.text.is_empty() => block.text = text.clone(),
                    Input::Text(text) => block.input = Json::check(&text.decode()),
                }
                block.patch = own::patch(&part.extras, report);
            }
            PartKind::Raw { family, value } if family == FAMILY => {
                value.as_str().clone_into(&mut block.whole);
            }
            PartKind::Text(_)
            | PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { family: _, value: _ } => {
                report.dropped(at, "what a part became after it was written");
            }
        }
    }

    fn fail(&mut self, error: &RunError, at: At<'_>, report: &mut Report) {
        if self.state.error.is_some() {
            report.dropped(at, &format!("a second error, `{}`,", error.message.as_str()));
        } else {
            self.state.error = Some(Box::new(error.clone()));
        }
    }

    fn end_run(&mut self, finish: Option<&Finish>, complete: bool, out: &mut Out, report: &mut Report) {
        let Run { id, thread_id: _, model, created_at: _, place: _, names: _ } = &self.state.run;
        let bare = id.is_none() && model.is_none() && self.state.error.is_some() && !self.state.started;
        if !bare {
            self.start(out, report);
        }
        self.state.queue.settle_all(out, report);
        let mut state = std::mem::take(&mut self.state);
        self.ids = CallIds::new(is_word_character, true);
        let finish = finish.cloned().or(state.finish.take());
        let said = state.extras.get("/stop_reason").is_some();
        let stop = if complete && state.error.is_none() {
            reply::stop_reason(finish.as_ref(), state.unanswered > 0, said, report)
        } else {
            None
        };
        match stop {
            Some(word) => end(&word, &state, out, report),
            None => break_off(state, finish.as_ref(), complete, out, report),
        }
        report.close_losses();
    }
}

/// The normal end.
fn end(word: &str, state: &State, out: &mut Out, report: &mut Report) {
    let counts = &state.usage;
    reply::told_usage(counts, report);
    for (count, target) in
        [(counts.input, "/message/usage/input_tokens"), (counts.output, "/usage/output_tokens")]
    {
        if count.is_none() {
            report.invented(target, "a count of 0: nobody says how many there were");
        }
    }
    let mut patch = members(&state.extras);
    for (name, _) in &mut patch.set {
        if matches!(name.as_str(), "/stop_sequence" | "/stop_details" | "/container" | "/stop_reason") {
            name.insert_str(0, "/delta");
        }
    }
    out.patched_frame("message_delta", &patch, |frame| {
        frame.word("type", "message_delta").object("delta", |delta| {
            delta.token("stop_reason", JsonStr::new(word)).raw("stop_sequence", "null");
        });
        frame.object("usage", |object| {
            if counts.input.is_some() {
                usage::write(counts, object);
            } else {
                object.number("output_tokens", counts.output.unwrap_or(0));
            }
        });
    });
    out.frame("message_stop", |frame| {
        frame.word("type", "message_stop");
    });
}

/// The end of a run that failed or was cut short.
fn break_off(state: State, finish: Option<&Finish>, complete: bool, out: &mut Out, report: &mut Report) {
    unsaid::finish(report, finish);
    unsaid::usage(report, &state.usage);
    report.drop_extras(&state.extras);
    let error = state.error.unwrap_or_else(|| {
        let message = match finish {
            Some(finish) if complete => format!("the reply ended with `{}`", finish.reason.word()),
            Some(_) | None => "the reply was cut short".to_owned(),
        };
        report.invented("/error", &format!("an error that says so: {message}"));
        let code = Some(Json::from_valid("\"api_error\""));
        Box::new(RunError { message: JsonString::from_plain(&message), code, ..RunError::default() })
    });
    let body = reply::error_body(&error, report);
    out.raw_frame("error", &body);
}
