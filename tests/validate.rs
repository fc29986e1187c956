//! What `validate` finds in the order of chunks and messages, beyond the examples of the rules.

use std::io::Cursor;

use chatwire::engine::detect::everything;
use chatwire::engine::input::Input;
use chatwire::engine::target::sources;
use chatwire::engine::validate::{Search, validate};
use chatwire::report::Diagnostic;

/// What is found in an input of this format.
fn found(bytes: &[u8], from: &str) -> Vec<Diagnostic> {
    let from = if from.is_empty() { everything() } else { sources(from) };
    let input = Input::new("in".into(), Box::new(Cursor::new(bytes.to_vec()))).expect("memory can be read");
    let mut found = Vec::new();
    let search = Search { from, max_frame: 1 << 20, excerpts: false, recur: true };
    validate(input, &search, &mut |one| found.push(one)).expect("it can be read");
    found
}

/// The chunks, one a line, show these rules and no others, each with its frame.
#[track_caller]
fn check(chunks: &str, rules: &[(&str, u64)]) {
    let found = found(chunks.as_bytes(), "vercel-stream");
    let told: Vec<_> = found.iter().map(|one| (one.rule, one.frame)).collect();
    assert_eq!(told, rules, "{found:#?}");
}

#[test]
fn a_call_known_without_a_start_takes_no_deltas() {
    check(
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{}}
        {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{}"}
        {"type":"finish"}"#,
        &[("vercel/delta-without-start", 2)],
    );
}

#[test]
fn deltas_of_a_call_go_on_in_the_next_step() {
    check(
        r#"{"type":"tool-input-start","toolCallId":"c","toolName":"w"}
        {"type":"start-step"}
        {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{}"}
        {"type":"tool-output-error","toolCallId":"c","errorText":"no"}
        {"type":"finish"}"#,
        &[("vercel/output-before-input", 4)],
    );
}

#[test]
fn an_output_finds_its_call_in_an_earlier_step() {
    check(
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{}}
        {"type":"start-step"}
        {"type":"tool-output-available","toolCallId":"c","output":1}
        {"type":"finish"}"#,
        &[],
    );
}

#[test]
fn a_reset_forgets_what_is_open() {
    check(
        r#"{"type":"start-step"}
        {"type":"text-start","id":"t"}
        {"type":"reset-step"}
        {"type":"text-delta","id":"t","delta":"x"}
        {"type":"text-end","id":"t"}
        {"type":"finish"}"#,
        &[("vercel/delta-without-start", 4), ("vercel/end-without-start", 5)],
    );
}

#[test]
fn an_answer_to_a_question_that_was_replaced_has_no_question() {
    check(
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{}}
        {"type":"tool-approval-request","approvalId":"a","toolCallId":"c"}
        {"type":"tool-approval-request","approvalId":"b","toolCallId":"c"}
        {"type":"tool-approval-response","approvalId":"a","approved":true}
        {"type":"finish"}"#,
        &[("vercel/asked-again", 3), ("vercel/answer-without-request", 4)],
    );
}

#[test]
fn another_message_id_forgets_the_calls() {
    check(
        r#"{"type":"start","messageId":"a"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{}}
        {"type":"finish"}
        {"type":"start","messageId":"b"}
        {"type":"tool-output-available","toolCallId":"c","output":1}
        {"type":"finish"}"#,
        &[("vercel/output-without-call", 5)],
    );
}

#[test]
fn metadata_that_is_an_object_again_can_be_merged_into() {
    check(
        r#"{"type":"message-metadata","messageMetadata":5}
        {"type":"message-metadata","messageMetadata":{}}
        {"type":"finish","messageMetadata":{"a":1}}"#,
        &[("vercel/metadata-not-object", 1)],
    );
}

#[test]
fn an_array_without_frames_is_no_frame() {
    let found = found(b"data: []\n\n", "vercel-stream");
    assert!(found.iter().any(|one| one.rule == "vercel/no-type"), "{found:#?}");
}

#[test]
fn a_call_that_is_the_last_word_may_wait() {
    let waiting = br#"[{"id":"a","role":"assistant","parts":[{"type":"tool-w","toolCallId":"c","state":"input-available","input":{}}]}]"#;
    assert_eq!(found(waiting, "vercel-messages"), []);
}
