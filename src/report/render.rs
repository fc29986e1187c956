//! Diagnostics as text for a person and as JSON for a program.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde::Serialize;

use crate::ir::Field;

use super::diagnostic::{Diagnostic, Severity};
use super::losses::NO_PLACE;

/// `FILE:LINE: frame N, POINTER: SEVERITY[RULE]: message`, and `help: …` on a line of its own. What came from the
/// input can't write to a terminal through it: see [`escaped`].
#[must_use]
pub fn to_text(source: &str, found: &Diagnostic) -> String {
    let mut line = escaped(source).into_owned();
    if found.line > 0 {
        line.push_str(&format!(":{}", found.line));
    }
    line.push_str(": ");
    match found.frames {
        Some((first, last)) => line.push_str(&format!("frames {first} to {last}, ")),
        None if found.frame > 0 => line.push_str(&format!("frame {}, ", found.frame)),
        None => {}
    }
    if let Some(path) = &found.path {
        line.push_str(&escaped(path));
    }
    if line.ends_with(", ") {
        line.truncate(line.len() - 2);
    }
    if !line.ends_with(": ") {
        line.push_str(": ");
    }
    line.push_str(&format!("{}[{}]: {}", found.severity.word(), found.rule, escaped(&found.message)));
    if let Some(help) = &found.help {
        line.push_str(&format!("\n  help: {}", escaped(help)));
    }
    line
}

/// Text whose control characters are spelled out.
#[must_use]
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        if letter.is_control() { shown.extend(letter.escape_default()) } else { shown.push(letter) }
    }
    Cow::Owned(shown)
}

#[derive(Serialize)]
struct Line<'a> {
    severity: &'a str,
    rule: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    source: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    line: u64,
    #[serde(skip_serializing_if = "is_zero")]
    frame: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    frames: Option<(u64, u64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<&'a str>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One JSON object, as CONTRACT section 4 lays it down.
#[must_use]
pub fn to_json(source: &str, found: &Diagnostic) -> String {
    let Diagnostic {
        severity,
        rule,
        message,
        help,
        line,
        frame,
        path,
        frames,
        id,
        target,
        field,
        excerpt: _,
    } = found;
    let object = Line {
        severity: severity.word(),
        rule,
        message,
        help: help.as_deref(),
        source,
        line: *line,
        frame: *frame,
        frames: *frames,
        path: path.as_deref(),
        id: id.as_deref(),
        target: target.as_deref(),
        field: field.map(Field::name),
    };
    serde_json::to_string(&object).unwrap_or_default()
}

/// How many kinds of loss are told apart; what comes after is summed.
const MOST_KINDS: usize = 1024;

/// How many kinds of loss a summary names.
const NAMED_KINDS: usize = 5;

/// Counts losses by what they say, so that a summary needs no list of them.
#[derive(Debug, Default)]
pub struct Tally {
    kinds: IndexMap<Box<str>, u64>,
    all: u64,
}

impl Tally {
    /// Counts a loss; anything else is none.
    pub fn add(&mut self, found: &Diagnostic) {
        if found.severity != Severity::Loss {
            return;
        }
        self.all += 1;
        let kind = found.message.strip_suffix(NO_PLACE).unwrap_or(&found.message).trim_end_matches(',');
        if let Some(count) = self.kinds.get_mut(kind) {
            *count += 1;
        } else if self.kinds.len() < MOST_KINDS {
            self.kinds.insert(kind.into(), 1);
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
