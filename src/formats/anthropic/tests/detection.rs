//! Detection.

use super::{MESSAGES, REQUEST, RESPONSE, STREAM};
use crate::codec::{Sample, SampleValue, WireFormat};
use crate::ir::Tape;

/// How well one value fits.
fn score(format: &WireFormat, text: &str) -> u8 {
    let mut tape = Tape::default();
    tape.fill(text).unwrap();
    let view = tape.view(text);
    let values = vec![SampleValue { root: view.root(), name: None }];
    (format.detect)(&Sample { values, in_array: false, sse: false, sentinel: false, headers: &[] }).points
}

#[test]
fn own_words_are_evidence_and_shared_ones_are_not() {
    for (format, text, points) in [
        (MESSAGES, r#"[{"role":"user","content":"hi"}]"#, 50),
        (
            MESSAGES,
            r#"[{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{}}]}]"#,
            95,
        ),
        (
            MESSAGES,
            r#"[{"role":"user","content":[{"type":"image","source":{"type":"url","value":"u"}}]}]"#,
            0,
        ),
        (MESSAGES, r#"[{"role":"tool","content":"x"}]"#, 0),
        (MESSAGES, r#"[{"role":"user","content":[{"text":"hi"}]}]"#, 0),
        (REQUEST, r#"{"model":"m","messages":[{"role":"user","content":"hi"}]}"#, 50),
        (REQUEST, r#"{"max_tokens":1,"system":"s","messages":[{"role":"user","content":"hi"}]}"#, 92),
        (REQUEST, r#"{"messages":[],"tools":[{"type":"function"}]}"#, 0),
        (RESPONSE, r#"{"type":"message","role":"assistant","content":[],"usage":{"input_tokens":1}}"#, 97),
        (RESPONSE, r#"{"type":"error","error":{"type":"api_error","message":"x"}}"#, 0),
        (STREAM, r#"{"type":"message_start","message":{"role":"assistant"}}"#, 98),
        (STREAM, r#"{"type":"message_delta","id":"m","delta":"x"}"#, 0),
        (STREAM, r#"{"type":"content-delta","index":0,"delta":{}}"#, 0),
    ] {
        assert_eq!(score(format, text), points, "{} of {text}", format.id);
    }
}
