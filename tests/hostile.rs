//! What holds for any bytes, tried with captures that were damaged. `PROPTEST_CASES=100000` tries longer;
//! `tests/fuzz` tries the same with a fuzzer.

#[path = "fuzz/holds.rs"]
mod holds;

mod common;

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use chatwire::{Conversion, Policy};
use common::{corpus, specimens};
use proptest::prelude::*;

/// Captures and specimens that are short enough to be tried often.
static CAPTURES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let all = corpus(true).into_iter().chain(specimens());
    all.filter_map(|case| fs::read(case.path).ok()).filter(|bytes| bytes.len() < 20_000).collect()
});

/// What is done to a capture, at a place from 0 to 1.
#[derive(Clone, Debug)]
enum Damage {
    Cut(f64),
    Drop(f64, usize),
    Twice(f64, usize),
    Byte(f64, u8),
    Put(f64, &'static str),
    Splice(f64, usize, f64),
}

/// Pieces that readers must not stumble over.
const PIECES: &[&str] = &[
    "\n",
    "\r",
    "\n\n",
    "data: ",
    "event: x\n",
    "[DONE]",
    "[",
    "]",
    "{",
    "}",
    "\"",
    ",",
    ":",
    "null",
    "1e400",
    "\\ud83d",
    "\u{feff}",
    "{}",
    "[]",
    "\"type\":",
    "\"id\":\"a\",",
    "-0",
    "\u{0}",
    "\\",
    "\u{1f}\u{8b}",
];

fn damage() -> impl Strategy<Value = Damage> {
    let place = || 0.0..1.0f64;
    prop_oneof![
        place().prop_map(Damage::Cut),
        (place(), 1..200usize).prop_map(|(at, n)| Damage::Drop(at, n)),
        (place(), 1..400usize).prop_map(|(at, n)| Damage::Twice(at, n)),
        (place(), any::<u8>()).prop_map(|(at, byte)| Damage::Byte(at, byte)),
        (place(), proptest::sample::select(PIECES)).prop_map(|(at, piece)| Damage::Put(at, piece)),
        (place(), any::<usize>(), place()).prop_map(|(at, other, from)| Damage::Splice(at, other, from)),
    ]
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a place"
)]
fn place(bytes: &[u8], at: f64) -> usize {
    (bytes.len() as f64 * at) as usize
}

fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        match damage {
            Damage::Cut(at) => bytes.truncate(place(&bytes, *at)),
            Damage::Drop(at, n) => {
                let at = place(&bytes, *at);
                bytes.drain(at..(at + n).min(bytes.len()));
            }
            Damage::Twice(at, n) => {
                let at = place(&bytes, *at);
                let piece = bytes[at..(at + n).min(bytes.len())].to_vec();
                bytes.splice(at..at, piece);
            }
            Damage::Byte(at, byte) => {
                let at = place(&bytes, *at);
                if let Some(old) = bytes.get_mut(at) {
                    *old = *byte;
                }
            }
            Damage::Put(at, piece) => {
                let at = place(&bytes, *at);
                bytes.splice(at..at, piece.bytes());
            }
            Damage::Splice(at, other, from) => {
                let other = &CAPTURES[other % CAPTURES.len()];
                let at = place(&bytes, *at);
                bytes.splice(at.., other[place(other, *from)..].iter().copied());
            }
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn holds_for_any_bytes(
        capture in any::<prop::sample::Index>(),
        damages in prop::collection::vec(damage(), 0..5),
        formats in any::<[u8; 2]>(),
    ) {
        let bytes = damaged(capture.get(&CAPTURES).clone(), &damages);
        let input = [&formats[..], &bytes].concat();
        for (_, holds) in holds::ALL {
            holds(&input);
        }
        holds::validate(&bytes);
    }
}

/// A few hundred, unless the environment says how many.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256)
}

/// An input that has `n` of one thing.
type Make = fn(usize) -> String;

/// Inputs that are made to be costly: a name, what they are in and go to, how they are made. `benches/worst.py` has more.
const COSTLY: &[(&str, [&str; 2], Make)] = &[
    ("open texts", ["vercel-stream", "anthropic-stream"], open_texts),
    ("calls of one reply", ["openai-stream", "anthropic-stream"], calls_of_one_reply),
    ("choices in one frame", ["openai-stream", "openai-response"], choices_in_one_frame),
    ("unknown members of one frame", ["openai-stream", "native"], unknown_members),
    ("unknown members of each frame", ["openai-stream", "openai-messages"], repeated_members),
    ("open messages", ["ag-ui-stream", "vercel-stream"], open_messages),
    ("subagents that speak in chunks", ["ag-ui-stream", "native-stream"], subagents),
    ("blocks that are open at once", ["anthropic-stream", "agenta-messages"], open_blocks),
    ("calls and their answers in one reply", ["vercel-stream", "vercel-messages"], answered_calls),
    ("patches of a state", ["ag-ui-stream", "ag-ui-messages"], state_patches),
    ("patches inside an array", ["ag-ui-stream", "ag-ui-messages"], array_patches),
    ("patches of an activity", ["ag-ui-stream", "vercel-stream"], activity_patches),
    ("snapshots of nothing", ["ag-ui-stream", "anthropic-stream"], snapshots),
    ("a state after each of its patches", ["ag-ui-stream", "native-stream"], state_patches),
    ("pieces of metadata", ["vercel-stream", "ag-ui-messages"], metadata),
    ("a call that begins again", ["vercel-stream", "anthropic-messages"], restarts),
    ("calls that begin again", ["vercel-stream", "anthropic-messages"], restarted_calls),
    ("data told anew", ["vercel-stream", "vercel-messages"], data_anew),
    ("steps that end while texts are open", ["vercel-stream", "ag-ui-stream"], open_in_steps),
    ("instructions between", ["openai-messages", "anthropic-messages"], instructions),
    ("calls that are answered at the end", ["openai-messages", "ag-ui-messages"], late_answers),
];

fn each(n: usize, frame: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| frame(i) + "\n").collect()
}

fn open_texts(n: usize) -> String {
    let start = each(n, |i| format!(r#"{{"type":"text-start","id":"t{i}"}}"#));
    let text = each(n, |i| format!(r#"{{"type":"text-delta","id":"t{i}","delta":"a"}}"#));
    let end = each(n, |i| format!(r#"{{"type":"text-end","id":"t{i}"}}"#));
    format!("{{\"type\":\"start\"}}\n{start}{text}{end}{{\"type\":\"finish\"}}\n")
}

fn answered_calls(n: usize) -> String {
    let start = each(n, |i| format!(r#"{{"type":"tool-input-start","toolCallId":"c{i}","toolName":"f"}}"#));
    let input = each(n, |i| {
        format!(r#"{{"type":"tool-input-available","toolCallId":"c{i}","toolName":"f","input":{{}}}}"#)
    });
    let output = each(n, |i| format!(r#"{{"type":"tool-output-available","toolCallId":"c{i}","output":1}}"#));
    format!("{{\"type\":\"start\"}}\n{start}{input}{output}{{\"type\":\"finish\"}}\n")
}

fn chunk(choices: &str) -> String {
    format!(r#"{{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{choices}]}}"#)
}

fn call(i: usize) -> String {
    format!(r#"{{"index":{i},"id":"c{i}","type":"function","function":{{"name":"f","arguments":"{{}}"}}}}"#)
}

fn calls_of_one_reply(n: usize) -> String {
    let calls = each(n, |i| {
        chunk(&format!(r#"{{"index":0,"delta":{{"tool_calls":[{}]}},"finish_reason":null}}"#, call(i)))
    });
    calls + &chunk(r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#) + "\n"
}

fn choices_in_one_frame(n: usize) -> String {
    let choice = |i| format!(r#"{{"index":{i},"delta":{{"content":"x"}},"finish_reason":"stop"}}"#);
    chunk(&(0..n).map(choice).collect::<Vec<_>>().join(",")) + "\n"
}

fn unknown_members(n: usize) -> String {
    let members: String = (0..n).map(|i| format!(r#""x{i}":{i},"#)).collect();
    let chunk = chunk(r#"{"index":0,"delta":{"role":"assistant","content":"x"},"finish_reason":"stop"}"#);
    chunk.replacen('{', &format!("{{{members}"), 1) + "\n"
}

fn repeated_members(n: usize) -> String {
    let members: String = (0..n).map(|i| format!(r#""x{i}":{i},"#)).collect();
    let frame = |end| format!(r#"{{"index":0,"delta":{{"content":"x"}},{members}"finish_reason":{end}}}"#);
    ["null", "null", "null", "\"stop\""].map(|end| chunk(&frame(end)) + "\n").concat()
}

fn run_of(events: &str) -> String {
    let run = r#""threadId":"t","runId":"r"}"#;
    format!("{{\"type\":\"RUN_STARTED\",{run}\n{events}{{\"type\":\"RUN_FINISHED\",{run}\n")
}

fn open_messages(n: usize) -> String {
    let start =
        each(n, |i| format!(r#"{{"type":"TEXT_MESSAGE_START","messageId":"m{i}","role":"assistant"}}"#));
    let text = each(n, |i| format!(r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"m{i}","delta":"a"}}"#));
    let end = each(n, |i| format!(r#"{{"type":"TEXT_MESSAGE_END","messageId":"m{i}"}}"#));
    run_of(&format!("{start}{text}{end}"))
}

fn subagents(n: usize) -> String {
    let chunks = each(n, |i| {
        format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m{i}","subagentRunId":"s{i}","delta":"a"}}"#)
    });
    run_of(&chunks.repeat(2))
}

fn restarts(n: usize) -> String {
    let again = |i| {
        let call = r#""toolCallId":"c","toolName":"f""#;
        let start = format!(r#"{{"type":"tool-input-start",{call}}}"#);
        let input = format!(r#"{{"type":"tool-input-available",{call},"input":{{"i":{i}}}}}"#);
        format!(
            "{start}\n{input}\n{{\"type\":\"tool-output-available\",\"toolCallId\":\"c\",\"output\":{i}}}"
        )
    };
    format!("{{\"type\":\"start\"}}\n{}{{\"type\":\"finish\"}}\n", each(n, again))
}

fn state_patches(n: usize) -> String {
    let delta = |i| {
        format!(
            r#"{{"type":"STATE_DELTA","delta":[{{"op":"add","path":"/k{i}","value":"a value of the state"}}]}}"#
        )
    };
    run_of(&each(n, delta))
}

fn restarted_calls(n: usize) -> String {
    let calls = answered_calls(n);
    let (start, calls) = calls.split_once('\n').expect("lines");
    let calls = calls.rsplit_once("{\"type\":\"finish\"}").expect("an end").0;
    format!("{start}\n{calls}{calls}{{\"type\":\"finish\"}}\n")
}

fn data_anew(n: usize) -> String {
    let data = |i| format!(r#"{{"type":"data-x","id":"d","data":{i},"x{i}":1}}"#);
    format!("{{\"type\":\"start\"}}\n{}{{\"type\":\"finish\"}}\n", each(n, data))
}

fn open_in_steps(n: usize) -> String {
    let text = |i| format!(r#"{{"type":"text-start","id":"t{i}"}}"#);
    let steps = each(n, |_| r#"{"type":"finish-step"}"#.to_owned());
    format!("{{\"type\":\"start\"}}\n{}{steps}{{\"type\":\"finish\"}}\n", each(n, text))
}

fn array_patches(n: usize) -> String {
    let snapshot = format!(r#"{{"type":"STATE_SNAPSHOT","snapshot":[0{}]}}"#, ",0".repeat(n));
    let (from, to) = (n / 4, n / 2);
    let delta = format!(
        r#"{{"type":"STATE_DELTA","delta":[{{"op":"remove","path":"/{from}"}},{{"op":"add","path":"/{to}","value":1}}]}}"#
    );
    run_of(&format!("{snapshot}\n{}", each(n, |_| delta.clone())))
}

fn activity_patches(n: usize) -> String {
    let of_plan = r#""messageId":"a","activityType":"PLAN""#;
    let add = |i| {
        format!(
            r#"{{"type":"ACTIVITY_DELTA",{of_plan},"patch":[{{"op":"add","path":"/k{i}","value":"a step"}}]}}"#
        )
    };
    let snapshot = format!(r#"{{"type":"ACTIVITY_SNAPSHOT",{of_plan},"content":{{}}}}"#);
    run_of(&format!("{snapshot}\n{}", each(n, add)))
}

fn snapshots(n: usize) -> String {
    let call = |i| format!(r#"{{"type":"TOOL_CALL_START","toolCallId":"c{i}","toolCallName":"f"}}"#);
    let text = |i| {
        format!(
            "{{\"type\":\"TEXT_MESSAGE_START\",\"messageId\":\"m{i}\"}}\n{{\"type\":\"TEXT_MESSAGE_END\",\"messageId\":\"m{i}\"}}"
        )
    };
    let activity =
        |i| format!(r#"{{"type":"ACTIVITY_SNAPSHOT","messageId":"a{i}","activityType":"P","content":{{}}}}"#);
    let snapshot = |i| format!("{}\n{{\"type\":\"MESSAGES_SNAPSHOT\",\"messages\":[]}}", text(i));
    run_of(&[each(n, call), each(n, activity), each(n, snapshot)].concat())
}

fn metadata(n: usize) -> String {
    let piece = |i| format!(r#"{{"type":"message-metadata","messageMetadata":{{"k{i}":{i}}}}}"#);
    format!("{{\"type\":\"start\"}}\n{}{{\"type\":\"finish\"}}\n", each(n, piece))
}

fn open_blocks(n: usize) -> String {
    let message = r#"{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"m","content":[]}}"#;
    let block = |i| {
        format!(r#"{{"type":"content_block_start","index":{i},"content_block":{{"type":"text","text":""}}}}"#)
    };
    let text = |i| {
        format!(r#"{{"type":"content_block_delta","index":{i},"delta":{{"type":"text_delta","text":"a"}}}}"#)
    };
    let stop = |i| format!(r#"{{"type":"content_block_stop","index":{i}}}"#);
    let blocks = [each(n, block), each(n, text), each(n, stop)].concat();
    format!("{message}\n{blocks}{{\"type\":\"message_stop\"}}\n")
}

fn instructions(n: usize) -> String {
    let pair = r#"{"role":"system","content":"s"},{"role":"user","content":"q"},"#;
    format!(r#"[{}{{"role":"user","content":"q"}}]"#, pair.repeat(n))
}

fn late_answers(n: usize) -> String {
    let calls = each(n, |i| format!(r#"{{"role":"assistant","content":null,"tool_calls":[{}]}},"#, call(i)));
    let answers = each(n, |i| format!(r#"{{"role":"tool","tool_call_id":"c{i}","content":"r"}},"#));
    format!(r#"[{{"role":"user","content":"q"}},{calls}{answers}{{"role":"user","content":"q"}}]"#)
}

/// How long it takes to convert and to validate an input.
fn cost(input: &str, [from, to]: [&str; 2]) -> Duration {
    let conversion = Conversion::to(to).and_then(|to| to.from(from)).expect("formats");
    let bytes = input.as_bytes().to_vec();
    let (convert, find) = (std::io::Cursor::new(bytes.clone()), std::io::Cursor::new(bytes));
    let begin = Instant::now();
    conversion.run(convert, &mut std::io::sink(), &mut |_| {}).expect("it can be read");
    let _ = chatwire::validate(find, &Policy::default(), &mut |_| {});
    begin.elapsed()
}

/// Four times as many things cost about four times as much. With the square it would be 16 times; between the two is room
/// for a machine that has much else to do, and a lane that looks slow is tried again.
#[test]
fn cost_grows_with_the_input() {
    let n = 4_000;
    for (name, formats, make) in COSTLY {
        let (few, many) = (make(n), make(4 * n));
        let grows = |_| cost(&many, *formats).as_secs_f64() / cost(&few, *formats).as_secs_f64();
        let least = (0..8).map(grows).find(|grows| *grows < 8.0);
        assert!(least.is_some(), "{name}: {} to {} grows faster than its input", formats[0], formats[1]);
    }
}

/// What is told whole after each of its changes is told at last as it is at last.
#[test]
fn what_is_told_seldom_is_told_at_the_end() {
    let n = 8_000;
    let last = format!("\"k{}\":", n - 1);
    for (input, to, word) in [
        (activity_patches(n), "vercel-stream", "data-PLAN"),
        (state_patches(n), "native-stream", "\"state\""),
    ] {
        let conversion = Conversion::to(to).and_then(|to| to.from("ag-ui-stream")).expect("formats");
        let mut out = Vec::new();
        conversion.run(std::io::Cursor::new(input.clone()), &mut out, &mut |_| {}).expect("it can be read");
        let out = String::from_utf8(out).expect("text");
        let told: Vec<&str> = out.lines().filter(|line| line.contains(word)).collect();
        assert!(told.len() > n / 10 && told.len() < n, "{to}: {}", told.len());
        assert!(told.last().is_some_and(|line| line.contains(&last)), "{to}");
        assert!(out.len() < 64 * input.len() + (8 << 20), "{to}: {}", out.len());
    }
}

/// A copy of a copy of a copy would fill any memory: two kilobytes of it are 700 MB.
#[test]
fn copies_in_patches_do_not_fill_the_memory() {
    let delta = |i| format!(r#"{{"type":"STATE_DELTA","delta":[{{"op":"copy","from":"","path":"/k{i}"}}]}}"#);
    let snapshot = r#"{"type":"STATE_SNAPSHOT","snapshot":{"a":"0123456789"}}"#;
    let input = run_of(&format!("{snapshot}\n{}", each(26, delta)));
    let conversion =
        Conversion::to("ag-ui-messages").and_then(|to| to.from("ag-ui-stream")).expect("formats");
    let mut rules = Vec::new();
    let told = &mut |one: chatwire::report::Diagnostic| rules.push(one.rule);
    conversion
        .run(std::io::Cursor::new(input.into_bytes()), &mut std::io::sink(), told)
        .expect("it can be read");
    assert!(rules.contains(&"ag-ui/patch-failed"), "{rules:?}");
}
