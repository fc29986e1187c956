//! Texts and reasoning of a stream.

use std::hash::{DefaultHasher, Hasher};

use crate::framing::{Mould, Out};
use crate::ir::{Delta, Json, JsonStr, JsonString, Part, Patch, Reasoning};
use crate::report::Report;

use super::members::{place, placed, word};
use super::part::{citation, is_seal, is_streaming, seal};
use super::pen::Pen;

/// An open text or reasoning.
pub(super) struct Text {
    words: &'static [&'static str; 3],
    id: JsonString,
    /// Its provider metadata, and whether the stream has told all of it.
    described: Patch,
    told: bool,
    cited: Vec<String>,
    unended: bool,
    said: Heard,
    mould: Mould,
}

/// What a text has said so far, by its hash: a snapshot tells it anew, and the same is no news.
#[derive(Clone, Debug, Default)]
pub(super) struct Heard {
    hash: DefaultHasher,
    /// The last of it, which waits: much at once is hashed sooner than many pieces.
    last: Vec<u8>,
}

/// How much waits.
const WAITS: usize = 512;

impl Heard {
    #[inline]
    fn push(&mut self, text: JsonStr<'_>) {
        if self.last.len() + text.as_str().len() > WAITS {
            self.hash.write(&self.last);
            self.last.clear();
        }
        self.last.extend_from_slice(text.as_str().as_bytes());
    }

    fn finish(&self) -> u64 {
        let mut hash = self.hash.clone();
        hash.write(&self.last);
        hash.finish()
    }

    /// Whether `text` is all of it.
    pub(super) fn is(&self, text: &JsonString) -> bool {
        let mut other = Self::default();
        other.push(text.token());
        other.finish() == self.finish()
    }
}

/// What a text or reasoning begins with.
pub(super) struct Said<'s> {
    words: &'static [&'static str; 3],
    text: &'s JsonString,
    sealed: Option<&'s Reasoning>,
}

const TEXT: &[&str; 3] = &["text-start", "text-delta", "text-end"];
const REASONING: &[&str; 3] = &["reasoning-start", "reasoning-delta", "reasoning-end"];

const TEXT_MEMBERS: &[(&str, &str)] = &[("/providerMetadata", "/providerMetadata")];

impl<'s> Said<'s> {
    /// A text.
    pub(super) fn text(text: &'s JsonString) -> Self {
        Self { words: TEXT, text, sealed: None }
    }

    /// Reasoning.
    pub(super) fn reasoning(reasoning: &'s Reasoning) -> Self {
        Self { words: REASONING, text: &reasoning.text, sealed: Some(reasoning) }
    }
}

impl Text {
    /// More of it.
    #[inline]
    pub(super) fn piece(&mut self, delta: &Delta<'_>, out: &mut Out) {
        match delta {
            Delta::Text(text) if text.is_empty() => {}
            Delta::Text(text) => {
                self.said.push(*text);
                write_delta(self.words[1], &self.id, *text, (&mut self.mould, out));
            }
            Delta::Signature(signature) => {
                self.described.set.append(&mut seal(Some(&signature.owned()), None).set);
                self.told = false;
            }
            Delta::Args(_) | Delta::Input(_) => {}
        }
    }

    /// A member that this family left for it. Provider metadata takes the place of what came before.
    pub(super) fn member(&mut self, name: &str, value: Json) {
        if name == "/state" {
            self.unended = true;
        } else if let Some(name) = placed(name, TEXT_MEMBERS) {
            self.told = false;
            if name != "/providerMetadata" {
                return self.described.set.push((name, value));
            }
            self.described.set.retain(|(known, _)| is_seal(known));
            self.described.set.insert(0, (name, value));
        }
    }

    /// It ends, unless its source left it open.
    pub(super) fn end(&self, out: &mut Out) -> Heard {
        let Self { words, id, described, told, cited, unended, said, mould: _ } = self;
        if *unended {
            return said.clone();
        }
        let news = if *told { Patch::none() } else { described };
        out.patched_frame("", news, |chunk| {
            chunk.word("type", words[2]).text("id", id);
            if !cited.is_empty() {
                chunk.array("citations", |list| {
                    cited.iter().for_each(|citation| {
                        list.raw(citation);
                    });
                });
            }
        });
        said.clone()
    }

    /// Whether it can cite a source: reasoning cannot.
    pub(super) fn can_cite(&self) -> bool {
        self.words[0] == TEXT[0]
    }

    /// A source that it cites.
    pub(super) fn cite(&mut self, part: &Part, report: &mut Report) {
        self.cited.push(citation(part, report));
    }

    /// What it has said so far.
    pub(super) fn said(&self) -> &Heard {
        &self.said
    }
}

impl Pen {
    /// Begins a text or reasoning.
    pub(super) fn open_text(
        &mut self,
        part: &Part,
        said: &Said<'_>,
        out: &mut Out,
        report: &mut Report,
    ) -> Text {
        let Said { words, text, sealed } = *said;
        self.begin(out);
        let id = self.text_id(part, words);
        let mut described = Patch::default();
        place(
            &part.extras,
            TEXT_MEMBERS,
            if sealed.is_some() { &["/id", "/state"] } else { &["/state"] },
            &mut described,
            report,
        );
        if let Some(Reasoning { text: _, signature, encrypted }) = sealed {
            described.set.append(&mut seal(signature.as_ref(), encrypted.as_ref()).set);
        }
        out.patched_frame("", &described, |chunk| {
            chunk.word("type", words[0]).text("id", &id);
        });
        let mut mould = Mould::default();
        if !text.is_empty() {
            write_delta(words[1], &id, text.token(), (&mut mould, out));
        }
        let unended = is_streaming(part);
        let mut heard = Heard::default();
        heard.push(text.token());
        Text { words, id, described, told: true, cited: Vec::new(), unended, said: heard, mould }
    }

    /// The id that the stream had, or a counted one.
    fn text_id(&mut self, part: &Part, words: &'static [&'static str; 3]) -> JsonString {
        let kind = usize::from(words[0] == REASONING[0]);
        let own = match kind {
            0 => self.text_ids.pop_front(),
            _ => word(&part.extras, "/id").map(Json::from_valid),
        };
        let own = own.and_then(|id| id.as_token().map(|id| id.owned()));
        own.unwrap_or_else(|| {
            self.texts[kind] += 1;
            let word = if kind == 0 { "text" } else { "reasoning" };
            JsonString::from_plain(&format!("{word}-{}", self.texts[kind]))
        })
    }

    /// The id of a text to come.
    pub(super) fn text_to_come(&mut self, id: Json) {
        self.text_ids.push_back(id);
    }
}

#[inline]
fn write_delta(word: &str, id: &JsonString, text: JsonStr<'_>, (mould, out): (&mut Mould, &mut Out)) {
    out.recurring(mould, "", text, |chunk, text| {
        chunk.word("type", word).text("id", id).token("delta", text);
    });
}
