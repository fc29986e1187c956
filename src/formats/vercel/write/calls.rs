//! The calls that a stream has told: an answer needs one, and two of one step must not share an id.

use crate::ir::{JsonString, ToolResult};

use super::part::Made;

/// The calls of a reply.
#[derive(Default)]
pub(super) struct Calls {
    list: Vec<Told>,
    made: Made,
    pub(super) step: u32,
}

/// A call as it was told.
pub(super) struct Told {
    /// Its id in the source and on the wire.
    source: Option<JsonString>,
    pub(super) id: JsonString,
    step: u32,
    waits: bool,
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
        let mut id = source.filter(|id| !id.is_empty()).cloned().unwrap_or_else(|| self.made.call());
        let base = id.decode().into_owned();
        let mut n = 1;
        while self.list.iter().any(|told| told.step == self.step && told.dynamic == dynamic && told.id == id)
        {
            n += 1;
            id = JsonString::from_plain(&format!("{base}_{n}"));
        }
        let source = source.cloned();
        let (name, asked) = (name.clone(), Vec::new());
        let told = Told { source, id, step: self.step, waits: true, dynamic, name, asked, answered: false };
        self.list.push(told);
        self.list.len() - 1
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
        self.list.iter().rposition(|told| told.source.as_ref() == Some(id))
    }

    /// The call has another name.
    pub(super) fn rename(&mut self, index: usize, name: &JsonString) {
        self.list[index].name.clone_from(name);
    }

    /// The call that a result answers: the first of its id that waits in the running step, else the nearest that waits,
    /// else the nearest.
    pub(super) fn answered(&mut self, result: &ToolResult) -> Option<usize> {
        let named = |told: &Told| told.source == result.id;
        let here = self.list.iter().position(|told| named(told) && told.waits && told.step == self.step);
        let waits = here.or_else(|| self.list.iter().rposition(|told| named(told) && told.waits));
        let index = waits.or_else(|| self.list.iter().rposition(named))?;
        self.list[index].waits = result.preliminary;
        Some(index)
    }

    /// The call that a question is about.
    pub(super) fn asked(&mut self, call: Option<&JsonString>, question: &JsonString) -> Option<usize> {
        let index = match call {
            Some(_) => self.list.iter().rposition(|told| told.source.as_ref() == call)?,
            None => self.list.len().checked_sub(1)?,
        };
        self.list[index].asked.push(question.clone());
        Some(index)
    }

    /// The call that was asked about under this id.
    pub(super) fn question(&self, question: &JsonString) -> Option<usize> {
        self.list.iter().rposition(|told| told.asked.contains(question))
    }

    /// A question about the call is answered.
    pub(super) fn answer(&mut self, index: usize) {
        self.list[index].answered = true;
    }
}
