//! The page of rules in `docs/` is the catalogue. `UPDATE=1 cargo test --test rules` writes it anew. That the examples of
//! each rule show it is held beside the catalogue (`cargo test --lib rules`).

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::path::Path;
use std::{env, fs};

use chatwire::engine::catalogue;
use chatwire::report::{Example, Rule};

/// How many rules there are at least. Raised when rules are added; never lowered in silence.
const AT_LEAST: usize = 300;

/// Longer lines of an example are cut.
const COLUMNS: usize = 240;

#[test]
fn the_page_of_rules_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rules.md");
    let page = page();
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &page).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == page, "docs/rules.md is stale: UPDATE=1 cargo test --test rules writes it anew");
}

#[test]
fn there_are_rules_enough_each_with_both_examples() {
    let all: Vec<_> = catalogue::all().collect();
    assert!(all.len() >= AT_LEAST, "{} rules", all.len());
    for Rule { id, fails, passes, .. } in all {
        assert!(!fails.bytes.is_empty() && !passes.bytes.is_empty(), "{id}: an example says nothing");
    }
}

fn page() -> String {
    let mut page = String::from(
        "# Rules\n\
        Made from the catalogue by `UPDATE=1 cargo test --test rules`; `chatwire explain RULE` tells the same.\n\n\
        A rule is an `error` where the real client refuses the input, a `warning` where it reads on and something is lost or others refuse it, a `note` where there is something to know, \
        a `loss` where a conversion leaves something out. What is `strict` a tolerant client lets pass: it is told under `--strict` alone, as an error. \
        Rules marked ∗ need an input from its start to its end: `--partial` leaves them out.\n\n",
    );
    let mut family = "";
    for rule in catalogue::all() {
        if rule.family() != family {
            family = rule.family();
            page.push_str(&format!("{}## {family}\n", if family.is_empty() { "" } else { "\n" }));
            page.push_str(&table(family));
        }
        page.push_str(&section(rule));
    }
    page
}

fn level(rule: &Rule) -> String {
    let word = rule.level.word();
    let word = if word.contains(' ') { "strict" } else { word };
    format!("{word}{}", if rule.whole { " ∗" } else { "" })
}

fn table(family: &str) -> String {
    let mut table = String::from("| rule | level | what is wrong |\n|---|---|---|\n");
    for rule in catalogue::all().filter(|rule| rule.family() == family) {
        let (id, what) = (rule.id, rule.what.replace('|', "\\|"));
        let anchor = id.replace('/', "");
        table.push_str(&format!("| [`{id}`](#{anchor}) | {} | {what} |\n", level(rule)));
    }
    table
}

fn section(rule: &Rule) -> String {
    let Rule { id, level: _, whole: _, what, why, source, help, fails, passes } = rule;
    let wrong = example("Wrong", fails);
    let right = example("Right", passes);
    format!(
        "\n### {id}\n{}: {what}.\n\n{why}\n\nHelp: {help}.\nSource: {source}.\n\n{wrong}\n{right}",
        level(rule)
    )
}

fn example(title: &str, example: &Example) -> String {
    let title = match (example.from, example.to) {
        ("", _) => title.to_owned(),
        (from, "") => format!("{title}, as `{from}`"),
        (from, to) => format!("{title}, `{from}` converted to `{to}`"),
    };
    let text = String::from_utf8_lossy(example.bytes);
    let lines: Vec<_> = text.lines().map(shortened).collect();
    format!("{title}:\n```text\n{}\n```\n", lines.join("\n"))
}

fn shortened(line: &str) -> String {
    let mut shown: String =
        line.chars().take(COLUMNS).map(|letter| if letter.is_control() { '·' } else { letter }).collect();
    if line.chars().nth(COLUMNS).is_some() {
        shown.push('…');
    }
    shown
}
