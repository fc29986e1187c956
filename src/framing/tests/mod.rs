//! A log of sink calls, one line each, and the test that any cutting gives the same log.

mod json;
mod ndjson;
mod sniff;
mod sse;
mod taken;

use super::{Extent, Fault, FaultSeverity, Framing, Open, Position, RawFrame, Sink, decoder};

/// Large enough for every test that is not about it.
const MAX: usize = 1 << 20;

#[derive(Default)]
struct Log(Vec<String>, Vec<Position>);

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).replace('\r', "\\r").replace('\n', "\\n")
}

fn place(at: Position) -> String {
    format!("{}:{}+{}", at.frame, at.line, at.offset)
}

fn show(frame: RawFrame<'_>) -> String {
    let mut line = format!("{} {}", place(frame.at), text(frame.payload));
    if let Some(name) = frame.name {
        line += &format!(" name={}", text(name));
    }
    if frame.record != frame.payload {
        line += &format!(" record={}", text(frame.record));
    }
    if frame.sentinel {
        line += " sentinel";
    }
    line
}

impl Sink for Log {
    fn frame(&mut self, frame: RawFrame<'_>) {
        self.1.push(frame.at);
        self.0.push(show(frame));
    }

    fn open(&mut self, at: Position) {
        self.0.push(format!("open {}", place(at)));
    }

    fn element(&mut self, index: u64, frame: RawFrame<'_>) {
        self.1.push(frame.at);
        self.0.push(format!("[{index}] {}", show(frame)));
    }

    fn close(&mut self, at: Position) {
        self.0.push(format!("close {}", place(at)));
    }

    fn fault(&mut self, fault: Fault) {
        let severity = match fault.severity {
            FaultSeverity::Warning => "warning",
            FaultSeverity::Error => "error",
        };
        let fatal = if fault.fatal { " fatal" } else { "" };
        self.0.push(format!("{severity} {} {}{fatal}: {}", place(fault.at), fault.rule, fault.message));
    }
}

/// The log of these blocks.
fn log_of<'a>(framing: Framing, max: usize, blocks: impl IntoIterator<Item = &'a [u8]>) -> Vec<String> {
    let mut log = Log::default();
    let mut decoder = decoder(framing, max);
    for block in blocks {
        decoder.feed(block, &mut log);
    }
    decoder.finish(&mut log);
    log.0
}

/// Lines and offsets of frames agree, and the offset is where the frame begins.
fn check_places(framing: Framing, bytes: &[u8]) {
    let mut log = Log::default();
    let mut decoder = decoder(framing, MAX);
    decoder.feed(bytes, &mut log);
    decoder.finish(&mut log);
    for at in log.1 {
        let (head, tail) = bytes.split_at(at.offset as usize);
        let head = String::from_utf8_lossy(head).replace("\r\n", "\n");
        let cr = if framing == Framing::Sse { head.matches('\r').count() } else { 0 };
        assert_eq!(head.matches('\n').count() + cr + 1, at.line as usize, "{at:?} in {}", text(bytes));
        let starts: &[&[u8]] = match framing {
            Framing::Sse => &[b"data", b"event", b"id", b"{", b"[DONE]"],
            Framing::Ndjson | Framing::Json => &[b""],
        };
        assert!(starts.iter().any(|start| tail.starts_with(start)), "{at:?} in {}", text(bytes));
        assert!(!tail[0].is_ascii_whitespace(), "{at:?} in {}", text(bytes));
    }
}

/// The log of these bytes, whole; any cutting must give the same.
fn log(framing: Framing, max: usize, bytes: &[u8]) -> Vec<String> {
    let whole = log_of(framing, max, [bytes]);
    check_places(framing, bytes);
    for size in [1, 2, 3, 5, 7] {
        let cut = log_of(framing, max, bytes.chunks(size));
        assert_eq!(cut, whole, "in blocks of {size}: {}", text(bytes));
    }
    for at in 0..bytes.len() {
        let (head, tail) = bytes.split_at(at);
        assert_eq!(log_of(framing, max, [head, &[], tail]), whole, "cut at {at}: {}", text(bytes));
    }
    whole
}

#[track_caller]
fn check(framing: Framing, input: &str, expected: &[&str]) {
    assert_eq!(log(framing, MAX, input.as_bytes()), expected, "{}", text(input.as_bytes()));
}

mod cutting {
    use super::{Framing, MAX, log_of};
    use proptest::prelude::*;

    /// Pieces that make trouble beside each other.
    const PIECES: &[&str] = &[
        "data: ",
        "data:",
        "event: a",
        "id: 1",
        ": c",
        "retry: 3",
        "\n",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "\\",
        ",",
        ":",
        " ",
        "1",
        "tru",
        "e",
        "{\"a\":1}",
        "{\"b\":[{}]}",
        "\"x\\\"{\"",
        "[DONE]",
        "D",
        "\u{1e}",
        "\u{feff}",
        "é",
        "ping",
        "* Connected",
        "< X: y",
        "{ [5 bytes data]",
        "HTTP/2 200",
        "junk",
        "[]",
        "  % Total    % Received",
        "100  5  0 --:--:-- --:--:-- --:--:--  5",
    ];

    fn input() -> impl Strategy<Value = String> {
        prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn gives_the_same_calls(input in input(), sizes in prop::collection::vec(1usize..9, 1..6), small in any::<bool>()) {
            let max = if small { 12 } else { MAX };
            for framing in Framing::ALL {
                let whole = log_of(framing, max, [input.as_bytes()]);
                let (mut blocks, mut rest, mut turn) = (Vec::new(), input.as_bytes(), 0);
                while !rest.is_empty() {
                    let (head, tail) = rest.split_at(sizes[turn % sizes.len()].min(rest.len()));
                    blocks.push(head);
                    (rest, turn) = (tail, turn + 1);
                }
                prop_assert_eq!(log_of(framing, max, blocks), whole);
            }
        }
    }
}
