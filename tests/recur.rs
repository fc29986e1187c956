//! Recurring frames go past the reader. With and without that, bytes and reports are the same: on every capture, on
//! captures whose frames come again with other values, and on broken ones.
#![allow(clippy::unwrap_used, reason = "this is test code, which the lint does not see")]

mod common;

use chatwire::codec::Shape;
use chatwire::ir::Tape;
use common::{Case, corpus, run_recur, specimens, validate_recur};

/// A small generator of numbers, the same on each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }
}

const VALUES: &[&str] = &[
    "\"x\"",
    "\"\"",
    "\"\\n\"",
    "\"\\ud83d\"",
    "\"\\ude00\"",
    "\"é\"",
    "\"a longer text, 'as' it may come\"",
    "0",
    "1",
    "2",
    "-1",
    "1.5e3",
    "12345678901234567890123",
    "null",
    "true",
    "\"function\"",
    "\"text\"",
    "\"assistant\"",
    "{}",
    "[]",
    "[0]",
];

fn captures() -> Vec<Case> {
    let mut all = corpus(true);
    all.extend(specimens());
    // An empty capture has nothing that can come again.
    all.retain(|case| case.format.shape == Shape::Stream && !case.bytes().is_empty());
    all
}

/// Targets: the format itself, and all that say the rest differently.
const TARGETS: &[&str] = &[
    "openai-stream",
    "anthropic-stream",
    "vercel-stream",
    "ag-ui-stream",
    "agenta-stream",
    "native-stream",
    "native",
    "fold",
];

#[track_caller]
fn check(name: &str, bytes: &[u8], from: &str, to: &str) {
    let (with, without) = (run_recur(bytes, from, to, true), run_recur(bytes, from, to, false));
    if with.out == without.out && with.report() == without.report() && with.failed == without.failed {
        return;
    }
    let lines = |ran: &common::Ran| -> Vec<String> {
        format!("{}\n{}", ran.out, ran.report()).lines().map(str::to_owned).collect()
    };
    let (left, right) = (lines(&with), lines(&without));
    let first = left.iter().zip(&right).find(|(left, right)| left != right);
    panic!(
        "{name} to {to}:\n  with: {:?}\n  without: {:?}\n{}",
        first.map(|pair| pair.0),
        first.map(|pair| pair.1),
        String::from_utf8_lossy(bytes)
    );
}

/// `validate` finds the same.
#[track_caller]
fn check_found(name: &str, bytes: &[u8], from: &str) {
    let (with, without) = (validate_recur(bytes, from, true), validate_recur(bytes, from, false));
    let first = with.lines().map(Some).chain([None]).zip(without.lines().map(Some).chain([None]));
    if let Some((with, without)) = first.into_iter().find(|(with, without)| with != without) {
        let capture = String::from_utf8_lossy(bytes);
        panic!("{name}:\n  with: {with:?}\n  without: {without:?}\n{capture}");
    }
}

/// The frames of a capture: SSE events or lines.
fn frames(text: &str) -> (Vec<String>, &'static str) {
    let text = text.replace("\r\n", "\n");
    if text.trim_start().starts_with('{') {
        return (text.lines().map(str::to_owned).collect(), "\n");
    }
    (text.split("\n\n").filter(|frame| !frame.is_empty()).map(str::to_owned).collect(), "\n\n")
}

/// The frame with some of its strings and numbers replaced: by values that matter, or by others of the frame.
fn varied(frame: &str, dice: &mut Dice) -> String {
    let Some(start) = frame.find('{') else { return frame.to_owned() };
    let (head, mut text) = (&frame[..start], frame[start..].to_owned());
    for _ in 0..=dice.below(2) {
        let mut tape = Tape::default();
        if tape.fill(&text).is_err() {
            break;
        }
        let view = tape.view(&text);
        let root = view.root();
        let mut spans: Vec<_> = root.idle().map(|value| (value.offset(), value.verbatim().len())).collect();
        for (word, most) in [(":null", 4), (":\"\"", 2)] {
            spans.extend(text.match_indices(word).take(2).map(|(at, _)| (at + 1, most)));
        }
        if spans.is_empty() {
            break;
        }
        // Long strings and late ones are what varies in a real stream.
        let most = spans.iter().copied().max_by_key(|span| span.1).unwrap();
        let pick = if dice.below(2) == 0 { most } else { spans[dice.below(spans.len())] };
        let other = spans[dice.below(spans.len())];
        let new = match dice.below(4) {
            0 => text[other.0..other.0 + other.1].to_owned(),
            1 => format!("\"t{}\"", dice.below(1000)),
            _ => VALUES[dice.below(VALUES.len())].to_owned(),
        };
        text.replace_range(pick.0..pick.0 + pick.1, &new);
    }
    format!("{head}{text}")
}

/// The event with other lines above its data, or other line ends.
fn framed(event: &str, dice: &mut Dice) -> String {
    const ABOVE: &[&str] = &["id: 1\n", "id: 2\n", "event: x\n", "event:\n", ": note\n", "retry: 5\n", "\n"];
    match dice.below(4) {
        0 => event.replacen("data: ", "data:", 1),
        1 => event.replace('\n', "\r\n"),
        _ => format!("{}{event}", ABOVE[dice.below(ABOVE.len())]),
    }
}

/// A capture whose frames stutter, with other values in them.
fn stuttered(text: &str, dice: &mut Dice) -> String {
    let (frames, end) = frames(text);
    let mut out = String::new();
    for frame in frames.iter().take(60) {
        let copies = 1 + dice.below(6);
        let mut last = frame.clone();
        for copy in 0..copies {
            if copy > 0 || dice.below(8) == 0 {
                last = varied(if dice.below(3) == 0 { frame } else { &last }, dice);
            }
            if end.len() == 2 && dice.below(4) == 0 {
                // What an event is given, those behind it may have too.
                last = framed(&last, dice);
            }
            out.push_str(&last);
            out.push_str(end);
            if dice.below(6) == 0 {
                out.push_str(&frames[dice.below(frames.len())]);
                out.push_str(end);
            }
        }
    }
    out
}

#[test]
fn captures_give_the_same() {
    for case in captures() {
        check_found(&case.name(), &case.bytes(), case.format.id);
        for to in TARGETS {
            check(&case.name(), &case.bytes(), case.format.id, to);
        }
    }
}

#[test]
fn lines_above_the_data_count() {
    let event = |text: &str| {
        let delta = format!(r#"{{"choices":[{{"index":0,"delta":{{"content":"{text}"}}}}]}}"#);
        format!("id: 1\nevent: x\ndata: {delta}\n\n")
    };
    let broken = "data: {\"choices\n\n".to_owned();
    let stream = ["a", "b", "c", "d"].map(event).concat() + &broken;
    assert!(run_recur(stream.as_bytes(), "openai-stream", "native-stream", true).report().contains("17"));
    check("lines above", stream.as_bytes(), "openai-stream", "native-stream");
}

#[test]
fn stuttering_captures_give_the_same() {
    let rounds: u64 = std::env::var("CHATWIRE_ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(2);
    for round in 0..rounds {
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15 ^ (round + 1).wrapping_mul(0x1234_5678_9abc_def1));
        for case in captures() {
            let text = String::from_utf8_lossy(&case.bytes()).into_owned();
            let stream = stuttered(&text, &mut dice);
            let to = TARGETS[dice.below(TARGETS.len())];
            let name = format!("{} (round {round})", case.name());
            check(&name, stream.as_bytes(), case.format.id, to);
            check_found(&name, stream.as_bytes(), case.format.id);
        }
    }
}

#[test]
fn broken_captures_give_the_same() {
    let mut dice = Dice(42);
    for case in captures() {
        let text = String::from_utf8_lossy(&case.bytes()).into_owned();
        let mut bytes = stuttered(&text, &mut dice).into_bytes();
        for _ in 0..1 + bytes.len() / 400 {
            let at = dice.below(bytes.len());
            match dice.below(4) {
                0 => bytes[at] = b"\"\\{}[],:0x\x01\xff\n"[dice.below(13)],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"\"\\{}[],:0x\x80\n"[dice.below(12)]),
                _ => bytes[at] ^= 0x80,
            }
        }
        check(&case.name(), &bytes, case.format.id, "native-stream");
        check_found(&case.name(), &bytes, case.format.id);
    }
}
