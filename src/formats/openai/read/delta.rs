//! What a chunk says of a choice: its delta member by member, in the order in which a whole message tells its parts.

use super::choice::{Channel, Choice};
use super::keys::Keys;
use super::nodes::{Detail, annotation, pass, sealed, thinking_texts};
use super::said::{Said, THINKING_NAMES};
use crate::emit::Emit;
use crate::formats::openai::words::FAMILY;
use crate::ir::{
    Delta, EventKind, Field, File, FileContent, JsonStr, JsonString, Kind, Part, PartKind, Scope, Value,
};

impl Choice {
    /// Takes what a chunk says of this choice.
    pub(super) fn read<'f>(&mut self, choice: Value<'f>, keys: &mut Keys, emit: &mut Emit<'_, 'f>) {
        let fields = choice.fields();
        if let Some(delta) = fields.get("delta") {
            self.delta(delta, keys, emit);
        }
        let _ = fields.object("logprobs");
        if let Some(word) = fields.text("finish_reason").filter(|word| !word.is_empty()) {
            self.finish_with(word, choice, emit);
            self.end_parts(keys, emit);
        }
        if choice.unread().next().is_some() {
            emit.leave_named(Scope::Choice(self.key), choice, "choice:");
        }
    }

    fn delta<'f>(&mut self, delta: Value<'f>, keys: &mut Keys, emit: &mut Emit<'_, 'f>) {
        let said = Said::of(delta);
        if let Some(role) =
            said.role.filter(|role| role.token().is_some_and(|word| word.is_empty() || word.is(&self.role)))
        {
            role.skip();
        }
        self.thinking(&said, keys, emit);
        if let Some(content) = said.content {
            self.content(content, keys, emit);
        }
        if let Some((value, token)) = said.refusal.and_then(|value| Some((value, value.token()?))) {
            self.say(Channel::Refusal, (value, token), keys, emit);
        }
        for note in said.annotations.into_iter().flat_map(Value::items) {
            let part = annotation(note, &|value| emit.at(value).to_place());
            emit.push_from(note, EventKind::Whole { message: self.key, part: Box::new(part) });
        }
        if let Some(audio) = said.audio {
            self.audio(audio, keys, emit);
        }
        if let Some(call) = said.function.filter(|call| call.kind() == Kind::Object) {
            self.close(emit);
            self.calls.legacy(self.key, call, keys, emit);
        }
        for call in said.calls.into_iter().flat_map(Value::items) {
            self.close(emit);
            self.calls.item(self.key, call, keys, emit);
        }
        if delta.unread().next().is_some() {
            emit.leave(Scope::Message(self.key), delta);
        }
    }

    fn content<'f>(&mut self, content: Value<'f>, keys: &mut Keys, emit: &mut Emit<'_, 'f>) {
        if let Some(token) = content.token() {
            return self.say(Channel::Text, (content, token), keys, emit);
        }
        for item in content.items() {
            // An item without a type adds to one that came before (Mistral's `closed`): it stays an extra.
            let fields = item.fields();
            let text =
                fields.get("text").filter(|_| fields.token("type").is_some_and(|kind| kind.is("text")));
            if let Some((value, token)) = text.and_then(|text| Some((text, text.token()?))) {
                pass(fields, "type");
                self.say(Channel::Text, (value, token), keys, emit);
            } else if fields.token("type").is_some_and(|kind| kind.is("thinking")) {
                for text in thinking_texts(item) {
                    if let Some(token) = text.text().filter(|token| !token.is_empty()) {
                        let key = self.open(Channel::Thinking(None), Some("/thinking"), text, keys, emit);
                        emit.delta(text, key, Delta::Text(token));
                    }
                }
                pass(fields, "type");
            } else if fields.has("type") {
                let kind = PartKind::Raw { family: FAMILY.to_owned(), value: item.json() };
                let part = Part::new(kind, emit.at(item).to_place());
                emit.push_from(item, EventKind::Whole { message: self.key, part: Box::new(part) });
            }
        }
    }

    /// Text or refusal. The first empty one is left: it tells `""` from null where nothing else comes.
    #[inline]
    fn say<'f>(
        &mut self,
        channel: Channel,
        (value, token): (Value<'f>, JsonStr<'f>),
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) {
        if token.is_empty() {
            if self.is_later(channel, emit) {
                value.skip();
            }
            return;
        }
        value.skip();
        self.is_later(channel, emit);
        let key = self.open(channel, None, value, keys, emit);
        emit.delta(value, key, Delta::Text(token));
    }

    /// Whether the channel was there before.
    fn is_later(&mut self, channel: Channel, emit: &mut Emit<'_, '_>) -> bool {
        let later = std::mem::replace(&mut self.empty[usize::from(channel == Channel::Refusal)], true);
        if !later {
            emit.changed();
        }
        later
    }

    fn thinking<'f>(&mut self, said: &Said<'f>, keys: &mut Keys, emit: &mut Emit<'_, 'f>) {
        let thought = said.thought();
        if let Some((_, value, token)) = thought {
            mirrors(said, value, token, emit);
        }
        let details: Vec<Detail<'f>> = match said.details {
            Some(list) => list.items().map(Detail::of).collect(),
            None => Vec::new(),
        };
        let texts = || details.iter().filter_map(|detail| detail.text?.0.token());
        if let Some((position, value, token)) = thought {
            let mirrored = is_joined(texts(), token);
            let piece = details.iter().find(|detail| detail.text.is_some()).and_then(|detail| detail.index);
            let name = (position > 0).then(|| THINKING_NAMES[position]);
            let key = self.open(Channel::Thinking(piece), name, value, keys, emit);
            emit.delta(value, key, Delta::Text(token));
            if mirrored {
                for (text, _) in details.iter().filter_map(|detail| detail.text) {
                    emit.echo(text, token);
                    emit.report.stands(&self.thought, Field::Reasoning, emit.at(text));
                }
            } else if texts().next().is_some() {
                emit.changed();
            }
        }
        let items = said.details.into_iter().flat_map(Value::items);
        for (item, detail) in items.zip(&details) {
            self.detail(item, detail, thought.is_some(), keys, emit);
        }
    }

    fn detail<'f>(
        &mut self,
        item: Value<'f>,
        detail: &Detail<'f>,
        told: bool,
        keys: &mut Keys,
        emit: &mut Emit<'_, 'f>,
    ) {
        if let Some(token) = detail.data.and_then(Value::text) {
            self.close(emit);
            self.pieces += 1;
            let part = sealed(item, token, &|value| emit.at(value).to_place());
            emit.push_from(item, EventKind::Whole { message: self.key, part: Box::new(part) });
            return;
        }
        if let Some((value, name)) = detail.text.filter(|_| !told)
            && let Some(token) = value.text()
        {
            let key = self.open(Channel::Thinking(detail.index), Some(name), value, keys, emit);
            emit.delta(value, key, Delta::Text(token));
        }
        if let Some((value, token)) = detail.signature.and_then(|value| Some((value, value.text()?))) {
            if let Some((Channel::Thinking(piece @ None), _)) = &mut self.open {
                *piece = detail.index;
            }
            let key = self.open(Channel::Thinking(detail.index), None, value, keys, emit);
            emit.delta(value, key, Delta::Signature(token));
        }
        if let Some((Channel::Thinking(_), key)) = self.open
            && item.unread().next().is_some()
        {
            emit.leave(Scope::Part(key), item);
        }
    }

    fn audio<'f>(&mut self, audio: Value<'f>, keys: &mut Keys, emit: &mut Emit<'_, 'f>) {
        let key = match self.audio {
            Some(key) => key,
            None => {
                self.close(emit);
                let content = FileContent::Data(JsonString::default());
                let file = File { media_type: None, content, filename: None };
                let part = Part::new(PartKind::File(file), emit.at(audio).to_place().member("/data"));
                let key = self.begin(part, audio, keys, emit);
                self.audio = Some(key);
                key
            }
        };
        let fields = audio.fields();
        if let Some(data) = fields.get("data")
            && let Some(token) = data.text().filter(|token| !token.is_empty())
        {
            emit.delta(data, key, Delta::Text(token));
        }
        emit.leave(Scope::Part(key), audio);
    }
}

/// What stands beside the thinking that counts: its mirrors, or something else that was compared with it.
fn mirrors<'f>(said: &Said<'f>, taken: Value<'f>, token: JsonStr<'f>, emit: &mut Emit<'_, 'f>) {
    for other in said.thinking.iter().flatten().filter(|other| other.offset() != taken.offset()) {
        match other.token() {
            Some(text) if text == token => emit.echo(*other, token),
            Some(text) if !text.is_empty() => emit.changed(),
            Some(_) | None => {}
        }
    }
}

/// Whether the texts together are `whole`.
fn is_joined<'f>(texts: impl Iterator<Item = JsonStr<'f>>, whole: JsonStr<'f>) -> bool {
    let mut rest = whole.as_str();
    let mut some = false;
    for text in texts {
        some = true;
        match rest.strip_prefix(text.as_str()) {
            Some(tail) => rest = tail,
            None => return false,
        }
    }
    some && rest.is_empty()
}
