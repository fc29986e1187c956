//! Numbers for an id that comes again: counted, never random, and found without counting anew.

use std::collections::HashMap;

/// Gives `c`, where it is taken, the names `c_2`, `c_3`, …
#[derive(Clone, Debug, Default)]
pub struct Numbered {
    last: HashMap<String, usize>,
}

impl Numbered {
    /// The next name made of `base`.
    pub fn next(&mut self, base: &str) -> String {
        let last = match self.last.get_mut(base) {
            Some(last) => last,
            None => self.last.entry(base.to_owned()).or_insert(1),
        };
        *last += 1;
        format!("{base}_{last}")
    }
}
