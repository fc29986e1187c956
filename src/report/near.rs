//! What was meant: the known word that is nearest to one that is not known.

/// The known word that is nearest to `word`, if one is near enough to be meant.
#[must_use]
pub fn closest<'w>(word: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = plain(word);
    let far = |known: &'w str| (distance(&word, &plain(known)), known);
    let (distance, near) = known.into_iter().map(far).min_by_key(|(distance, _)| *distance)?;
    (distance <= near.len().max(word.len()) / 3).then_some(near)
}

/// The known name that `name` is but for its spelling: case, `_` and `-`, or one slip of the hand in a long name.
#[must_use]
pub fn misspelt<'w>(name: &str, known: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let word = joined(name);
    known.into_iter().find(|known| {
        let meant = joined(known);
        word == meant || (meant.len() >= 5 && word.len() >= 5 && distance(&word, &meant) == 1)
    })
}

/// Small letters and hyphens.
fn plain(word: &str) -> String {
    word.to_ascii_lowercase().replace('_', "-")
}

/// Small letters without hyphens.
fn joined(word: &str) -> String {
    word.to_ascii_lowercase().replace(['_', '-'], "")
}

/// How many letters must be put in, left out, changed or swapped with the next.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut before_last = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in to.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                best = best.min(before_last[j - 1] + 1);
            }
            row.push(best);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["openai", "openai-stream", "openai-messages", "ag-ui", "ag-ui-stream", "agenta"];

    fn near(word: &str) -> Option<&'static str> {
        closest(word, KNOWN.iter().copied())
    }

    #[test]
    fn a_near_miss_names_the_format_that_was_meant() {
        assert_eq!(near("opnai-stream"), Some("openai-stream"));
        assert_eq!(near("openia"), Some("openai"));
        assert_eq!(near("OpenAI_Stream"), Some("openai-stream"));
        assert_eq!(near("openai-message"), Some("openai-messages"));
        assert_eq!(near("agui"), Some("ag-ui"));
    }

    #[test]
    fn a_far_word_gets_no_suggestion() {
        assert_eq!(near("gemini"), None);
        assert_eq!(near(""), None);
    }

    #[test]
    fn a_name_is_misspelt_by_its_case_or_by_one_slip() {
        let known = ["toolCallId", "delta", "id"];
        assert_eq!(misspelt("tool_call_id", known), Some("toolCallId"));
        assert_eq!(misspelt("toolcallid", known), Some("toolCallId"));
        assert_eq!(misspelt("detla", known), Some("delta"));
        assert_eq!(misspelt("ix", known), None);
        assert_eq!(misspelt("payload", known), None);
    }

    #[test]
    fn distance_counts_edits_and_swaps() {
        assert_eq!(distance("openai", "openai"), 0);
        assert_eq!(distance("openia", "openai"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
