//! Diagnostics as text for a person and as JSON for a program.

use serde::Serialize;

use super::diagnostic::{Diagnostic, Severity};

/// `FILE:LINE: frame N, POINTER: SEVERITY[RULE]: message`, and `help: …` on a line of its own.
#[must_use]
pub fn to_text(source: &str, found: &Diagnostic) -> String {
    let mut line = source.to_owned();
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
        line.push_str(path);
    }
    if line.ends_with(", ") {
        line.truncate(line.len() - 2);
    }
    if !line.ends_with(": ") {
        line.push_str(": ");
    }
    line.push_str(&format!("{}[{}]: {}", found.severity.word(), found.rule, found.message));
    if let Some(help) = &found.help {
        line.push_str(&format!("\n  help: {help}"));
    }
    line
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
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// One JSON object, as CONTRACT section 4 lays it down.
#[must_use]
pub fn to_json(source: &str, found: &Diagnostic) -> String {
    let Diagnostic { severity, rule, message, help, line, frame, path, frames, id, target } = found;
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
    };
    serde_json::to_string(&object).unwrap_or_default()
}

/// `12 losses in 3 kinds: reasoning signature ×2, …`; nothing where nothing was lost.
#[must_use]
pub fn summary(found: &[Diagnostic]) -> Option<String> {
    let mut kinds: Vec<(&str, usize)> = Vec::new();
    let losses = found.iter().filter(|found| found.severity == Severity::Loss);
    for loss in losses {
        match kinds.iter_mut().find(|(message, _)| *message == loss.message) {
            Some((_, count)) => *count += 1,
            None => kinds.push((&loss.message, 1)),
        }
    }
    let all: usize = kinds.iter().map(|(_, count)| count).sum();
    if all == 0 {
        return None;
    }
    let (n, k) = (plural(all, "loss", "losses"), plural(kinds.len(), "kind", "kinds"));
    kinds.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let named: Vec<_> = kinds.iter().take(5).map(|(message, count)| format!("{message} ×{count}")).collect();
    let more = if kinds.len() > 5 { ", …" } else { "" };
    Some(format!("{n} in {k}: {}{more}", named.join(", ")))
}

fn plural(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
