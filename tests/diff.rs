//! What `diff` says of inputs that say the same, and of inputs that differ in one leaf.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use std::io::Cursor;
use std::ops::Range;

use chatwire::engine::compare::{Listeners, Options, Outcome, Reading, Scope, Topic, compare};
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
/// the conversion, and the fold of the source knows better. Or a member that one side has in extras, which do not count,
/// is a part of the other.
const LIVE: &[(&str, &str, &str)] = &[
    (
        "ag-ui-stream.error.sse",
        "anthropic-stream",
        "counts that come after the beginning, and an error after them",
    ),
    ("ag-ui-stream.sse", "agenta-stream", "data that is patched later"),
    ("agenta-stream.sse", "ag-ui-stream", "an input that is told anew"),
    ("agenta-stream.sse", "vercel-stream", "how a call is to be shown, which is a part there"),
    ("native-stream.jsonl", "openai-stream", "a step that is taken back, a name that is told anew"),
    ("native-stream.jsonl", "anthropic-stream", "a step that is taken back"),
    ("native-stream.jsonl", "ag-ui-stream", "a step that is taken back"),
    ("native-stream.jsonl", "agenta-stream", "a step that is taken back"),
    ("openai-stream.audio.sse", "vercel-stream", "sound in pieces"),
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

/// A scalar of a file: where its text stands, the number of its frame, and its JSON pointer there.
struct Leaf {
    at: Range<usize>,
    frame: u64,
    /// Whether the file has more frames: then a frame is a place, and not all there is.
    one_of_many: bool,
    pointer: String,
}

impl Leaf {
    /// Whether a difference is told of this leaf's own place: what it names stands there, around it or in it.
    fn is_at(&self, difference: &Difference) -> bool {
        let (left, right) = &difference.places;
        let in_frame = [left, right].into_iter().flatten().filter(|place| place.frame == self.frame);
        let near = |path: &str| self.pointer.starts_with(path) || path.starts_with(&self.pointer);
        let stands_there = |path: &str| near(path) && (self.one_of_many || !path.is_empty());
        in_frame.into_iter().any(|place| stands_there(&place.path)) || near(&difference.path)
    }
}

/// The JSON texts of a file, by where they stand.
fn frames(text: &str) -> Vec<Range<usize>> {
    let whole = 0..text.trim_end().len();
    if !text.contains("data:") && !text.trim_end().contains('\n') || text.trim_start().starts_with('[') {
        return Vec::from([whole]);
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
    let is_json = |frame: &Range<usize>| Tape::default().fill(&text[frame.clone()]).is_ok();
    if frames.iter().all(is_json) { frames } else { Vec::from([whole]) }
}

fn leaves(text: &str) -> Vec<Leaf> {
    let mut leaves = Vec::new();
    let frames = frames(text);
    for (number, frame) in (1..).zip(&frames) {
        let json = &text[frame.clone()];
        let mut tape = Tape::default();
        tape.fill(json).unwrap();
        walk(tape.view(json).root(), (number, frame.start, frames.len() > 1), &mut leaves);
    }
    leaves
}

fn walk(value: Value<'_>, base: (u64, usize, bool), leaves: &mut Vec<Leaf>) {
    match value.kind() {
        Kind::Object => value.members().for_each(|(_, member)| walk(member, base, leaves)),
        Kind::Array => value.elements().for_each(|item| walk(item, base, leaves)),
        Kind::Null | Kind::Bool | Kind::Number | Kind::String => {
            let (frame, at) = (base.0, base.1 + value.offset());
            let at = at..at + value.peek().len();
            leaves.push(Leaf { at, frame, one_of_many: base.2, pointer: value.pointer() });
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
    /// None that names the new value or the leaf's place, with the key of the leaf.
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
            } else if !found.found.iter().any(|one| says(one) || leaf.is_at(one)) {
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
    none_of(hunts.into_iter().flat_map(|hunt| hunt.elsewhere).collect());
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

const CALLS: &str = r#"[{"role":"user","content":"hi"},
 {"role":"assistant","content":null,"tool_calls":[
  {"id":"c1","type":"function","function":{"name":"f","arguments":"{\"a\":1,\"b\":[2]}"}},
  {"id":"c2","type":"function","function":{"name":"f","arguments":"{\"a\":2}"}}]},
 {"role":"tool","tool_call_id":"c1","content":"{\"n\":1,\"m\":2}"},
 {"role":"tool","tool_call_id":"c2","content":"two"}]"#;

/// The paths at which a history differs from [`CALLS`].
fn paths(changed: &str, options: &Options) -> Vec<String> {
    let id = "openai-messages";
    let found = diff((CALLS.as_bytes(), id), (changed.as_bytes(), id), options).unwrap();
    found.found.into_iter().map(|one| format!("{} {}", one.change.word(), one.path)).collect()
}

#[test]
fn ids_and_spelling_do_not_count_but_what_they_mean_does() {
    let default = Options::default();
    let renamed = CALLS.replace("c1", "call_x").replace("c2", "c1");
    assert_eq!(paths(&renamed, &default), [""; 0]);
    assert!(!paths(&renamed, &exact()).is_empty());
    let spelled = CALLS.replace(r#"{\"a\":1,\"b\":[2]}"#, r#"{ \"b\":[2.0], \"a\":1 }"#);
    assert_ne!(spelled, CALLS);
    assert_eq!(paths(&spelled, &default), [""; 0]);
    let spelled = CALLS.replace(r#"{\"n\":1,\"m\":2}"#, r#"{\"m\":2,\"n\":1}"#);
    assert_eq!(paths(&spelled, &default), [""; 0]);
    // The answer belongs to no call any more.
    let stray = CALLS.replace(r#""tool_call_id":"c1""#, r#""tool_call_id":"c3""#);
    assert_eq!(paths(&stray, &default), ["removed /messages/2/parts/0", "added /messages/2/parts/0"]);
    // The answers belong to each other's call.
    let crossed = stray.replace(r#""tool_call_id":"c2""#, r#""tool_call_id":"c1""#).replace("c3", "c2");
    assert!(!paths(&crossed, &default).is_empty());
}

#[test]
fn an_input_is_compared_to_its_leaf_and_what_is_left_out_shifts_nothing() {
    let default = Options::default();
    assert_eq!(paths(&CALLS.replace("[2]", "[3]"), &default), ["changed /messages/1/parts/0/input/b/0"]);
    assert_eq!(paths(&CALLS.replace("two", "too"), &default), ["changed /messages/3/parts/0/output"]);
    let less = CALLS.replace(r#"{"role":"user","content":"hi"},"#, "");
    assert_eq!(paths(&less, &default), ["removed /messages/0"]);
    let ignore = Options { scope: Scope { ignore: vec![Topic::Results], ..Scope::default() }, events: false };
    assert_eq!(paths(&CALLS.replace("two", "too"), &ignore), [""; 0]);
}

#[test]
fn chunks_count_only_where_events_are_compared() {
    let chunk = |text: &str| {
        format!(
            "data: {{\"id\":\"x\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\
             \"choices\":[{{\"index\":0,\"delta\":{{\"content\":\"{text}\"}},\"finish_reason\":null}}]}}\n\n"
        )
    };
    let one = [chunk("one "), chunk("two "), chunk("three")].concat();
    let two = [chunk("one "), chunk("two three")].concat();
    let found = |two: &str, options: &Options| {
        let found = diff((one.as_bytes(), "openai-stream"), (two.as_bytes(), "openai-stream"), options);
        found.unwrap().found.into_iter().map(|one| one.path).collect::<Vec<_>>()
    };
    let events = Options { events: true, ..Options::default() };
    assert_eq!(found(&two, &Options::default()), [""; 0]);
    assert_eq!(found(&two, &exact()), [""; 0]);
    assert_eq!(found(&one, &events), [""; 0]);
    assert!(!found(&two, &events).is_empty());
    // One event more shifts nothing.
    let three = [chunk("one "), chunk("and "), chunk("two "), chunk("three")].concat();
    assert_eq!(found(&three, &events).len(), 1);
}

#[test]
fn a_log_is_compared_record_by_record() {
    let log = |texts: &[&str]| {
        let lines = texts.iter().map(|text| format!("[{{\"role\":\"user\",\"content\":\"{text}\"}}]\n"));
        lines.collect::<String>()
    };
    let (one, two) = (log(&["a", "b", "c"]), log(&["a", "x", "c", "d"]));
    let id = "openai-messages";
    let found = diff((one.as_bytes(), id), (two.as_bytes(), id), &Options::default()).unwrap();
    let paths: Vec<_> = found.found.iter().map(|one| one.path.as_str()).collect();
    assert_eq!(paths, ["/1/messages/0/parts/0/text", "/3"]);
}

/// The paths at which two logs of histories differ, a text for each record.
fn logs(one: &[&str], two: &[&str]) -> Vec<String> {
    let log = |texts: &[&str]| {
        let lines = texts.iter().map(|text| format!("[{{\"role\":\"user\",\"content\":\"{text}\"}}]\n"));
        lines.collect::<String>()
    };
    let id = "openai-messages";
    let found = diff((log(one).as_bytes(), id), (log(two).as_bytes(), id), &Options::default()).unwrap();
    found.found.into_iter().map(|one| format!("{} {}", one.change.word(), one.path)).collect()
}

#[test]
fn a_record_more_or_less_shifts_nothing() {
    assert_eq!(logs(&["a", "b", "c"], &["a", "c"]), ["removed /1"]);
    assert_eq!(logs(&["a", "b", "c"], &["x", "a", "b", "c"]), ["added /0"]);
    assert_eq!(logs(&["a", "b", "c"], &["a", "b"]), ["removed /2"]);
    assert_eq!(logs(&["a"], &["a", "a"]), ["added /1"]);
    // What is like it is the same record, changed; the number is that of the left side.
    let changed = logs(&["a", "tide at noon", "c"], &["a", "x", "tide at nine", "c"]);
    assert_eq!(changed, ["added /1", "changed /1/messages/0/parts/0/text"]);
    // Behind what was put in, more than a window on.
    let many: Vec<String> = (0..1000).map(|number| format!("record {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let less = [&many[..300], &many[310..700], &["other"], &many[701..]].concat();
    let found = logs(&many, &less);
    assert_eq!(found.len(), 11, "{found:?}");
    assert_eq!(found[0], "removed /300");
    assert_eq!(found[10], "changed /700/messages/0/parts/0/text");
}

#[test]
fn a_run_more_or_less_shifts_nothing() {
    let run = |text: &str| {
        format!(
            "data: {{\"type\":\"RUN_STARTED\",\"threadId\":\"t\",\"runId\":\"{text}\"}}\n\n\
             data: {{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m-{text}\",\"role\":\"assistant\"}}\n\n\
             data: {{\"type\":\"TEXT_MESSAGE_CONTENT\",\"messageId\":\"m-{text}\",\"delta\":\"{text}\"}}\n\n\
             data: {{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m-{text}\"}}\n\n\
             data: {{\"type\":\"RUN_FINISHED\",\"threadId\":\"t\",\"runId\":\"{text}\"}}\n\n"
        )
    };
    let runs = |texts: &[&str]| texts.iter().map(|text| run(text)).collect::<String>();
    let (one, two) = (runs(&["one", "two", "three"]), runs(&["one", "three"]));
    let id = "ag-ui-stream";
    for options in [Options::default(), exact()] {
        let found = diff((one.as_bytes(), id), (two.as_bytes(), id), &options).unwrap();
        let paths: Vec<_> = found.found.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(paths, ["/1"], "{}", found.lines());
    }
}
