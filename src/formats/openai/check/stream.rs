//! A stream as the client puts it together: chunk by chunk, choices and calls by their index.

use std::collections::{BTreeMap, HashSet};

use super::choice::Choice;
use super::chunk::CHUNK as SHAPE;
use super::reply::total;
use super::{CHUNK, count, error, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Kind, Value};
use crate::schema::{Type, check};

/// Choices from this index on are refused.
const MOST_CHOICES: u64 = 128;

/// Checks the chunks of a stream.
#[derive(Default)]
pub(super) struct Stream {
    /// `[DONE]` came.
    done: bool,
    /// An error came: the client reads no further, and misses nothing of the end.
    failed: bool,
    /// What comes late has been told of.
    told: bool,
    id: Option<String>,
    choices: BTreeMap<u64, Choice>,
}

impl Check for Stream {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        if self.done || self.failed {
            if self.done && !std::mem::replace(&mut self.told, true) {
                found.put(&rules::AFTER_DONE, frame.root, "the client reads nothing after `[DONE]`");
            }
            return;
        }
        if frame.root.kind() != Kind::Object {
            return;
        }
        let told = error(frame.root).or_else(|| (frame.name() == Some("error")).then_some(frame.root));
        if let Some(error) = told {
            self.failed = true;
            let words = error.look().token("message").or_else(|| error.token());
            let words = words.map_or_else(String::new, |words| format!(": {}", words.decode()));
            return found.put(&rules::ERROR_IN_STREAM, error, format!("the stream carries an error{words}"));
        }
        check(frame.root, &Type::Object(&SHAPE), &CHUNK, found);
        self.chunk(frame.root, found);
    }

    fn sentinel(&mut self, _name: Option<&str>, _found: &mut Findings<'_>) {
        self.done = true;
    }

    fn finish(&mut self, found: &mut Findings<'_>) {
        if !self.failed {
            self.end(found);
        }
    }
}

impl Stream {
    /// A reply is at its end.
    fn end(&mut self, found: &mut Findings<'_>) {
        let last = self.choices.keys().next_back().copied();
        if let Some(gap) = last.and_then(|last| (0..last).find(|index| !self.choices.contains_key(index))) {
            found.put_here(&rules::CHOICE_GAP, format!("there is no choice {gap}"));
        }
        for (index, choice) in &self.choices {
            choice.finish(*index, found);
        }
    }

    /// Whether a chunk begins another reply, though no `[DONE]` came: every choice has finished, and a role comes under
    /// another id.
    fn is_next_reply(&self, chunk: Fields<'_>) -> bool {
        let ended = !self.choices.is_empty() && self.choices.values().all(Choice::is_finished);
        let id = chunk.token("id").filter(|id| !id.is_empty());
        let other = id.is_some_and(|id| self.id.as_deref().is_some_and(|known| id.decode() != known));
        let first = chunk.member("choices").and_then(|choices| choices.elements().next());
        ended && other && first.is_some_and(|choice| choice.look().object("delta").token("role").is_some())
    }

    fn chunk(&mut self, root: Value<'_>, found: &mut Findings<'_>) {
        let chunk = root.look();
        if self.is_next_reply(chunk) {
            let text = "a reply begins before `[DONE]`: the client joins it to the one before";
            found.put(&rules::SECOND_REPLY, root, text);
            self.end(found);
            (self.id, self.choices) = (None, BTreeMap::new());
        }
        self.id(chunk, found);
        let choices = chunk.member("choices");
        let Some(choices) = choices.filter(|choices| choices.kind() == Kind::Array) else {
            let null = choices.filter(|choices| choices.kind() == Kind::Null);
            return match null {
                Some(null) => found.put(&rules::CHOICES_NULL, null, "the `choices` of the chunk are null"),
                None => {
                    let place = choices.unwrap_or(root);
                    found.put(&rules::CHOICES_MISSING, place, "the chunk has no list of `choices`");
                }
            };
        };
        let mut here = HashSet::new();
        for choice in choices.elements() {
            let index = choice.look().get("index").and_then(count).filter(|index| *index < MOST_CHOICES);
            match index {
                Some(index) => {
                    if !here.insert(index) {
                        let text = format!("the chunk has the choice {index} already");
                        found.put(&rules::CHOICE_REPEATED, choice, text);
                    }
                    self.choices.entry(index).or_default().take(choice, found);
                }
                None => {
                    let place = choice.look().member("index").unwrap_or(choice);
                    found.put(&rules::CHOICE_INDEX, place, "the choice has no `index` from 0 to 127");
                }
            }
        }
        if let Some(usage) = chunk.get("usage") {
            total(usage, found);
        }
    }

    fn id(&mut self, chunk: Fields<'_>, found: &mut Findings<'_>) {
        let Some((place, id)) = chunk.get("id").and_then(|id| Some((id, id.token()?))) else { return };
        if id.is_empty() {
            if let Some(usage) = chunk.get("usage").filter(|_| !self.choices.is_empty()) {
                let text = "usage comes in a chunk whose id is empty: the client passes over it";
                found.put(&rules::USAGE_WITHOUT_ID, usage, text);
            }
            return;
        }
        match &self.id {
            Some(known) if id.decode() != known.as_str() => {
                let text = format!("the id `{}` is another than `{known}`", id.decode());
                found.put(&rules::ID_CHANGES, place, text);
            }
            Some(_) => {}
            None => self.id = Some(id.decode().into_owned()),
        }
    }
}
