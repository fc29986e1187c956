//! `chatwire explain`: a rule in words, or the list of all.

use std::io::Write;

use chatwire::engine::catalogue;
use chatwire::report::{Example, Rule, closest};
use serde::Serialize;

use super::{Answer, Output, given};
use crate::cli::{ExplainArgs, Shared};

/// Writes what is asked for.
pub(crate) fn run(args: &ExplainArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let json = given::is_json(shared)?;
    let rules = match args.rule.as_deref() {
        None => catalogue::all().collect(),
        Some(name) => named(name)?,
    };
    let mut output = Output::open(shared)?;
    if json {
        for rule in &rules {
            writeln!(output, "{}", serde_json::to_string(&Line::of(rule))?)?;
        }
    } else if rules.len() > 1 {
        write_list(&rules, &mut output)?;
    } else {
        rules.iter().try_for_each(|rule| write_rule(rule, &mut output))?;
    }
    output.keep()?;
    Ok(Answer::Yes)
}

/// The rule of this name, or all of a family.
fn named(name: &str) -> anyhow::Result<Vec<&'static Rule>> {
    if let Some(rule) = catalogue::by_id(name) {
        return Ok(vec![rule]);
    }
    let family: Vec<_> = catalogue::all().filter(|rule| rule.family() == name).collect();
    if !family.is_empty() {
        return Ok(family);
    }
    match closest(name, catalogue::all().map(|rule| rule.id)) {
        Some(near) => anyhow::bail!("no rule is called `{name}`\n  help: did you mean `{near}`?"),
        None => anyhow::bail!("no rule is called `{name}`\n  help: `chatwire explain` lists all"),
    }
}

#[derive(Serialize)]
struct Line {
    rule: &'static str,
    level: &'static str,
    whole: bool,
    what: &'static str,
    why: &'static str,
    source: &'static str,
    help: &'static str,
    fails: String,
    passes: String,
}

impl Line {
    fn of(rule: &Rule) -> Self {
        let Rule { id, level, whole, what, why, source, help, fails, passes } = rule;
        let (rule, level, whole) = (*id, level.word(), *whole);
        Self { rule, level, whole, what, why, source, help, fails: text(fails), passes: text(passes) }
    }
}

fn text(example: &Example) -> String {
    String::from_utf8_lossy(example.bytes).into_owned()
}

fn write_list(rules: &[&Rule], output: &mut Output) -> std::io::Result<()> {
    let widest = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    for rule in rules {
        let level = rule.level.word().split(' ').next().unwrap_or_default();
        let strict = if rule.level == chatwire::report::Level::Strict { "strict" } else { level };
        writeln!(output, "{:widest$}  {strict:7}  {}", rule.id, rule.what)?;
    }
    Ok(())
}

fn write_rule(rule: &Rule, output: &mut Output) -> std::io::Result<()> {
    let Rule { id, level, whole, what, why, source, help, fails, passes } = rule;
    writeln!(output, "{id} ({})\n\n  {what}\n\n{why}", level.word())?;
    writeln!(output, "help: {help}\nsource: {source}")?;
    if *whole {
        writeln!(output, "`--partial` leaves it out.")?;
    }
    for (title, example) in [("wrong", fails), ("right", passes)] {
        writeln!(output, "\n{title}{}:", named_format(example))?;
        for line in text(example).lines() {
            writeln!(output, "  {}", shortened(line))?;
        }
    }
    Ok(())
}

fn named_format(example: &Example) -> String {
    match (example.from, example.to) {
        ("", _) => String::new(),
        (from, "") => format!(" ({from})"),
        (from, to) if example.carry => format!(" ({from}, converted to {to} with --carry)"),
        (from, to) => format!(" ({from}, converted to {to})"),
    }
}

/// How much of a line of an example is shown.
const SHOWN: usize = 400;

fn shortened(line: &str) -> String {
    let mut shown: String = line.chars().take(SHOWN).collect();
    if line.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}
