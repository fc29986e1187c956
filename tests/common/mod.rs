//! What the integration tests share: the corpus, and running the engine on bytes in memory.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "this is test code, which the lint does not see")]

use std::fs;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};

use chatwire::codec::WireFormat;
use chatwire::engine::detect::everything;
use chatwire::engine::input::Input;
use chatwire::engine::target::{Target, sources};
use chatwire::engine::transcode::{Job, Refusal, transcode};
use chatwire::engine::validate::{Search, validate};
use chatwire::formats;
use chatwire::ir::{Kind, Tape, Value};
use chatwire::report::{Diagnostic, to_json};

/// What a run of the engine came to.
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) found: Vec<Diagnostic>,
    /// `None` where it could not run.
    pub(crate) failed: Option<bool>,
}

impl Ran {
    /// The findings, one a line.
    pub(crate) fn report(&self) -> String {
        self.found.iter().map(|found| to_json("in", found) + "\n").collect()
    }
}

/// Runs the engine on bytes; `from` is empty where the format is to be found out.
pub(crate) fn run(bytes: &[u8], from: &str, to: &str) -> Ran {
    run_reader(Box::new(Cursor::new(bytes.to_vec())), from, to)
}

/// Runs the engine on bytes that come in pieces of this size.
pub(crate) fn run_pieces(bytes: &[u8], size: usize, from: &str, to: &str) -> Ran {
    run_reader(Box::new(Pieces { bytes: bytes.to_vec(), at: 0, size }), from, to)
}

/// Runs the engine on bytes with `--carry`; `to` is a format or a family.
pub(crate) fn run_carrying(bytes: &[u8], from: &str, to: &str) -> Ran {
    run_job(Box::new(Cursor::new(bytes.to_vec())), (from, to), How { carry: true, ..How::default() })
}

/// The same for bytes that come in pieces of this size.
pub(crate) fn run_carrying_pieces(bytes: &[u8], size: usize, from: &str, to: &str) -> Ran {
    let pieces = Box::new(Pieces { bytes: bytes.to_vec(), at: 0, size });
    run_job(pieces, (from, to), How { carry: true, ..How::default() })
}

/// Runs the engine on bytes, with or without the memory of recurring frames.
pub(crate) fn run_recur(bytes: &[u8], from: &str, to: &str, recur: bool) -> Ran {
    run_job(Box::new(Cursor::new(bytes.to_vec())), (from, to), How { recur, ..How::default() })
}

/// What `validate` finds, one a line; with or without the memory of recurring frames.
pub(crate) fn validate_recur(bytes: &[u8], from: &str, recur: bool) -> String {
    let search = Search { from: sources(from), max_frame: 64 << 20, excerpts: true, recur };
    let input = Input::new("in".to_owned(), Box::new(Cursor::new(bytes.to_vec()))).unwrap();
    let mut found = String::new();
    drop(validate(input, &search, &mut |one| found.push_str(&format!("{} {one:?}\n", to_json("in", &one)))));
    found
}

/// Runs the engine on bytes, on so many cores.
pub(crate) fn run_cores(bytes: &[u8], from: &str, to: &str, cores: usize) -> Ran {
    run_job(Box::new(Cursor::new(bytes.to_vec())), (from, to), How { cores, ..How::default() })
}

/// Runs the engine on bytes, and indents documents.
pub(crate) fn run_pretty(bytes: &[u8], from: &str, to: &str) -> Ran {
    run_job(Box::new(Cursor::new(bytes.to_vec())), (from, to), How { pretty: true, ..How::default() })
}

fn run_reader(reader: Box<dyn Read>, from: &str, to: &str) -> Ran {
    run_job(reader, (from, to), How::default())
}

/// How the engine is to run.
struct How {
    carry: bool,
    cores: usize,
    recur: bool,
    pretty: bool,
}

impl Default for How {
    fn default() -> Self {
        Self { carry: false, cores: 1, recur: true, pretty: false }
    }
}

fn run_job(reader: Box<dyn Read>, (from, to): (&str, &str), how: How) -> Ran {
    let target = if to == "fold" { Target::Fold(None) } else { Target::from_name(to).expect(to) };
    let from = if from.is_empty() { everything() } else { sources(from) };
    let How { carry, cores, recur, pretty } = how;
    let job = Job { from, pretty, carry, max_frame: 64 << 20, cores, recur, ..Job::new(target) };
    let (mut out, mut found) = (Vec::new(), Vec::new());
    let input = Input::new("in".to_owned(), reader).unwrap();
    let done = transcode(input, &job, &mut out, &mut |one| found.push(one));
    let failed = match done {
        Ok(outcome) => Some(outcome.failed),
        Err(Refusal::Io(error)) => panic!("{error}"),
        Err(Refusal::Empty | Refusal::Unknown(..)) => None,
    };
    Ran { out: String::from_utf8(out).unwrap(), found, failed }
}

struct Pieces {
    bytes: Vec<u8>,
    at: usize,
    size: usize,
}

impl Read for Pieces {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.size.min(buf.len()).min(self.bytes.len() - self.at);
        buf[..n].copy_from_slice(&self.bytes[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// A file of the corpus with the format its place says.
pub(crate) struct Case {
    pub(crate) path: PathBuf,
    pub(crate) format: &'static WireFormat,
    pub(crate) accepted: bool,
}

impl Case {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap()
    }

    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }
}

/// The corpus files of the formats that the table has; `bad` ones only if asked for.
pub(crate) fn corpus(bad: bool) -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let case = |line: &str| {
        let mut columns = line.split('\t');
        let path = columns.next()?;
        let wanted = !path.starts_with("later/") && (bad || !path.starts_with("bad/"));
        let format = formats::by_id(columns.next()?).filter(|_| wanted)?;
        Some(Case { path: root.join(path), format, accepted: line.ends_with("\taccept") })
    };
    manifest.lines().skip(1).filter_map(case).collect()
}

/// The specimens: every field of every format, of those the table has.
pub(crate) fn specimens() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/specimens");
    let mut cases = Vec::new();
    for entry in fs::read_dir(root).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if let Some(format) = formats::by_id(name.split('.').next().unwrap()) {
            cases.push(Case { path, format, accepted: true });
        }
    }
    cases.sort_by(|a, b| a.path.cmp(&b.path));
    cases
}

/// Names of the captures of wires that are none of ours.
pub(crate) fn strangers() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let manifest = fs::read_to_string(root.join("MANIFEST.tsv")).unwrap();
    let paths = manifest.lines().filter_map(|line| line.split('\t').next());
    paths.filter(|path| path.starts_with("later/")).map(|path| root.join(path)).collect()
}

/// JSON texts, one a line, brought to one spelling: keys sorted, escapes undone, no white space; numbers as they are.
pub(crate) fn canonical(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.trim_start_matches('\u{feff}').trim();
    while !rest.is_empty() {
        let mut stream =
            serde_json::Deserializer::from_str(rest).into_iter::<Box<serde_json::value::RawValue>>();
        let value = stream.next().unwrap().unwrap_or_else(|error| panic!("{error}: {rest:.80}"));
        let mut tape = Tape::default();
        tape.fill(value.get()).unwrap();
        spell(tape.view(value.get()).root(), &mut out);
        out.push('\n');
        rest = rest[stream.byte_offset()..].trim_start();
    }
    out
}

fn spell(value: Value<'_>, out: &mut String) {
    match value.kind() {
        Kind::Object => {
            let mut members: Vec<_> = value.members().collect();
            members.sort_by_key(|(key, _)| key.decode().into_owned());
            out.push('{');
            for (key, value) in members {
                out.push_str(&format!("{:?}:", key.decode()));
                spell(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Kind::Array => {
            out.push('[');
            for value in value.elements() {
                spell(value, out);
                out.push(',');
            }
            out.push(']');
        }
        Kind::String => out.push_str(&format!("{:?}", value.token().unwrap().decode())),
        Kind::Null | Kind::Bool | Kind::Number => out.push_str(value.peek()),
    }
}
