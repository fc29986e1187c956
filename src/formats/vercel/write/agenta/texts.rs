//! Texts and thoughts.

use crate::framing::Out;
use crate::ir::{At, Extras, Field, JsonStr, JsonString, Part, Reasoning};
use crate::report::Report;

use super::super::members::word;
use super::look;
use super::slots::Text;
use super::state::Writer;

/// Part types of a text (0) and of a thought (1): start, delta, end; and the word that made-up ids begin with.
const WORDS: [([&str; 3], &str); 2] = [
    (["text-start", "text-delta", "text-end"], "text"),
    (["reasoning-start", "reasoning-delta", "reasoning-end"], "reasoning"),
];

/// A part that says something in words.
pub(super) struct Said<'p> {
    part: &'p Part,
    text: &'p JsonString,
    thought: bool,
}

impl<'p> Said<'p> {
    /// A text.
    pub(super) fn text(part: &'p Part, text: &'p JsonString) -> Self {
        Self { part, text, thought: false }
    }

    /// A thought. Its seals have no place.
    pub(super) fn thought(part: &'p Part, reasoning: &'p Reasoning, report: &mut Report) -> Self {
        let (Reasoning { text, signature, encrypted }, at) = (reasoning, At::place(&part.place));
        if signature.is_some() {
            report.dropped(at, Field::Signature);
        }
        if encrypted.is_some() {
            report.dropped(at, Field::Sealed);
        }
        Self { part, text, thought: true }
    }
}

impl Writer {
    /// A text or thought begins.
    pub(super) fn open_text(&mut self, said: &Said<'_>, out: &mut Out, report: &mut Report) -> Text {
        let Said { part, text, thought } = *said;
        self.speak(out, report);
        let (words, _) = &WORDS[usize::from(thought)];
        let known = self.known_id(&part.extras, thought);
        let whole = known.is_none();
        drop_rest(&part.extras, report);
        let id = known.unwrap_or_else(|| self.made_up(thought));
        out.frame("", |part| {
            part.word("type", words[0]).text("id", &id);
        });
        let mut open = Text { id, words, whole: whole && self.agenta, spoke: false };
        if !text.is_empty() {
            self.text_delta(&mut open, text.token(), out);
        }
        open
    }

    /// The id that the source has for a text or thought.
    fn known_id(&mut self, extras: &Extras, thought: bool) -> Option<JsonString> {
        let number = self.reply.texts;
        self.reply.texts += 1;
        let own = |id: &str| crate::ir::Json::from_valid(id).as_token().map(JsonStr::owned);
        match self.reply.ids.remove(&number) {
            Some(id) => Some(id),
            None if thought => word(extras, "/id").and_then(own),
            None => self.reply.own_ids.pop_front(),
        }
    }

    fn made_up(&mut self, thought: bool) -> JsonString {
        let made = &mut self.reply.made[usize::from(thought)];
        *made += 1;
        JsonString::from_plain(&format!("{}-{made}", WORDS[usize::from(thought)].1))
    }

    /// More of it.
    #[inline]
    pub(super) fn text_delta(&mut self, text: &mut Text, more: JsonStr<'_>, out: &mut Out) {
        text.spoke = true;
        write_delta(text, more, out);
        self.reply.said += u32::from(text.words[0] == WORDS[0].0[0]);
    }

    /// It ends.
    pub(super) fn end_text(&mut self, mut text: Text, out: &mut Out) {
        if text.whole && !text.spoke {
            self.text_delta(&mut text, JsonStr::default(), out);
        }
        out.frame("", |part| {
            part.word("type", text.words[2]).text("id", &text.id);
        });
    }
}

/// Reports what a text or thought has beside its words; an id of our own family is written.
fn drop_rest(extras: &Extras, report: &mut Report) {
    if word(extras, "/id").is_some() {
        let list = extras.list.iter().filter(|extra| extra.name != "/id").cloned().collect();
        return look::drop_rest(&Extras::new(&*extras.family, list), &[], report);
    }
    look::drop_rest(extras, &[], report);
}

#[inline]
fn write_delta(text: &Text, more: JsonStr<'_>, out: &mut Out) {
    out.frame("", |part| {
        part.word("type", text.words[1]).text("id", &text.id).token("delta", more);
    });
}
