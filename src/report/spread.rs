//! Where else a node of a folded tree stood: it ran over several frames, was said again elsewhere with the same value, or
//! a field of it stood apart. A loss of the node is a loss of all of that.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::ir::{Field, Keyed, Place};

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
    path: Box<str>,
    last: u64,
    /// By path.
    others: Keyed<Box<str>, Span>,
    /// By field and path.
    fields: Keyed<(Field, Box<str>), (Field, Span)>,
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

impl Spread {
    fn node(&mut self, place: &Place) -> &mut Node {
        let nodes = self.nodes.entry(key(place)).or_default();
        let known = nodes.iter().position(|node| node.path == place.path);
        let index = known.unwrap_or_else(|| {
            let (others, fields) = (Keyed::default(), Keyed::default());
            nodes.push(Node { path: place.path.clone(), last: place.frame, others, fields });
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
        let nodes = self.nodes.get_mut(&key(earlier));
        let known = nodes.and_then(|nodes| {
            let found = nodes.iter().position(|node| node.path == earlier.path)?;
            Some(nodes.swap_remove(found))
        });
        let (mut others, fields, last) =
            known.map_or_else(Default::default, |node| (node.others, node.fields, node.last));
        let last = last.max(earlier.frame);
        match others.get_mut(&earlier.path) {
            Some(span) => span.last = span.last.max(last),
            None => {
                others.push(earlier.path.clone(), Span { place: earlier.clone(), last });
            }
        }
        // What comes again and again is handed on from place to place, and not copied.
        let node = self.node(place);
        for span in std::mem::replace(&mut node.others, others).drain() {
            node.others.push(span.place.path.clone(), span);
        }
        for (field, span) in std::mem::replace(&mut node.fields, fields).drain() {
            node.fields.push((field, span.place.path.clone()), (field, span));
        }
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
