//! Names of wire formats and families as they are typed, with a suggestion for a near miss.

use chatwire::codec::WireFormat;
use chatwire::formats;

/// What names a wire format: its id, or a family alone.
#[derive(Clone, Copy)]
pub(crate) enum Wire {
    /// One format.
    Format(&'static WireFormat),
    /// The format of this family whose shape fits.
    Family(&'static str),
}

impl std::fmt::Debug for Wire {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Format(format) => format.id,
            Self::Family(family) => family,
        })
    }
}

/// The families in the documented order.
pub(crate) fn families() -> Vec<&'static str> {
    let mut families: Vec<_> = formats::all().map(|format| format.family).collect();
    families.dedup();
    families
}

/// The wire format or family of this name.
pub(super) fn wire(name: &str) -> Result<Wire, String> {
    if let Some(format) = formats::by_id(name) {
        return Ok(Wire::Format(format));
    }
    let families = families();
    if let Some(family) = families.iter().find(|family| **family == name) {
        return Ok(Wire::Family(family));
    }
    let known = formats::all().map(|format| format.id).chain(families);
    Err(match closest(name, known) {
        Some(near) => format!("no wire format has this name; did you mean `{near}`?"),
        None => "no wire format has this name; `chatwire formats` lists them".into(),
    })
}

/// The known word that is nearest to `word`, if one is near enough to be meant.
pub(crate) fn closest<'w>(word: &str, known: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    let word = word.to_ascii_lowercase().replace('_', "-");
    let (distance, near) =
        known.map(|known| (distance(&word, known), known)).min_by_key(|(distance, _)| *distance)?;
    (distance <= near.len().max(word.len()) / 3).then_some(near)
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
    fn distance_counts_edits_and_swaps() {
        assert_eq!(distance("openai", "openai"), 0);
        assert_eq!(distance("openia", "openai"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
