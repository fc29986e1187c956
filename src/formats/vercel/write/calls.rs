//! The calls that a stream has told: an answer needs one, and two of one step must not share an id.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::ir::{JsonString, Keyed, Numbered, ToolResult};

use super::part::Made;

/// The calls of a reply.
#[derive(Default)]
pub(super) struct Calls {
    /// By the id that the source gives them, in the order of the steps.
    list: Keyed<Option<JsonString>, Told>,
    /// Those that wait for an answer, by the same id: their steps and numbers.
    waiting: HashMap<Option<JsonString>, BTreeSet<(u32, usize)>>,
    /// The last call of each question.
    questions: HashMap<JsonString, usize>,
    /// The ids of the running step, of calls that are dynamic and of those that are not.
    taken: [Taken; 2],
    made: Made,
    pub(super) step: u32,
}

/// Ids of a step.
#[derive(Default)]
struct Taken {
    step: u32,
    ids: HashSet<JsonString>,
    numbers: Numbered,
}

impl Taken {
    /// The id, or the next like it that the step has not.
    fn take(&mut self, mut id: JsonString, step: u32) -> JsonString {
        if self.step != step {
            *self = Self { step, ..Self::default() };
        }
        if self.ids.contains(&id) {
            let base = id.decode().into_owned();
            while self.ids.contains(&id) {
                id = JsonString::from_plain(&self.numbers.next(&base));
            }
        }
        self.ids.insert(id.clone());
        id
    }
}

/// A call as it was told.
pub(super) struct Told {
    /// Its id on the wire.
    pub(super) id: JsonString,
    step: u32,
    pub(super) dynamic: bool,
    /// The name of the tool.
    pub(super) name: JsonString,
    /// The questions about it, and whether one was answered.
    asked: Vec<JsonString>,
    answered: bool,
}

impl Told {
    /// The last question about the call.
    pub(super) fn question(&self) -> Option<&JsonString> {
        self.asked.last()
    }

    /// Whether a question about it was answered.
    pub(super) fn was_answered(&self) -> bool {
        self.answered
    }
}

impl Calls {
    /// Tells a call and gives its number. One that shares its id with another of its step gets an id of its own where
    /// the client would take the two for one.
    pub(super) fn tell(&mut self, source: Option<&JsonString>, name: &JsonString, dynamic: bool) -> usize {
        let id = source.filter(|id| !id.is_empty()).cloned().unwrap_or_else(|| self.made.call());
        let id = self.taken[usize::from(dynamic)].take(id, self.step);
        let (name, asked) = (name.clone(), Vec::new());
        let told = Told { id, step: self.step, dynamic, name, asked, answered: false };
        let index = self.list.push(source.cloned(), told);
        self.waiting.entry(source.cloned()).or_default().insert((self.step, index));
        index
    }

    /// Ids that are made up, counted.
    pub(super) fn made(&mut self) -> &mut Made {
        &mut self.made
    }

    pub(super) fn get(&self, index: usize) -> &Told {
        &self.list[index]
    }

    /// The latest call with this id.
    pub(super) fn known(&self, id: &JsonString) -> Option<usize> {
        self.list.place(&Some(id.clone()))
    }

    /// The call has another name.
    pub(super) fn rename(&mut self, index: usize, name: &JsonString) {
        self.list[index].name.clone_from(name);
    }

    /// The call that a result answers: the first of its id that waits in the running step, else the nearest that waits,
    /// else the nearest.
    pub(super) fn answered(&mut self, result: &ToolResult) -> Option<usize> {
        let waiting = self.waiting.entry(result.id.clone()).or_default();
        let here = waiting.range((self.step, 0)..).next().or(waiting.last());
        let index = here.map(|(_, index)| *index).or_else(|| self.list.place(&result.id))?;
        let told = (self.list[index].step, index);
        if result.preliminary {
            waiting.insert(told);
        } else {
            waiting.remove(&told);
        }
        Some(index)
    }

    /// The call that a question is about.
    pub(super) fn asked(&mut self, call: Option<&JsonString>, question: &JsonString) -> Option<usize> {
        let index = match call {
            Some(_) => self.list.place(&call.cloned())?,
            None => self.list.len().checked_sub(1)?,
        };
        self.list[index].asked.push(question.clone());
        let last = self.questions.entry(question.clone()).or_insert(index);
        *last = index.max(*last);
        Some(index)
    }

    /// The call that was asked about under this id.
    pub(super) fn question(&self, question: &JsonString) -> Option<usize> {
        self.questions.get(question).copied()
    }

    /// A question about the call is answered.
    pub(super) fn answer(&mut self, index: usize) {
        self.list[index].answered = true;
    }
}
