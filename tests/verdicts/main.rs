//! `validate` beside the verdicts of the real clients, which the corpus keeps: what a client takes has no error, and what
//! it refuses has one, but for what `table.tsv` lists, file by file, with what is told in its place and the reason.
//!
//! `tests/corpus` holds a part of the corpus. `CHATWIRE_CORPUS=DIR cargo test --test verdicts` goes through a whole one,
//! and then no row of the table may be idle.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod ag_ui;
mod dialects;

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::{env, fs};

use chatwire::engine::input::Input;
use chatwire::engine::policy::Policy;
use chatwire::engine::validate::{Search, validate};
use chatwire::formats;
use chatwire::report::{Diagnostic, Severity, to_text};

/// What is found in `bytes`, read as `format`.
fn found(bytes: &[u8], format: &str, policy: &Policy) -> Vec<Diagnostic> {
    let input = Input::new("in".to_owned(), Box::new(Cursor::new(bytes.to_vec()))).unwrap();
    let from = vec![formats::by_id(format).expect(format)];
    let search = Search { from, max_frame: 64 << 20, excerpts: false, recur: true };
    let mut all = Vec::new();
    // An input that holds nothing is a refusal, and an error.
    let done = validate(input, &search, &mut |one| all.extend(policy.judge(one)));
    assert!(done.is_ok() || !all.is_empty() || bytes.is_empty());
    all
}

fn errors(found: &[Diagnostic]) -> Vec<String> {
    let errors = found.iter().filter(|one| one.severity == Severity::Error);
    errors.map(|one| to_text("in", one)).collect()
}

/// The file of a test, in the folder of this one.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/verdicts")
}

/// A file of the corpus that a client has judged.
struct Judged {
    /// Its path in the corpus.
    name: String,
    file: PathBuf,
    format: &'static str,
    /// Whether it is a single event of a stream.
    partial: bool,
    accepted: bool,
}

/// Files with a stored verdict, and whether they are all there are.
fn judged() -> (Vec<Judged>, bool) {
    let whole = env::var_os("CHATWIRE_CORPUS").map(PathBuf::from);
    let root = whole.clone().unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"));
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let mut lines = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let head = lines.next().unwrap();
    let column = |name: &str| head.iter().position(|column| *column == name).unwrap();
    let (path, format, oracle) = (column("path"), column("format"), column("oracle"));
    let judged = |line: Vec<&str>| {
        let accepted = match line[oracle] {
            "accept" => true,
            "refuse" => false,
            _ => return None,
        };
        let partial = line[format] == "ag-ui-event";
        let format = if partial { "ag-ui-stream" } else { line[format] };
        let (name, file) = (line[path].to_owned(), root.join(line[path]));
        Some(Judged { name, file, format: formats::by_id(format)?.id, partial, accepted })
    };
    (lines.filter_map(judged).collect(), whole.is_some())
}

/// A row of the table of departures.
struct Departure {
    /// Paths in the corpus; `*` is anything.
    files: String,
    /// The rule that is told, `strict` before it where `--strict` alone tells it; `-` where there is nothing to tell.
    told: String,
}

fn departures() -> Vec<Departure> {
    let table = fs::read_to_string(folder().join("table.tsv")).unwrap();
    let row = |line: &str| {
        let [files, told, why] = line.split('\t').collect::<Vec<_>>().try_into().expect(line);
        assert!(!why.is_empty(), "{files}: no reason");
        Departure { files: files.to_owned(), told: told.to_owned() }
    };
    table.lines().skip(1).map(row).collect()
}

fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).any(|at| name.is_char_boundary(at) && fits(rest, &name[at..]))
        }),
    }
}

/// Whether what a row says is told of a file.
fn tells(told: &str, bytes: &[u8], case: &Judged) -> bool {
    let (strict, rule) = told.strip_prefix("strict ").map_or((false, told), |rule| (true, rule));
    let policy = Policy { strict, partial: case.partial, ..Policy::default() };
    rule == "-" || found(bytes, case.format, &policy).iter().any(|one| one.rule == rule)
}

#[test]
fn verdicts_of_the_clients_are_ours() {
    let (cases, whole) = judged();
    assert!(cases.len() > if whole { 1600 } else { 300 }, "{} files", cases.len());
    let rows = departures();
    let mut used = vec![false; rows.len()];
    let mut wrong = Vec::new();
    for case in cases {
        let bytes = fs::read(&case.file).unwrap();
        let policy = Policy { partial: case.partial, ..Policy::default() };
        let errors = errors(&found(&bytes, case.format, &policy));
        let listed: Vec<usize> = (0..rows.len()).filter(|row| fits(&rows[*row].files, &case.name)).collect();
        let name = &case.name;
        match (case.accepted == errors.is_empty(), &listed[..]) {
            (true, []) => {}
            (true, _) => wrong.push(format!("{name}: listed, and judged as the client does")),
            (false, []) if case.accepted => {
                wrong.push(format!("{name}: the client takes it: {}", errors.join("\n")));
            }
            (false, []) => wrong.push(format!("{name}: the client refuses it")),
            (false, [row]) if tells(&rows[*row].told, &bytes, &case) => used[*row] = true,
            (false, [row]) => wrong.push(format!("{name}: `{}` is not told", rows[*row].told)),
            (false, _) => wrong.push(format!("{name}: listed twice")),
        }
    }
    let idle = rows.iter().zip(used).filter(|(_, used)| whole && !used).map(|(row, _)| &row.files);
    wrong.extend(idle.map(|files| format!("{files}: an idle row")));
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
