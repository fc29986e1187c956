//! The JSON Schema in `docs/` against what is really written, for every specimen and the small corpus.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod common;

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
