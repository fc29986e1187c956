//! Bad input ends with a clear finding that has a place and a help, with what could be read written, and never with a
//! panic.

mod common;

use common::{Ran, run};

const START: &str = r#"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Half "},"finish_reason":null}]}"#;
const END: &str = r#"{"id":"c1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#;

fn stream(middle: &str) -> Vec<u8> {
    format!("data: {START}\n\n{middle}data: {END}\n\ndata: [DONE]\n\n").into_bytes()
}

fn rules(ran: &Ran) -> Vec<&str> {
    ran.found.iter().map(|found| found.rule).collect()
}

#[track_caller]
fn check(bytes: &[u8], rule: &str, text: &str) {
    let ran = run(bytes, "openai-stream", "native");
    let found =
        ran.found.iter().find(|found| found.rule == rule).unwrap_or_else(|| panic!("{:?}", rules(&ran)));
    assert!(found.help.is_some(), "{found:?}");
    assert!(found.line > 0, "{found:?}");
    assert_eq!(ran.failed, Some(true));
    assert!(ran.out.contains(text), "{}", ran.out);
}

#[test]
fn a_broken_frame_is_told_and_the_rest_is_read() {
    check(&stream("data: {\"id\":\n\n"), "json/cut-short", "\"text\":\"Half \"");
    check(&stream("data: {\"id\" 1}\n\n"), "json/invalid", "\"text\":\"Half \"");
}

#[test]
fn hostile_nesting_is_an_error() {
    let deep = format!("data: {}\n\n", "[".repeat(20_000));
    check(&stream(&deep), "json/invalid", "\"text\":\"Half \"");
}

#[test]
fn bytes_that_are_no_utf8_are_told_and_replaced() {
    let text = stream(&format!("data: {}\n\n", START.replace("Half ", "be?fore")));
    let bytes: Vec<u8> = text.into_iter().map(|byte| if byte == b'?' { 0xff } else { byte }).collect();
    check(&bytes, "frame/not-utf8", "be\u{fffd}fore");
}

#[test]
fn a_stream_that_breaks_off_is_not_complete() {
    let ran = run(format!("data: {START}\n\n").as_bytes(), "openai-stream", "native");
    assert_eq!(ran.failed, Some(true));
    assert!(ran.out.contains("\"complete\":false"), "{}", ran.out);
    let ran = run(format!("data: {START}\n\n").as_bytes(), "openai-stream", "anthropic-stream");
    assert!(!ran.out.contains("end_turn") && ran.out.contains("event: error"), "{}", ran.out);
}

#[test]
fn an_empty_input_of_a_known_format_is_a_transcript_without_messages() {
    let ran = run(b": nothing\n\n", "openai-stream", "native");
    assert_eq!(ran.failed, Some(true));
    assert!(ran.out.contains("\"messages\":[]") && ran.out.contains("\"complete\":false"), "{}", ran.out);
}

#[test]
fn what_is_empty_or_no_text_is_not_guessed_at() {
    for bytes in [&b""[..], b" \n\t\n", b"\x00\x01\x02\xff\xfe\x00", b"hello\n"] {
        assert_eq!(run(bytes, "", "native").failed, None);
    }
}

#[test]
fn numbers_keys_and_surrogates_stay_as_they_are() {
    let call = r#"{"index":0,"id":"c","type":"function","function":{"name":"f","arguments":"{\"x\":1e400,\"a\":1,\"a\":2,\"s\":\"\\ud83d\"}"}}"#;
    let chunk = START.replace(r#""content":"Half ""#, &format!(r#""tool_calls":[{call}]"#));
    let ran = run(&stream(&format!("data: {chunk}\n\n")), "", "native");
    assert!(ran.out.contains(r#"{"x":1e400,"a":1,"a":2,"s":"\ud83d"}"#), "{}", ran.out);
}

#[test]
fn a_frame_that_is_too_long_is_left_out() {
    let long = format!("data: {}\n\n", START.replace("Half ", &"x".repeat(65 << 20)));
    check(&stream(&long), "frame/too-long", "\"text\":\"Half \"");
}
