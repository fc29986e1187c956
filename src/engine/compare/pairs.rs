//! Two conversations side by side.

use std::collections::HashMap;

use super::align::{Alike, Pair, align};
use super::canonical::{Conversation, Turn};
use super::json::Leaves;
use super::node::{Facet, Node, Saying};
use super::record::Frame;
use crate::ir::{Arr, Json, JsonStr, Obj, Place};
use crate::report::{Change, Difference};

/// Collects differences.
#[derive(Default)]
pub(super) struct Comparison {
    found: Vec<Difference>,
    /// Calls on the left, and which they are on the right.
    calls: HashMap<usize, usize>,
    exact: bool,
}

/// What is different between two conversations, in the order of the left one.
pub(super) fn conversations(
    left: &Conversation<'_>,
    right: &Conversation<'_>,
    exact: bool,
) -> Vec<Difference> {
    let mut comparison = Comparison { exact, ..Comparison::default() };
    comparison.turns(&left.turns, &right.turns);
    comparison.lists(&left.tools, &right.tools);
    for (one, two) in left.singles.iter().zip(&right.singles) {
        comparison.nodes(one, two);
    }
    comparison.lists(&left.interrupts, &right.interrupts);
    comparison.found
}

/// What is different between two lists of nodes.
pub(super) fn lists(left: &[Node<'_>], right: &[Node<'_>], exact: bool) -> Vec<Difference> {
    let mut comparison = Comparison { exact, ..Comparison::default() };
    comparison.lists(left, right);
    comparison.found
}

/// What is different between two nodes.
pub(super) fn nodes(left: &Node<'_>, right: &Node<'_>, exact: bool) -> Vec<Difference> {
    let mut comparison = Comparison { exact, ..Comparison::default() };
    comparison.nodes(left, right);
    comparison.found
}

/// What is different between two frames as they stand, leaf by leaf; `path` names the pair.
pub(super) fn frames(path: &str, left: &Frame, right: &Frame) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut tell = |leaf: &str, one: Option<&str>, two: Option<&str>| {
        let places = (one.map(|_| left.place.member(leaf)), two.map(|_| right.place.member(leaf)));
        let [one, two] = [one, two].map(|value| value.map(Json::from_valid));
        let change = Change::of(one.as_ref(), two.as_ref());
        found.push(Difference { path: format!("{path}{leaf}"), change, left: one, right: two, places });
    };
    Leaves { tell: &mut tell, twins: true }.compare("", &left.text, &right.text);
    found
}

/// A node that one side alone has.
pub(super) fn alone(node: &Node<'_>, change: Change) -> Difference {
    one_sided(node.path.clone(), node.whole(), &node.place, change)
}

/// A whole conversation that one side alone has.
pub(super) fn alone_whole(conversation: &Conversation<'_>, change: Change) -> Difference {
    let mut bytes = Vec::new();
    let mut object = Obj::begin(&mut bytes);
    object.array("messages", |list| {
        for turn in &conversation.turns {
            list.raw(whole_turn(turn).as_str());
        }
    });
    object.end();
    let place =
        conversation.turns.first().map_or_else(Place::default, |turn| turn.head.place.clone().into_owned());
    one_sided(String::new(), Json::from_valid(String::from_utf8_lossy(&bytes)), &place, change)
}

fn one_sided(path: String, value: Json, place: &Place, change: Change) -> Difference {
    let (value, place) = (Some(value), known(place));
    let (left, right, places) = match change {
        Change::Added => (None, value, (None, place)),
        Change::Removed | Change::Changed => (value, None, (place, None)),
    };
    Difference { path, change, left, right, places }
}

fn known(place: &Place) -> Option<Place> {
    (place.frame > 0).then(|| place.clone())
}

impl Comparison {
    fn turns(&mut self, left: &[Turn<'_>], right: &[Turn<'_>]) {
        let pairs = align(left, right);
        for pair in &pairs {
            match *pair {
                Pair::Both(i, j) => self.turn(&left[i], &right[j]),
                Pair::Left(i) => self.lone_turn(&left[i], Change::Removed),
                Pair::Right(j) => self.lone_turn(&right[j], Change::Added),
            }
        }
    }

    fn turn(&mut self, left: &Turn<'_>, right: &Turn<'_>) {
        if left.role != right.role {
            let values = [left, right].map(|turn| Some(Json::string(JsonStr::new(turn.role.word()))));
            self.put((&left.head, &right.head), "/role", values);
        }
        if left.choice.unwrap_or(0) != right.choice.unwrap_or(0) {
            let number = |turn: &Turn<'_>| Json::from_valid(turn.choice.unwrap_or(0).to_string());
            self.put((&left.head, &right.head), "/choice", [Some(number(left)), Some(number(right))]);
        }
        self.nodes(&left.head, &right.head);
        self.lists(&left.nodes, &right.nodes);
    }

    fn lone_turn(&mut self, turn: &Turn<'_>, change: Change) {
        let Node { path, place, .. } = &turn.head;
        self.found.push(one_sided(path.clone(), whole_turn(turn), place, change));
    }

    fn lists(&mut self, left: &[Node<'_>], right: &[Node<'_>]) {
        let pairs = align(left, right);
        for pair in &pairs {
            if let Pair::Both(i, j) = *pair
                && let (Some(one), Some(two)) = (left[i].call, right[j].call)
            {
                self.calls.insert(one, two);
            }
        }
        for pair in pairs {
            match pair {
                Pair::Both(i, j) => self.nodes(&left[i], &right[j]),
                Pair::Left(i) => self.found.push(alone(&left[i], Change::Removed)),
                Pair::Right(j) => self.found.push(alone(&right[j], Change::Added)),
            }
        }
    }

    fn nodes(&mut self, left: &Node<'_>, right: &Node<'_>) {
        if left.kind != right.kind {
            let values = [left.kind, right.kind].map(|kind| Some(Json::string(JsonStr::new(kind))));
            self.put((left, right), "/type", values);
        }
        let both = (left, right);
        let key =
            |facet: &Facet<'_>| (facet.name.clone().into_owned(), matches!(facet.saying, Saying::Link(..)));
        let in_step = left.facets.len() == right.facets.len()
            && left.facets.iter().zip(&right.facets).all(|(one, two)| one.name == two.name);
        if in_step {
            for (one, two) in left.facets.iter().zip(&right.facets) {
                self.facets(both, one, two);
            }
            return;
        }
        let mut others: HashMap<_, _> = right.facets.iter().map(|facet| (key(facet), facet)).collect();
        for one in &left.facets {
            match others.remove(&key(one)) {
                Some(two) => self.facets(both, one, two),
                None => self.put(both, &one.name, [Some(one.saying.json()), None]),
            }
        }
        for two in right.facets.iter().filter(|facet| others.contains_key(&key(facet))) {
            self.put(both, &two.name, [None, Some(two.saying.json())]);
        }
    }

    fn facets(&mut self, both: (&Node<'_>, &Node<'_>), left: &Facet<'_>, right: &Facet<'_>) {
        match (&left.saying, &right.saying) {
            (Saying::Link(one, id), Saying::Link(two, other)) => {
                let meant = one.and_then(|call| self.calls.get(&call).copied());
                let differs = match (one, two) {
                    (Some(_), Some(two)) => meant.is_some_and(|call| call != *two),
                    (None, None) => false,
                    (Some(_), None) | (None, Some(_)) => true,
                };
                if differs {
                    let values = [id, other].map(|id| Some(Json::string(JsonStr::new(id))));
                    self.put(both, &left.name, values);
                }
            }
            (Saying::Text(one), Saying::Text(two)) => {
                if one != two && JsonStr::new(one).decode_json() != JsonStr::new(two).decode_json() {
                    self.put(both, &left.name, [Some(left.saying.json()), Some(right.saying.json())]);
                }
            }
            (one, two) => {
                let (one, two) = (one.json(), two.json());
                let mut told: Vec<(String, [Option<Json>; 2])> = Vec::new();
                let mut tell = |path: &str, left: Option<&str>, right: Option<&str>| {
                    told.push((path.to_owned(), [left, right].map(|value| value.map(Json::from_valid))));
                };
                let mut leaves = Leaves { tell: &mut tell, twins: self.exact };
                leaves.compare(&left.name, one.as_str(), two.as_str());
                told.into_iter().for_each(|(name, values)| self.put(both, &name, values));
            }
        }
    }

    fn put(&mut self, (left, right): (&Node<'_>, &Node<'_>), name: &str, values: [Option<Json>; 2]) {
        let [one, two] = values;
        let change = Change::of(one.as_ref(), two.as_ref());
        let base = if change == Change::Added { &right.path } else { &left.path };
        let places = (known(&left.place), known(&right.place));
        let path = format!("{base}{name}");
        let again =
            self.found.last().is_some_and(|last| last.path == path && last.left == one && last.right == two);
        if !again {
            self.found.push(Difference { path, change, left: one, right: two, places });
        }
    }
}

fn whole_turn(turn: &Turn<'_>) -> Json {
    let mut bytes = Vec::new();
    let mut object = Obj::begin(&mut bytes);
    object.word("role", turn.role.word());
    object.array("parts", |list: &mut Arr<'_>| {
        for node in &turn.nodes {
            list.raw(node.whole().as_str());
        }
    });
    object.end();
    Json::from_valid(String::from_utf8_lossy(&bytes))
}

impl Alike for Node<'_> {
    fn sum(&self) -> u64 {
        self.hash
    }

    fn kind(&self) -> &str {
        self.kind
    }

    fn texts(&self, take: &mut dyn FnMut(&str)) {
        self.facets.iter().for_each(|facet| take(facet.saying.raw()));
    }
}

impl Alike for Turn<'_> {
    fn sum(&self) -> u64 {
        self.hash
    }

    fn kind(&self) -> &str {
        self.role.word()
    }

    fn texts(&self, take: &mut dyn FnMut(&str)) {
        self.nodes.iter().for_each(|node| node.texts(take));
    }
}
