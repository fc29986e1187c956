//! A piece of the input around a fault, cut to what fits on a line, with the fault marked.

use unicode_width::UnicodeWidthChar;

use super::escape::is_unsafe;
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
    /// How many columns stand before the mark.
    pub from: usize,
    /// How many columns are marked; 0 where all of it is what is wrong, and a mark would say nothing.
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
        let short = columns(before) + columns(rest) <= COLUMNS;
        let room = if short { COLUMNS } else { BEFORE };
        let kept = before.len() - fit(before.chars().rev(), room);
        let mut shown: String = if kept > 0 { "…".into() } else { String::new() };
        shown.extend(before[kept..].chars().map(visible));
        let from = columns(&shown);
        // A place for the sign that something is cut off behind.
        let room = (COLUMNS - from).saturating_sub(usize::from(!short));
        let marked = &inside[..fit(inside.chars(), room)];
        let behind = &after[..fit(after.chars(), room - columns(marked))];
        shown.extend(marked.chars().map(visible));
        if marked.len() == inside.len() {
            shown.extend(behind.chars().map(visible));
        }
        if marked.len() < inside.len() || behind.len() < after.len() {
            shown.push('…');
        }
        let all = before.is_empty() && after.is_empty();
        Self { text: shown, from, marked: if all { 0 } else { columns(marked).max(1) } }
    }
}

/// How many columns a text takes; as soon as it is too many, counting ends.
fn columns(text: &str) -> usize {
    text.chars().take(COLUMNS + 1).map(width).sum()
}

/// How many bytes of these characters fit into so many columns.
fn fit(letters: impl Iterator<Item = char>, room: usize) -> usize {
    let (mut taken, mut bytes) = (0, 0);
    for letter in letters {
        taken += width(letter);
        if taken > room {
            break;
        }
        bytes += letter.len_utf8();
    }
    bytes
}

/// The columns of a character as it is shown.
fn width(letter: char) -> usize {
    if matches!(letter, ' '..='~') { 1 } else { visible(letter).width().unwrap_or(1) }
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
        ' '..='~' => letter,
        '\n' | '\r' | '\t' => ' ',
        letter if is_unsafe(letter) => '·',
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
        assert_eq!(cut.text, format!("…{}5{}…", "a".repeat(24), "b".repeat(49)));
        assert_eq!((cut.from, cut.marked), (25, 1));
        let wide = Excerpt::window(&long, 0, 200);
        assert_eq!((wide.from, wide.marked, wide.text.chars().count()), (0, 75, 76));
        assert_eq!(Excerpt::window(&long, 0, 201).marked, 0);
    }
    #[test]
    fn wide_characters_take_two_columns() {
        let short = Excerpt::window(r#"{"text":"潮汐","n":5}"#, 20, 1);
        assert_eq!((short.from, short.marked), (18, 1));
        let long = Excerpt::window(&"潮".repeat(100), 150, 3);
        assert_eq!((long.from, long.marked), (25, 2));
        assert!(long.text.chars().map(width).sum::<usize>() <= COLUMNS, "{}", long.text);
    }
}
