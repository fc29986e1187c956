//! Sums: of losses by what they say, and of findings by how bad they are.

use indexmap::IndexMap;

use super::diagnostic::{Diagnostic, NO_PLACE, Severity};

/// How many kinds of loss are told apart; what comes after is summed.
const MOST_KINDS: usize = 1024;

/// How many kinds are looked at before one is searched for.
const NEAR: usize = 4;

/// How many kinds of loss a summary names.
const NAMED_KINDS: usize = 5;

/// Counts losses by what they say, so that a summary needs no list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    kinds: IndexMap<Box<str>, u64>,
    /// The losses of one reply come in the same order in the next, but for some: this kind is looked at first.
    next: usize,
    all: u64,
}

impl Tally {
    /// Counts a loss; anything else is none.
    pub fn add(&mut self, found: &Diagnostic) {
        if found.severity != Severity::Loss {
            return;
        }
        self.count(found.message.strip_suffix(NO_PLACE).unwrap_or(&found.message));
    }

    /// Counts a loss with these words.
    pub(super) fn count(&mut self, words: &str) {
        self.all += 1;
        let kind = words.trim_end_matches(',');
        let is_it = |index: &usize| self.kinds.get_index(*index).is_some_and(|(known, _)| **known == *kind);
        let near = (self.next..self.next + NEAR).find(is_it);
        let known = near.or_else(|| self.kinds.get_index_of(kind));
        self.next = known.map_or(0, |known| known + 1);
        self.add_to(known, kind, 1);
    }

    /// Adds what another has counted.
    pub fn merge(&mut self, other: &Self) {
        self.all += other.all;
        for (kind, count) in &other.kinds {
            self.add_to(self.kinds.get_index_of(kind), kind, *count);
        }
    }

    fn add_to(&mut self, known: Option<usize>, kind: &str, more: u64) {
        if let Some((_, count)) = known.and_then(|known| self.kinds.get_index_mut(known)) {
            *count += more;
        } else if self.kinds.len() < MOST_KINDS {
            self.kinds.insert(kind.into(), more);
        }
    }

    /// `12 losses in 3 kinds: reasoning signature ×2, …`; nothing where nothing was lost.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        if self.all == 0 {
            return None;
        }
        let n_kinds = self.kinds.len() as u64;
        let (n, k) = (plural(self.all, "loss", "losses"), plural(n_kinds, "kind", "kinds"));
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let named: Vec<_> = kinds
            .iter()
            .take(NAMED_KINDS)
            .map(
                |(message, count)| {
                    if **count == 1 { message.to_string() } else { format!("{message} ×{count}") }
                },
            )
            .collect();
        let more = if kinds.len() > NAMED_KINDS { "; …" } else { "" };
        Some(format!("{n} in {k}: {}{more}", named.join("; ")))
    }
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// Counts findings by how bad they are, input by input.
#[derive(Debug, Default)]
pub struct Sum {
    counts: [u64; 4],
    inputs: u64,
    inputs_found: u64,
    found_here: bool,
}

impl Sum {
    /// The next input begins.
    pub fn input(&mut self) {
        self.inputs += 1;
        self.found_here = false;
    }

    /// Counts a finding.
    pub fn add(&mut self, found: &Diagnostic) {
        self.counts[found.severity as usize] += 1;
        if !std::mem::replace(&mut self.found_here, true) {
            self.inputs_found += 1;
        }
    }

    /// How many findings are this bad.
    #[must_use]
    pub fn of(&self, severity: Severity) -> u64 {
        self.counts[severity as usize]
    }

    /// `2 errors, 1 warning in 2 of 5 inputs`
    #[must_use]
    pub fn summary(&self) -> String {
        let inputs = plural(self.inputs, "input", "inputs");
        let kinds = [
            (Severity::Error, "error", "errors"),
            (Severity::Warning, "warning", "warnings"),
            (Severity::Note, "note", "notes"),
            (Severity::Loss, "loss", "losses"),
        ];
        let told: Vec<_> = kinds
            .iter()
            .filter(|(severity, _, _)| self.of(*severity) > 0)
            .map(|(severity, one, many)| plural(self.of(*severity), one, many))
            .collect();
        match (told.is_empty(), self.inputs_found == self.inputs) {
            (true, _) => format!("nothing found in {inputs}"),
            (false, true) => format!("{} in {inputs}", told.join(", ")),
            (false, false) => format!("{} in {} of {inputs}", told.join(", "), self.inputs_found),
        }
    }
}
