//! Arguments that are still coming in, as the JSON they may become: what the SDK shows of a call that streams.
//!
//! A cut string, object or array is closed, a key without a value is left out, a cut number or literal is shortened or
//! completed, and what follows the first whole value is ignored.

use crate::ir::{Json, MAX_DEPTH};

/// The value that a beginning of JSON text shows so far; `None` where it shows none.
pub(super) fn partial(text: &str) -> Option<Json> {
    if let Some(whole) = Json::check(text) {
        return Some(whole);
    }
    let mut repair = Repair { text, at: 0, out: String::with_capacity(text.len() + 8) };
    let shown = repair.value(0) != Got::Nothing;
    shown.then(|| Json::check(&repair.out)).flatten()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Got {
    Whole,
    Cut,
    Nothing,
}

struct Repair<'t> {
    text: &'t str,
    at: usize,
    out: String,
}

impl<'t> Repair<'t> {
    fn peek(&mut self) -> Option<u8> {
        let rest = &self.text.as_bytes()[self.at..];
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn value(&mut self, depth: u32) -> Got {
        match self.peek() {
            Some(b'{') if depth < MAX_DEPTH => self.object(depth),
            Some(b'[') if depth < MAX_DEPTH => self.array(depth),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(_) => self.literal(),
            None => Got::Nothing,
        }
    }

    fn object(&mut self, depth: u32) -> Got {
        self.at += 1;
        self.out.push('{');
        let got = loop {
            match self.peek() {
                Some(b'}') => {
                    self.at += 1;
                    break Got::Whole;
                }
                Some(b',') => self.at += 1,
                Some(b'"') => {}
                Some(_) | None => break Got::Cut,
            }
            if self.peek() != Some(b'"') {
                continue;
            }
            let before = self.out.len();
            self.comma('{');
            let named = self.string() == Got::Whole && self.peek() == Some(b':');
            if named {
                self.at += 1;
                self.out.push(':');
            }
            let got = if named { self.value(depth + 1) } else { Got::Nothing };
            if got == Got::Nothing {
                self.out.truncate(before);
            }
            if got != Got::Whole {
                break Got::Cut;
            }
        };
        self.out.push('}');
        got
    }

    fn array(&mut self, depth: u32) -> Got {
        self.at += 1;
        self.out.push('[');
        let got = loop {
            match self.peek() {
                Some(b']') => {
                    self.at += 1;
                    break Got::Whole;
                }
                Some(b',') => {
                    self.at += 1;
                    continue;
                }
                Some(_) => {}
                None => break Got::Cut,
            }
            let before = self.out.len();
            self.comma('[');
            let got = self.value(depth + 1);
            if got == Got::Nothing {
                self.out.truncate(before);
            }
            if got != Got::Whole {
                break Got::Cut;
            }
        };
        self.out.push(']');
        got
    }

    fn comma(&mut self, opening: char) {
        if !self.out.ends_with(opening) {
            self.out.push(',');
        }
    }

    fn string(&mut self) -> Got {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut end = start + 1;
        while let Some(byte) = bytes.get(end) {
            match byte {
                b'"' => {
                    self.at = end + 1;
                    self.out.push_str(&self.text[start..self.at]);
                    return Got::Whole;
                }
                b'\\' => {
                    let length = if bytes.get(end + 1) == Some(&b'u') { 6 } else { 2 };
                    if end + length > bytes.len() {
                        break;
                    }
                    end += length;
                }
                _ => end += 1,
            }
        }
        self.at = bytes.len();
        self.out.push_str(self.text.get(start..end.min(bytes.len())).unwrap_or("\""));
        self.out.push('"');
        Got::Cut
    }

    fn number(&mut self) -> Got {
        let rest: &'t str = &self.text[self.at..];
        let length = rest.bytes().take_while(|byte| b"+-.eE0123456789".contains(byte)).count();
        self.at += length;
        let whole = length < rest.len();
        let valid = (1..=length).rev().map(|end| &rest[..end]).find(|number| Json::check(number).is_some());
        let Some(valid) = valid else { return Got::Nothing };
        self.out.push_str(valid);
        if whole && valid.len() == length { Got::Whole } else { Got::Cut }
    }

    fn literal(&mut self) -> Got {
        let rest = &self.text[self.at..];
        let word = ["true", "false", "null"].into_iter().find(|word| {
            let length = word.len().min(rest.len());
            rest.as_bytes()[..length] == word.as_bytes()[..length]
        });
        let Some(word) = word else { return Got::Nothing };
        self.out.push_str(word);
        self.at += word.len().min(rest.len());
        if rest.len() >= word.len() { Got::Whole } else { Got::Cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_shows_what_it_can() {
        for (text, shown) in [
            (r#"{"city":"Pa"#, r#"{"city":"Pa"}"#),
            (r#"{"a":"#, "{}"),
            (r#"{"a"#, "{}"),
            (r#"{"a":1,"b"#, r#"{"a":1}"#),
            (r#"{"a":-"#, "{}"),
            (r#"[1,2.5e"#, "[1,2.5]"),
            ("tr", "true"),
            (r#"{"a":"x\u00"#, r#"{"a":"x"}"#),
            (r#"{"a":1}{"b"#, r#"{"a":1}"#),
            (r#"[{"a":[1,"#, r#"[{"a":[1]}]"#),
        ] {
            assert_eq!(partial(text).unwrap().as_str(), shown, "{text}");
        }
        assert_eq!(partial("not json"), None);
        assert_eq!(partial(""), None);
    }
}
