//! A row: a piece of a document with its input, and what must come of it.
//!
//! ```text
//! == name | agenta-messages > native
//! < the input, a line of it
//! > what the output holds
//! >! what it does not hold
//! = a JSON line of the output, where all of it is given
//! ! rule/fault /path/in/the/frame
//! exit 1
//! ```
//! `<>` goes to the transcript and back again: `>` is said of the transcript, `=` of what is written from it, which
//! without any `=` must be the input. `?` as the source has it found out. The findings are all findings but notes; of
//! the way back `!!`. A line that is `$NAME` stands for what `@NAME` was set to, and lines that begin with `#` are
//! remarks.

use std::collections::HashMap;

use chatwire::report::Severity;

use crate::common::{Ran, canonical, run};

/// A row as it stands in its file.
#[derive(Default)]
pub(crate) struct Row {
    pub(crate) name: String,
    from: String,
    to: String,
    both: bool,
    input: Vec<String>,
    holds: Vec<String>,
    lacks: Vec<String>,
    whole: Vec<String>,
    findings: Vec<String>,
    findings_back: Vec<String>,
    exit: u8,
}

/// The rows of a file.
pub(crate) fn rows(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut set: HashMap<&str, &str> = HashMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        if sign == "==" {
            rows.push(head(rest));
        } else if let Some(name) = sign.strip_prefix('@') {
            set.insert(name, rest);
        } else {
            let rest = rest.strip_prefix('$').map_or(rest, |name| set[name]).to_owned();
            let row = rows.last_mut().expect("a row begins with its name");
            match sign {
                "<" => row.input.push(rest),
                ">" => row.holds.push(rest),
                ">!" => row.lacks.push(rest),
                "=" => row.whole.push(rest),
                "!" => row.findings.push(rest),
                "!!" => row.findings_back.push(rest),
                "exit" => row.exit = rest.parse().expect("a digit"),
                _ => panic!("a line of another kind: {line}"),
            }
        }
    }
    rows
}

fn head(rest: &str) -> Row {
    let (name, way) = rest.split_once(" | ").expect(rest);
    let both = way.contains(" <> ");
    let (from, to) = way.split_once(if both { " <> " } else { " > " }).expect(way);
    let from = if from == "?" { "" } else { from };
    Row { name: name.to_owned(), from: from.to_owned(), to: to.to_owned(), both, ..Row::default() }
}

impl Row {
    /// What is not as the row says.
    pub(crate) fn failure(&self) -> Option<String> {
        let input = self.input.join("\n") + "\n";
        let ran = run(input.as_bytes(), &self.from, &self.to);
        let holds = self.holds.iter().find(|text| !ran.out.contains(*text));
        let lacks = self.lacks.iter().find(|text| ran.out.contains(*text));
        let exit = match ran.failed {
            Some(failed) => u8::from(failed),
            None => 2,
        };
        let why = holds
            .map(|text| format!("does not hold {text}"))
            .or_else(|| lacks.map(|text| format!("holds {text}")))
            .or_else(|| (exit != self.exit).then(|| format!("exit {exit}, not {}", self.exit)))
            .or_else(|| unlike(&self.findings, &findings(&ran)));
        if let Some(why) = why {
            return Some(format!("{why}\n{}{}", ran.out, told(&ran)));
        }
        if self.both {
            let back = run(ran.out.as_bytes(), &self.to, &self.from);
            let whole = if self.whole.is_empty() { &self.input } else { &self.whole };
            let why = uneven(whole, &back).or_else(|| unlike(&self.findings_back, &findings(&back)));
            return why.map(|why| format!("back, {why}\n{}\n{}", ran.out, told(&back)));
        }
        let why = if self.whole.is_empty() { None } else { uneven(&self.whole, &ran) };
        why.map(|why| format!("{why}\n{}", told(&ran)))
    }
}

/// The first of the findings, to be looked at.
fn told(ran: &Ran) -> String {
    ran.report().lines().take(6).map(|line| format!("{line}\n")).collect()
}

/// The findings but notes, each its rule and its place.
fn findings(ran: &Ran) -> Vec<String> {
    let told = ran.found.iter().filter(|found| found.severity > Severity::Note);
    let one = |rule: &str, path: Option<&String>| {
        format!("{rule} {}", path.map_or("", |path| path)).trim().to_owned()
    };
    told.map(|found| one(found.rule, found.path.as_ref().or(found.target.as_ref()))).collect()
}

fn unlike(expected: &[String], found: &[String]) -> Option<String> {
    let (mut expected, mut found) = (expected.to_vec(), found.to_vec());
    expected.sort();
    found.sort();
    (expected != found).then(|| format!("findings {found:#?}, not {expected:#?}"))
}

fn uneven(expected: &[String], ran: &Ran) -> Option<String> {
    let (left, right) = (frames(&expected.join("\n")), frames(&ran.out));
    (canonical(&left) != canonical(&right)).then(|| format!("written is\n{right}\nnot\n{left}"))
}

/// The JSON of a stream or document, whatever its framing.
fn frames(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("data: ") {
        Some("[DONE]") => "\"[DONE]\"\n".to_owned(),
        Some(data) => format!("{data}\n"),
        None if line.starts_with("event: ") => String::new(),
        None => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}
