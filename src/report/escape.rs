//! What must not reach a terminal as it is.

use std::borrow::Cow;

/// Text whose control characters are spelled out, and those that turn the direction of writing or cannot be seen.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if is_unsafe(letter) { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

/// Whether a character does something to a terminal but show itself, or nothing that can be seen.
pub(super) fn is_unsafe(letter: char) -> bool {
    // Joiners (200c, 200d) are part of words and of emoji.
    letter.is_control()
        || matches!(letter, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_spelled_out_and_words_stay_whole() {
        assert_eq!(escaped("\u{feff}data: \u{202e}x\u{1b}[2J"), r"\u{feff}data: \u{202e}x\u{1b}[2J");
        let words = "👨\u{200d}👩\u{200d}👧 می\u{200c}خواهم é";
        assert_eq!(escaped(words), words);
    }
}
