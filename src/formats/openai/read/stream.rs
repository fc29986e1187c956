//! Reads `chat.completion.chunk` frames.
//!
//! Invariant. The end is held until the input ends or another run begins: the reason may come twice, usage after it,
//! and some servers send their costs behind `[DONE]`.

use super::choice::Choice;
use super::error::{Told, read as read_error};
use super::header::Headers;
use super::keys::Keys;
use crate::emit::{Emit, Frame, ReadEvents};
use crate::formats::openai::{usage, words::FAMILY};
use crate::ir::{EventKind, Fields, JsonString, Keyed, Kind, MessageKey, Run, Usage, Value};

/// Extras that add up from chunk to chunk. The SDK joins the log probabilities alone and keeps the last fragment of all
/// else, which its users have to mend.
pub(in crate::formats::openai) const APPEND: &[&str] = &[
    "choice:/logprobs/content",
    "choice:/logprobs/refusal",
    "choice:/logprobs/reasoning_content",
    "choice:/token_ids",
    "/transcript",
    "/text",
    "/summary",
    "/reasoning_content",
    "/reasoning",
    "/reasoning_text",
    "/images",
    "/thinking_blocks",
];

/// The reader of a stream.
#[derive(Debug, Default)]
pub(in crate::formats::openai) struct Reader {
    running: bool,
    ran: bool,
    done: bool,
    cut: bool,
    failed: bool,
    headers: Headers,
    /// By index.
    choices: Keyed<u64, Choice>,
    n_finished: usize,
    keys: Keys,
    usage: Option<Usage>,
    /// The last index of a server that counts its chunks where it should number the choices.
    counted: Option<u64>,
}

impl ReadEvents for Reader {
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        if frame.root.kind() != Kind::Object {
            let help = "each frame is a `chat.completion.chunk`";
            emit.report.warning("openai/not-a-chunk", frame.at(frame.root), "the frame is no object", help);
            emit.push(EventKind::Raw { family: FAMILY, value: frame.root.json() });
            return;
        }
        let chunk = frame.root.fields();
        let speaks = chunk.get("choices").is_some_and(|choices| choices.elements().next().is_some());
        if speaks && self.is_next_run(chunk) {
            self.end(emit);
        }
        let told = read_error(frame.root, frame.name == Some(b"error"), &|value| frame.at(value).to_place());
        let counted = chunk.get("usage").is_some() || groq_usage(chunk).is_some();
        let evidence = speaks || told != Told::Nothing || counted;
        if !self.running && (evidence || chunk.token("id").is_some_and(|id| !id.is_empty())) {
            self.start(chunk, emit);
        }
        let id_changed =
            chunk.get("id").is_some_and(|id| self.headers.differs("id", id)) || self.headers.varies("id");
        if self.headers.read(frame.root) {
            emit.changed();
        }
        if !self.running {
            // Azure's first chunk names the model before the reply has an id; the next chunk says it again.
            let _ = chunk.get("model").map(Value::skip);
        }
        for choice in chunk.list("choices") {
            self.choice(choice, id_changed, emit);
        }
        self.usage(chunk, emit);
        match told {
            Told::Nothing => {}
            Told::CutShort => {
                self.cut = true;
                emit.changed();
            }
            Told::Error(error) => {
                self.failed = true;
                emit.push(EventKind::Error(error));
            }
        }
    }

    fn sentinel(&mut self, _emit: &mut Emit<'_, '_>) {
        self.done = true;
    }

    fn finish(&mut self, emit: &mut Emit<'_, '_>) {
        if !self.running && !self.ran {
            if self.done {
                let help = "a reply has at least one chunk with a choice";
                emit.report.warning(
                    "openai/no-choices",
                    emit.here(),
                    "the stream ends before it says anything",
                    help,
                );
            }
            self.running = true;
            emit.push(EventKind::RunStart(Box::default()));
        }
        self.end(emit);
    }
}

/// Whether a chunk opens a message: it says who speaks.
fn begins(chunk: Fields<'_>) -> bool {
    let first = chunk.get("choices").and_then(|choices| choices.elements().next());
    first.is_some_and(|choice| choice.fields().object("delta").get("role").is_some())
}

impl Reader {
    /// Whether a chunk that says something belongs to another reply than the one that has ended. Some vendors change the
    /// id on each chunk, or on the last one; there a role begins the next reply, and after `[DONE]` anything does.
    fn is_next_run(&self, chunk: Fields<'_>) -> bool {
        if !self.running || self.choices.is_empty() {
            return false;
        }
        if self.done {
            return true;
        }
        let ended = self.n_finished == self.choices.len();
        let closing = chunk.token("object").is_some_and(|object| object.is("chat.completion.done"));
        let other = |id: Value<'_>| id.peek() != "\"\"" && self.headers.differs("id", id);
        let begun = || self.headers.varies("id") && begins(chunk);
        ended && !closing && (chunk.get("id").is_some_and(other) || begun())
    }

    fn start<'f>(&mut self, chunk: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let filled = |key| chunk.string(key).filter(|text| !text.is_empty());
        let created = time(chunk);
        let run = Run {
            id: filled("id"),
            thread_id: None,
            model: filled("model"),
            created_at: created,
            place: emit.here().to_place(),
            names: ["/id", "", "/model", "/created"],
        };
        self.running = true;
        self.ran = true;
        emit.push(EventKind::RunStart(Box::new(run)));
    }

    fn choice<'f>(&mut self, choice: Value<'f>, id_changed: bool, emit: &mut Emit<'_, 'f>) {
        let index = choice.fields().count("index").unwrap_or(0);
        let index = self.plain_index(index, id_changed, choice, emit);
        let place = self.choices.place(&index).unwrap_or_else(|| {
            let key = MessageKey(u32::try_from(self.choices.len()).unwrap_or(u32::MAX));
            self.choices.push(index, Choice::start(index, key, choice, emit))
        });
        let known = &mut self.choices[place];
        let finished = known.finish.is_some();
        known.read(choice, &mut self.keys, emit);
        self.n_finished += usize::from(known.finish.is_some() && !finished);
    }

    /// The index of a choice. A server that numbers its chunks there (and changes the id each time) has one choice.
    fn plain_index<'f>(
        &mut self,
        index: u64,
        id_changed: bool,
        choice: Value<'f>,
        emit: &mut Emit<'_, 'f>,
    ) -> u64 {
        let Some(only) = self.choices.front().filter(|_| self.choices.len() == 1) else { return index };
        let last = self.counted.unwrap_or(only.index);
        if index == only.index || index != last + 1 || !id_changed || only.finish.is_some() {
            return if self.counted == Some(index) { only.index } else { index };
        }
        if self.counted.is_none() {
            let text = "`index` counts the chunks and not the choices: all are read as one choice";
            emit.report.warning(
                "openai/choice-index-counts",
                emit.at(choice),
                text,
                "number the choices from 0",
            );
        }
        let only = only.index;
        self.counted = Some(index);
        emit.changed();
        only
    }

    fn usage<'f>(&mut self, chunk: Fields<'f>, emit: &mut Emit<'_, 'f>) {
        let nested =
            groq_usage(chunk).and_then(|value| Some((value, usage::look(value, emit.at(value).to_place())?)));
        let plain = chunk.get("usage").filter(|value| value.kind() == Kind::Object);
        let plain = plain.map(|value| (value, usage::read(value, emit.at(value).to_place())));
        for (value, new) in [nested, plain].into_iter().flatten() {
            if new.is_unknown() || self.usage.as_ref().is_some_and(|known| usage::same(known, &new)) {
                continue;
            }
            self.usage = Some(new.clone());
            emit.push_from(value, EventKind::Usage(Box::new(new)));
        }
    }

    fn end(&mut self, emit: &mut Emit<'_, '_>) {
        if !self.running {
            return;
        }
        let finished = !self.choices.is_empty() && self.n_finished == self.choices.len();
        if self.done && !finished && !self.failed && !self.choices.is_empty() {
            let help = "send `finish_reason` with the last piece of each choice";
            emit.report.warning(
                "openai/finish-missing",
                emit.here(),
                "no finish reason before `[DONE]`",
                help,
            );
        }
        if !self.done && !finished && !self.failed {
            let help = "a stream ends with a finish reason for each choice and `[DONE]`";
            let text = "the stream ends before a finish reason or `[DONE]`: the reply is cut short";
            emit.report.error("openai/end-missing", emit.here(), text, help);
        }
        let several = self.choices.len() > 1;
        for choice in self.choices.iter_mut() {
            choice.end(several, &mut self.keys, emit);
        }
        let first = self.choices.iter().min_by_key(|choice| choice.index);
        let finish = first.and_then(|choice| choice.finish.clone()).map(Box::new);
        let complete = (self.done || finished) && !self.cut && (self.failed || !self.choices.is_empty());
        emit.push(EventKind::RunEnd { finish, complete });
        *self = Self { ran: true, ..Self::default() };
    }
}

/// The token counts that Groq keeps in a member of its own.
fn groq_usage(chunk: Fields<'_>) -> Option<Value<'_>> {
    let groq = chunk.get("x_groq")?;
    groq.members().find(|(key, _)| key.is("usage")).map(|(_, value)| value)
}

/// The time of a reply as it is spelled. 0 is what stands where nobody knows it.
pub(super) fn time(fields: Fields<'_>) -> Option<JsonString> {
    let value = fields.get("created")?;
    if let Some(text) = value.text() {
        return Some(text.owned());
    }
    if value.kind() != Kind::Number {
        return None;
    }
    value.skip();
    (value.peek() != "0").then(|| JsonString::from_plain(value.peek()))
}
