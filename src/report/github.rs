//! Findings as GitHub's workflow commands: `::error file=F,line=L,title=RULE::message`.
//!
//! Source: GitHub's documentation of workflow commands, and `actions/toolkit`, `core/src/command.ts`, for what is escaped.

use super::diagnostic::{Diagnostic, Severity};
use super::escape::escaped;
use super::form::Render;
use super::text::inside;

/// Writes findings as workflow commands.
pub(super) struct Commands;

impl Render for Commands {
    fn found(&mut self, source: &str, found: &Diagnostic, out: &mut String) {
        let command = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note | Severity::Loss => "notice",
        };
        let mut message = match inside(found) {
            place if place.is_empty() => found.message.clone(),
            place => format!("{place}: {}", found.message),
        };
        message = escaped(&message).into_owned();
        if let Some(help) = &found.help {
            message.push_str(&format!("\nhelp: {}", escaped(help)));
        }
        put(command, source, (found.line, found.rule), &message, out);
    }

    fn refused(&mut self, source: &str, why: &str, out: &mut String) {
        put("error", source, (0, "chatwire"), &why.replace("\n  help", "\nhelp"), out);
    }
}

/// One command; a line of 0 is none.
fn put(command: &str, source: &str, (line, title): (u64, &str), message: &str, out: &mut String) {
    let mut properties = Vec::new();
    if !is_stream(source) {
        properties.push(format!("file={}", property(source)));
        if line > 0 {
            properties.push(format!("line={line}"));
        }
    }
    properties.push(format!("title={}", property(title)));
    out.push_str(&format!("::{command} {}::{}\n", properties.join(","), data(message)));
}

/// Whether the input is no file.
pub(super) fn is_stream(source: &str) -> bool {
    source.starts_with('<')
}

fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(&escaped(text)).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_stays_on_its_line() {
        let found = Diagnostic {
            severity: Severity::Error,
            rule: "ag-ui/not-open",
            message: "100 %\nof it".into(),
            help: Some("start it".into()),
            line: 7,
            frame: 3,
            path: Some("/delta".into()),
            ..Diagnostic::default()
        };
        let mut out = String::new();
        Commands.found("a,b:c.sse", &found, &mut out);
        Commands.found(
            "<stdin>",
            &Diagnostic { message: "m".into(), rule: "json/invalid", ..Diagnostic::default() },
            &mut out,
        );
        let lines = "::error file=a%2Cb%3Ac.sse,line=7,title=ag-ui/not-open::frame 3, /delta: 100 %25\\nof it%0Ahelp: start it\n::notice title=json/invalid::m\n";
        assert_eq!(out, lines);
    }
}
