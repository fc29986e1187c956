//! Histories and bodies: read as transcripts, written again.

use crate::codec::WireFormat;
use crate::formats::by_id;
use crate::formats::testing::{document, write_document};
use crate::ir::{Transcript, show};

fn format(id: &str) -> &'static WireFormat {
    by_id(id).unwrap()
}

/// The messages of a transcript, one a line: `assistant: text 'x' | call c1 bash {}`.
fn lines(transcript: &Transcript) -> Vec<String> {
    let parts =
        |message: &crate::ir::Message| message.parts.iter().map(show::part).collect::<Vec<_>>().join(" | ");
    transcript.messages.iter().map(|message| format!("{}: {}", message.role.word(), parts(message))).collect()
}

#[track_caller]
fn check(id: &str, text: &str, expected: &[&str]) -> Transcript {
    let (read, _) = document(format(id), text);
    assert_eq!(lines(&read), expected);
    read
}

/// Reads and writes a record; it must come out as it was.
#[track_caller]
fn check_same(id: &str, text: &str) {
    let (mut read, _) = document(format(id), text);
    read.source = id.to_owned();
    assert_eq!(write_document(format(id), read), format!("{text}\n"));
}

#[test]
fn blocks_are_parts() {
    check(
        "agenta-messages",
        r#"[{"role":"user","content":[{"type":"text","text":"a"},"bare",{"text":"no type"},
        {"type":"image","data":"AAAA","mime_type":"image/png"},{"type":"resource","uri":"https://x/p.pdf"},
        {"type":"attachment","attachmentId":"u1","filename":"f.pdf","size":3},{"type":"weird","foo":1}]}]"#,
        &[
            "user: text 'a' | text 'bare' | text 'no type' | file image/png data=AAAA | file - url=https://x/p.pdf \
           | file - id=u1 {/type \"attachment\"} {/size 3} | raw agenta {\"type\":\"weird\",\"foo\":1}",
        ],
    );
}

#[test]
fn snake_case_is_read_and_camel_case_written() {
    let read = check(
        "agenta-messages",
        r#"[{"role":"assistant","content":[
        {"type":"tool_call","toolCallId":"","tool_call_id":"c1","tool_name":"bash","input":{}},
        {"type":"tool_result","tool_call_id":"c1","isError":false,"is_error":true,"output":"x"}]}]"#,
        &["assistant: call c1 bash {} {/toolCallId \"\"} | result c1 Ok \"x\" {/is_error true}"],
    );
    assert!(write_document(format("agenta-messages"), read).starts_with(
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"","toolName":"bash""#
    ));
}

#[test]
fn the_documents_own_examples_stay() {
    for text in [
        r#"[{"role":"user","content":"Summarize the release notes for 0.106."}]"#,
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"call_019d952f","toolName":"bash","input":{"command":"ls docs"}},{"type":"tool_result","toolCallId":"call_019d952f","toolName":"bash","output":"index.md\n","isError":false}]}]"#,
        r#"[{"role":"user","content":"x","display_content":null}]"#,
    ] {
        check_same("agenta-messages", text);
    }
    check_same(
        "agenta-request",
        r#"{"data":{"inputs":{"messages":[{"role":"user","content":"hi"}],"topic":"t"},"parameters":{"k":1}},"session_id":"s"}"#,
    );
}

#[test]
fn what_is_said_after_an_answer_is_the_next_step() {
    check(
        "agenta-response",
        r#"{"version":"1","data":{"outputs":{"messages":[{"role":"assistant","content":"a"},
        {"role":"tool","content":"","tool_call_id":"c","tool_name":"f","input":{"x":1}},
        {"role":"tool","content":"out","tool_call_id":"c","is_error":true},
        {"role":"assistant","content":"b"}],"stop_reason":"end_turn"}}}"#,
        &["assistant: text 'a' | call c f {\"x\":1} | result c Error \"out\" | step | text 'b'"],
    );
}

#[test]
fn a_folded_turn_in_a_history_is_read_message_by_message() {
    check(
        "agenta-messages",
        r#"[{"role":"tool","content":"","tool_call_id":"c1","tool_name":"bash","input":{"a":1}},
        {"role":"tool","content":"out","tool_call_id":"c1","is_error":false}]"#,
        &["assistant: call c1 bash {\"a\":1}", "tool: result c1 Ok \"out\""],
    );
}

#[test]
fn a_decision_is_an_approval_response() {
    let text = r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c","toolName":"rm","input":{}},{"type":"tool_result","toolCallId":"c","output":{"approved":true,"interactionToken":"i"}}]}]"#;
    check("agenta-messages", text, &["assistant: call c rm {} | approval! i true"]);
    check_same("agenta-messages", text);
    check_same("agenta-messages", &text.replace(r#","interactionToken":"i""#, ""));
}

#[test]
fn bodies_come_back_as_they_were() {
    check_same(
        "agenta-response",
        r#"{"session_id":"s","data":{"outputs":{"messages":[{"role":"assistant","content":"a"},{"role":"tool","content":"","tool_call_id":"c","tool_name":"f","input":{"x":1}},{"role":"tool","content":{"y":2},"tool_call_id":"c","is_error":null}],"stop_reason":"paused","pending_interaction":{"id":"i","kind":"user_approval","payload":{"toolCallId":"c","toolName":"f"},"tool":"f"}}},"version":"1","status":{"code":200}}"#,
    );
    check_same(
        "agenta-response",
        r#"{"data":{"outputs":{"messages":[],"stop_reason":"paused","pending_interaction":{"id":"i","kind":"client_tool","payload":{"z":1},"tool":null}}}}"#,
    );
}

#[test]
fn a_failed_call_is_an_error() {
    let (read, _) =
        document(format("agenta-response"), r#"{"status":{"code":500,"message":"model exploded"}}"#);
    assert_eq!(read.error.unwrap().message.as_str(), "model exploded");
}

#[test]
fn an_older_body_is_one_message() {
    check(
        "agenta-response",
        r#"{"data":{"outputs":{"role":"assistant","content":"PONG"}}}"#,
        &["assistant: text 'PONG'"],
    );
}

#[test]
fn stop_reasons_come_and_go() {
    use crate::formats::agenta::words::{STOP_WORDS, finish, stop_word};
    use crate::ir::{Finish, JsonStr, Place, StopReason};
    use crate::report::Report;
    for (word, reason) in STOP_WORDS {
        let end = finish(JsonStr::new(word), Place::default());
        assert_eq!(end.reason, *reason, "{word}");
        assert_eq!(stop_word(&end, &mut Report::default()).unwrap().as_str(), *word);
    }
    assert_eq!(finish(JsonStr::new(" Length "), Place::default()).reason, StopReason::Length);
    assert_eq!(finish(JsonStr::new("solar_flare"), Place::default()).reason, StopReason::Other);
    let of_others = Finish {
        reason: StopReason::Length,
        raw: Some(JsonStr::new("context_full").owned()),
        ..Finish::default()
    };
    let mut report = Report::default();
    assert_eq!(stop_word(&of_others, &mut report).unwrap().as_str(), "max_tokens");
    assert!(report.has_losses());
}

#[test]
fn a_folded_stream_is_the_body_the_package_makes() {
    use crate::fold::Fold;
    use crate::formats::testing::feed;
    use crate::framing::{Framing, Out, Style};
    use crate::report::Report;
    let frames = r#"{"type":"thought","data":{"text":"hm"}}
{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"a"}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"late"}}
{"type":"tool_call","data":{"id":"c","name":"f","input":{}}}
{"type":"tool_call","data":{"id":"c","name":"F","input":{},"rawInput":{"x":1}}}
{"type":"tool_result","data":{"id":"c","output":"plain","data":{"y":2}}}
{"type":"interaction_request","data":{"id":"i","kind":"user_approval","payload":{"toolCallId":"c","toolCall":{"name":"f"}}}}
{"type":"done","data":{"stopReason":"paused"}}
"#;
    let mut bytes = String::new();
    let mut out = Out::new(Style { framing: Framing::Ndjson, names: false, pretty: false });
    let mut fold = Fold::new(Box::new(|mut run: Transcript, _: &mut Out, _: &mut Report| {
        run.source = "agenta-stream".to_owned();
        bytes = write_document(format("agenta-response"), run);
    }));
    feed(format("agenta-stream"), frames, &mut fold, &mut out, &mut Report::default());
    drop(fold);
    let body = bytes.lines().next().unwrap();
    assert_eq!(
        body,
        r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"a"},{"role":"tool","content":"","tool_call_id":"c","tool_name":"f","input":{"x":1}},{"role":"tool","content":"plain","tool_call_id":"c","is_error":null}],"stop_reason":"paused","pending_interaction":{"id":"i","kind":"user_approval","payload":{"toolCallId":"c","toolCall":{"name":"f"}},"tool":"f"}}}}"#
    );
    for lost in ["thinking", "a `message_start`", "the `data` of an answer"] {
        assert!(bytes.contains(lost), "{lost}: {bytes}");
    }
}
