//! A difference as a person reads it: where, and what changed, with a few words around it.

use std::borrow::Cow;
use std::path::Path;

use anstyle::{AnsiColor, Style};
use chatwire::ir::{Json, JsonStr, Place};
use chatwire::report::{Change, Difference, escaped};
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, Replace, myers};

/// How many words of context stand on either side of a change.
const CONTEXT: usize = 6;
/// The most characters of a value.
const MOST_SHOWN: usize = 400;
/// The most words of a text that are compared one by one.
const MOST_WORDS: usize = 20_000;

/// Lays out differences between two inputs.
pub(crate) struct Layout<'n> {
    /// What the two inputs are called.
    pub(crate) names: [&'n Path; 2],
    /// Whether there is colour; without, what was taken out and put in stands in `[-…-]` and `{+…+}`.
    pub(crate) color: bool,
}

impl Layout<'_> {
    /// The lines of a difference.
    pub(crate) fn show(&self, difference: &Difference) -> String {
        let Difference { path, change, left, right, places } = difference;
        let bold = self.style(Style::new().bold());
        let path = if path.is_empty() { "/" } else { path };
        let mut text = format!("{bold}{}{bold:#}: {}{}\n", escaped(path), change.word(), self.places(places));
        match (left, right) {
            (Some(one), Some(two)) => match (one.as_token(), two.as_token()) {
                (Some(one), Some(two)) => self.words(&one.decode_json(), &two.decode_json(), &mut text),
                (None, _) | (_, None) => {
                    self.line(Change::Removed, one, &mut text);
                    self.line(Change::Added, two, &mut text);
                }
            },
            (one, two) => {
                one.iter().for_each(|value| self.line(Change::Removed, value, &mut text));
                two.iter().for_each(|value| self.line(Change::Added, value, &mut text));
            }
        }
        text
    }

    fn places(&self, (left, right): &(Option<Place>, Option<Place>)) -> String {
        let dim = self.style(Style::new().dimmed());
        let sides = [left, right].into_iter().zip(&self.names);
        let known: Vec<_> = sides.filter_map(|(place, name)| Some(shown(name, place.as_ref()?))).collect();
        if known.is_empty() { String::new() } else { format!(" {dim}({}){dim:#}", known.join("; ")) }
    }

    fn line(&self, change: Change, value: &Json, text: &mut String) {
        let (sign, color) = match change {
            Change::Removed => ('-', AnsiColor::Red),
            Change::Added | Change::Changed => ('+', AnsiColor::Green),
        };
        let style = self.style(color.on_default());
        text.push_str(&format!("  {style}{sign} {}{style:#}\n", short(&escaped(value.as_str()))));
    }

    /// Two texts as one, word by word.
    fn words(&self, one: &str, two: &str, text: &mut String) {
        let (one, two) = (escaped(one), escaped(two));
        let (mine, theirs) = (split(&one), split(&two));
        if mine.len().max(theirs.len()) > MOST_WORDS {
            self.line(Change::Removed, &quoted(&one), text);
            self.line(Change::Added, &quoted(&two), text);
            return;
        }
        let mut found = Compact::new(Replace::new(Capture::new()), &mine, &theirs);
        // It cannot fail: what takes the steps does not.
        let Ok(()) = myers::diff(&mut found, &mine, 0..mine.len(), &theirs, 0..theirs.len());
        let steps = found.into_inner().into_inner().into_ops();
        text.push_str("  ");
        for (index, step) in steps.iter().enumerate() {
            let (old, new) = (step.old_range(), step.new_range());
            if let DiffOp::Equal { .. } = step {
                text.push_str(&context(&mine[old], index == 0, index + 1 == steps.len()));
                continue;
            }
            self.mark(["[-", "-]"], AnsiColor::Red, &mine[old].concat(), text);
            self.mark(["{+", "+}"], AnsiColor::Green, &theirs[new].concat(), text);
        }
        text.push('\n');
    }

    fn mark(&self, [begin, end]: [&str; 2], color: AnsiColor, words: &str, text: &mut String) {
        if words.is_empty() {
            return;
        }
        let words = short(words);
        if self.color {
            let style = color.on_default();
            text.push_str(&format!("{style}{words}{style:#}"));
        } else {
            text.push_str(&format!("{begin}{words}{end}"));
        }
    }

    fn style(&self, style: Style) -> Style {
        if self.color { style } else { Style::new() }
    }
}

fn shown(name: &Path, place: &Place) -> String {
    let Place { frame, line, path } = place;
    let path = if path.is_empty() { String::new() } else { format!(", {}", &**path) };
    escaped(&format!("{}:{line}: frame {frame}{path}", name.display())).into_owned()
}

fn quoted(text: &str) -> Json {
    Json::string(JsonStr::new(text))
}

/// Words with the space behind them.
fn split(text: &str) -> Vec<&str> {
    text.split_inclusive(' ').collect()
}

/// The words around a change: of what stands first the last ones, of what stands last the first ones.
fn context(words: &[&str], first: bool, last: bool) -> String {
    let (head, tail) = (if first { 0 } else { CONTEXT }, if last { 0 } else { CONTEXT });
    if words.len() <= head + tail {
        return words.concat();
    }
    let space = if head > 0 && tail > 0 { " " } else { "" };
    format!("{}…{space}{}", words[..head].concat(), words[words.len() - tail..].concat())
}

fn short(text: &str) -> Cow<'_, str> {
    match text.char_indices().nth(MOST_SHOWN) {
        Some((end, _)) => Cow::Owned(format!("{}… ({} bytes)", &text[..end], text.len())),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(left: Option<&str>, right: Option<&str>, color: bool) -> String {
        let (left, right) = (left.map(Json::from_valid), right.map(Json::from_valid));
        let change = Change::of(left.as_ref(), right.as_ref());
        let place = Place { frame: 3, line: 7, path: "/delta".into() };
        let one = Difference { path: "/messages/0".into(), change, left, right, places: (Some(place), None) };
        let names = [Path::new("a.sse"), Path::new("b.sse")];
        let shown = Layout { names, color }.show(&one);
        let (head, rest) = shown.split_once('\n').unwrap();
        assert!(color || head.ends_with(" (a.sse:7: frame 3, /delta)"), "{head}");
        rest.to_owned()
    }

    #[test]
    fn a_changed_text_is_shown_word_by_word_with_context() {
        let one = r#""One two three four five six seven eight nine ten\n eleven""#;
        let two = r#""One two three four five six seven eight 9 ten\n eleven""#;
        assert_eq!(
            show(Some(one), Some(two), false),
            "  …three four five six seven eight [-nine -]{+9 +}ten\\n eleven\n"
        );
        assert!(show(Some(one), Some(two), true).contains("\u{1b}[31mnine \u{1b}[0m\u{1b}[32m9 \u{1b}[0m"));
    }

    #[test]
    fn values_stand_below_each_other() {
        assert_eq!(show(Some("1"), Some("null"), false), "  - 1\n  + null\n");
        assert_eq!(show(None, Some(r#"{"a":1}"#), false), "  + {\"a\":1}\n");
        let long = format!("[{}]", "1,".repeat(300));
        assert!(show(Some(&long), None, false).ends_with("… (602 bytes)\n"));
    }
}
