//! Writes `chat.completion.chunk` frames.
//!
//! Invariant. Every chunk has id, object, time, model and choices; the role goes with the first piece of a choice. The
//! finish reason, the usage and `[DONE]` are written when the run ends; a reply that was cut short has none of them.

use super::extras::{has_mark, own, own_of_frame, patch, value};
use super::nodes::{self, THINKING_MARKS, needs_piece, piece_member, thinking_field};
use super::thread::{CallLine, Choice, Form, Last, Line, Thread};
use crate::calls;
use crate::emit::WriteEvents;
use crate::formats::openai::usage;
use crate::formats::openai::words::{DONE, Vocabulary, word};
use crate::framing::Out;
use crate::ir::{
    At, Delta, Event, EventKind, File, FileContent, Finish, FrameExtra, Input, Json, JsonStr, JsonString,
    MessageHead, MessageKey, Obj, Part, PartKey, PartKind, Patch, Reasoning, Role, Run, RunError, Scope,
    ToolCall, Usage,
};
use crate::report::{Loss, Report};
use crate::unsaid;

/// The writer of a stream.
#[derive(Debug, Default)]
pub(in crate::formats::openai) struct Writer {
    head: Head,
    choices: Vec<Choice>,
    messages: Vec<Option<usize>>,
    parts: Vec<Option<Thread>>,
    usage: Usage,
    /// Members of the chunk that wait for the next one, and those of `usage`, which wait for it.
    waiting: Patch,
    usage_waiting: Patch,
    failed: bool,
    made_ids: u64,
    runs: u64,
}

/// What every chunk repeats.
#[derive(Debug, Default)]
struct Head {
    run: Run,
    id: JsonString,
    created: String,
    model: JsonString,
    told: bool,
}

impl WriteEvents for Writer {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if event.extras.is_empty() {
            return self.event(event.kind, event.at, &Patch::default(), out, report);
        }
        let own = own_of_frame(event.extras, event.at, report);
        if let EventKind::RunEnd { .. } = event.kind {
            self.extras(&own, out, report);
            return self.event(event.kind, event.at, &Patch::default(), out, report);
        }
        let here = match event.kind {
            EventKind::Delta { key, .. } => Some(*key),
            _ => None,
        };
        let (fit, rest): (Vec<_>, Vec<_>) = own.into_iter().partition(|extra| self.fits(here, extra));
        let mut patch = Patch::default();
        for extra in fit {
            patch.set.push((self.pointer(extra), value(extra)));
        }
        self.event(event.kind, event.at, &patch, out, report);
        self.extras(&rest, out, report);
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Writer {
    fn event(&mut self, kind: &EventKind<'_>, at: At<'_>, patch: &Patch, out: &mut Out, report: &mut Report) {
        match kind {
            EventKind::Delta { key, delta } => self.delta(*key, delta, at, patch, out, report),
            EventKind::RunStart(run) => self.start(run, report),
            EventKind::MessageStart(head) => self.message(head, at, report),
            EventKind::PartStart { key, message, part } => self.part(*key, *message, part, at, out, report),
            EventKind::PartEnd { key } => self.end_part(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, at, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, out, report),
            EventKind::Usage(usage) => self.usage.update((**usage).clone()),
            EventKind::MessageEnd { key, finish } => {
                if let Some(choice) = self.choice_of(*key) {
                    self.choices[choice].finish =
                        finish.as_deref().cloned().or(self.choices[choice].finish.take());
                }
            }
            EventKind::Error(error) => self.error(error, out, report),
            EventKind::RunEnd { finish, complete } => self.end(finish.as_deref(), *complete, out, report),
            EventKind::Raw { family: "openai", value } => out.raw_frame("", value.as_str()),
            EventKind::Metadata { .. }
            | EventKind::StepStart { .. }
            | EventKind::StepReset { .. }
            | EventKind::StepEnd { .. }
            | EventKind::State(_)
            | EventKind::Interrupt(_)
            | EventKind::Raw { .. }
            | EventKind::Note => self.unplaced(kind, at, report),
        }
    }

    /// What a stream of chunks has no place for.
    fn unplaced(&mut self, kind: &EventKind<'_>, at: At<'_>, report: &mut Report) {
        match kind {
            EventKind::Metadata { .. } => {
                report.dropped(at, "the metadata of a message");
            }
            EventKind::StepStart { message } => {
                // A first step is what every message has; a second one is a border that is lost.
                if let Some(choice) = self.choice_of(*message)
                    && std::mem::replace(&mut self.choices[choice].stepped, true)
                {
                    report.dropped(at, "the border of a step");
                }
            }
            EventKind::StepReset { .. } => {
                report.narrowed(
                    at,
                    "a step is tried again: what it said before stands beside what it says now",
                );
            }
            EventKind::State(_) => {
                report.dropped(at, "the shared state");
            }
            EventKind::Interrupt(interrupt) => {
                report.lose(Loss::Dropped, at, "what the run waits for", Some(&interrupt.id));
            }
            EventKind::Raw { family, .. } => {
                report.dropped(at, &format!("an event of `{family}`"));
            }
            EventKind::StepEnd { .. } | EventKind::Note => {}
            EventKind::RunStart(_)
            | EventKind::MessageStart(_)
            | EventKind::PartStart { .. }
            | EventKind::Delta { .. }
            | EventKind::Revise { .. }
            | EventKind::PartEnd { .. }
            | EventKind::Whole { .. }
            | EventKind::Usage(_)
            | EventKind::MessageEnd { .. }
            | EventKind::Error(_)
            | EventKind::RunEnd { .. } => {}
        }
    }

    fn start(&mut self, run: &Run, report: &mut Report) {
        let (waiting, usage_waiting) =
            (std::mem::take(&mut self.waiting), std::mem::take(&mut self.usage_waiting));
        let (made_ids, runs) = (self.made_ids, self.runs + 1);
        *self = Self { waiting, usage_waiting, made_ids, runs, ..Self::default() };
        unsaid::run(report, run, &[unsaid::RunMember::Thread]);
        self.head.run = run.clone();
    }

    fn message(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, "the name of a speaker");
        }
        let found = (*role == Role::Assistant).then(|| self.choice(*choice, at, report));
        if self.head.run.id.is_none() && !self.head.told && found.is_some() {
            self.head.run.id.clone_from(id);
        } else if id.is_some() && *id != self.head.run.id {
            report.lose(Loss::Dropped, at, "the id of a message", id.as_ref());
        }
        let slot = key.0 as usize;
        if self.messages.len() <= slot {
            self.messages.resize(slot + 1, None);
        }
        self.messages[slot] = found;
    }

    fn choice(&mut self, index: u32, at: At<'_>, report: &mut Report) -> usize {
        match self.choices.iter().position(|choice| choice.index == index) {
            Some(found) => {
                report.moved(at, "a second message of the reply joins the first");
                found
            }
            None => {
                self.choices.push(Choice::new(index));
                self.choices.len() - 1
            }
        }
    }

    fn choice_of(&self, message: MessageKey) -> Option<usize> {
        self.messages.get(message.0 as usize).copied().flatten()
    }

    fn put(&mut self, key: PartKey, choice: usize, line: Line) {
        let slot = key.0 as usize;
        if self.parts.len() <= slot {
            self.parts.resize_with(slot + 1, || None);
        }
        self.parts[slot] = Some(Thread { choice, line });
    }

    /// Begins a part. What its head holds already is written at once.
    fn part(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Part { kind, extras, place: _ } = part;
        let Some(choice) = self.choice_of(message) else {
            return self.lose_part(key, part, at, report);
        };
        let (line, said) = match kind {
            PartKind::Text(text) => {
                self.joins(choice, Last::Text, at, report);
                (Line::Text, text)
            }
            PartKind::Refusal(text) => {
                self.joins(choice, Last::Refusal, at, report);
                (Line::Refusal, text)
            }
            PartKind::Reasoning(reasoning) => {
                return self.thinking(key, choice, (part, reasoning), at, out, report);
            }
            PartKind::ToolCall(call) if !call.provider_executed => {
                return self.call(key, choice, (part, call), at, out, report);
            }
            PartKind::File(file) if is_audio(part, file) => {
                return self.audio(key, choice, (part, file), at, out, report);
            }
            PartKind::ToolCall(_)
            | PartKind::File(_)
            | PartKind::ToolResult(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => return self.lose_part(key, part, at, report),
        };
        self.put(key, choice, line);
        for extra in own(extras, &[], report) {
            self.waiting.set.push((format!("/choices/0/delta{}", extra.name), extra.value.clone()));
        }
        if !said.is_empty() {
            self.delta(key, &Delta::Text(said.token()), at, &Patch::default(), out, report);
        }
    }

    fn joins(&mut self, choice: usize, last: Last, at: At<'_>, report: &mut Report) {
        if self.choices[choice].last == last {
            report.narrowed(at, "two parts of text become one");
        }
        self.choices[choice].last = last;
    }

    fn lose_part(&mut self, key: PartKey, part: &Part, at: At<'_>, report: &mut Report) {
        let slot = lose(part, at, report);
        report.drop_extras(&part.extras);
        self.put(key, 0, Line::Lost(slot));
    }

    fn thinking(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, reasoning): (&Part, &Reasoning),
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if reasoning.encrypted.is_some() {
            self.piece(choice, part, reasoning, out, report);
            let index = self.choices[choice].pieces - 1;
            return self.put(key, choice, Line::Thinking { field: None, piece: Some(("text", index)) });
        }
        let index = self.choices[choice].pieces;
        self.choices[choice].pieces += 1;
        self.choices[choice].last = Last::Other;
        if has_mark(&part.extras, "/thinking") {
            self.put(key, choice, Line::Content);
        } else {
            // A second thought is told apart by the number of its piece; the first needs none.
            let field = thinking_field(part);
            let piece = (field.is_none() || index > 0).then(|| (piece_member(part), index));
            self.put(key, choice, Line::Thinking { field, piece });
            let rest = own(&part.extras, THINKING_MARKS, report);
            if !rest.is_empty() {
                let patch = patch(&rest, "/choices/0/delta/reasoning_details/0");
                let kind = piece_member(part);
                self.chunk(choice, &patch, out, report, |delta| {
                    delta.array("reasoning_details", |items| {
                        items.object(|item| {
                            piece_head(item, kind, index);
                        });
                    });
                });
            }
        }
        if !reasoning.text.is_empty() {
            self.delta(key, &Delta::Text(reasoning.text.token()), at, &Patch::default(), out, report);
        }
        if let Some(signature) = &reasoning.signature {
            self.delta(key, &Delta::Signature(signature.token()), at, &Patch::default(), out, report);
        }
    }

    /// A whole piece of thinking, in one chunk.
    fn piece(
        &mut self,
        choice: usize,
        part: &Part,
        reasoning: &Reasoning,
        out: &mut Out,
        report: &mut Report,
    ) {
        let index = self.choices[choice].pieces;
        self.choices[choice].pieces += 1;
        self.choices[choice].last = Last::Other;
        let mut plain = Vec::new();
        let mut items = crate::ir::Arr::begin(&mut plain);
        nodes::piece(&mut items, index, part, reasoning, report);
        items.end();
        let text = String::from_utf8_lossy(&plain).into_owned();
        self.chunk(choice, &Patch::default(), out, report, |delta| {
            delta.raw("reasoning_details", &text);
        });
    }

    fn call(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, call): (&Part, &ToolCall),
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let ToolCall { id, name, input, free_text, provider_executed: _ } = call;
        self.choices[choice].last = Last::Other;
        let extras = own(&part.extras, &["/function_call"], report);
        let legacy = has_mark(&part.extras, "/function_call") && id.is_none();
        let index = self.choices[choice].calls;
        let form = match (legacy, free_text) {
            (true, _) => Form::Legacy,
            (false, true) => Form::Custom,
            (false, false) => Form::Function,
        };
        let patch = patch(&extras, call_pointer(form));
        if form == Form::Legacy {
            self.chunk(choice, &patch, out, report, |delta| {
                delta.object("function_call", |call| {
                    call.text("name", name).word("arguments", "");
                });
            });
        } else {
            self.choices[choice].calls += 1;
            let id = id.clone().unwrap_or_else(|| self.make_id(index, report));
            let (body, words) = words_of(form);
            self.chunk(choice, &patch, out, report, |delta| {
                delta.array("tool_calls", |calls| {
                    calls.object(|call| {
                        call.number("index", index).text("id", &id).word("type", body);
                        call.object(body, |body| {
                            body.text("name", name).word(words, "");
                        });
                    });
                });
            });
        }
        let arguments = JsonString::default();
        self.put(key, choice, Line::Call(CallLine { index, form, name: name.clone(), arguments }));
        match input {
            Input::Absent => {}
            Input::Text(text) => {
                self.delta(key, &Delta::Args(text.token()), at, &Patch::default(), out, report)
            }
            Input::Json(value) => {
                self.delta(key, &Delta::Input(value.clone()), at, &Patch::default(), out, report);
            }
        }
    }

    fn make_id(&mut self, index: u64, report: &mut Report) -> JsonString {
        self.made_ids += 1;
        let target = format!("/choices/0/delta/tool_calls/{index}/id");
        report.invented(&target, "the id of a tool call");
        JsonString::from_plain(&format!("call_{}", self.made_ids))
    }

    fn audio(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, file): (&Part, &File),
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let File { media_type: _, content, filename } = file;
        if filename.is_some() {
            report.dropped(at, "the name of a file");
        }
        self.choices[choice].last = Last::Other;
        let patch = patch(&own(&part.extras, &[], report), "/choices/0/delta/audio");
        if !patch.is_empty() {
            self.chunk(choice, &patch, out, report, |delta| {
                delta.object("audio", |_| ());
            });
        }
        self.put(key, choice, Line::Audio);
        if let FileContent::Data(data) = content
            && !data.is_empty()
        {
            self.delta(key, &Delta::Text(data.token()), at, &Patch::default(), out, report);
        }
    }

    /// A piece of an open part: one chunk, and no memory taken for it.
    #[inline]
    fn delta(
        &mut self,
        key: PartKey,
        delta: &Delta<'_>,
        at: At<'_>,
        patch: &Patch,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(thread) = self.parts.get_mut(key.0 as usize).and_then(Option::as_mut) else {
            return;
        };
        let choice = thread.choice;
        match (&mut thread.line, delta) {
            (Line::Text, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, out, report, |delta| {
                    delta.token("content", text);
                });
            }
            (Line::Refusal, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, out, report, |delta| {
                    delta.token("refusal", text);
                });
            }
            (Line::Thinking { field, piece }, Delta::Text(text)) => {
                let (field, piece, text) = (*field, *piece, *text);
                self.chunk(choice, patch, out, report, |delta| thought(delta, field, piece, text));
            }
            (Line::Thinking { piece, .. }, Delta::Signature(text)) => {
                let index = piece.map_or(self.choices[choice].pieces.saturating_sub(1), |(_, index)| index);
                let text = *text;
                self.chunk(choice, patch, out, report, |delta| signature(delta, index, text));
            }
            (Line::Content, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, out, report, |delta| thinking_content(delta, text));
            }
            (Line::Audio, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, out, report, |delta| {
                    delta.object("audio", |audio| {
                        audio.token("data", text);
                    });
                });
            }
            (Line::Call(call), Delta::Args(text)) => {
                call.arguments.push(*text);
                let (index, form, text) = (call.index, call.form, *text);
                self.chunk(choice, patch, out, report, |delta| arguments(delta, index, form, text));
            }
            (Line::Call(_), Delta::Input(value)) => self.input(key, value, at, out, report),
            (Line::Lost(slot), _) => report.again(*slot, at.frame),
            (
                Line::Text
                | Line::Refusal
                | Line::Thinking { .. }
                | Line::Content
                | Line::Audio
                | Line::Call(_),
                Delta::Text(_) | Delta::Args(_) | Delta::Input(_) | Delta::Signature(_),
            ) => {
                report.dropped(at, "a piece that does not go with its part");
            }
        }
    }

    /// Arguments told whole. What was written cannot be taken back, so they count only where nothing was.
    fn input(&mut self, key: PartKey, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        let Some(Thread { choice, line: Line::Call(call) }) =
            self.parts.get_mut(key.0 as usize).and_then(Option::as_mut)
        else {
            return;
        };
        if !call.arguments.is_empty() {
            if !says_the_same(&call.arguments, value) {
                report.narrowed(at, "the arguments are told anew: what was written first stands");
            }
            return;
        }
        let text = match value.as_token().filter(|_| call.form == Form::Custom) {
            Some(token) => token.owned(),
            None => JsonString::from_plain(value.as_str()),
        };
        call.arguments.push(text.token());
        let (choice, index, form) = (*choice, call.index, call.form);
        self.chunk(choice, &Patch::default(), out, report, |delta| {
            arguments(delta, index, form, text.token())
        });
    }

    fn end_part(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        let Some(Thread { choice, line: Line::Call(call) }) =
            self.parts.get_mut(key.0 as usize).and_then(Option::as_mut)
        else {
            return;
        };
        if call.arguments.is_empty() && call.form != Form::Custom {
            // No arguments are `{}`; an empty text is no JSON to a client.
            call.arguments.push(JsonStr::new("{}"));
            let (choice, index, form) = (*choice, call.index, call.form);
            self.chunk(choice, &Patch::default(), out, report, |delta| {
                arguments(delta, index, form, JsonStr::new("{}"));
            });
        }
    }

    fn revise(&mut self, key: PartKey, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        report.drop_extras(&part.extras);
        let line = self.parts.get(key.0 as usize).and_then(Option::as_ref).map(|thread| &thread.line);
        match (line, &part.kind) {
            (Some(Line::Call(call)), PartKind::ToolCall(new)) => {
                if call.name != new.name {
                    report.narrowed(at, "the name of a call is told anew: the first stands");
                }
                match &new.input {
                    Input::Json(value) => self.input(key, value, at, out, report),
                    Input::Text(text) if call.arguments.is_empty() => {
                        self.delta(key, &Delta::Args(text.token()), at, &Patch::default(), out, report);
                    }
                    Input::Text(text) if call.arguments != *text => {
                        report.narrowed(at, "the arguments are told anew: what was written first stands");
                    }
                    Input::Text(_) | Input::Absent => {}
                }
            }
            (Some(Line::Lost(slot)), _) => report.again(*slot, at.frame),
            (_, _) => {
                report.narrowed(at, "a part is told anew: what was written first stands");
            }
        }
    }

    /// A part that comes at once.
    fn whole(&mut self, message: MessageKey, part: &Part, at: At<'_>, out: &mut Out, report: &mut Report) {
        let Some(choice) = self.choice_of(message) else {
            lose(part, at, report);
            return report.drop_extras(&part.extras);
        };
        match &part.kind {
            PartKind::Reasoning(reasoning) if needs_piece(part, reasoning) && reasoning.text.is_empty() => {
                self.piece(choice, part, reasoning, out, report);
            }
            PartKind::Source(source) if source.url.is_some() => {
                let mut plain = Vec::new();
                let mut items = crate::ir::Arr::begin(&mut plain);
                nodes::annotation(&mut items, part, source, "/choices/0/delta/annotations/0", report);
                items.end();
                let text = String::from_utf8_lossy(&plain).into_owned();
                self.chunk(choice, &Patch::default(), out, report, |delta| {
                    delta.raw("annotations", &text);
                });
            }
            PartKind::Raw { family, value } if family == "openai" => {
                let member = if has_mark(&part.extras, "/annotations") { "annotations" } else { "content" };
                let text = format!("[{}]", value.as_str());
                self.chunk(choice, &Patch::default(), out, report, |delta| {
                    delta.raw(member, &text);
                });
            }
            PartKind::Text(_)
            | PartKind::Refusal(_)
            | PartKind::Reasoning(_)
            | PartKind::ToolCall(_)
            | PartKind::File(_) => {
                let key = PartKey(u32::try_from(self.parts.len()).unwrap_or(u32::MAX));
                self.part(key, message, part, at, out, report);
                self.end_part(key, out, report);
                self.parts.pop();
            }
            PartKind::Source(_)
            | PartKind::ToolResult(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {
                lose(part, at, report);
                report.drop_extras(&part.extras);
            }
        }
    }

    fn error(&mut self, error: &RunError, out: &mut Out, report: &mut Report) {
        self.failed = true;
        let mut patch = std::mem::take(&mut self.waiting);
        for extra in own(&error.extras, &["/error/type"], report) {
            patch.set.push((extra.name.clone(), extra.value.clone()));
        }
        out.patched_frame("", &patch, |frame| nodes::error(frame, error));
    }

    fn end(&mut self, finish: Option<&Finish>, complete: bool, out: &mut Out, report: &mut Report) {
        if complete && self.choices.is_empty() && !self.failed {
            report.invented("/choices/0", "a choice, for the reply has no message");
            self.choices.push(Choice::new(0));
        }
        for choice in 0..self.choices.len() {
            if complete {
                self.end_choice(choice, finish, out, report);
            } else if self.choices[choice].role_waits {
                self.chunk(choice, &Patch::default(), out, report, |_| ());
            }
        }
        if !complete
            && let Some(finish) = finish
            && let Some(raw) = &finish.raw
        {
            report.dropped(At::place(&finish.place), &format!("the finish reason `{}`", raw.as_str()));
        }
        self.closing(out, report);
        if complete {
            out.sentinel(DONE);
        } else if !self.failed {
            out.frame("", nodes::cut_short);
        }
        let (made_ids, runs) = (self.made_ids, self.runs);
        *self = Self { made_ids, runs, ..Self::default() };
    }

    fn end_choice(&mut self, choice: usize, finish: Option<&Finish>, out: &mut Out, report: &mut Report) {
        let own = self.choices[choice].finish.take();
        let known = own.as_ref().or(finish);
        let word = known.and_then(|finish| word(finish, Vocabulary::Vendors));
        if let (Some(word), Some(finish)) = (word, known)
            && word.narrowed
        {
            let said = finish.raw.as_ref().map_or(finish.reason.word(), |raw| raw.as_str());
            report.narrowed(
                At::place(&finish.place),
                &format!("the finish reason `{said}` becomes `{}`", word.word),
            );
        }
        let word = match word {
            Some(word) => word.word,
            None if self.failed => return,
            None => {
                report.invented(
                    &format!("/choices/{choice}/finish_reason"),
                    "a finish reason, which nobody told",
                );
                if self.choices[choice].calls > 0 { "tool_calls" } else { "stop" }
            }
        };
        self.head.tell(self.runs, report);
        let patch = std::mem::take(&mut self.waiting);
        let (head, choice) = (&self.head, &mut self.choices[choice]);
        let role = std::mem::take(&mut choice.role_waits);
        out.patched_frame("", &patch, |frame| {
            head.write(frame);
            frame.array("choices", |choices| {
                choices.object(|object| {
                    object.number("index", u64::from(choice.index)).object("delta", |delta| {
                        if role {
                            delta.word("role", "assistant");
                        }
                    });
                    object.word("finish_reason", word);
                });
            });
        });
    }

    /// The chunk without choices that holds the usage, and whatever still waits.
    fn closing(&mut self, out: &mut Out, report: &mut Report) {
        let mut patch = std::mem::take(&mut self.waiting);
        patch.set.append(&mut self.usage_waiting.set);
        if self.usage.is_unknown() && patch.is_empty() {
            return;
        }
        self.head.tell(self.runs, report);
        let (head, counts) = (&self.head, &self.usage);
        out.patched_frame("", &patch, |frame| {
            head.write(frame);
            frame.array("choices", |_| ());
            if !counts.is_unknown() {
                frame.object("usage", |object| usage::write(counts, object));
            }
        });
    }

    /// One chunk with a delta for one choice.
    #[inline]
    fn chunk(
        &mut self,
        choice: usize,
        patch: &Patch,
        out: &mut Out,
        report: &mut Report,
        write: impl FnOnce(&mut Obj<'_>),
    ) {
        if !self.head.told {
            self.head.tell(self.runs, report);
        }
        let (head, choice) = (&self.head, &mut self.choices[choice]);
        let role = std::mem::take(&mut choice.role_waits);
        let index = u64::from(choice.index);
        let frame = |frame: &mut Obj<'_>| {
            head.write(frame);
            frame.array("choices", |choices| {
                choices.object(|object| {
                    object.number("index", index).object("delta", |delta| {
                        if role {
                            delta.word("role", "assistant");
                        }
                        write(delta);
                    });
                    object.raw("finish_reason", "null");
                });
            });
        };
        if patch.is_empty() && self.waiting.is_empty() {
            return out.frame("", frame);
        }
        let mut all = std::mem::take(&mut self.waiting);
        all.set.extend(patch.set.iter().cloned());
        out.patched_frame("", &all, frame);
    }

    /// Whether an extra of the frame has its place in the chunk that a piece of part `here` gives.
    fn fits(&self, here: Option<PartKey>, extra: &FrameExtra<'_>) -> bool {
        let Some(key) = here else { return false };
        let Some(Some(thread)) = self.parts.get(key.0 as usize) else { return false };
        if matches!(thread.line, Line::Lost(_)) {
            return false;
        }
        match extra.scope {
            Scope::Run => !is_usage(extra.name),
            Scope::Choice(message) | Scope::Message(message) => {
                self.choice_of(message) == Some(thread.choice)
            }
            Scope::Part(part) => {
                let in_piece = match thread.line {
                    Line::Thinking { piece, .. } => piece.is_some(),
                    Line::Text
                    | Line::Refusal
                    | Line::Content
                    | Line::Call(_)
                    | Line::Audio
                    | Line::Lost(_) => true,
                };
                part == key && in_piece
            }
        }
    }

    /// Where an extra stands in a chunk that holds its choice alone.
    fn pointer(&self, extra: &FrameExtra<'_>) -> String {
        let name = extra.name;
        match extra.scope {
            Scope::Run => name.to_owned(),
            Scope::Choice(_) => format!("/choices/0{}", name.strip_prefix("choice:").unwrap_or(name)),
            Scope::Message(_) => format!("/choices/0/delta{name}"),
            Scope::Part(key) => {
                let line = self.parts.get(key.0 as usize).and_then(Option::as_ref).map(|thread| &thread.line);
                let base = match line {
                    Some(Line::Call(call)) => call_pointer(call.form),
                    Some(Line::Thinking { .. }) => "/choices/0/delta/reasoning_details/0",
                    Some(Line::Audio) => "/choices/0/delta/audio",
                    Some(Line::Text | Line::Refusal | Line::Content | Line::Lost(_)) | None => {
                        "/choices/0/delta"
                    }
                };
                format!("{base}{name}")
            }
        }
    }

    /// Extras that no chunk of their event can take: run members wait for the next chunk, the others get one.
    fn extras(&mut self, extras: &[&FrameExtra<'_>], out: &mut Out, report: &mut Report) {
        for extra in extras {
            let set = (self.pointer(extra), value(extra));
            match extra.scope {
                Scope::Run if is_usage(extra.name) => self.usage_waiting.set.push(set),
                Scope::Run => self.waiting.set.push(set),
                Scope::Choice(message) | Scope::Message(message) => {
                    if let Some(choice) = self.choice_of(message) {
                        let patch = Patch { set: vec![set], remove: Vec::new() };
                        self.chunk(choice, &patch, out, report, |_| ());
                    }
                }
                Scope::Part(key) => self.part_extra(key, set, out, report),
            }
        }
    }

    fn part_extra(&mut self, key: PartKey, set: (String, Json), out: &mut Out, report: &mut Report) {
        let Some(Some(thread)) = self.parts.get(key.0 as usize) else { return };
        let patch = Patch { set: vec![set], remove: Vec::new() };
        let choice = thread.choice;
        match &thread.line {
            Line::Call(call) if call.form != Form::Legacy => {
                let index = call.index;
                self.chunk(choice, &patch, out, report, |delta| {
                    delta.array("tool_calls", |calls| {
                        calls.object(|call| {
                            call.number("index", index);
                        });
                    });
                });
            }
            Line::Thinking { piece, .. } => {
                let known = piece.unwrap_or(("text", self.choices[choice].pieces.saturating_sub(1)));
                self.chunk(choice, &patch, out, report, |delta| {
                    delta.array("reasoning_details", |items| {
                        items.object(|item| {
                            piece_head(item, known.0, known.1);
                        });
                    });
                });
            }
            Line::Text | Line::Refusal | Line::Content | Line::Call(_) | Line::Audio => {
                self.chunk(choice, &patch, out, report, |_| ());
            }
            Line::Lost(_) => {}
        }
    }
}

impl Head {
    /// Decides what the chunks repeat, and says what has to be made up.
    fn tell(&mut self, n_runs: u64, report: &mut Report) {
        if std::mem::replace(&mut self.told, true) {
            return;
        }
        let Run { id, thread_id: _, model, created_at, place, names } = &self.run;
        self.id = id.clone().unwrap_or_else(|| {
            report.invented("/id", "the id of the reply");
            JsonString::from_plain(&format!("chatcmpl-{n_runs}"))
        });
        self.model = model.clone().unwrap_or_else(|| {
            report.invented("/model", "the model's name");
            JsonString::default()
        });
        self.created = super::document::created(created_at.as_ref(), &place.member(names[3]), report);
    }

    #[inline]
    fn write(&self, frame: &mut Obj<'_>) {
        frame.text("id", &self.id).word("object", "chat.completion.chunk").raw("created", &self.created);
        frame.text("model", &self.model);
    }
}

fn is_usage(name: &str) -> bool {
    name == "/usage" || name.starts_with("/usage/")
}

/// Sound that the model made, and not a picture: a sound is the one file that a reply of this wire holds.
pub(super) fn is_audio(part: &Part, file: &File) -> bool {
    let File { media_type, content, filename: _ } = file;
    let unnamed = media_type.as_ref().is_none_or(|kind| kind.as_str().starts_with("audio/"));
    let from_here = super::extras::is_own(&part.extras) && part.extras.get("/id").is_some();
    unnamed && (from_here || (media_type.is_none() && matches!(content, FileContent::Data(_))))
}

/// Reports a part that a reply of this wire has no place for.
pub(super) fn lose(part: &Part, at: At<'_>, report: &mut Report) -> crate::report::LossSlot {
    let (what, id) = match &part.kind {
        PartKind::Text(_) => ("a text", None),
        PartKind::Reasoning(_) => ("reasoning", None),
        PartKind::Refusal(_) => ("a refusal", None),
        PartKind::ToolCall(call) if call.provider_executed => {
            ("a call that the provider ran", call.id.as_ref())
        }
        PartKind::ToolCall(call) => ("a tool call", call.id.as_ref()),
        PartKind::ToolResult(result) => ("a tool result", result.id.as_ref()),
        PartKind::File(_) => ("a file", None),
        PartKind::Source(source) => ("a source", source.id.as_ref()),
        PartKind::Data(data) => ("data", data.id.as_ref()),
        PartKind::ApprovalRequest(request) => ("an approval request", Some(&request.id)),
        PartKind::ApprovalResponse(response) => ("an approval response", Some(&response.id)),
        PartKind::Error(_) => ("an error", None),
        PartKind::Step => ("the border of a step", None),
        PartKind::Raw { .. } => ("a node of another family", None),
    };
    report.lose(Loss::Dropped, at, what, id)
}

fn call_pointer(form: Form) -> &'static str {
    if form == Form::Legacy { "/choices/0/delta/function_call" } else { "/choices/0/delta/tool_calls/0" }
}

/// The members of a call that hold its body and its arguments.
fn words_of(form: Form) -> (&'static str, &'static str) {
    if form == Form::Custom { ("custom", "input") } else { ("function", "arguments") }
}

fn arguments(delta: &mut Obj<'_>, index: u64, form: Form, text: JsonStr<'_>) {
    if form == Form::Legacy {
        delta.object("function_call", |call| {
            call.token("arguments", text);
        });
        return;
    }
    let (body, words) = words_of(form);
    delta.array("tool_calls", |calls| {
        calls.object(|call| {
            call.number("index", index).object(body, |body| {
                body.token(words, text);
            });
        });
    });
}

fn piece_head<'a, 'o>(item: &'a mut Obj<'o>, member: &str, index: u64) -> &'a mut Obj<'o> {
    let kind = if member == "summary" { "reasoning.summary" } else { "reasoning.text" };
    item.word("type", kind).number("index", index)
}

fn thought(delta: &mut Obj<'_>, field: Option<&str>, piece: Option<(&'static str, u64)>, text: JsonStr<'_>) {
    if let Some(field) = field {
        delta.token(field, text);
    }
    if let Some((member, index)) = piece {
        delta.array("reasoning_details", |items| {
            items.object(|item| {
                piece_head(item, member, index).token(member, text);
            });
        });
    }
}

fn signature(delta: &mut Obj<'_>, index: u64, text: JsonStr<'_>) {
    delta.array("reasoning_details", |items| {
        items.object(|item| {
            piece_head(item, "text", index).token("signature", text);
        });
    });
}

fn thinking_content(delta: &mut Obj<'_>, text: JsonStr<'_>) {
    delta.array("content", |items| {
        items.object(|item| {
            item.word("type", "thinking").array("thinking", |texts| {
                texts.object(|piece| {
                    piece.word("type", "text").token("text", text);
                });
            });
        });
    });
}

/// Whether argument text that was written says the same as a value.
fn says_the_same(written: &JsonString, value: &Json) -> bool {
    let call = ToolCall { input: Input::Text(written.clone()), ..ToolCall::default() };
    let tight = |text: &str| {
        let mut bytes = Vec::new();
        crate::ir::minify(text, &mut bytes);
        bytes
    };
    match calls::arguments(&call) {
        calls::Arguments::Json(text) => tight(&text) == tight(value.as_str()),
        calls::Arguments::Text(text) => value.as_token() == Some(text.token()),
    }
}
