//! Findings as JSON, one object a line.

use serde::Serialize;

use crate::ir::Field;

use super::diagnostic::Diagnostic;
use super::form::Render;

/// Writes findings as JSON lines.
pub(super) struct Lines;

impl Render for Lines {
    fn found(&mut self, source: &str, found: &Diagnostic, out: &mut String) {
        out.push_str(&to_json(source, found));
        out.push('\n');
    }
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
        rejected: _,
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
