//! Where else a node of a folded tree stood: it ran over several frames, or was said again elsewhere with the same
//! value. A loss of the node is a loss of all of that.

use std::collections::HashMap;

use crate::ir::Place;

/// Nodes by the frame they stand in.
#[derive(Debug, Default)]
pub(super) struct Spread {
    nodes: HashMap<u64, Vec<Node>>,
}

#[derive(Clone, Debug)]
struct Node {
    path: Box<str>,
    last: u64,
    others: Vec<Span>,
}

/// A place, and the last frame that it runs to.
#[derive(Clone, Debug)]
pub(super) struct Span {
    pub(super) place: Place,
    pub(super) last: u64,
}

impl Spread {
    fn node(&mut self, place: &Place) -> &mut Node {
        let nodes = self.nodes.entry(place.frame).or_default();
        let known = nodes.iter().position(|node| node.path == place.path);
        let index = known.unwrap_or_else(|| {
            nodes.push(Node { path: place.path.clone(), last: place.frame, others: Vec::new() });
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
        let nodes = self.nodes.get_mut(&earlier.frame);
        let known = nodes.and_then(|nodes| {
            let found = nodes.iter().position(|node| node.path == earlier.path)?;
            Some(nodes.swap_remove(found))
        });
        let mut others = known.map_or_else(Vec::new, |node| node.others);
        match others.iter_mut().find(|span| span.place.path == earlier.path) {
            Some(span) => span.last = span.last.max(earlier.frame),
            None => others.push(Span { place: earlier.clone(), last: earlier.frame }),
        }
        self.node(place).others.extend(others);
    }

    /// The last frame of the node that starts at `place`, and where else it stood.
    pub(super) fn of(&self, place: &Place) -> Option<(u64, Vec<Span>)> {
        let node = self.nodes.get(&place.frame)?.iter().find(|node| node.path == place.path)?;
        Some((node.last, node.others.clone()))
    }

    pub(super) fn clear(&mut self) {
        self.nodes.clear();
    }
}
