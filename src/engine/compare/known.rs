//! By what a record is known where it has to be found on the other side.

use super::canonical::Conversation;
use super::node::Node;

/// By how much of what it says a record is known, in bytes.
const MOST_TEXT: usize = 4096;

/// What a record is known by.
#[derive(Default)]
pub(super) struct Known {
    /// Equal for records that say the same in the same spelling.
    pub(super) sum: u64,
    /// What it says first.
    pub(super) text: String,
    /// How many bytes it says.
    pub(super) said: usize,
}

impl Known {
    /// What this conversation is known by.
    pub(super) fn of(conversation: &Conversation<'_>) -> Self {
        let Conversation { turns, singles, tools, interrupts } = conversation;
        let mut known = Self::default();
        for turn in turns {
            known.add(turn.hash, &turn.nodes);
        }
        for list in [&singles[..], tools, interrupts] {
            let sum = list.iter().fold(0, |sum: u64, node| sum.rotate_left(5) ^ node.hash);
            known.add(sum, list);
        }
        known
    }

    fn add(&mut self, sum: u64, nodes: &[Node<'_>]) {
        self.sum = self.sum.rotate_left(5) ^ sum;
        for raw in nodes.iter().flat_map(|node| &node.facets).map(|facet| facet.saying.raw()) {
            self.said += raw.len();
            let left = MOST_TEXT.saturating_sub(self.text.len());
            self.text.extend(raw.chars().take(left).chain([' ']).take(left));
        }
    }
}
