//! A piece of the input around a fault, cut to what fits on a line, with the fault marked.

use crate::ir::Value;

/// How many columns a line of an excerpt has.
const COLUMNS: usize = 76;

/// How many columns before the fault are shown, where there are more.
const BEFORE: usize = 24;

/// A piece of one line of input, with what is wrong in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The piece; `…` stands for what is cut off. Control characters are spelt as `·`.
    pub text: String,
    /// How many characters stand before the mark.
    pub from: usize,
    /// How many characters are marked, at least one.
    pub marked: usize,
}

impl Excerpt {
    /// The value in what it stands in, with its key.
    #[must_use]
    pub fn of(value: Value<'_>) -> Self {
        let (whole, start) = (value.whole_text(), value.offset());
        Self::window(whole, start, value.peek().len())
    }

    /// `len` bytes of `text` from `start`.
    #[must_use]
    pub fn window(text: &str, start: usize, len: usize) -> Self {
        let (before, rest) = text.split_at(floor(text, start));
        let (inside, after) = rest.split_at(floor(rest, len));
        let all = before.chars().count() + rest.chars().take(COLUMNS + 1).count();
        let kept_before = if all <= COLUMNS { usize::MAX } else { BEFORE };
        let head: Vec<char> = before.chars().rev().take(kept_before).collect();
        let cut = before.chars().nth(head.len()).is_some();
        let mut shown: String = if cut { "…".into() } else { String::new() };
        shown.extend(head.iter().rev().copied().map(visible));
        let from = shown.chars().count();
        let room = COLUMNS.saturating_sub(from);
        let marked: Vec<char> = inside.chars().take(room).map(visible).collect();
        let left = room - marked.len();
        shown.extend(&marked);
        shown.extend(after.chars().take(left).map(visible));
        if inside.chars().nth(marked.len()).is_some() || after.chars().nth(left).is_some() {
            shown.push('…');
        }
        Self { text: shown, from, marked: marked.len().max(1) }
    }
}

/// The last boundary of a character at or before `index`.
fn floor(text: &str, index: usize) -> usize {
    let mut index = index.min(text.len());
    while !text.is_char_boundary(index) {
        index -= 1;
    }
    index
}

fn visible(letter: char) -> char {
    match letter {
        '\n' | '\r' | '\t' => ' ',
        letter if letter.is_control() => '·',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_whole_and_a_long_one_a_window() {
        let short = Excerpt::window(r#"{"type":"x","delta":5}"#, 20, 1);
        assert_eq!(short, Excerpt { text: r#"{"type":"x","delta":5}"#.into(), from: 20, marked: 1 });
        let long = format!("{}5{}", "a".repeat(100), "b".repeat(100));
        let cut = Excerpt::window(&long, 100, 1);
        assert_eq!(cut.text, format!("…{}5{}…", "a".repeat(24), "b".repeat(50)));
        assert_eq!((cut.from, cut.marked), (25, 1));
        let wide = Excerpt::window(&long, 0, 201);
        assert_eq!((wide.from, wide.marked, wide.text.chars().count()), (0, 76, 77));
    }
}
