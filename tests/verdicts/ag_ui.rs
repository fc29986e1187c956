//! The official vectors of AG-UI 1.0, and the catalogue of ag-ui-validate, rule by rule.
//!
//! `vectors/` holds the conformance vectors of AG-UI 1.0 (ag-ui-protocol/ag-ui, MIT, Copyright (c) 2025), unchanged. The
//! streams of ag-ui-validate 0.4.0 stand in `tests/corpus`; `rules.tsv` says which of our rules finds in each what that
//! linter finds, and in which frame, or why nothing is to be found.

use std::fs;
use std::path::Path;

use chatwire::engine::policy::Policy;
use chatwire::report::{Severity, to_text};
use serde_json::Value;

use crate::{folder, found};

#[test]
fn official_vectors_are_judged_as_they_say() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder().join("vectors")).unwrap() {
        let path = entry.unwrap().path();
        let vector: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let found = found(vector["stream"].to_string().as_bytes(), "ag-ui-stream", &Policy::default());
        let expect = &vector["expect"];
        let errors = found.iter().any(|one| one.severity == Severity::Error);
        let warnings = expect["warnings"].as_array().is_some_and(|list| !list.is_empty());
        let quiet = expect["noWarnings"] == Value::Bool(true);
        let failed = match expect["outcome"].as_str() {
            Some("failed") => true,
            Some("completed") => false,
            other => panic!("{}: {other:?}", path.display()),
        };
        if errors != failed || (warnings && found.is_empty()) || (quiet && !found.is_empty()) {
            let found: Vec<_> = found.iter().map(|one| to_text("in", one)).collect();
            wrong.push(format!("{}: {expect}\n{}", path.display(), found.join("\n")));
        }
        count += 1;
    }
    assert_eq!(count, 14);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_ag_ui_validate_finds_is_found_where_it_is_a_fault_in_1_0() {
    let table = fs::read_to_string(folder().join("rules.tsv")).unwrap();
    let streams = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus/bad/ag-ui-stream/ag-ui-validate");
    let mut wrong = Vec::new();
    let mut names = Vec::new();
    for line in table.lines().skip(1) {
        let [name, rule, frame, why] = line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        names.push(name);
        let found = found(&fs::read(streams.join(name)).unwrap(), "ag-ui-stream", &Policy::default());
        let told = |rule: &str| found.iter().any(|one| one.rule == rule && one.frame.to_string() == frame);
        let as_said = if rule == "-" { found.is_empty() && !why.is_empty() } else { told(rule) };
        if !as_said {
            let found: Vec<_> = found.iter().map(|one| to_text("in", one)).collect();
            wrong.push(format!("{line}\n{}", found.join("\n")));
        }
    }
    let mut all: Vec<_> = fs::read_dir(&streams)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    all.sort();
    names.sort_unstable();
    assert_eq!(all, names, "every stream has a row");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
