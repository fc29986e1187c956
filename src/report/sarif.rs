//! Findings as one SARIF 2.1.0 log. Source: OASIS, SARIF version 2.1.0.
//!
//! Results are written as they come, and what is known at the end alone (the rules that were told of) after them, so
//! memory does not grow with the findings. A SARIF `note` stands for our notes and losses.

use serde_json::{Value, json};

use super::diagnostic::{Diagnostic, Severity};
use super::form::{FindRule, Render};
use super::github::is_stream;
use super::text::inside;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Writes findings as a SARIF log.
pub(super) struct Log {
    rule: FindRule,
    begun: bool,
    results: bool,
    /// The rules that were told of, in that order.
    rules: Vec<&'static str>,
    /// Why inputs could not be read.
    refused: Vec<Value>,
}

impl Log {
    /// A log whose rules are described as `rule` finds them.
    pub(super) fn new(rule: FindRule) -> Self {
        Self { rule, begun: false, results: false, rules: Vec::new(), refused: Vec::new() }
    }

    fn begin(&mut self, out: &mut String) {
        if !std::mem::replace(&mut self.begun, true) {
            out.push_str(&format!(r#"{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{{"results":["#));
        }
    }

    fn index(&mut self, rule: &'static str) -> usize {
        let known = self.rules.iter().position(|known| *known == rule);
        known.unwrap_or_else(|| {
            self.rules.push(rule);
            self.rules.len() - 1
        })
    }

    /// The description of a rule.
    fn described(&self, id: &str) -> Value {
        let Some(rule) = (self.rule)(id) else { return json!({ "id": id }) };
        json!({
            "id": id,
            "shortDescription": { "text": rule.what },
            "fullDescription": { "text": rule.why },
            "help": { "text": rule.help },
            "defaultConfiguration": { "level": level(rule.level.severity()) },
            "properties": { "source": rule.source },
        })
    }
}

impl Render for Log {
    fn found(&mut self, source: &str, found: &Diagnostic, out: &mut String) {
        self.begin(out);
        out.push_str(if std::mem::replace(&mut self.results, true) { ",\n" } else { "\n" });
        let index = self.index(found.rule);
        out.push_str(&result(source, found, index).to_string());
    }

    fn refused(&mut self, source: &str, why: &str, _out: &mut String) {
        self.refused.push(json!({
            "level": "error",
            "message": { "text": why },
            "locations": [{ "physicalLocation": { "artifactLocation": { "uri": uri(source) } } }],
        }));
    }

    fn end(&mut self, out: &mut String) {
        self.begin(out);
        let rules: Vec<_> = self.rules.iter().map(|id| self.described(id)).collect();
        let driver = json!({ "name": "chatwire", "version": env!("CARGO_PKG_VERSION"), "rules": rules });
        let invocation = json!({
            "executionSuccessful": self.refused.is_empty(),
            "toolExecutionNotifications": std::mem::take(&mut self.refused),
        });
        out.push_str(&format!(
            "\n],\"tool\":{},\"invocations\":[{invocation}]}}]}}\n",
            json!({ "driver": driver })
        ));
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note | Severity::Loss => "note",
    }
}

fn result(source: &str, found: &Diagnostic, index: usize) -> Value {
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
        excerpt,
        rejected: _,
    } = found;
    let mut text = match inside(found) {
        place if place.is_empty() => message.clone(),
        place => format!("{place}: {message}"),
    };
    if let Some(help) = help {
        text.push_str(&format!("\nhelp: {help}"));
    }
    let mut physical = json!({ "artifactLocation": { "uri": uri(source) } });
    if *line > 0 {
        physical["region"] = json!({ "startLine": line });
        if let Some(excerpt) = excerpt {
            physical["region"]["snippet"] = json!({ "text": excerpt.text });
        }
    }
    let mut location = json!({ "physicalLocation": physical });
    if let Some(path) = path {
        location["logicalLocations"] = json!([{ "fullyQualifiedName": path, "kind": "member" }]);
    }
    let mut properties = json!({ "severity": severity.word() });
    if *frame > 0 {
        properties["frame"] = json!(frame);
    }
    let more = [
        ("frames", frames.as_ref().map(|frames| json!(frames))),
        ("id", id.as_ref().map(|id| json!(id))),
        ("target", target.as_ref().map(|target| json!(target))),
        ("field", field.map(|field| json!(field.name()))),
    ];
    for (name, value) in more.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        properties[name] = value;
    }
    json!({
        "ruleId": rule,
        "ruleIndex": index,
        "level": level(*severity),
        "message": { "text": text },
        "locations": [location],
        "properties": properties,
    })
}

/// A path as a reference: relative ones stay so, and what a URI can't hold is escaped.
fn uri(source: &str) -> String {
    if is_stream(source) {
        return source.trim_matches(['<', '>']).to_owned();
    }
    let path = source.replace('\\', "/");
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte))
            }
            other => uri.push_str(&format!("%{other:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_references() {
        assert_eq!(uri("a b/c:1.sse"), "a%20b/c%3A1.sse");
        assert_eq!(uri("/tmp/é"), "file:///tmp/%C3%A9");
        assert_eq!(uri("<stdin>"), "stdin");
    }
}
