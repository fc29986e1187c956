//! Events as nodes: one for each event, or all that a run says with its chunks joined.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::node::{Node, Saying, Told};
use super::parts;
use super::rest;
use super::topic::{Scope, Topic};
use crate::ir::{
    Delta, Event, EventKind, Finish, FrameExtra, Json, Merge, MessageHead, Part, PartKey, Place,
};

/// Turns events into nodes.
pub(super) struct Listener {
    scope: Scope,
    /// Whether the pieces of a part are one node, and a member that says the same again says nothing.
    joins: bool,
    /// How many nodes there were.
    count: u64,
    parts: HashMap<PartKey, Open>,
    /// How many parts have begun.
    begun: usize,
    /// The members of a family's own, as they were said last.
    members: HashMap<String, String>,
}

/// A part of the run.
struct Open {
    topic: Topic,
    /// Its number among the parts that have begun.
    number: usize,
    /// Where the node of its joined pieces stands.
    pieces: Option<usize>,
}

impl Listener {
    /// A node for each event.
    pub(super) fn each(scope: Scope) -> Self {
        Self { joins: false, ..Self::joined(scope) }
    }

    /// The pieces of a part are one node.
    pub(super) fn joined(scope: Scope) -> Self {
        let (parts, members) = (HashMap::new(), HashMap::new());
        Self { scope, joins: true, count: 0, parts, begun: 0, members }
    }

    /// Adds what an event says.
    pub(super) fn hear(&mut self, event: &Event<'_>, heard: &mut VecDeque<Told>) {
        if matches!(event.kind, EventKind::RunStart(_)) {
            self.parts.clear();
            self.members.clear();
            self.begun = 0;
        }
        if self.joins && self.join(event.kind, heard) {
            self.members_alone(event, heard);
            return;
        }
        let place = Place { frame: event.at.frame, line: event.at.line, path: "".into() };
        let Some((topic, mut node)) = self.node(event.kind) else {
            return self.members_alone(event, heard);
        };
        if self.scope.holds(topic) {
            node.place = Cow::Owned(place);
            if !self.joins {
                event.extras.iter().for_each(|extra| add(&mut node, extra));
            }
            self.push(node, heard);
        }
        if self.joins {
            self.members_alone(event, heard);
        }
    }

    fn push(&mut self, mut node: Node<'_>, heard: &mut VecDeque<Told>) {
        node.settle(&self.scope);
        if node.facets.is_empty() && node.kind == "note" {
            return;
        }
        node.path = format!("/events/{}", self.count);
        self.count += 1;
        heard.push_back(node.into_owned());
    }

    /// Members of a family's own that say something new.
    fn members_alone(&mut self, event: &Event<'_>, heard: &mut VecDeque<Told>) {
        for extra in event.extras {
            let name = format!("{:?}{}", extra.scope, extra.name);
            let known = self.members.get(&name).is_some_and(|known| known == extra.value);
            if self.joins && known && extra.merge == Merge::Replace {
                continue;
            }
            self.members.insert(name, extra.value.to_owned());
            let place = Place { frame: event.at.frame, line: event.at.line, path: extra.path.into() };
            let mut node = Node::new("note", String::new(), Cow::Owned(place));
            add(&mut node, extra);
            self.push(node, heard);
        }
    }

    /// Adds a piece to the node of the pieces before it.
    fn join(&mut self, kind: &EventKind<'_>, heard: &mut VecDeque<Told>) -> bool {
        let EventKind::Delta { key, delta: Delta::Text(more) | Delta::Args(more) } = kind else {
            return false;
        };
        let Some(open) = self.parts.get_mut(key) else { return false };
        if !self.scope.holds(open.topic) {
            return true;
        }
        if let Some(facet) = open.pieces.and_then(|at| heard.get_mut(at)?.facets.first_mut())
            && let Saying::Text(text) = &mut facet.saying
        {
            text.to_mut().push_str(more.as_str());
            return true;
        }
        open.pieces = Some(heard.len());
        false
    }

    /// What an event says, and what it is about.
    fn node<'e>(&mut self, kind: &'e EventKind<'e>) -> Option<(Topic, Node<'e>)> {
        let bare = |word| Node::new(word, String::new(), rest::nowhere());
        let value = |word, name, topic, value: &'e Json| {
            let mut node = bare(word);
            node.json(name, topic, Some(value));
            (topic, node)
        };
        Some(match kind {
            EventKind::RunStart(run) => (Topic::Borders, rest::run(run)),
            EventKind::MessageStart(head) => (Topic::Borders, message(head)),
            EventKind::Metadata { message: _, value: said } => {
                value("metadata", "/value", Topic::Metadata, said)
            }
            EventKind::StepStart { message: _ } => (Topic::Borders, bare("step-start")),
            EventKind::StepReset { message: _ } => (Topic::Text, bare("step-reset")),
            EventKind::StepEnd { message: _ } => (Topic::Borders, bare("step-end")),
            EventKind::PartStart { key, message: _, part } => {
                self.begun += 1;
                let topic = parts::topic(&part.kind);
                self.parts.insert(*key, Open { topic, number: self.begun, pieces: None });
                (topic, told("part-start", part))
            }
            EventKind::Revise { key, part } => self.of_part(*key, told("revise", part)),
            EventKind::Delta { key, delta } => {
                let topic = self.parts.get(key).map_or(Topic::Text, |open| open.topic);
                self.of_part(*key, piece(bare("delta"), topic, delta))
            }
            EventKind::CallReset { key } => self.of_part(*key, bare("call-reset")),
            EventKind::PartEnd { key } => self.of_part(*key, bare("part-end")),
            EventKind::Whole { message: _, part } => (parts::topic(&part.kind), told("part", part)),
            EventKind::Usage(usage) => (Topic::Usage, rest::usage(usage)),
            EventKind::State(state) => {
                let mut node = bare("state");
                node.say("/state", Topic::State, Saying::Json(Cow::Owned(state.now().into_text())));
                (Topic::State, node)
            }
            EventKind::Interrupt(interrupt) => (Topic::Interrupts, rest::interrupt(0, interrupt)),
            EventKind::MessageEnd { key: _, finish } => {
                (Topic::Borders, end("message-end", finish.as_deref()))
            }
            EventKind::Error(error) => (Topic::Errors, rest::error(Some(error))),
            EventKind::RunEnd { finish, complete } => {
                let mut node = end("run-end", finish.as_deref());
                let word = if *complete { "true" } else { "false" };
                node.say("/complete", Topic::Finish, Saying::Json(Cow::Borrowed(word)));
                (Topic::Finish, node)
            }
            EventKind::Raw { family, value: said } => {
                let (topic, mut node) = value("raw", "/value", Topic::Raw, said);
                node.word("/family", topic, family);
                (topic, node)
            }
            EventKind::Note if self.joins => return None,
            EventKind::Note => (Topic::Metadata, bare("note")),
        })
    }

    /// Adds which part an event is about, counted back from the one that began last, and what that part is about.
    fn of_part<'e>(&self, key: PartKey, mut node: Node<'e>) -> (Topic, Node<'e>) {
        let Some(open) = self.parts.get(&key) else { return (Topic::Text, node) };
        let back = u64::try_from(self.begun - open.number).unwrap_or(0);
        node.count("/partsBack", open.topic, Some(back).filter(|back| *back > 0));
        (open.topic, node)
    }
}

fn end<'e>(word: &'static str, finish: Option<&'e Finish>) -> Node<'e> {
    let mut node = rest::finish(finish, String::new());
    node.kind = word;
    node
}

fn add<'e>(node: &mut Node<'e>, extra: &FrameExtra<'e>) {
    let name = format!("/extras/fields/{}", super::json::escaped(extra.name));
    node.say(name, Topic::Metadata, Saying::Json(Cow::Borrowed(extra.value)));
}

fn message(head: &MessageHead) -> Node<'_> {
    let MessageHead { key: _, role, id, name, choice } = head;
    let mut node = Node::new("message-start", String::new(), rest::nowhere());
    node.word("/role", Topic::Borders, role.word()).maybe("/id", Topic::Ids, id.as_ref());
    node.maybe("/name", Topic::Names, name.as_ref());
    node.count("/choice", Topic::Borders, Some(u64::from(*choice)).filter(|choice| *choice > 0));
    node
}

fn told<'e>(word: &'static str, part: &'e Part) -> Node<'e> {
    let mut node = parts::node(part, String::new(), rest::nowhere(), None);
    let kind = std::mem::replace(&mut node.kind, word);
    node.facets.iter_mut().for_each(|facet| facet.name = Cow::Owned(format!("/value{}", facet.name)));
    node.word("/value/type", parts::topic(&part.kind), kind);
    node
}

fn piece<'e>(mut node: Node<'e>, topic: Topic, delta: &'e Delta<'e>) -> Node<'e> {
    let (name, saying) = match delta {
        Delta::Text(text) => ("/text", Saying::Text(Cow::Borrowed(text.as_str()))),
        Delta::Args(text) => ("/args", Saying::Text(Cow::Borrowed(text.as_str()))),
        Delta::Input(value) => ("/input", Saying::Json(Cow::Borrowed(value.as_str()))),
        Delta::Signature(text) => ("/signature", Saying::Text(Cow::Borrowed(text.as_str()))),
    };
    node.say(name, topic, saying);
    node
}
