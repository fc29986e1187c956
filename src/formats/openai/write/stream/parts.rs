//! Parts that begin, and parts that come at once.

use super::extras::call_pointer;
use super::pieces::words_of;
use super::state::{To, Writer};
use crate::calls::Tightener;
use crate::formats::openai::write::extras::{has_mark, own, patch};
use crate::formats::openai::write::nodes::{self, is_audio, lose, needs_piece, piece_member, thinking_field};
use crate::formats::openai::write::thread::{CallLine, Form, Last, Line};
use crate::ir::{
    Arr, At, Delta, Field, File, FileContent, Input, JsonString, MessageKey, Part, PartKey, PartKind, Patch,
    Reasoning, ToolCall,
};
use crate::report::Report;

impl Writer {
    /// Begins a part. What its head holds already is written at once.
    pub(super) fn part(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        at: At<'_>,
        to: &mut To<'_>,
    ) {
        let Part { kind, extras, place: _ } = part;
        let Some(choice) = self.choice_of(message) else {
            return self.lose_part(key, part, at, to.report);
        };
        let (line, said) = match kind {
            PartKind::Text(text) => {
                self.joins(choice, Last::Text, at, to.report);
                (Line::Text, text)
            }
            PartKind::Refusal(text) => {
                self.joins(choice, Last::Refusal, at, to.report);
                (Line::Refusal, text)
            }
            PartKind::Reasoning(reasoning) => {
                return self.thinking(key, choice, (part, reasoning), at, to);
            }
            PartKind::ToolCall(call) if !call.provider_executed => {
                return self.call(key, choice, (part, call), at, to);
            }
            PartKind::File(file) if is_audio(part, file) => {
                return self.audio(key, choice, (part, file), at, to);
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
            | PartKind::Raw { .. } => return self.lose_part(key, part, at, to.report),
        };
        self.put(key, choice, line);
        for extra in own(extras, to.report) {
            self.waiting.set.push((format!("/choices/0/delta{}", extra.name), extra.value.clone()));
        }
        if !said.is_empty() {
            self.delta((key, &Delta::Text(said.token())), at, Patch::none(), to);
        }
    }

    pub(super) fn joins(&mut self, choice: usize, last: Last, at: At<'_>, report: &mut Report) {
        if self.choices[choice].last == last {
            report.narrowed(at, (Field::Text, "two parts of text become one"));
        }
        self.choices[choice].last = last;
    }

    pub(super) fn lose_part(&mut self, key: PartKey, part: &Part, at: At<'_>, report: &mut Report) {
        lose(part, at, report);
        report.drop_extras(&part.extras);
        self.put(key, 0, Line::Lost(None));
    }

    pub(super) fn thinking(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, reasoning): (&Part, &Reasoning),
        at: At<'_>,
        to: &mut To<'_>,
    ) {
        if reasoning.encrypted.is_some() {
            self.piece(choice, part, reasoning, to);
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
            let rest = own(&part.extras, to.report);
            if !rest.is_empty() {
                self.held = Some((key, patch(&rest, "/choices/0/delta/reasoning_details/0")));
            }
        }
        if !reasoning.text.is_empty() {
            self.delta((key, &Delta::Text(reasoning.text.token())), at, Patch::none(), to);
        }
        if let Some(signature) = &reasoning.signature {
            self.delta((key, &Delta::Signature(signature.token())), at, Patch::none(), to);
        }
    }

    /// A whole piece of thinking, in one chunk.
    pub(super) fn piece(&mut self, choice: usize, part: &Part, reasoning: &Reasoning, to: &mut To<'_>) {
        let index = self.choices[choice].pieces;
        self.choices[choice].pieces += 1;
        self.choices[choice].last = Last::Other;
        let mut plain = Vec::new();
        let mut items = Arr::begin(&mut plain);
        nodes::piece(&mut items, index, part, reasoning, to.report);
        items.end();
        let text = crate::ir::written(&plain).into_owned();
        self.chunk(choice, Patch::none(), to, |delta| {
            delta.raw("reasoning_details", &text);
        });
    }

    pub(super) fn call(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, call): (&Part, &ToolCall),
        at: At<'_>,
        to: &mut To<'_>,
    ) {
        let ToolCall { id, name, input, free_text, provider_executed: _ } = call;
        self.choices[choice].last = Last::Other;
        let extras = own(&part.extras, to.report);
        let legacy = has_mark(&part.extras, "/function_call") && id.is_none();
        let index = self.choices[choice].calls;
        let form = match (legacy, free_text) {
            (true, _) => Form::Legacy,
            (false, true) => Form::Custom,
            (false, false) => Form::Function,
        };
        let patch = patch(&extras, call_pointer(form));
        if form == Form::Legacy {
            self.chunk(choice, &patch, to, |delta| {
                delta.object("function_call", |call| {
                    call.text("name", name).word("arguments", "");
                });
            });
        } else {
            self.choices[choice].calls += 1;
            let id = id.clone().unwrap_or_else(|| self.make_id(index, to.report));
            let (body, words) = words_of(form);
            self.chunk(choice, &patch, to, |delta| {
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
        let tightener = (*input == Input::Absent && form == Form::Function).then(Tightener::default);
        let line = CallLine { index, form, name: name.clone(), arguments, tightener, whole: None };
        self.put(key, choice, Line::Call(line));
        match input {
            Input::Absent => {}
            Input::Text(text) if text.is_empty() => {}
            Input::Text(text) => self.delta((key, &Delta::Args(text.token())), at, Patch::none(), to),
            Input::Json(value) => {
                self.delta((key, &Delta::Input(value.clone())), at, Patch::none(), to);
            }
        }
    }

    /// An id for a call that has none: its own family may leave it out again.
    pub(super) fn make_id(&mut self, index: u64, report: &mut Report) -> JsonString {
        if self.own {
            return JsonString::default();
        }
        self.made_ids += 1;
        let target = format!("/choices/0/delta/tool_calls/{index}/id");
        report.invented(&target, Field::CallId);
        JsonString::from_plain(&format!("call_{}", self.made_ids))
    }

    pub(super) fn audio(
        &mut self,
        key: PartKey,
        choice: usize,
        (part, file): (&Part, &File),
        at: At<'_>,
        to: &mut To<'_>,
    ) {
        let File { media_type: _, content, filename } = file;
        if filename.is_some() {
            to.report.dropped(at, Field::FileName);
        }
        self.choices[choice].last = Last::Other;
        let patch = patch(&own(&part.extras, to.report), "/choices/0/delta/audio");
        if !patch.is_empty() {
            self.chunk(choice, &patch, to, |delta| {
                delta.object("audio", |_| ());
            });
        }
        self.put(key, choice, Line::Audio);
        if let FileContent::Data(data) = content
            && !data.is_empty()
        {
            self.delta((key, &Delta::Text(data.token())), at, Patch::none(), to);
        }
    }

    /// A part that comes at once.
    pub(super) fn whole(&mut self, message: MessageKey, part: &Part, at: At<'_>, to: &mut To<'_>) {
        let Some(choice) = self.choice_of(message) else {
            lose(part, at, to.report);
            return to.report.drop_extras(&part.extras);
        };
        match &part.kind {
            PartKind::Reasoning(reasoning) if needs_piece(part, reasoning) && reasoning.text.is_empty() => {
                self.piece(choice, part, reasoning, to);
            }
            PartKind::Source(source) if source.url.is_some() => {
                let mut plain = Vec::new();
                let mut items = Arr::begin(&mut plain);
                nodes::annotation(&mut items, part, source, "/choices/0/delta/annotations/0", to.report);
                items.end();
                let text = crate::ir::written(&plain).into_owned();
                self.chunk(choice, Patch::none(), to, |delta| {
                    delta.raw("annotations", &text);
                });
            }
            PartKind::Raw { family, value } if family == "openai" => {
                let member = if has_mark(&part.extras, "/annotations") { "annotations" } else { "content" };
                let text = format!("[{}]", value.as_str());
                self.chunk(choice, Patch::none(), to, |delta| {
                    delta.raw(member, &text);
                });
            }
            PartKind::Text(_)
            | PartKind::Refusal(_)
            | PartKind::Reasoning(_)
            | PartKind::ToolCall(_)
            | PartKind::File(_) => {
                let key = PartKey(u32::try_from(self.parts.len()).unwrap_or(u32::MAX));
                self.part(key, message, part, at, to);
                self.end_part(key, to);
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
                lose(part, at, to.report);
                to.report.drop_extras(&part.extras);
            }
        }
    }
}
