//! Findings as text for a person: where, how bad, what, with the piece of the input it is about and what to do.

use anstyle::{AnsiColor, Style};

use super::diagnostic::{Diagnostic, Severity};
use super::escape::escaped;
use super::form::{Looks, Render};

/// `FILE:LINE: frame N, POINTER: SEVERITY[RULE]: message`, the excerpt with the fault marked, and `help: …` on a line of
/// its own. What came from the input can't write to a terminal through it: see [`escaped`].
#[must_use]
pub fn to_text(source: &str, found: &Diagnostic) -> String {
    styled(source, found, Style::new())
}

fn styled(source: &str, found: &Diagnostic, style: Style) -> String {
    let mut text = place(source, found);
    let tag = format!("{}[{}]", found.severity.word(), found.rule);
    text.push_str(&format!("{style}{tag}{style:#}: {}", escaped(&found.message)));
    if let Some(excerpt) = &found.excerpt {
        text.push_str(&format!("\n  | {}", excerpt.text));
        if excerpt.marked > 0 {
            let (before, mark) = (" ".repeat(excerpt.from), "^".repeat(excerpt.marked));
            text.push_str(&format!("\n  | {before}{style}{mark}{style:#}"));
        }
    }
    if let Some(help) = &found.help {
        text.push_str(&format!("\n  help: {}", escaped(help)));
    }
    text
}

/// `FILE:LINE: frame N, POINTER: `
fn place(source: &str, found: &Diagnostic) -> String {
    let mut line = escaped(source).into_owned();
    if found.line > 0 {
        line.push_str(&format!(":{}", found.line));
    }
    line.push_str(": ");
    let inside = inside(found);
    if !inside.is_empty() {
        line.push_str(&format!("{}: ", escaped(&inside)));
    }
    line
}

/// Where in its input a finding is: `frame N, POINTER`.
pub(super) fn inside(found: &Diagnostic) -> String {
    let frame = match found.frames {
        Some((first, last)) => Some(format!("frames {first} to {last}")),
        None => (found.frame > 0).then(|| format!("frame {}", found.frame)),
    };
    let parts: Vec<_> = frame.into_iter().chain(found.path.clone()).collect();
    parts.join(", ")
}

/// How a severity looks.
#[must_use]
pub fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Loss => AnsiColor::Magenta,
        Severity::Note => AnsiColor::Cyan,
    };
    color.on_default().bold()
}

/// Writes findings as text: equal ones in a row are counted.
pub(super) struct Text {
    looks: Looks,
    last: Option<Told>,
    told: u64,
    withheld: u64,
}

/// The finding told last, and how often it came again.
struct Told {
    source: String,
    rule: &'static str,
    message: String,
    again: u64,
}

impl Text {
    /// Text that looks so.
    pub(super) fn new(looks: Looks) -> Self {
        Self { looks, last: None, told: 0, withheld: 0 }
    }

    fn tell_repeats(&mut self, out: &mut String) {
        if let Some(told) = self.last.take()
            && told.again > 0
        {
            out.push_str(&format!("  … and {} more like this\n", told.again));
        }
    }
}

impl Render for Text {
    fn input(&mut self, _source: &str, out: &mut String) {
        self.tell_repeats(out);
    }

    fn found(&mut self, source: &str, found: &Diagnostic, out: &mut String) {
        if let Some(told) = &mut self.last
            && (told.rule, &*told.message, &*told.source) == (found.rule, &*found.message, source)
        {
            told.again += 1;
            return;
        }
        self.tell_repeats(out);
        if self.looks.most == Some(self.told) {
            self.withheld += 1;
            return;
        }
        self.told += 1;
        let style = if self.looks.styled { style(found.severity) } else { Style::new() };
        out.push_str(&styled(source, found, style));
        out.push('\n');
        let (source, message) = (source.to_owned(), found.message.clone());
        self.last = Some(Told { source, rule: found.rule, message, again: 0 });
    }

    fn refused(&mut self, _source: &str, _why: &str, out: &mut String) {
        self.tell_repeats(out);
    }

    fn end(&mut self, out: &mut String) {
        self.tell_repeats(out);
        if self.withheld > 0 {
            out.push_str(&format!("chatwire: {} more findings; `--report json` tells all\n", self.withheld));
            self.withheld = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Excerpt;

    #[test]
    fn a_finding_shows_what_it_stands_in() {
        let excerpt = Excerpt::window(r#"{"type":"x","delta":5}"#, 12, 9);
        let found = Diagnostic {
            severity: Severity::Error,
            rule: "json/invalid",
            message: "a \u{202e}message".into(),
            help: Some("write\u{1b}[2J a string".into()),
            line: 3,
            frame: 2,
            path: Some("/delta".into()),
            excerpt: Some(excerpt),
            ..Diagnostic::default()
        };
        let lines = "a.sse:3: frame 2, /delta: error[json/invalid]: a \\u{202e}message\n  | {\"type\":\"x\",\"delta\":5}\n  |             ^^^^^^^^^\n  help: write\\u{1b}[2J a string";
        assert_eq!(to_text("a.sse", &found), lines);
    }
}
