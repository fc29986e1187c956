//! What `diff` says of inputs that say the same, and of inputs that differ in one leaf.

mod common;

use std::io::Cursor;

use chatwire::engine::compare::{Listeners, Options, Outcome, Reading, Scope, compare};
use chatwire::engine::input::Input;
use chatwire::engine::target::{Target, sources};
use chatwire::ir::{Kind, Tape, Value};
use chatwire::report::{Difference, difference_to_json};
use common::{Case, run, specimens};

/// What a comparison came to.
struct Compared {
    outcome: Outcome,
    found: Vec<Difference>,
}

impl Compared {
    fn lines(&self) -> String {
        self.found.iter().map(|one| format!("    {:.300}\n", difference_to_json(one))).collect()
    }
}

fn diff((one, from): (&[u8], &str), (two, to): (&[u8], &str), options: &Options) -> Option<Compared> {
    let side = |bytes: &[u8], from: &str| {
        let input = Input::new("in".to_owned(), Box::new(Cursor::new(bytes.to_vec()))).unwrap();
        (input, Reading { from: sources(from), max_frame: 64 << 20 })
    };
    let mut found = Vec::new();
    let mut listeners = Listeners {
        difference: &mut |one| {
            found.push(one);
            Ok(())
        },
        fault: &mut |_, _| (),
    };
    let outcome = compare([side(one, from), side(two, to)], options, &mut listeners).ok()?;
    Some(Compared { outcome, found })
}

fn exact() -> Options {
    Options { scope: Scope { exact: true, ..Scope::default() }, events: false }
}

#[track_caller]
fn none_of(failures: Vec<String>) {
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}

const FAMILIES: &[&str] = &["openai", "anthropic", "vercel", "ag-ui", "agenta", "terminal-use", "native"];

/// Where a live stream says more than what it adds up to, or less: what was written is not taken back. Each is a loss of
/// the conversion, and the fold of the source knows better.
const LIVE: &[(&str, &str, &str)] = &[
    (
        "ag-ui-stream.error.sse",
        "anthropic-stream",
        "counts that come after the beginning, and an error after them",
    ),
    ("ag-ui-stream.sse", "agenta-stream", "data that is patched later"),
    ("agenta-stream.sse", "ag-ui-stream", "an input that is told anew"),
    ("native-stream.jsonl", "openai-stream", "a step that is taken back, a name that is told anew"),
    ("native-stream.jsonl", "anthropic-stream", "a step that is taken back"),
    ("native-stream.jsonl", "ag-ui-stream", "a step that is taken back"),
    ("native-stream.jsonl", "agenta-stream", "a step that is taken back"),
    ("openai-stream.audio.sse", "vercel-stream", "sound in pieces"),
    ("openai-stream.audio.sse", "agenta-stream", "sound in pieces"),
    ("vercel-stream.reset.sse", "openai-stream", "a step that is taken back"),
    ("vercel-stream.reset.sse", "anthropic-stream", "a step that is taken back"),
    ("vercel-stream.reset.sse", "ag-ui-stream", "a step that is taken back"),
    ("vercel-stream.reset.sse", "agenta-stream", "a step that is taken back"),
];

#[test]
fn what_a_conversion_says_is_the_same_but_for_its_losses() {
    let mut failures = Vec::new();
    for case in specimens() {
        let (bytes, from) = (case.bytes(), case.format.id);
        let name = case.path.file_name().unwrap().to_str().unwrap();
        for family in FAMILIES {
            let target = Target::from_name(family).and_then(|target| target.resolve(case.format));
            let Some(to) = target.map(|target| target.id) else { continue };
            let there = run(&bytes, from, to);
            if there.out.is_empty() {
                continue;
            }
            let lost = there.found.iter().any(|one| one.rule.starts_with("loss/"));
            let found = diff((&bytes, from), (there.out.as_bytes(), to), &Options::default()).unwrap();
            let live = LIVE.iter().any(|row| (row.0, row.1) == (name, to));
            // What is counted as unsayable is what the conversion reports.
            if found.found.is_empty() == live || (!lost && (live || found.outcome.unsayable > 0)) {
                failures.push(format!("{name} to {to}: {:?}\n{}", found.outcome, found.lines()));
            }
            let back = run(there.out.as_bytes(), to, from);
            let lost = lost || back.found.iter().any(|one| one.rule.starts_with("loss/"));
            let found = diff((&bytes, from), (back.out.as_bytes(), from), &Options::default()).unwrap();
            if !found.found.is_empty() && !lost {
                failures.push(format!("{name} to {to} and back: {:?}\n{}", found.outcome, found.lines()));
            }
        }
    }
    none_of(failures);
}

/// A scalar of a file: where its text stands, and its JSON pointer in its frame.
struct Leaf {
    at: std::ops::Range<usize>,
    pointer: String,
}

/// The JSON texts of a file, by where they stand.
fn frames(text: &str) -> Vec<std::ops::Range<usize>> {
    if !text.contains("data:") && !text.trim_end().contains('\n') || text.trim_start().starts_with('[') {
        return vec![0..text.trim_end().len()];
    }
    let mut frames = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let body = line.strip_prefix("data:").unwrap_or(line);
        let start = at + line.len() - body.len() + (body.len() - body.trim_start().len());
        if body.trim_start().starts_with('{') {
            frames.push(start..start + body.trim().len());
        }
        at += line.len();
    }
    let whole = |frame: &std::ops::Range<usize>| Tape::default().fill(&text[frame.clone()]).is_ok();
    if frames.iter().all(whole) { frames } else { vec![0..text.trim_end().len()] }
}

fn leaves(text: &str) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    for frame in frames(text) {
        let json = &text[frame.clone()];
        let mut tape = Tape::default();
        tape.fill(json).unwrap();
        walk(tape.root(json), frame.start, &mut leaves);
    }
    leaves
}

fn walk(value: Value<'_>, base: usize, leaves: &mut Vec<Leaf>) {
    match value.kind() {
        Kind::Object => value.members().for_each(|(_, member)| walk(member, base, leaves)),
        Kind::Array => value.elements().for_each(|item| walk(item, base, leaves)),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {
            let at = base + value.offset();
            leaves.push(Leaf { at: at..at + value.peek().len(), pointer: value.pointer() });
        }
    }
}

/// Another value of the same kind, and what of it can be looked for in a report.
fn other(value: &str) -> (String, String) {
    match Kind::of(value) {
        Kind::String => {
            let inner = &value[1..value.len() - 1];
            (format!("\"{inner}qz\""), "qz".to_owned())
        }
        Kind::Bool => (if value == "true" { "false" } else { "true" }.to_owned(), String::new()),
        Kind::Null => ("\"qz\"".to_owned(), "qz".to_owned()),
        Kind::Number if value == "0" => ("7".to_owned(), "7".to_owned()),
        Kind::Number => (format!("{value}7"), format!("{value}7")),
        Kind::Array | Kind::Object => unreachable!(),
    }
}

fn with(text: &str, leaf: &Leaf, value: &str) -> String {
    let mut changed = text.to_owned();
    changed.replace_range(leaf.at.clone(), value);
    changed
}

/// How the leaves of some specimens were found.
#[derive(Default)]
struct Hunt {
    count: usize,
    /// No difference.
    missed: Vec<String>,
    /// None that names the new value.
    elsewhere: Vec<String>,
}

impl Hunt {
    fn through(&mut self, case: &Case) {
        let text = String::from_utf8(case.bytes()).unwrap();
        let find = |changed: &str| {
            let id = case.format.id;
            diff((text.as_bytes(), id), (changed.as_bytes(), id), &exact()).unwrap()
        };
        assert!(find(&text).found.is_empty(), "{}: {}", case.name(), find(&text).lines());
        for leaf in leaves(&text) {
            self.count += 1;
            let (value, sign) = other(&text[leaf.at.clone()]);
            let found = find(&with(&text, &leaf, &value));
            let says = |one: &Difference| {
                let right = one.right.as_ref().is_some_and(|right| right.as_str().contains(&sign));
                right || one.path.contains(&sign)
            };
            let line = format!("{} {} {value:.40}\n{}", case.name(), leaf.pointer, found.lines());
            if found.found.is_empty() {
                self.missed.push(line);
            } else if !found.found.iter().any(says) {
                self.elsewhere.push(line);
            }
        }
    }
}

#[test]
fn a_changed_leaf_is_found_at_its_place() {
    let cases = specimens();
    let mut hunts: Vec<Hunt> = Vec::new();
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let every = |nth: usize| {
            let cases = cases.iter().skip(nth).step_by(cores);
            scope.spawn(move || {
                let mut hunt = Hunt::default();
                cases.for_each(|case| hunt.through(case));
                hunt
            })
        };
        let threads: Vec<_> = (0..cores).map(every).collect();
        hunts.extend(threads.into_iter().map(|thread| thread.join().unwrap()));
    });
    let count: usize = hunts.iter().map(|hunt| hunt.count).sum();
    assert!(count > 1000, "{count}");
    none_of(hunts.iter_mut().flat_map(|hunt| std::mem::take(&mut hunt.missed)).collect());
    // A count is added to others, an index or id leads to what it names: the difference is there.
    let elsewhere: Vec<String> = hunts.into_iter().flat_map(|hunt| hunt.elsewhere).collect();
    assert!(elsewhere.len() * 20 < count, "{} of {count}:\n{}", elsewhere.len(), elsewhere.join("\n"));
}

#[test]
fn a_stream_says_what_its_whole_answer_says() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let table = std::fs::read_to_string(folder.join("README.md")).unwrap();
    let rows: Vec<Vec<&str>> =
        table.lines().filter(|line| line.starts_with("| `")).map(|line| line.split('`').collect()).collect();
    assert_eq!(rows.len(), 6);
    for row in rows {
        let stream = std::fs::read(folder.join(row[1])).unwrap();
        let answer = std::fs::read(folder.join(format!("{}.answer.json", row[1]))).unwrap();
        let found = diff((&stream, row[3]), (&answer, row[5]), &Options::default()).unwrap();
        assert!(found.found.is_empty() && !found.outcome.failed, "{}\n{}", row[1], found.lines());
        let text = String::from_utf8(answer).unwrap();
        let at = text.rfind("\"name\": \"").or_else(|| text.rfind("\"text\": \"")).map(|at| at + 9);
        let Some(at) = at else { continue };
        let changed = format!("{}qz {}", &text[..at], &text[at..]);
        let found = diff((&stream, row[3]), (changed.as_bytes(), row[5]), &Options::default()).unwrap();
        assert_eq!(found.found.len(), 1, "{}\n{}", row[1], found.lines());
    }
}
