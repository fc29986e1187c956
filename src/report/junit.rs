//! Findings as the XML of JUnit: an input is a suite, a finding a case. Errors are failures; the rest passes, and what
//! it says stands in the output of its case. An input without findings is one case that passes.
//!
//! Source: `junit-10.xsd` of the Jenkins xUnit plugin, which GitLab and the others read, too.

use super::diagnostic::{Diagnostic, Severity};
use super::escape::is_unsafe;
use super::form::Render;
use super::text::{inside, to_text};

/// Writes findings as suites of cases.
#[derive(Default)]
pub(super) struct Suites {
    begun: bool,
    suite: Option<Suite>,
}

/// The cases of one input; they are written when it ends, as the suite begins with their number.
struct Suite {
    source: String,
    cases: String,
    tests: u64,
    failures: u64,
    errors: u64,
}

impl Suite {
    fn new(source: &str) -> Self {
        Self { source: source.to_owned(), cases: String::new(), tests: 0, failures: 0, errors: 0 }
    }

    fn case(&mut self, name: &str, inside: &str) {
        self.tests += 1;
        let (class, name) = (xml(&self.source), xml(name));
        self.cases
            .push_str(&format!("<testcase classname=\"{class}\" name=\"{name}\">{inside}</testcase>\n"));
    }

    fn write(mut self, out: &mut String) {
        if self.tests == 0 {
            self.case("no findings", "");
        }
        let Self { source, cases, tests, failures, errors } = self;
        out.push_str(&format!(
            "<testsuite name=\"{}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"0\">\n{cases}</testsuite>\n",
            xml(&source)
        ));
    }
}

impl Suites {
    fn begin(&mut self, out: &mut String) {
        if !std::mem::replace(&mut self.begun, true) {
            out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"chatwire\">\n");
        }
    }

    fn suite(&mut self, source: &str) -> &mut Suite {
        self.suite.get_or_insert_with(|| Suite::new(source))
    }
}

impl Render for Suites {
    fn input(&mut self, source: &str, out: &mut String) {
        self.begin(out);
        if let Some(done) = self.suite.replace(Suite::new(source)) {
            done.write(out);
        }
    }

    fn found(&mut self, source: &str, found: &Diagnostic, _out: &mut String) {
        let name = match inside(found) {
            place if place.is_empty() => found.rule.to_owned(),
            place => format!("{}: {place}", found.rule),
        };
        let text = xml(&to_text(source, found));
        let suite = self.suite(source);
        if found.severity == Severity::Error {
            suite.failures += 1;
            let message = xml(&found.message);
            suite.case(
                &name,
                &format!("<failure type=\"{}\" message=\"{message}\">{text}</failure>", found.rule),
            );
        } else {
            suite.case(&name, &format!("<system-out>{text}</system-out>"));
        }
    }

    fn refused(&mut self, source: &str, why: &str, _out: &mut String) {
        let suite = self.suite(source);
        suite.errors += 1;
        suite.case("can be read", &format!("<error type=\"chatwire\" message=\"{0}\">{0}</error>", xml(why)));
    }

    fn end(&mut self, out: &mut String) {
        self.begin(out);
        if let Some(done) = self.suite.take() {
            done.write(out);
        }
        out.push_str("</testsuites>\n");
    }
}

/// Text in XML 1.0, which can't hold all characters: those are spelled out.
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\u{fffe}' | '\u{ffff}' => out.extend(letter.escape_default()),
            letter if is_unsafe(letter) => out.extend(letter.escape_default()),
            letter => out.push(letter),
        }
    }
    out
}
