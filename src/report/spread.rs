//! Where else a node of a folded tree stood: it ran over several frames, was said again elsewhere with the same value, or
//! a field of it stood apart. A loss of the node is a loss of all of that.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::ir::{Field, Keyed, Path, Place};

/// Nodes by the frame they stand in and the hash of their path: a history is one frame, however long.
#[derive(Debug, Default)]
pub(super) struct Spread {
    nodes: BTreeMap<(u64, u64), Vec<Node>>,
}

fn key(place: &Place) -> (u64, u64) {
    let mut hasher = DefaultHasher::new();
    place.path.hash(&mut hasher);
    (place.frame, hasher.finish())
}

#[derive(Clone, Debug)]
struct Node {
    path: Path,
    last: u64,
    /// By path.
    others: Keyed<Path, Span>,
    /// By field and path.
    fields: Keyed<(Field, Path), (Field, Span)>,
}

impl Node {
    fn at(place: &Place) -> Self {
        Self {
            path: place.path.clone(),
            last: place.frame,
            others: Keyed::default(),
            fields: Keyed::default(),
        }
    }
}

/// A place, and the last frame that it runs to.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) place: Place,
    pub(super) last: u64,
}

/// Where a field of a node stands.
#[derive(Clone, Debug)]
pub(super) struct Stands {
    /// The last frame of the node.
    pub(super) last: u64,
    /// Where else the node stood.
    pub(super) others: Vec<Span>,
    /// Where the field stands by itself.
    pub(super) apart: Vec<Span>,
}

/// Adds items to those that are there. The fewer are moved to the more: what comes again and again is handed on from
/// place to place, or comes from many places to one.
fn join<K: Clone + Eq + Hash, T>(there: &mut Keyed<K, T>, mut more: Keyed<K, T>, key: impl Fn(&T) -> K) {
    if there.len() < more.len() {
        std::mem::swap(there, &mut more);
    }
    for item in more.drain() {
        there.push(key(&item), item);
    }
}

impl Spread {
    fn node(&mut self, place: &Place) -> &mut Node {
        let nodes = self.nodes.entry(key(place)).or_default();
        let known = nodes.iter().position(|node| node.path == place.path);
        let index = known.unwrap_or_else(|| {
            nodes.push(Node::at(place));
            nodes.len() - 1
        });
        &mut nodes[index]
    }

    /// The node at `place` runs to the frame `last`.
    pub(super) fn runs_to(&mut self, place: &Place, last: u64) {
        let node = self.node(place);
        node.last = node.last.max(last);
    }

    /// The node that is now told by `place` stood at `earlier` before.
    pub(super) fn stood_also(&mut self, place: &Place, earlier: &Place) {
        let from = key(earlier);
        // A member that each frame says again has the same path in all.
        let to = if place.path == earlier.path { (place.frame, from.1) } else { key(place) };
        let mut nodes = self.nodes.remove(&from).unwrap_or_default();
        let found = nodes.iter().position(|node| node.path == earlier.path);
        let known = found.map(|found| nodes.swap_remove(found));
        let mut node = known.unwrap_or_else(|| Node::at(earlier));
        let last = node.last.max(earlier.frame);
        match node.others.get_mut(&earlier.path) {
            Some(span) => span.last = span.last.max(last),
            None => {
                node.others.push(earlier.path.clone(), Span { place: earlier.clone(), last });
            }
        }
        if !nodes.is_empty() {
            self.nodes.insert(from, std::mem::take(&mut nodes));
        }
        let nodes = self.nodes.entry(to).or_insert(nodes);
        if let Some(there) = nodes.iter_mut().find(|there| there.path == place.path) {
            join(&mut there.others, node.others, |span| span.place.path.clone());
            join(&mut there.fields, node.fields, |(field, span)| (*field, span.place.path.clone()));
            return;
        }
        if node.path != place.path {
            node.path.clone_from(&place.path);
        }
        node.last = place.frame;
        nodes.push(node);
    }

    /// A field of the node at `place` stands at `at`.
    pub(super) fn stands(&mut self, place: &Place, field: Field, at: Place) {
        let fields = &mut self.node(place).fields;
        let key = (field, at.path.clone());
        match fields.get_mut(&key) {
            Some((_, span)) => span.last = span.last.max(at.frame),
            None => {
                fields.push(key, (field, Span { last: at.frame, place: at }));
            }
        }
    }

    /// Where this field of the node at `place` stands, if more is known than the place.
    pub(super) fn of(&self, place: &Place, field: Field) -> Option<Stands> {
        let node = self.nodes.get(&key(place))?.iter().find(|node| node.path == place.path)?;
        let of_field = |wanted: &dyn Fn(Field) -> bool| {
            let spans = node.fields.iter().filter(|(field, _)| wanted(*field));
            spans.map(|(_, span)| span.clone()).collect::<Vec<_>>()
        };
        let apart = if field.is_node() { of_field(&|_| true) } else { of_field(&|known| known == field) };
        Some(Stands { last: node.last, others: node.others.iter().cloned().collect(), apart })
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }
}
