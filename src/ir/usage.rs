//! Token counts of a reply.

use super::json::Json;
use super::place::Place;

/// Token counts. `input` is the whole prompt, cached tokens included; `output` includes reasoning. Unknown is `None`,
/// never zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Usage {
    /// All prompt tokens.
    pub input: Option<u64>,
    /// All tokens of the reply.
    pub output: Option<u64>,
    /// What the source gives as the total.
    pub total: Option<u64>,
    /// Prompt tokens read from a cache.
    pub cache_read: Option<u64>,
    /// Prompt tokens written to a cache.
    pub cache_write: Option<u64>,
    /// Tokens of the reply that were reasoning.
    pub reasoning: Option<u64>,
    /// What it cost, in the source's unit.
    pub cost: Option<Json>,
    /// Where the counts stood last.
    pub place: Place,
}

impl Usage {
    /// Whether nothing is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        let Self { input, output, total, cache_read, cache_write, reasoning, cost, place: _ } = self;
        let counts = [input, output, total, cache_read, cache_write, reasoning];
        counts.iter().all(|count| count.is_none()) && cost.is_none()
    }

    /// Takes over every count that `later` knows: counts are cumulative, so the last one counts.
    pub fn update(&mut self, later: Self) {
        let Self { input, output, total, cache_read, cache_write, reasoning, cost, place } = later;
        for (mine, new) in [
            (&mut self.input, input),
            (&mut self.output, output),
            (&mut self.total, total),
            (&mut self.cache_read, cache_read),
            (&mut self.cache_write, cache_write),
            (&mut self.reasoning, reasoning),
        ] {
            *mine = new.or(*mine);
        }
        self.cost = cost.or(self.cost.take());
        self.place = place;
    }

    /// The total as given, else input and output together where both are known.
    #[must_use]
    pub fn sum(&self) -> Option<u64> {
        self.total.or_else(|| Some(self.input?.saturating_add(self.output?)))
    }
}
