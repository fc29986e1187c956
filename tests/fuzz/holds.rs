//! What holds for any bytes at all. The first bytes choose formats, the rest is the input. `tests/hostile.rs` tries it
//! with captures that were damaged, the fuzz targets with whatever they come upon.

use std::io::{self, Cursor, Read};

use chatwire::codec::{Shape, WireFormat};
use chatwire::engine::compare::{Listeners, Options, Reading, compare};
use chatwire::engine::detect::everything;
use chatwire::engine::input::Input;
use chatwire::engine::target::Target;
use chatwire::engine::transcode::{Job, Refusal, transcode};
use chatwire::formats;
use chatwire::framing::{Fault, Framing, Position, RawFrame, Sink, decoder};
use chatwire::ir::Tape;
use chatwire::report::to_json;
use chatwire::{Policy, validate as search};

/// Tries something with any bytes.
type Try = fn(&[u8]);

/// What is tried, by name.
pub(crate) const ALL: &[(&str, Try)] = &[
    ("framing", framing),
    ("read", read),
    ("transcode", transcode_pairs),
    ("recur", recur),
    ("validate", validate),
    ("diff", diff),
];

const MAX_FRAME: usize = 1 << 16;

/// Frames are the same however the bytes are cut.
pub(crate) fn framing(data: &[u8]) {
    let Some((size, bytes)) = data.split_first() else { return };
    for framing in [Framing::Sse, Framing::Ndjson, Framing::Json] {
        let whole = frames(framing, bytes, bytes.len().max(1));
        assert_eq!(frames(framing, bytes, usize::from(*size).max(1)), whole, "{framing} in pieces of {size}");
    }
}

/// Whatever can be read can be told, and read again: `native-stream` of a reader has no fault of its own.
pub(crate) fn read(data: &[u8]) {
    let Some((from, bytes)) = format(data) else { return };
    if from.family == "native" {
        // A format to itself is a copy.
        return;
    }
    let (text, _) = run(bytes, &job(from, "native-stream"));
    for line in text.lines() {
        let mut tape = Tape::default();
        assert!(tape.fill(line).is_ok(), "{} reads as what is no JSON: {line}", from.id);
    }
    let (_, report) = run(text.as_bytes(), &job(chosen("native-stream"), "native"));
    let fault =
        report.lines().find(|line| line.contains("\"severity\":\"error\"") && line.contains("native/"));
    assert!(fault.is_none(), "{}: {}\n{text}", from.id, fault.unwrap_or(""));
}

/// Any format becomes any other; documents are JSON.
pub(crate) fn transcode_pairs(data: &[u8]) {
    let Some((from, rest)) = format(data) else { return };
    let Some((to, bytes)) = format(rest) else { return };
    let (text, _) = run(bytes, &job(from, to.id));
    if to.shape != Shape::Stream && from.id != to.id {
        let mut values =
            serde_json::Deserializer::from_str(&text).into_iter::<Box<serde_json::value::RawValue>>();
        let fault = values.find_map(Result::err);
        assert!(
            fault.is_none(),
            "{} to {}: {}: {text}",
            from.id,
            to.id,
            fault.map_or(String::new(), |it| it.to_string())
        );
    }
}

/// Bytes and reports are the same with and without the memory of recurring frames.
pub(crate) fn recur(data: &[u8]) {
    let Some((from, rest)) = format(data) else { return };
    let Some((to, bytes)) = format(rest) else { return };
    let with = job(from, to.id);
    let without = Job { recur: false, ..with.clone() };
    assert_eq!(run(bytes, &with), run(bytes, &without), "{} to {}", from.id, to.id);
}

/// A search for faults ends, and says the same each time.
pub(crate) fn validate(data: &[u8]) {
    let found = || {
        let policy = Policy { strict: true, ..Policy::default() };
        let mut found = Vec::new();
        let format = search(Cursor::new(data.to_vec()), &policy, &mut |one| found.push(to_json("in", &one)));
        (format.ok().map(|format| format.id), found)
    };
    assert_eq!(found(), found());
}

/// An input says the same as itself, leaf by leaf.
pub(crate) fn diff(data: &[u8]) {
    let Some((from, bytes)) = format(data) else { return };
    let reading = Reading { from: vec![from], max_frame: MAX_FRAME };
    let Ok(inputs) = [(); 2].map(|()| input(bytes)).into_iter().collect::<io::Result<Vec<_>>>() else {
        return;
    };
    let Ok([left, right]) = <[Input; 2]>::try_from(inputs) else { return };
    let mut options = Options::default();
    options.scope.exact = true;
    let mut listeners = Listeners {
        difference: &mut |one| panic!("{} differs from itself: {one:?}", from.id),
        fault: &mut |_, _| {},
    };
    // What cannot be read cannot be compared.
    let _ = compare([(left, reading.clone()), (right, reading)], &options, &mut listeners);
}

/// The format that the first byte chooses, and the rest.
fn format(data: &[u8]) -> Option<(&'static WireFormat, &[u8])> {
    let (first, rest) = data.split_first()?;
    let all = everything();
    Some((all[usize::from(*first) % all.len()], rest))
}

fn chosen(id: &str) -> &'static WireFormat {
    formats::by_id(id).expect("a format")
}

fn job(from: &'static WireFormat, to: &str) -> Job {
    let to = Target::from_name(to).expect("a format");
    Job { from: vec![from], max_frame: MAX_FRAME, ..Job::new(to) }
}

fn input(bytes: &[u8]) -> io::Result<Input> {
    // Gzip is not what is tried here: its library has tests of its own.
    let plain: Box<dyn Read> = if bytes.starts_with(&[0x1f, 0x8b]) {
        Box::new(io::empty())
    } else {
        Box::new(Cursor::new(bytes.to_vec()))
    };
    Input::new("in".to_owned(), plain)
}

/// What is written and what is told.
fn run(bytes: &[u8], job: &Job) -> (String, String) {
    let (mut out, mut report) = (Vec::new(), String::new());
    let Ok(input) = input(bytes) else { return Default::default() };
    let done = transcode(input, job, &mut out, &mut |one| report.push_str(&(to_json("in", &one) + "\n")));
    assert!(!matches!(done, Err(Refusal::Io(_))), "memory can be read and written");
    // A copy has the bytes of the capture, broken ones too.
    let copies = matches!(job.to, Target::Format(to) if to.id == job.from[0].id);
    assert!(copies || str::from_utf8(&out).is_ok(), "all that is written is text");
    (String::from_utf8_lossy(&out).into_owned(), report)
}

/// Frames and faults, as they come.
#[derive(Default)]
struct Heard(Vec<String>);

impl Sink for Heard {
    fn frame(&mut self, frame: RawFrame<'_>) {
        let RawFrame { payload, name, record, at, sentinel, text } = frame;
        assert!(text.is_empty() || text.as_bytes() == payload, "{text:?}");
        self.0.push(format!("{payload:?} {name:?} {record:?} {at:?} {sentinel}"));
    }

    fn open(&mut self, at: Position) {
        self.0.push(format!("[ {at:?}"));
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        self.0.push(format!("{index} {:?} {:?}", frame.payload, frame.at));
    }

    fn close(&mut self, at: Position) {
        self.0.push(format!("] {at:?}"));
    }

    fn fault(&mut self, fault: Fault) {
        self.0.push(format!("{fault:?}"));
    }
}

fn frames(framing: Framing, bytes: &[u8], size: usize) -> Vec<String> {
    let (mut heard, mut decoder) = (Heard::default(), decoder(framing, 4096));
    bytes.chunks(size).for_each(|piece| decoder.feed(piece, &mut heard));
    decoder.finish(&mut heard);
    heard.0
}
