//! Events as nodes: one for each event, or all that a run says with its chunks joined.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::node::{Node, Saying};
use super::parts;
use super::rest;
use super::topic::{Scope, Topic};
use crate::ir::{Delta, Event, EventKind, FrameExtra, Json, Merge, MessageHead, Part, PartKey, Place};

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
    pub(super) fn hear(&mut self, event: &Event<'_>, heard: &mut VecDeque<Node<'static>>) {
        if matches!(event.kind, EventKind::RunStart(_)) {
            self.parts.clear();
            self.members.clear();
            self.begun = 0;
        }
        if self.joins && self.join(event.kind, heard) {
            self.members_alone(event, heard);
            return;
        }
        let place = Place { frame: event.at.frame, line: event.at.line, path: Box::default() };
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

    fn push(&mut self, mut node: Node<'_>, heard: &mut VecDeque<Node<'static>>) {
        node.settle(&self.scope);
        if node.facets.is_empty() && node.kind == "note" {
            return;
        }
        node.path = format!("/events/{}", self.count);
        self.count += 1;
        heard.push_back(node.into_owned());
    }

    /// Members of a family's own that say something new.
    fn members_alone(&mut self, event: &Event<'_>, heard: &mut VecDeque<Node<'static>>) {
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
    fn join(&mut self, kind: &EventKind<'_>, heard: &mut VecDeque<Node<'static>>) -> bool {
        let EventKind::Delta { key, delta: Delta::Text(more) | Delta::Args(more) } = kind else {
            return false;
        };
        let Some(open) = self.parts.get_mut(key) else { return false };
        if let Some(facet) = open.pieces.and_then(|at| heard.get_mut(at)?.facets.first_mut())
            && let Saying::Text(text) = &mut facet.saying
        {
            text.to_mut().push_str(more.as_str());
            return true;
        }
        open.pieces = Some(heard.len());
        false
    }

    fn node<'e>(&mut self, kind: &'e EventKind<'e>) -> Option<(Topic, Node<'e>)> {
        let bare = |word| Node::new(word, String::new(), rest::nowhere());
        let mut node;
        let topic = match kind {
            EventKind::RunStart(run) => {
                node = rest::run(run);
                Topic::Borders
            }
            EventKind::MessageStart(head) => {
                node = message(head);
                Topic::Borders
            }
            EventKind::Metadata { message: _, value } => {
                node = bare("metadata");
                node.json("/value", Topic::Metadata, Some(value));
                Topic::Metadata
            }
            EventKind::StepStart { message: _ } => return Some((Topic::Borders, bare("step-start"))),
            EventKind::StepReset { message: _ } => return Some((Topic::Text, bare("step-reset"))),
            EventKind::StepEnd { message: _ } => return Some((Topic::Borders, bare("step-end"))),
            EventKind::PartStart { key, message: _, part } => {
                self.begun += 1;
                let topic = parts::topic(&part.kind);
                self.parts.insert(*key, Open { topic, number: self.begun, pieces: None });
                return Some((topic, told("part-start", part)));
            }
            EventKind::Revise { key, part } => {
                node = told("revise", part);
                self.part(&mut node, *key)
            }
            EventKind::Delta { key, delta } => {
                node = bare("delta");
                let topic = self.parts.get(key).map_or(Topic::Text, |open| open.topic);
                piece(&mut node, topic, delta);
                self.part(&mut node, *key)
            }
            EventKind::PartEnd { key } => {
                node = bare("part-end");
                self.part(&mut node, *key)
            }
            EventKind::Whole { message: _, part } => {
                return Some((parts::topic(&part.kind), told("part", part)));
            }
            EventKind::Usage(usage) => return Some((Topic::Usage, rest::usage(usage))),
            EventKind::State(state) => {
                node = bare("state");
                node.json("/state", Topic::State, Some(state));
                Topic::State
            }
            EventKind::Interrupt(interrupt) => {
                return Some((Topic::Interrupts, rest::interrupt(0, interrupt)));
            }
            EventKind::MessageEnd { key: _, finish } => {
                node = rest::finish(finish.as_deref(), String::new());
                node.kind = "message-end";
                Topic::Borders
            }
            EventKind::Error(error) => return Some((Topic::Errors, rest::error(Some(error)))),
            EventKind::RunEnd { finish, complete } => {
                node = rest::finish(finish.as_deref(), String::new());
                node.kind = "run-end";
                node.say("/complete", Topic::Finish, flag(*complete));
                Topic::Finish
            }
            EventKind::Raw { family, value } => {
                node = bare("raw");
                node.word("/family", Topic::Raw, family).json("/value", Topic::Raw, Some(value));
                Topic::Raw
            }
            EventKind::Note => return (!self.joins).then(|| (Topic::Metadata, bare("note"))),
        };
        Some((topic, node))
    }

    /// Which part an event is about, counted back from the one that began last; what that part is about.
    fn part(&self, node: &mut Node<'_>, key: PartKey) -> Topic {
        let Some(open) = self.parts.get(&key) else { return Topic::Text };
        let back = u64::try_from(self.begun - open.number).unwrap_or(0);
        if back > 0 {
            node.count("/partsBack", open.topic, Some(back));
        }
        open.topic
    }
}

fn flag<'e>(is: bool) -> Saying<'e> {
    Saying::Json(Cow::Borrowed(if is { "true" } else { "false" }))
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

fn piece<'e>(node: &mut Node<'e>, topic: Topic, delta: &'e Delta<'e>) {
    match delta {
        Delta::Text(text) => node.say("/text", topic, Saying::Text(Cow::Borrowed(text.as_str()))),
        Delta::Args(text) => node.say("/args", topic, Saying::Text(Cow::Borrowed(text.as_str()))),
        Delta::Input(value) => node.json("/input", topic, Some::<&Json>(value)),
        Delta::Signature(text) => node.say("/signature", topic, Saying::Text(Cow::Borrowed(text.as_str()))),
    };
}
