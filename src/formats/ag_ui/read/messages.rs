//! The messages of a run, found by their ids, and taken back.

use std::collections::{BTreeSet, HashMap};
use std::ops::{Index, IndexMut};

use crate::ir::{JsonString, MessageKey, PartKey, Place, Role};

/// What a message is here, which decides whether more can be said in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A message of text, calls or both.
    Said,
    /// A reasoning message.
    Reasoning,
    /// A tool's answer.
    Answer,
    /// An activity.
    Activity,
}

/// A message of the run.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) key: MessageKey,
    pub(super) kind: Kind,
    pub(super) role: Role,
    pub(super) name: Option<JsonString>,
    /// The subagent that speaks.
    pub(super) owner: Option<JsonString>,
    /// Its text or thinking, part by part.
    pub(super) texts: Vec<PartKey>,
    /// Whether its content is a list of parts.
    pub(super) listed: bool,
    /// Whether any thinking came.
    pub(super) thought: bool,
    /// Where it began.
    pub(super) place: Place,
    pub(super) ended: bool,
    /// How many of its parts take deltas.
    n_open: usize,
    /// The id that finds it.
    id: Option<String>,
    /// The ids of its calls.
    pub(super) calls: Vec<String>,
}

/// All of them, in the order they began.
#[derive(Debug, Default)]
pub(super) struct Messages {
    list: Vec<Held>,
    /// The first message with this id.
    by_id: HashMap<String, usize>,
    /// Those that an id finds and that have nothing open, by kind: what may be taken back is found without a look at the
    /// others.
    quiet: BTreeSet<(Kind, usize)>,
}

impl Messages {
    /// The last one.
    pub(super) fn last(&self) -> Option<&Held> {
        self.list.last()
    }

    /// Adds one that begins; gives its number.
    pub(super) fn begin(&mut self, id: Option<&JsonString>, kind: Kind, role: Role, place: Place) -> usize {
        let index = self.list.len();
        let id = id.map(|id| id.decode().into_owned()).filter(|id| !self.by_id.contains_key(id));
        if let Some(id) = &id {
            self.by_id.insert(id.clone(), index);
            self.quiet.insert((kind, index));
        }
        self.list.push(Held {
            key: MessageKey(index as u32),
            kind,
            role,
            name: None,
            owner: None,
            texts: Vec::new(),
            listed: false,
            thought: false,
            place,
            ended: false,
            n_open: 0,
            id,
            calls: Vec::new(),
        });
        index
    }

    /// The first message of this id.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// Whether parts of the message take deltas.
    pub(super) fn is_open(&self, message: usize) -> bool {
        self.list[message].n_open > 0
    }

    /// A part of the message takes deltas from now on.
    pub(super) fn open(&mut self, message: usize) {
        let held = &mut self.list[message];
        held.n_open += 1;
        self.quiet.remove(&(held.kind, message));
    }

    /// A part of the message takes no more deltas.
    pub(super) fn close(&mut self, message: usize) {
        let held = &mut self.list[message];
        held.n_open -= 1;
        if held.n_open == 0 && held.id.is_some() {
            self.quiet.insert((held.kind, message));
        }
    }

    /// The messages of these kinds that have nothing open, and whose ids are to go.
    pub(super) fn quiet(&self, kinds: &[Kind], goes: impl Fn(&str) -> bool) -> Vec<usize> {
        let of_kind = |kind: &Kind| self.quiet.range((*kind, 0)..=(*kind, usize::MAX));
        let all = kinds.iter().flat_map(of_kind).map(|(_, index)| *index);
        let mut gone: Vec<usize> =
            all.filter(|index| self.list[*index].id.as_deref().is_some_and(&goes)).collect();
        gone.sort_unstable();
        gone
    }

    /// No id finds the message any more. Its calls, which are its no more.
    pub(super) fn take_back(&mut self, message: usize) -> Vec<String> {
        let held = &mut self.list[message];
        self.quiet.remove(&(held.kind, message));
        if let Some(id) = held.id.take() {
            self.by_id.remove(&id);
        }
        std::mem::take(&mut held.calls)
    }

    /// The ids that find messages.
    pub(super) fn into_ids(self) -> impl Iterator<Item = String> {
        self.by_id.into_keys()
    }
}

impl Index<usize> for Messages {
    type Output = Held;

    fn index(&self, message: usize) -> &Held {
        &self.list[message]
    }
}

impl IndexMut<usize> for Messages {
    fn index_mut(&mut self, message: usize) -> &mut Held {
        &mut self.list[message]
    }
}
