//! Detection, against the wires that look alike.

use crate::engine::detect::{detect, everything};
use crate::engine::input::Input;

/// The formats that fit best, or what it is instead.
fn found(text: &'static str) -> Vec<&'static str> {
    let mut input = Input::new("in".to_owned(), Box::new(text.as_bytes())).unwrap();
    let found = detect(&mut input, &everything(), 1 << 20).unwrap();
    match found.stranger {
        Some(name) => vec![name],
        None => found.best.iter().map(|format| format.id).collect(),
    }
}

#[test]
fn a_message_delta_is_known_by_what_carries_it() {
    assert_eq!(
        found(r#"{"type":"message_delta","data":{"id":"m1","delta":"Here are "}}"#),
        ["agenta-stream"]
    );
    assert_eq!(found(r#"{"type":"message_delta","id":"m1","delta":"x"}"#), ["agenta-stream"]);
    assert_eq!(
        found(r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":1}}"#),
        ["anthropic-stream"]
    );
}

#[test]
fn frames_are_known_whole_flat_and_wrapped() {
    for text in [
        "data: {\"type\": \"done\", \"data\": {\"stopReason\": \"end_turn\"}}\n\n",
        "{\"type\":\"message_start\",\"data\":{\"id\":\"m\"}}\n{\"type\":\"message_delta\",\"data\":{\"id\":\"m\",\"delta\":\"x\"}}\n",
        "{\"kind\":\"event\",\"event\":{\"type\":\"message_start\",\"id\":\"m\"}}\n{\"kind\":\"result\",\"result\":{\"ok\":true}}\n",
        "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nx-ag-messages-format: agenta\r\n\r\ndata: {\"type\": \"brand_new\", \"data\": {}}\n\n",
    ] {
        assert_eq!(found(text), ["agenta-stream"], "{text}");
    }
}

#[test]
fn bodies_and_blocks_are_known() {
    for (text, id) in [
        (r#"{"data":{"inputs":{"messages":[{"role":"user","content":"hi"}]}}}"#, "agenta-request"),
        (r#"{"data":{"outputs":{"messages":[]}}}"#, "agenta-response"),
        (r#"{"data":{"outputs":{"role":"assistant","content":"PONG"}}}"#, "agenta-response"),
        (
            r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c","toolName":"f","input":{}}]}]"#,
            "agenta-messages",
        ),
        (
            r#"[{"role":"tool","content":"","tool_call_id":"c","tool_name":"f","input":{}}]"#,
            "agenta-messages",
        ),
    ] {
        assert_eq!(found(text), [id], "{text}");
    }
}

#[test]
fn plain_messages_are_a_tie() {
    let best = found(r#"[{"role":"user","content":"Summarize the release notes for 0.106."}]"#);
    assert!(best.contains(&"openai-messages") && best.contains(&"agenta-messages"), "{best:?}");
}

#[test]
fn a_session_record_is_named() {
    let record = r#"[{"id":"1","session_id":"s","event_index":0,"sender":"agent","session_update":"thought","payload":{"text":"x","type":"thought"}}]"#;
    assert_eq!(found(record), ["an Agenta session record"]);
}
