//! The events.

use super::{everything, stripped};
use crate::codec::{Sample, SampleValue};
use crate::emit::WriteEvents;
use crate::fold::Fold;
use crate::formats::native::stream::CODEC;
use crate::formats::native::stream::words::EVENTS;
use crate::formats::{by_id, testing};
use crate::framing::{Framing, Out, Style};
use crate::ir::{Tape, Transcript};
use crate::report::Report;
use crate::unfold::unfold;

fn out() -> Out {
    Out::new(Style { framing: Framing::Ndjson, names: false, pretty: false })
}

/// Lines that come back as they are.
#[track_caller]
fn same(lines: &str) {
    let lines: String =
        lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(testing::rewritten(by_id("native-stream").unwrap(), &lines), lines + "\n");
}

fn folded(lines: &str) -> Vec<Transcript> {
    let mut found = Vec::new();
    let mut fold = Fold::new(Box::new(|transcript, _, _| found.push(transcript)));
    testing::feed(by_id("native-stream").unwrap(), lines, &mut fold, &mut out(), &mut Report::default());
    drop(fold);
    found
}

const EACH: &str = r#"
{"event":"note","extras":[{"family":"openai","scope":"run","fields":{"x":1.0}}]}
{"event":"run-start","run":{"id":"r1","threadId":"t","model":"m","createdAt":"5"}}
{"event":"state","state":null}
{"event":"message-start","message":0,"role":"assistant","id":"m1","name":"n"}
{"event":"message-start","message":1,"role":"assistant","choice":1}
{"event":"metadata","message":0,"metadata":{"a":1}}
{"event":"step-start","message":0}
{"event":"part-start","part":0,"message":0,"value":{"type":"reasoning"}}
{"event":"delta","part":0,"text":"h\u006d"}
{"event":"delta","part":0,"signature":"s"}
{"event":"part-start","part":1,"message":1,"value":{"type":"tool-call","id":"c","name":"f"}}
{"event":"delta","part":1,"args":"{\"a\":"}
{"event":"revise","part":1,"value":{"type":"tool-call","id":"c","name":"f2","inputText":"{\"a\":"}}
{"event":"delta","part":1,"args":"1}","extras":[{"family":"x","scope":"part","key":1,"fields":{"logprobs":[1]},"merge":"append"},{"family":"x","scope":"choice","key":1,"fields":{"choice:/":{"y":"a"}}},{"family":"x","scope":"message","key":0,"fields":{"z":true}}]}
{"event":"delta","part":1,"input":{"a": 0}}
{"event":"call-reset","part":1}
{"event":"revise","part":1,"value":{"type":"tool-call","id":"c","name":"f2"}}
{"event":"delta","part":1,"input":{"a": 1.0}}
{"event":"part-end","part":1}
{"event":"part-end","part":0}
{"event":"step-reset","message":0}
{"event":"step-end","message":0}
{"event":"part","message":0,"value":{"type":"source","url":"u"}}
{"event":"raw","family":"anthropic","value":{"type":"new"}}
{"event":"interrupt","interrupt":{"id":"i","reason":"r"}}
{"event":"message-end","message":0,"finish":{"reason":"stop","raw":"end_turn"}}
{"event":"message-end","message":1}
{"event":"usage","usage":{"input":1,"cost":0.10}}
{"event":"error","error":{"message":"e","code":"c"}}
{"event":"run-end","finish":{"reason":"stop"},"complete":true}
{"event":"run-start","run":{}}
{"event":"run-end","complete":false}
"#;

#[test]
fn every_event_comes_back() {
    same(EACH);
    for word in EVENTS {
        assert!(EACH.contains(&format!("{{\"event\":\"{word}\"")), "no line for {word}");
    }
}

#[test]
fn the_specimen_comes_back() {
    same(include_str!("../../../../tests/specimens/native-stream.jsonl"));
}

#[test]
fn extras_reach_their_nodes() {
    let runs = folded(EACH);
    let [first, second] = &runs[0].messages[..] else { panic!("{runs:?}") };
    assert_eq!(first.extras.get("/z").unwrap().as_str(), "true");
    assert_eq!(second.extras.get("choice:/y").unwrap().as_str(), "\"a\"");
    assert_eq!(second.parts[0].extras.get("/logprobs").unwrap().as_str(), "[1]");
    assert_eq!(second.parts[0].extras.family, "x");
}

/// A whole transcript played as events, then folded again, is the transcript; events hold no tools, no parameters and
/// no remainders.
#[test]
fn a_transcript_survives_its_events() {
    let mut transcript = everything::transcript();
    let mut writer = (CODEC.writer)();
    let mut out = out();
    unfold(&transcript, &mut *writer, &mut out, &mut Report::default());
    let lines = String::from_utf8(out.bytes().to_vec()).unwrap();
    same(&lines);
    transcript.source.clear();
    transcript.tools.clear();
    transcript.params.clear();
    transcript.remainder = Default::default();
    for message in &mut transcript.messages {
        message.remainder = Default::default();
        message.choice = None;
    }
    assert_eq!(folded(&lines).into_iter().map(stripped).collect::<Vec<_>>(), [stripped(transcript)]);
}

#[test]
fn numbers_become_dense() {
    let frames = r#"
        {"event":"run-start"}
        {"event":"message-start","message":4000000000,"role":"user"}
        {"event":"step-start"}
        {"event":"part-start","part":18446744073709551615,"message":4000000000,"value":{"type":"text"}}
        {"event":"delta","part":18446744073709551615,"text":"x"}
        {"event":"part-end","part":18446744073709551615}
        {"event":"step-end"}
        {"event":"message-end","message":4000000000}
        {"event":"run-end","complete":true}"#;
    testing::check_read(
        by_id("native-stream").unwrap(),
        frames,
        "run+
        msg+ m0 user
        step+ m0
        part+ p0 m0 text
        delta p0 text 'x'
        part- p0
        step- m0
        msg- m0
        run-",
    );
}

#[test]
fn what_stays_open_is_closed_and_the_run_is_cut() {
    let frames = r#"
        {"event":"run-start"}
        {"event":"message-start","message":0,"role":"assistant"}
        {"event":"part-start","part":0,"message":0,"value":{"type":"text"}}
        {"event":"delta","part":0,"text":"x"}"#;
    testing::check_read(
        by_id("native-stream").unwrap(),
        frames,
        "run+
        msg+ m0 assistant
        part+ p0 m0 text
        delta p0 text 'x'
        part- p0
        msg- m0
        run- cut",
    );
}

#[track_caller]
fn reported(frames: &str, rules: &[&str]) {
    let mut report = Report::default();
    let frames = frames.replace(" | ", "\n");
    let mut fold = Fold::new(Box::new(|_, _, _| ()));
    testing::feed(
        by_id("native-stream").unwrap(),
        &frames,
        &mut fold as &mut dyn WriteEvents,
        &mut out(),
        &mut report,
    );
    assert_eq!(report.drain().map(|found| found.rule).collect::<Vec<_>>(), rules);
}

#[test]
fn faults_are_told_and_reading_goes_on() {
    let run = r#"{"event":"run-start"} | {"event":"message-start","message":0,"role":"user"}"#;
    for (frames, rules) in [
        (r#"{"x":1}"#, &["native/missing-member"] as &[&str]),
        (r#"{"event":"jump"}"#, &["native/unknown-event"]),
        (r#"{"event":"delta","part":0,"text":"x"}"#, &["native/part-not-open"]),
        (r#"{"event":"part-end","part":0}"#, &["native/part-not-open"]),
        (r#"{"event":"message-end","message":7}"#, &["native/message-not-started"]),
        (r#"{"event":"message-start","message":0,"role":"user"}"#, &["native/repeated-key"]),
        (r#"{"event":"message-start","message":1}"#, &["native/missing-member"]),
        (r#"{"event":"part-start","part":0,"message":0,"value":5}"#, &["native/wrong-type"]),
        (r#"{"event":"usage","usage":{"input":"5"}}"#, &["native/wrong-type"]),
        (r#"{"event":"error","error":{}}"#, &["native/missing-member"]),
        (r#"{"event":"state"}"#, &["native/missing-member"]),
        (r#"{"event":"note","extras":[{"family":"x"}]}"#, &["native/extra"]),
        (
            r#"{"event":"part-start","part":0,"value":{"type":"text"}} | {"event":"delta","part":0,"args":"x"} | {"event":"delta","part":0} | {"event":"run-end"}"#,
            &[
                "native/delta-kind",
                "native/missing-member",
                "native/left-open",
                "native/left-open",
                "native/missing-member",
            ],
        ),
        (r#"{"event":"run-start","run":{}}"#, &["native/run-in-run"]),
    ] {
        reported(&format!("{run} | {frames}"), rules);
    }
    reported(r#"{"event":"state","state":1}"#, &["native/outside-run"]);
}

#[test]
fn samples_are_recognised() {
    let mut tape = Tape::default();
    for (text, native, stream) in [
        (r#"{"chatwire":1}"#, 100, 0),
        (r#"{"event":"run-start"}"#, 0, 95),
        (r#"{"event":"delta"}"#, 0, 60),
        (r#"{"event":"message","data":{}}"#, 0, 0),
    ] {
        tape.fill(text).unwrap();
        let view = tape.view(text);
        let values = vec![SampleValue { root: view.root(), name: None }];
        let sample = Sample { values, in_array: false, sse: false, sentinel: false, headers: &[] };
        assert_eq!((by_id("native").unwrap().detect)(&sample).points, native, "{text}");
        assert_eq!((by_id("native-stream").unwrap().detect)(&sample).points, stream, "{text}");
    }
}
