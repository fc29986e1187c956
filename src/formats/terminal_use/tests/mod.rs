//! Tests of the room: messages and pages read as transcripts, and written.

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
    let (read, _) = document(format(id), text);
    assert_eq!(write_document(format(id), read), format!("{text}\n"));
}

#[test]
fn every_part_of_the_document_is_read() {
    check(
        "terminal-use-messages",
        r#"[{"id":"m","role":"assistant","parts":[
        {"type":"reasoning","text":"hm","providerMetadata":{"anthropic":{"signature":"s","x":1}}},
        {"type":"tool","toolCallId":"c","toolName":"Bash","state":"output-error","input":{"a":1},"errorText":"no"},
        {"type":"tool","toolCallId":"d","toolName":"Bash","state":"input-streaming","input":{}},
        {"type":"text","text":"a"},
        {"type":"source-url","sourceId":"s","url":"u","title":"t"},
        {"type":"file","url":"data:image/png;base64,AAAA","mediaType":"image/png"},
        {"type":"data","data":null},
        {"type":"error","error":"e","rawContent":{"x":1}}]}]"#,
        &["assistant: reasoning 'hm' signed=s {/providerMetadata/anthropic/x 1} \
           {/providerMetadata/anthropic/signature null} | call c Bash {\"a\":1} | result c Error \"no\" \
           | call d Bash {} {/state \"input-streaming\"} | step | text 'a' | source u | file image/png data=AAAA \
           | data data null | error 'e' {/rawContent {\"x\":1}}"],
    );
}

#[test]
fn messages_come_back_as_they_were() {
    for text in [
        r#"[{"id":"m","role":"user","parts":[{"type":"text","text":"x"}],"createdAt":"2024-01-01T00:00:00Z","metadata":{"costUsd":0.50,"usage":{"inputTokens":1,"outputTokens":2}}}]"#,
        r#"[{"id":"m","role":"assistant","parts":[{"type":"tool","toolCallId":"c","toolName":"B","state":"output-available","input":{},"output":{"y":1}},{"type":"text","text":"x"}]}]"#,
        r#"[{"id":"m","role":"assistant","parts":[{"type":"reasoning","text":"x","providerMetadata":{"thinking":{"signature":"s"}}}]}]"#,
        r#"[{"id":"m","role":"assistant","parts":[{"type":"reasoning","text":"x","providerMetadata":{"anthropic":{"signature":"s"}}}]}]"#,
    ] {
        check_same("terminal-use-messages", text);
    }
    check_same(
        "terminal-use-response",
        r#"{"data":[{"id":"m","role":"assistant","parts":[{"type":"text","text":"x"}]}],"hasMore":true,"nextCursor":"c"}"#,
    );
}

#[test]
fn a_part_without_a_type_is_read_by_its_members() {
    let (read, mut report) = document(
        format("terminal-use-messages"),
        r#"[{"id":"m","role":"assistant","parts":[{"text":"x"},{"error":"e"},{"data":1}]}]"#,
    );
    assert_eq!(lines(&read), ["assistant: text 'x' | error 'e' | data data 1"]);
    assert_eq!(report.drain().filter(|found| found.rule == "terminal-use/type-missing").count(), 3);
}

#[test]
fn more_pages_are_a_warning() {
    let (_, mut report) =
        document(format("terminal-use-response"), r#"{"data":[],"hasMore":true,"nextCursor":"c"}"#);
    assert!(report.drain().any(|found| found.rule == "terminal-use/more-pages"));
}

#[test]
fn answers_of_other_families_go_to_their_calls() {
    let (read, _) = document(
        format("agenta-messages"),
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c","toolName":"f","input":{"a":1}}]},
        {"role":"tool","content":[{"type":"tool_result","toolCallId":"c","output":"no","isError":true}]}]"#,
    );
    let written = write_document(format("terminal-use-messages"), read);
    assert_eq!(
        written.lines().next().unwrap(),
        r#"[{"id":"msg-1","role":"assistant","parts":[{"type":"tool","toolCallId":"c","toolName":"f","state":"output-error","input":{"a":1},"errorText":"no"}]}]"#
    );
    assert!(written.contains("loss/invented"), "{written}");
}

/// The formats that fit best, or what it is instead.
fn found(text: &'static str) -> Vec<&'static str> {
    use crate::engine::detect::{detect, everything};
    let mut input = crate::engine::input::Input::new("in".to_owned(), Box::new(text.as_bytes())).unwrap();
    let found = detect(&mut input, &everything(), 1 << 20).unwrap();
    match found.stranger {
        Some(name) => vec![name],
        None => found.best.iter().map(|format| format.id).collect(),
    }
}

#[test]
fn it_is_known_by_its_parts_and_its_envelope() {
    let tool = r#"[{"id":"m","role":"assistant","parts":[{"type":"tool","toolCallId":"c","toolName":"B","state":"input-available","input":{}}]}]"#;
    assert_eq!(found(tool), ["terminal-use-messages"]);
    let text = r#"[{"id":"m","role":"assistant","parts":[{"type":"text","text":"x"}]}]"#;
    assert_eq!(found(text), ["vercel-messages", "terminal-use-messages"]);
    let vercel = r#"[{"id":"m","role":"assistant","parts":[{"type":"tool-B","toolCallId":"c","state":"input-available","input":{}}]}]"#;
    assert_eq!(found(vercel), ["vercel-messages"]);
    let page = r#"{"data":[{"id":"m","role":"user","parts":[{"type":"text","text":"x"}]}],"hasMore":false}"#;
    assert_eq!(found(page), ["terminal-use-response"]);
}

#[test]
fn what_looks_alike_is_named() {
    let models = r#"{"object":"list","data":[{"id":"m","object":"model","owned_by":"x"}]}"#;
    assert_eq!(found(models), ["a list of models"]);
    let tasks = "{\"type\":\"start\"}\n{\"type\":\"text-start\",\"id\":\"t\"}\n{\"type\":\"text-delta\",\"id\":\"t\",\"text\":\"hi\"}\n";
    assert_eq!(found(tasks), ["a Terminal Use task stream"]);
    assert_eq!(found(r#"{"detail":[{"loc":["query"],"msg":"m","type":"t"}]}"#), ["an error body"]);
}

#[test]
fn what_the_schema_demands_is_made_and_reported() {
    let (mut read, _) = document(
        format("agenta-messages"),
        r#"[{"role":"developer","content":[]},{"role":"assistant","content":[{"type":"tool_call","toolName":"f","input":[1]}]}]"#,
    );
    read.source = "agenta-messages".to_owned();
    let written = write_document(format("terminal-use-response"), read);
    assert_eq!(
        written.lines().next().unwrap(),
        r#"{"data":[{"id":"msg-1","role":"system","parts":[{"type":"text","text":""}]},{"id":"msg-2","role":"assistant","parts":[{"type":"tool","toolCallId":"call_1","toolName":"f","state":"input-available","input":{"input":[1]}}]}],"hasMore":false}"#
    );
    for told in ["loss/invented", "is written as `system`", "no object"] {
        assert!(written.contains(told), "{told}: {written}");
    }
}
