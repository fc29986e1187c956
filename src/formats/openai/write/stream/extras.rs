//! Extras of the family's own, on their way back into chunks.

use super::pieces::piece_head;
use super::state::{To, Writer};
use crate::formats::openai::write::extras::value;
use crate::formats::openai::write::thread::{Form, Line};
use crate::ir::{FrameExtra, Json, PartKey, Patch, Scope};

impl Writer {
    /// Whether an extra of the frame has its place in the chunk that a piece of part `here` gives.
    pub(super) fn fits(&self, here: Option<PartKey>, extra: &FrameExtra<'_>) -> bool {
        let Some(key) = here else { return false };
        let Some(Some(thread)) = self.parts.get(key.0 as usize) else { return false };
        if matches!(thread.line, Line::Lost(_)) {
            return false;
        }
        match extra.scope {
            Scope::Run => !waits_for_the_end(extra.name),
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
    pub(super) fn pointer(&self, extra: &FrameExtra<'_>) -> String {
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
    pub(super) fn extras(&mut self, extras: &[&FrameExtra<'_>], to: &mut To<'_>) {
        for extra in extras {
            let set = (self.pointer(extra), value(extra));
            match extra.scope {
                Scope::Run if waits_for_the_end(extra.name) => self.closing.set.push(set),
                Scope::Run => self.waiting.set.push(set),
                Scope::Choice(message) | Scope::Message(message) => {
                    if let Some(choice) = self.choice_of(message) {
                        let patch = Patch { set: vec![set], remove: Vec::new() };
                        self.chunk(choice, &patch, to, |_| ());
                    }
                }
                Scope::Part(key) => self.part_extra(key, set, to),
            }
        }
    }

    pub(super) fn part_extra(&mut self, key: PartKey, set: (String, Json), to: &mut To<'_>) {
        let Some(Some(thread)) = self.parts.get(key.0 as usize) else { return };
        let patch = Patch { set: vec![set], remove: Vec::new() };
        let choice = thread.choice;
        match &thread.line {
            Line::Call(call) if call.form != Form::Legacy => {
                let index = call.index;
                self.chunk(choice, &patch, to, |delta| {
                    delta.array("tool_calls", |calls| {
                        calls.object(|call| {
                            call.number("index", index);
                        });
                    });
                });
            }
            Line::Thinking { piece, .. } => {
                let known = piece.unwrap_or(("text", self.choices[choice].pieces.saturating_sub(1)));
                self.chunk(choice, &patch, to, |delta| {
                    delta.array("reasoning_details", |items| {
                        items.object(|item| {
                            piece_head(item, known.0, known.1);
                        });
                    });
                });
            }
            Line::Text | Line::Refusal | Line::Content | Line::Call(_) | Line::Audio => {
                self.chunk(choice, &patch, to, |_| ());
            }
            Line::Lost(_) => {}
        }
    }
}

/// Members of the whole chunk that a later chunk told otherwise than the first: they go into the last.
const TOLD_ANEW: &[&str] = &["/id", "/object", "/created", "/model"];

fn waits_for_the_end(name: &str) -> bool {
    is_usage(name) || TOLD_ANEW.contains(&name)
}

pub(super) fn is_usage(name: &str) -> bool {
    name == "/usage" || name.starts_with("/usage/")
}

pub(super) fn call_pointer(form: Form) -> &'static str {
    if form == Form::Legacy { "/choices/0/delta/function_call" } else { "/choices/0/delta/tool_calls/0" }
}
