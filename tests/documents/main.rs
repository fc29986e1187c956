//! Every example, table row and rule of the five documents that chatwire implements: a file of rows for each document,
//! and the page `docs/documents.md`, which tells where each is covered. The rows and the page hold each other.

#[path = "../common/mod.rs"]
mod common;
mod row;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use row::Row;

/// The documents; each has a file of rows here and a chapter of the page.
const DOCUMENTS: &[&str] = &["agenta", "ag-ui", "agent-sdk", "stackbone", "terminal-use"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn rows(document: &str) -> Vec<Row> {
    let path = root().join(format!("tests/documents/{document}.rows"));
    row::rows(&fs::read_to_string(path).expect(document))
}

/// Runs the rows of a document, and shows all that fail. `$ROW` runs one alone.
#[track_caller]
fn check(document: &str) {
    let only = std::env::var("ROW").ok();
    let wanted = |row: &Row| only.as_ref().is_none_or(|only| row.name == *only);
    let rows = rows(document);
    let failures: Vec<_> =
        rows.iter().filter(|row| wanted(row)).filter_map(|row| row.failure().map(|why| (row, why))).collect();
    let told: Vec<_> = failures.iter().map(|(row, why)| format!("{document}/{}: {why}", row.name)).collect();
    assert!(told.is_empty(), "{} of {} rows fail:\n{}", told.len(), rows.len(), told.join("\n"));
}

#[test]
fn agenta() {
    check("agenta");
}

#[test]
fn ag_ui() {
    check("ag-ui");
}

#[test]
fn agent_sdk() {
    check("agent-sdk");
}

#[test]
fn stackbone() {
    check("stackbone");
}

#[test]
fn terminal_use() {
    check("terminal-use");
}

/// What stands in backticks in the page.
fn quoted(page: &str) -> impl Iterator<Item = &str> {
    page.split('`').skip(1).step_by(2)
}

#[test]
fn the_page_names_each_row_and_no_other() {
    let page = fs::read_to_string(root().join("docs/documents.md")).unwrap();
    let is_row = |name: &&str| {
        let known = name.split_once('/').is_some_and(|(document, _)| DOCUMENTS.contains(&document));
        known && !name.ends_with(".rs")
    };
    let named: BTreeSet<String> = quoted(&page).filter(is_row).map(str::to_owned).collect();
    let name_all = |document: &&str| {
        let document = (*document).to_owned();
        rows(&document).into_iter().map(move |row| format!("{document}/{}", row.name)).collect::<Vec<_>>()
    };
    let listed: Vec<String> = DOCUMENTS.iter().flat_map(name_all).collect();
    let there: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), there.len(), "two rows have one name");
    assert_eq!(named.difference(&there).collect::<Vec<_>>(), [""; 0], "on the page, and no row has the name");
    assert_eq!(there.difference(&named).collect::<Vec<_>>(), [""; 0], "a row that the page does not tell of");
}

#[test]
fn the_page_names_files_that_exist_and_leaves_no_row_open() {
    let page = fs::read_to_string(root().join("docs/documents.md")).unwrap();
    let gone: Vec<PathBuf> = quoted(&page)
        .filter(|name| name.ends_with(".rs"))
        .map(|name| root().join("src/formats").join(name))
        .filter(|path| !path.exists())
        .collect();
    assert!(gone.is_empty(), "named by the page: {gone:?}");
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let reason = cells.len() == 4 && cells.iter().all(|cell| !cell.is_empty());
        assert!(reason, "a row has four cells, each with a word: {line}");
        let [what, read, written, last] = cells[..] else { continue };
        let open = last == "none" && !(read == "no" && written.len() > 10);
        assert!(!open, "neither a test nor a reason: {what}");
    }
}
