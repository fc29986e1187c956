//! What an assistant says, dealt out to the members of a message.

use super::extras::{has_mark, is_own, own, patch};
use super::members::{Body, is_earlier, joined, thinking_item, write_audio, write_call};
use super::nodes::{self, is_audio, lose, needs_piece, thinking_field};
use crate::calls::CallIds;
use crate::formats::openai::words::FAMILY;
use crate::ir::{At, Field, File, Json, JsonString, Obj, Part, PartKind, Reasoning, Source, ToolCall};
use crate::report::Report;

/// The parts of a reply by the member they stand in.
#[derive(Debug, Default)]
pub(super) struct Spoken<'p> {
    thinking: Vec<(&'p Part, &'p Reasoning)>,
    content: Vec<(&'p Part, Content<'p>)>,
    refusals: Vec<&'p JsonString>,
    notes: Vec<(&'p Part, Note<'p>)>,
    audio: Option<(&'p Part, &'p File)>,
    calls: Vec<(&'p Part, &'p ToolCall)>,
}

#[derive(Clone, Copy, Debug)]
enum Content<'p> {
    Text(&'p JsonString),
    Thinking(&'p JsonString),
    Raw(&'p Json),
}

#[derive(Clone, Copy, Debug)]
enum Note<'p> {
    Source(&'p Source),
    Raw(&'p Json),
}

impl<'p> Spoken<'p> {
    /// Deals out `parts`; what has no place is reported.
    pub(super) fn of(parts: impl IntoIterator<Item = &'p Part>, report: &mut Report) -> Self {
        let mut spoken = Self::default();
        let (mut rank, mut moved, mut stepped) = (0, false, false);
        for part in parts {
            let at = At::place(&part.place);
            let Some(place) = spoken.put(part) else {
                let border = part.kind == PartKind::Step;
                if !border || std::mem::replace(&mut stepped, true) {
                    lose(part, at, report);
                }
                report.drop_extras(&part.extras);
                continue;
            };
            if place < rank && !std::mem::replace(&mut moved, true) {
                report.moved(
                    at,
                    (
                        Field::Order,
                        "thinking, text and calls stand in members of their own: their order is lost",
                    ),
                );
            }
            rank = rank.max(place);
        }
        spoken
    }

    /// Puts a part in its member and tells the rank of that; `None` where there is none.
    fn put(&mut self, part: &'p Part) -> Option<u8> {
        match &part.kind {
            PartKind::Reasoning(reasoning) if has_mark(&part.extras, "/thinking") => {
                self.content.push((part, Content::Thinking(&reasoning.text)));
                Some(1)
            }
            PartKind::Reasoning(reasoning) => {
                self.thinking.push((part, reasoning));
                Some(0)
            }
            PartKind::Text(text) => {
                self.content.push((part, Content::Text(text)));
                Some(1)
            }
            PartKind::Refusal(text) => {
                self.refusals.push(text);
                Some(2)
            }
            PartKind::Source(source) if source.url.is_some() => {
                self.notes.push((part, Note::Source(source)));
                Some(1)
            }
            PartKind::Raw { family, value } if family == FAMILY => {
                if has_mark(&part.extras, "/annotations") {
                    self.notes.push((part, Note::Raw(value)));
                } else {
                    self.content.push((part, Content::Raw(value)));
                }
                Some(1)
            }
            PartKind::File(file) if self.audio.is_none() && (is_audio(part, file) || is_earlier(file)) => {
                self.audio = Some((part, file));
                Some(3)
            }
            PartKind::ToolCall(call) if !call.provider_executed => {
                self.calls.push((part, call));
                Some(4)
            }
            PartKind::ToolCall(_)
            | PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => None,
        }
    }

    /// Whether there is a text.
    pub(super) fn has_content(&self) -> bool {
        !self.content.is_empty()
    }

    /// Whether there is a refusal.
    pub(super) fn has_refusal(&self) -> bool {
        !self.refusals.is_empty()
    }

    /// Whether there are calls.
    pub(super) fn has_calls(&self) -> bool {
        !self.calls.is_empty()
    }

    /// Writes the members after the role. `empty` is what stands for no content.
    pub(super) fn write(
        &self,
        message: &mut Obj<'_>,
        (body, empty): (Body, &str),
        ids: &mut CallIds,
        target: &str,
        report: &mut Report,
    ) {
        self.write_content(message, body, empty, report);
        match self.refusals.as_slice() {
            [] if body.is_reply() => {
                message.raw("refusal", "null");
            }
            [] => {}
            texts => {
                message.text("refusal", &joined(texts.iter().copied()));
            }
        }
        self.write_thinking(message, report);
        if !self.notes.is_empty() {
            message.array("annotations", |items| {
                for (n, (part, note)) in self.notes.iter().enumerate() {
                    match note {
                        Note::Source(source) => {
                            nodes::annotation(
                                items,
                                part,
                                source,
                                &format!("{target}/annotations/{n}"),
                                report,
                            );
                        }
                        Note::Raw(value) => {
                            items.raw(value.as_str());
                        }
                    }
                }
            });
        }
        if let Some((part, file)) = self.audio {
            write_audio(message, part, file, report);
        }
        self.write_calls(message, body, ids, target, report);
    }

    fn write_content(&self, message: &mut Obj<'_>, body: Body, empty: &str, report: &mut Report) {
        let plain = self.content.iter().all(|(part, content)| {
            matches!(content, Content::Text(_)) && (part.extras.list.is_empty() || !is_own(&part.extras))
        });
        if self.content.is_empty() {
            message.raw("content", empty);
        } else if plain && (body.is_reply() || self.content.len() == 1) {
            for (part, _) in &self.content {
                report.drop_extras(&part.extras);
            }
            if let Some((second, _)) = self.content.get(1) {
                report.narrowed(At::place(&second.place), (Field::Text, "several parts of text become one"));
            }
            let texts = self.content.iter().filter_map(|(_, content)| match content {
                Content::Text(text) => Some(*text),
                Content::Thinking(_) | Content::Raw(_) => None,
            });
            message.text("content", &joined(texts));
        } else {
            message.array("content", |items| {
                for (part, content) in &self.content {
                    let patch = patch(&own(&part.extras, report), "");
                    match content {
                        Content::Text(text) => items.patched(&patch, |item| {
                            item.word("type", "text").text("text", text);
                        }),
                        Content::Thinking(text) => {
                            items.patched(&patch, |item| thinking_item(item, part, text))
                        }
                        Content::Raw(value) => {
                            items.raw(value.as_str());
                        }
                    }
                }
            });
        }
    }

    /// Thinking as text, and in pieces where it has a seal or a form that text cannot say.
    fn write_thinking(&self, message: &mut Obj<'_>, report: &mut Report) {
        let Some((first, _)) = self.thinking.first() else { return };
        let pieces =
            self.thinking.len() > 1 || self.thinking.iter().any(|(part, text)| needs_piece(part, text));
        let told = self.thinking.iter().filter(|(part, _)| thinking_field(part).is_some());
        let texts: Vec<_> =
            told.map(|(_, reasoning)| &reasoning.text).filter(|text| !text.is_empty()).collect();
        if !texts.is_empty() {
            let field = thinking_field(first).unwrap_or("reasoning_content");
            message.text(field, &joined(texts.into_iter()));
        }
        if pieces {
            message.array("reasoning_details", |items| {
                for (index, (part, reasoning)) in (0..).zip(&self.thinking) {
                    nodes::piece(items, index, part, reasoning, report);
                }
            });
        } else {
            own(&first.extras, report);
        }
    }

    fn write_calls(
        &self,
        message: &mut Obj<'_>,
        body: Body,
        ids: &mut CallIds,
        target: &str,
        report: &mut Report,
    ) {
        let is_legacy = |(part, call): &&(&Part, &ToolCall)| {
            call.id.is_none() && has_mark(&part.extras, "/function_call")
        };
        let legacy = self.calls.iter().find(is_legacy).filter(|_| self.calls.len() == 1);
        if let Some((part, call)) = legacy {
            let patch = patch(&own(&part.extras, report), "");
            let text = nodes::patched_text(&patch, |object| {
                object.text("name", &call.name).text("arguments", &body.arguments(call));
            });
            message.raw("function_call", &text);
            return;
        }
        if self.calls.is_empty() {
            return;
        }
        message.array("tool_calls", |items| {
            for (n, (part, call)) in self.calls.iter().enumerate() {
                let id = ids.call(call.id.as_ref());
                if id.changed {
                    report.invented(&format!("{target}/tool_calls/{n}/id"), Field::CallId);
                }
                let patch = patch(&own(&part.extras, report), "");
                items.patched(&patch, |item| write_call(item, &id.id, call, body));
            }
        });
    }
}
