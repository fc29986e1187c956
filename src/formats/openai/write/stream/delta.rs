//! Pieces of open parts: one chunk each.

use super::pieces::{arguments, piece_head, signature, thinking_content, thought};
use super::state::{To, Writer};
use crate::calls;
use crate::formats::openai::write::thread::{Form, Line, Thread};
use crate::ir::{
    At, Delta, Field, Input, Json, JsonStr, JsonString, Part, PartKey, PartKind, Patch, ToolCall, minify,
};

impl Writer {
    /// A piece of an open part: one chunk, and no memory taken for it.
    #[inline]
    pub(super) fn delta(
        &mut self,
        (key, delta): (PartKey, &Delta<'_>),
        at: At<'_>,
        patch: &Patch,
        to: &mut To<'_>,
    ) {
        let Some(thread) = self.parts.get_mut(key.0 as usize).and_then(Option::as_mut) else {
            return;
        };
        let choice = thread.choice;
        match (&mut thread.line, delta) {
            (Line::Text, Delta::Text(text)) => {
                self.more((key, choice), (*text, patch), to, |delta, text| {
                    delta.token("content", text);
                });
            }
            (Line::Refusal, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, to, |delta| {
                    delta.token("refusal", text);
                });
            }
            (Line::Thinking { field, piece }, Delta::Text(text)) => {
                let (field, piece, text) = (*field, *piece, *text);
                if self.held.is_some() {
                    return self.held_thought(key, (field, piece, Some(text)), patch, to);
                }
                self.more((key, choice), (text, patch), to, |delta, text| thought(delta, field, piece, text));
            }
            (Line::Call(call), Delta::Args(text)) => {
                let (index, form) = (call.index, call.form);
                let mut tight = JsonString::default();
                let text = match &mut call.tightener {
                    Some(tightener) => {
                        tightener.squeeze(*text, &mut tight);
                        tight.token()
                    }
                    None => *text,
                };
                call.arguments.push(text);
                self.more((key, choice), (text, patch), to, |delta, text| {
                    arguments(delta, index, form, text)
                });
            }
            (
                Line::Text
                | Line::Refusal
                | Line::Thinking { .. }
                | Line::Content
                | Line::Audio
                | Line::Call(_)
                | Line::Lost(_),
                Delta::Text(_) | Delta::Args(_) | Delta::Input(_) | Delta::Signature(_),
            ) => self.rare((key, delta), at, patch, to),
        }
    }

    /// A piece of a rare kind.
    fn rare(&mut self, (key, delta): (PartKey, &Delta<'_>), at: At<'_>, patch: &Patch, to: &mut To<'_>) {
        let Some(thread) = self.parts.get_mut(key.0 as usize).and_then(Option::as_mut) else {
            return;
        };
        let choice = thread.choice;
        match (&mut thread.line, delta) {
            (Line::Thinking { piece, .. }, Delta::Signature(text)) => {
                let index = piece.map_or(self.choices[choice].pieces.saturating_sub(1), |(_, index)| index);
                let text = *text;
                self.chunk(choice, patch, to, |delta| signature(delta, index, text));
            }
            (Line::Content, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, to, |delta| thinking_content(delta, text));
            }
            (Line::Audio, Delta::Text(text)) => {
                let text = *text;
                self.chunk(choice, patch, to, |delta| {
                    delta.object("audio", |audio| {
                        audio.token("data", text);
                    });
                });
            }
            (Line::Call(_), Delta::Input(value)) => self.input(key, value, at, to),
            (Line::Lost(Some(slot)), _) => to.report.again(*slot, at.frame),
            (Line::Lost(slot), _) => {
                *slot = Some(to.report.dropped(at, (Field::Own, "a piece of a part that has no place")))
            }
            (
                Line::Text
                | Line::Refusal
                | Line::Thinking { .. }
                | Line::Content
                | Line::Audio
                | Line::Call(_),
                Delta::Text(_) | Delta::Args(_) | Delta::Input(_) | Delta::Signature(_),
            ) => {
                to.report.dropped(at, (Field::Revision, "a piece that does not go with its part"));
            }
        }
    }

    /// Arguments told whole. They wait for the end of the call, as they may be told anew. What was written cannot be
    /// taken back, so they count only where nothing was.
    pub(super) fn input(&mut self, key: PartKey, value: &Json, at: At<'_>, to: &mut To<'_>) {
        let Some(Thread { choice: _, line: Line::Call(call), mould: _ }) =
            self.parts.get_mut(key.0 as usize).and_then(Option::as_mut)
        else {
            return;
        };
        if call.arguments.is_empty() {
            let earlier = call.whole.replace((value.clone(), at.to_place()));
            if let Some((_, place)) = earlier.filter(|(earlier, _)| earlier != value) {
                to.report.dropped(
                    At::place(&place),
                    (Field::Revision, "earlier arguments, which later ones replace,"),
                );
            }
        } else if !says_the_same(&call.arguments, value) {
            to.report.narrowed(
                at,
                (Field::Revision, "the arguments are told anew: what was written first stands"),
            );
        }
    }

    /// Writes the arguments that were told whole.
    fn settle_input(&mut self, key: PartKey, to: &mut To<'_>) {
        let Some(Thread { choice, line: Line::Call(call), mould: _ }) =
            self.parts.get_mut(key.0 as usize).and_then(Option::as_mut)
        else {
            return;
        };
        let Some((value, _)) = call.whole.take().filter(|_| call.arguments.is_empty()) else { return };
        let text = match value.as_token().filter(|_| call.form == Form::Custom) {
            Some(token) => token.owned(),
            None => calls::value_text(&value),
        };
        call.arguments.push(text.token());
        let (choice, index, form) = (*choice, call.index, call.form);
        self.chunk(choice, Patch::none(), to, |delta| arguments(delta, index, form, text.token()));
    }

    /// The first text of a piece, with all that the piece says besides.
    fn held_thought(
        &mut self,
        key: PartKey,
        (field, piece, text): (Option<&str>, Option<(&'static str, u64)>, Option<JsonStr<'_>>),
        patch: &Patch,
        to: &mut To<'_>,
    ) {
        let Some(Some(thread)) = self.parts.get(key.0 as usize) else { return };
        let choice = thread.choice;
        let (member, index) = piece.unwrap_or(("text", self.choices[choice].pieces.saturating_sub(1)));
        let mut all = patch.clone();
        if let Some((_, held)) = self.held.take_if(|(held, _)| *held == key) {
            all.set.extend(held.set);
        }
        self.chunk(choice, &all, to, |delta| {
            if let (Some(field), Some(text)) = (field, text) {
                delta.token(field, text);
            }
            delta.array("reasoning_details", |items| {
                items.object(|item| {
                    piece_head(item, member, index);
                    if let (Some(text), true) = (text, piece.is_some()) {
                        item.token(member, text);
                    }
                });
            });
        });
    }

    pub(super) fn end_part(&mut self, key: PartKey, to: &mut To<'_>) {
        if self.held.as_ref().is_some_and(|(held, _)| *held == key) {
            self.held_thought(key, (None, None, None), Patch::none(), to);
        }
        self.settle_input(key, to);
        let Some(Thread { choice, line: Line::Call(call), mould: _ }) =
            self.parts.get_mut(key.0 as usize).and_then(Option::as_mut)
        else {
            return;
        };
        if call.arguments.is_empty() && call.form != Form::Custom {
            // No arguments are `{}`; an empty text is no JSON to a client.
            call.arguments.push(JsonStr::new("{}"));
            let (choice, index, form) = (*choice, call.index, call.form);
            self.chunk(choice, Patch::none(), to, |delta| {
                arguments(delta, index, form, JsonStr::new("{}"));
            });
        }
    }

    pub(super) fn revise(&mut self, key: PartKey, part: &Part, at: At<'_>, to: &mut To<'_>) {
        to.report.drop_extras(&part.extras);
        let line = self.parts.get(key.0 as usize).and_then(Option::as_ref).map(|thread| &thread.line);
        match (line, &part.kind) {
            (Some(Line::Call(call)), PartKind::ToolCall(new)) => {
                if call.name != new.name {
                    to.report
                        .narrowed(at, (Field::Revision, "the name of a call is told anew: the first stands"));
                }
                match &new.input {
                    Input::Json(value) => self.input(key, value, at, to),
                    Input::Text(text) if call.arguments.is_empty() => {
                        self.delta((key, &Delta::Args(text.token())), at, Patch::none(), to);
                    }
                    Input::Text(text) if call.arguments != *text => {
                        to.report.narrowed(
                            at,
                            (Field::Revision, "the arguments are told anew: what was written first stands"),
                        );
                    }
                    Input::Text(_) | Input::Absent => {}
                }
            }
            (Some(Line::Lost(_)), _) => {
                to.report.dropped(at, (Field::Revision, "a part that is told anew"));
            }
            (_, _) => {
                to.report
                    .narrowed(at, (Field::Revision, "a part is told anew: what was written first stands"));
            }
        }
    }
}

/// Whether argument text that was written says the same as a value.
fn says_the_same(written: &JsonString, value: &Json) -> bool {
    let call = ToolCall { input: Input::Text(written.clone()), ..ToolCall::default() };
    let tight = |text: &str| {
        let mut bytes = Vec::new();
        minify(text, &mut bytes);
        bytes
    };
    match calls::arguments(&call) {
        calls::Arguments::Json(text) => tight(&text) == tight(value.as_str()),
        calls::Arguments::Text(text) => value.as_token() == Some(text.token()),
    }
}
