//! What is linked: every direct dependency has its reason in `docs/dependencies.md`, all licences are permissive, and no
//! crate is there in two versions but those that are named here.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences of which one is enough.
const TAKEN: &[&str] = &["MIT", "Apache-2.0", "Zlib", "0BSD", "Unicode-3.0"];

/// Crates that others need in two versions. None of them is in the program: they run while it is compiled.
const TWICE: &[&str] = &["syn"];

fn metadata() -> Value {
    let words = ["metadata", "--offline", "--locked", "--format-version", "1", "--filter-platform"];
    let done = Command::new(env!("CARGO"))
        .args(words)
        .arg("x86_64-unknown-linux-gnu")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    serde_json::from_slice(&done.stdout).expect("JSON")
}

fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_default()
}

/// The packages that are linked or run to make the program, by their id.
fn linked(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"], "nodes").iter().map(|node| (text(node, "id"), node)).collect();
    let (mut seen, mut waiting) = (BTreeSet::new(), vec![text(&metadata["resolve"], "root")]);
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            let normal = |edge: &&Value| list(edge, "dep_kinds").iter().any(|kind| kind["kind"].is_null());
            waiting.extend(list(nodes[id], "deps").iter().filter(normal).map(|edge| text(edge, "pkg")));
        }
    }
    seen
}

/// Whether an expression such as `MIT OR Apache-2.0` can be met.
fn is_taken(licence: &str) -> bool {
    let licence = licence.replace(['(', ')'], "").replace('/', " OR ");
    licence.split(" AND ").all(|all| all.split(" OR ").any(|one| TAKEN.contains(&one.trim())))
}

#[test]
fn licences_are_permissive_and_versions_few() {
    let metadata = metadata();
    let linked = linked(&metadata);
    let mut versions: BTreeMap<&str, u32> = BTreeMap::new();
    for package in list(&metadata, "packages").iter().filter(|package| linked.contains(text(package, "id"))) {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        assert!(is_taken(licence), "{name} is under `{licence}`");
        *versions.entry(name).or_default() += 1;
    }
    let twice: Vec<_> = versions.iter().filter(|(_, n)| **n > 1).map(|(name, _)| *name).collect();
    assert_eq!(twice, TWICE, "crates in two versions");
}

#[test]
fn each_dependency_has_its_reason() {
    let metadata = metadata();
    let root = text(&metadata["resolve"], "root");
    let us = list(&metadata, "packages").iter().find(|package| text(package, "id") == root).expect("us");
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/dependencies.md");
    let page = std::fs::read_to_string(page).expect("the page");
    for dependency in list(us, "dependencies") {
        let (name, optional) = (text(dependency, "name"), dependency["optional"] == true);
        if dependency["kind"] == "dev" {
            assert!(page.contains(&format!("`{name}`")), "`{name}` is not among those for tests");
            continue;
        }
        let row = page.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("`{name}` has no row in docs/dependencies.md"));
        assert_eq!(row.ends_with("| ✓ |"), !optional, "{row}");
    }
}
