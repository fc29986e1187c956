//! Whose is it?

use super::{MESSAGES, REQUEST, STREAM};
use crate::codec::{Sample, SampleValue, WireFormat};
use crate::ir::Tape;

fn points(format: &WireFormat, text: &str) -> u8 {
    let mut tape = Tape::default();
    tape.fill(text).unwrap();
    let view = tape.view(text);
    let values = vec![SampleValue { root: view.root(), name: None }];
    let sample = Sample { values, in_array: false, sse: false, sentinel: false, headers: &[] };
    (format.detect)(&sample).points
}

#[test]
fn chunks_of_its_own_are_beyond_doubt() {
    for sure in [
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":1}"#,
        r#"{"type":"text-delta","id":"t","delta":"x"}"#,
        r#"{"type":"start","messageId":"m"}"#,
        r#"{"type":"data-x","data":1}"#,
    ] {
        assert!(points(STREAM, sure) >= 90, "{sure}");
    }
    for weak in [r#"{"type":"start"}"#, r#"{"type":"text-start","id":"t"}"#] {
        assert!((20..60).contains(&points(STREAM, weak)), "{weak}");
    }
}

#[test]
fn streams_of_parts_that_are_others_are_not_ours() {
    for other in [
        r#"{"type":"text-delta","id":"t","text":"x"}"#,
        r#"{"type":"tool-call","toolCallId":"c","toolName":"w","input":{}}"#,
        r#"{"type":"finish","finishReason":"stop","totalUsage":{}}"#,
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m"}"#,
        r#"{"type":"response.created"}"#,
        r#"{"type":"content-delta","index":0}"#,
        r#"{"type":"error","error":{"message":"x"}}"#,
        r#"{"type":"file","data":{"url":"u"}}"#,
    ] {
        assert_eq!(points(STREAM, other), 0, "{other}");
    }
}

#[test]
fn messages_have_parts() {
    assert!(points(MESSAGES, r#"{"role":"user","parts":[{"type":"text","text":"x"}]}"#) == 90);
    assert!(points(MESSAGES, r#"{"role":"assistant","parts":[{"type":"step-start"}]}"#) == 98);
    assert_eq!(points(MESSAGES, r#"{"role":"assistant","parts":[{"type":"tool","toolName":"w"}]}"#), 0);
    assert_eq!(points(MESSAGES, r#"{"role":"user","content":"x"}"#), 0);
    let body = r#"{"id":"c","messages":[],"trigger":"submit-message"}"#;
    assert_eq!(points(REQUEST, body), 95);
    assert_eq!(points(REQUEST, r#"{"model":"m","messages":[{"role":"user","content":"x"}]}"#), 0);
}
