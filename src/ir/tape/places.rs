//! As the how manyth each value of a tape stands in what it stands in.

use super::node::Node;

/// The places of all values of a tape, noted down in one pass: each of very many siblings is not found by counting
/// those before it.
#[derive(Clone, Debug)]
pub(super) struct Places(Vec<u32>);

impl Places {
    pub(super) fn of(nodes: &[Node]) -> Self {
        let mut places = vec![0; nodes.len()];
        for (parent, node) in (0..).zip(nodes) {
            let (mut child, mut position) = (parent + 1, 0);
            while child < node.next {
                places[child as usize] = position;
                position += 1;
                child = nodes[child as usize].next;
            }
        }
        Self(places)
    }

    /// How many values stand before it in the same.
    pub(super) fn position(&self, index: u32) -> usize {
        self.0[index as usize] as usize
    }
}
