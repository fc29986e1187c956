//! Bytes a second of each lane: `cargo bench`, or `cargo bench -- fold` for those of one name.
//!
//! The input is made here, the same on each run: replies of some hundred deltas, in every family that has a stream.
//! `recur` says whether frames like earlier ones go past the reader; both give the same bytes.
#![allow(clippy::unwrap_used, reason = "this is no part of the program")]

use std::io::Cursor;

use chatwire::engine::input::Input;
use chatwire::engine::target::{Target, sources};
use chatwire::engine::transcode::{Job, transcode};
use chatwire::framing::{Decode, Fault, Framing, Position, RawFrame, Sink, decoder};
use divan::Bencher;
use divan::counter::BytesCount;

const FAMILIES: [&str; 6] =
    ["openai-stream", "anthropic-stream", "vercel-stream", "ag-ui-stream", "agenta-stream", "native-stream"];
const TURNS: usize = 60;
const DELTAS: usize = 200;

fn main() {
    divan::main();
}

/// Replies as OpenAI streams them: text, a call in each third, and usage.
fn openai() -> String {
    let mut out = String::new();
    for turn in 0..TURNS {
        let mut chunk = |rest: &str| {
            let head = format!(r#""id":"chatcmpl-{turn}","object":"chat.completion.chunk","created":{turn}"#);
            out.push_str(&format!("data: {{{head},\"model\":\"m\",{rest}}}\n\n"));
        };
        let mut delta = |delta: &str, finish: &str| {
            chunk(&format!(r#""choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]"#));
        };
        delta(r#"{"role":"assistant","content":""}"#, "null");
        for word in 0..DELTAS {
            delta(&format!(r#"{{"content":" word{}\n"}}"#, word * 7919 % 1000), "null");
        }
        if turn % 3 == 0 {
            let head =
                r#"{"index":0,"id":"call_1","type":"function","function":{"name":"look","arguments":""}}"#;
            delta(&format!(r#"{{"tool_calls":[{head}]}}"#), "null");
            for piece in [r#"{\"a\":"#, r#"\"b c\""#, "}"] {
                let piece = format!(r#"{{"index":0,"function":{{"arguments":"{piece}"}}}}"#);
                delta(&format!(r#"{{"tool_calls":[{piece}]}}"#), "null");
            }
        }
        delta("{}", if turn % 3 == 0 { "\"tool_calls\"" } else { "\"stop\"" });
        chunk(r#""choices":[],"usage":{"prompt_tokens":9,"completion_tokens":200,"total_tokens":209}"#);
        out.push_str("data: [DONE]\n\n");
    }
    out
}

fn run(bytes: &[u8], from: &str, to: &str, recur: bool) -> Vec<u8> {
    let to = if to == "fold" { Target::Fold(None) } else { Target::from_name(to).unwrap() };
    let job = Job { from: sources(from), recur, ..Job::new(to) };
    let mut out = Vec::new();
    let input = Input::new("bench".to_owned(), Box::new(Cursor::new(bytes.to_vec()))).unwrap();
    drop(transcode(input, &job, &mut out, &mut |_| ()));
    out
}

fn stream(family: &str) -> Vec<u8> {
    let openai = openai();
    if family == "openai-stream" {
        openai.into_bytes()
    } else {
        run(openai.as_bytes(), "openai-stream", family, true)
    }
}

fn lane(bencher: Bencher<'_, '_>, from: &str, to: &str, recur: bool) {
    let bytes = stream(from);
    bencher.counter(BytesCount::of_slice(&bytes)).bench_local(|| run(&bytes, from, to, recur));
}

/// Counts frames.
struct Count(usize);

impl Sink for Count {
    fn frame(&mut self, _frame: RawFrame<'_>) {
        self.0 += 1;
    }
    fn open(&mut self, _at: Position) {}
    fn element(&mut self, _index: u64, _frame: RawFrame<'_>) {
        self.0 += 1;
    }
    fn close(&mut self, _at: Position) {}
    fn fault(&mut self, _fault: Fault) {}
}

#[divan::bench(args = [Framing::Sse, Framing::Ndjson])]
fn framing(bencher: Bencher<'_, '_>, framing: &Framing) {
    let bytes = stream(if *framing == Framing::Sse { "openai-stream" } else { "agenta-stream" });
    bencher.counter(BytesCount::of_slice(&bytes)).bench_local(|| {
        let mut sink = Count(0);
        let mut decode: Box<dyn Decode> = decoder(*framing, 1 << 24);
        decode.feed(&bytes, &mut sink);
        decode.finish(&mut sink);
        sink.0
    });
}

#[divan::bench(args = FAMILIES)]
fn reader(bencher: Bencher<'_, '_>, family: &str) {
    lane(bencher, family, "native-stream", false);
}

#[divan::bench(args = FAMILIES)]
fn reader_recur(bencher: Bencher<'_, '_>, family: &str) {
    lane(bencher, family, "native-stream", true);
}

#[divan::bench(args = FAMILIES)]
fn writer(bencher: Bencher<'_, '_>, family: &str) {
    lane(bencher, "native-stream", family, true);
}

#[divan::bench(args = FAMILIES)]
fn fold(bencher: Bencher<'_, '_>, family: &str) {
    lane(bencher, family, "fold", true);
}

/// A stream to its own format: copied, and read for its faults.
#[divan::bench(args = FAMILIES)]
fn copy(bencher: Bencher<'_, '_>, family: &str) {
    lane(bencher, family, family, true);
}

#[divan::bench(args = [("openai-stream", "anthropic-stream"), ("openai-stream", "vercel-stream"), ("anthropic-stream", "openai-stream"), ("ag-ui-stream", "vercel-stream")])]
fn whole(bencher: Bencher<'_, '_>, (from, to): &(&str, &str)) {
    lane(bencher, from, to, true);
}
