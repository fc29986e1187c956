//! What is really written for every specimen and the small corpus: it fits the JSON Schema in `docs/`, and comes back.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use chatwire::codec::{Codec, Source};
use chatwire::formats::{by_id, native};
use chatwire::ir::{Tape, Usage};
use chatwire::report::Report;
use common::{corpus, run, specimens};
use jsonschema::Validator;
use serde_json::Value;

fn schema() -> Value {
    serde_json::from_str(include_str!("../docs/native.schema.json")).unwrap()
}

/// The schema of one of its definitions alone, whose faults say more than those of the choice between both.
fn validator(definition: &str) -> Validator {
    let mut schema = schema();
    schema.as_object_mut().unwrap().remove("oneOf");
    schema["$ref"] = format!("#/$defs/{definition}").into();
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn all_fit(target: &str, definition: &str) {
    let validator = validator(definition);
    let mut failures = Vec::new();
    let mut lines = 0;
    for case in corpus(false).into_iter().chain(specimens()) {
        let ran = run(&case.bytes(), case.format.id, target);
        for line in ran.out.lines() {
            lines += 1;
            let value: Value = serde_json::from_str(line).unwrap();
            if let Err(fault) = validator.validate(&value) {
                failures.push(format!("{}: {} at {}", case.name(), fault, fault.instance_path()));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {lines} fail:\n{:.4000}", failures.len(), failures.join("\n"));
}

#[test]
fn transcripts_fit_the_schema() {
    all_fit("native", "transcript");
}

#[test]
fn events_fit_the_schema() {
    all_fit("native-stream", "event");
}

#[test]
fn the_schema_refuses_what_is_not_native() {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    for (text, fits) in [
        (r#"{"chatwire":1,"complete":true,"messages":[]}"#, true),
        (r#"{"chatwire":2,"complete":true,"messages":[]}"#, false),
        (r#"{"chatwire":1,"messages":[]}"#, false),
        (r#"{"chatwire":1,"complete":true,"messages":[],"score":1}"#, false),
        (
            r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[{"type":"text","txt":"x"}]}]}"#,
            false,
        ),
        (r#"{"event":"delta","part":0,"text":"x"}"#, true),
        (r#"{"event":"delta","part":0}"#, false),
        (r#"{"event":"delta","part":0,"text":"x","args":"y"}"#, false),
        (r#"{"event":"note","extras":[{"scope":"run"}]}"#, false),
    ] {
        assert_eq!(validator.is_valid(&serde_json::from_str(text).unwrap()), fits, "{text}");
    }
}

/// A line of `native`, read and written; with the faults of reading.
fn again(line: &str) -> (String, usize) {
    let Codec::Document(codec) = by_id("native").unwrap().codec else { panic!("no document") };
    let (mut tape, mut report) = (Tape::default(), Report::default());
    tape.fill(line).unwrap();
    let mut source = Source {
        report: &mut report,
        family: "native",
        frame: 1,
        line: 1,
        base: String::new(),
        usage: Usage::default(),
    };
    let transcript = (codec.read)(tape.view(line).root(), &mut source);
    (native::text(&transcript), report.drain().count())
}

#[test]
fn transcripts_come_back_to_the_byte() {
    for case in corpus(false).into_iter().chain(specimens()) {
        for line in run(&case.bytes(), case.format.id, "native").out.lines() {
            assert_eq!(again(line), (line.to_owned(), 0), "{}", case.name());
        }
    }
}

/// A stream played as native events adds up to what it adds up to itself.
#[test]
fn events_add_up_to_the_transcript() {
    let folded = |bytes: &[u8], from: &str| {
        run(bytes, from, "native").out.replace(&format!("\"source\":\"{from}\","), "")
    };
    let all = corpus(false).into_iter().chain(specimens());
    for case in all.filter(|case| case.format.id.ends_with("-stream")) {
        let events = run(&case.bytes(), case.format.id, "native-stream").out;
        let (one, two) = (folded(&case.bytes(), case.format.id), folded(events.as_bytes(), "native-stream"));
        assert_eq!(two, one, "{}", case.name());
    }
}
