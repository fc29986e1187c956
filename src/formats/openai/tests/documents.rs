//! Histories, requests and replies.

use crate::formats::openai::FORMATS;
use crate::formats::testing::{document, write_document};
use crate::ir::{ParamKind, PartKind, Role, show};
use crate::report::to_text;

fn parts(text: &str) -> String {
    let (transcript, _) = document(&FORMATS[0], text);
    let lines = transcript.messages.iter().map(|message| {
        let parts: Vec<_> = message.parts.iter().map(show::part).collect();
        format!("{}: {}", message.role.word(), parts.join(" | "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn history_comes_back(text: &str) {
    let (mut transcript, _) = document(&FORMATS[0], text);
    transcript.source = "openai-messages".to_owned();
    assert_eq!(write_document(&FORMATS[0], transcript).lines().next(), Some(text));
}

#[test]
fn an_assistant_says_its_parts_in_one_order() {
    assert_eq!(
        parts(
            r#"[{"role":"assistant","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}],"refusal":"no","content":"Hi","reasoning_content":"hm"}]"#
        ),
        "assistant: reasoning 'hm' | text 'Hi' | refusal 'no' | call a f '{}'"
    );
}

#[test]
fn files_come_by_url_data_and_id() {
    assert_eq!(
        parts(
            r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,QQ==","detail":"low"}},{"type":"image_url","image_url":{"url":"https://a.test/p"}},{"type":"input_audio","input_audio":{"data":"QQ==","format":"mp3"}},{"type":"file","file":{"file_id":"f1"}},{"type":"video_url","video_url":{}}]}]"#
        ),
        r#"user: file image/png data=QQ== {/image_url/detail "low"} | file image/* url=https://a.test/p | file audio/mpeg data=QQ== | file - id=f1 | raw openai {"type":"video_url","video_url":{}}"#
    );
}

#[test]
fn a_broken_data_url_is_told_and_stays() {
    let (transcript, mut report) = document(
        &FORMATS[0],
        r#"[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64"}}]}]"#,
    );
    assert!(matches!(transcript.messages[0].parts[0].kind, PartKind::File(_)));
    assert!(report.drain().any(|found| found.rule == "openai/data-url"));
}

#[test]
fn the_legacy_pair_is_a_call_and_its_answer() {
    history_comes_back(
        r#"[{"role":"assistant","content":null,"function_call":{"name":"f","arguments":"{}"}},{"role":"function","name":"f","content":"low"}]"#,
    );
}

#[test]
fn histories_come_back() {
    history_comes_back(
        r#"[{"role":"system","content":"Be brief."},{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"file","file":{"file_data":"data:application/pdf;base64,QQ==","filename":"f.pdf"}}]}]"#,
    );
    history_comes_back(
        r#"[{"role":"assistant","content":"Hi","reasoning":"hm","reasoning_details":[{"type":"reasoning.text","text":"hm","signature":"s","index":0,"format":"f"}]}]"#,
    );
    history_comes_back(
        r#"[{"role":"assistant","content":"Hi","reasoning_details":[{"type":"reasoning.text","text":"hm","index":0},{"type":"reasoning.encrypted","data":"QQ==","index":1}]}]"#,
    );
    history_comes_back(
        r#"[{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"custom","custom":{"name":"f","input":"x"}}]},{"role":"tool","tool_call_id":"a","content":[{"type":"text","text":"low"}]}]"#,
    );
}

#[test]
fn a_tool_result_that_is_no_text_is_written_as_its_text() {
    let (mut transcript, _) = document(&FORMATS[0], r#"[{"role":"tool","tool_call_id":"a","content":"x"}]"#);
    let PartKind::ToolResult(result) = &mut transcript.messages[0].parts[0].kind else { panic!("no result") };
    result.output = Some(crate::ir::Json::from_valid(r#"{"a":1.0}"#));
    result.status = crate::ir::Status::Error;
    let text = write_document(&FORMATS[0], transcript);
    assert!(text.starts_with(r#"[{"role":"tool","tool_call_id":"a","content":"{\"a\":1.0}"}]"#), "{text}");
    assert!(text.contains("the mark that a tool failed"), "{text}");
}

#[test]
fn a_request_has_parameters_tools_and_the_rest() {
    let (transcript, _) = document(
        &FORMATS[1],
        r#"{"model":"m","messages":[{"role":"developer","content":"a"}],"max_tokens":5,"stop":"x","seed":3,"response_format":{"type":"json_schema","json_schema":{"name":"n","schema":{"type":"object"}}},"tool_choice":{"type":"function","function":{"name":"f"}},"tools":[{"type":"function","function":{"name":"f","parameters":{},"strict":true}},{"type":"custom","custom":{"name":"g"}}]}"#,
    );
    assert_eq!(transcript.messages[0].role, Role::Developer);
    let kinds: Vec<_> = transcript.params.iter().map(|param| &param.kind).collect();
    assert!(
        matches!(
            kinds[..],
            [
                ParamKind::MaxTokens(5),
                ParamKind::Stop(_),
                ParamKind::OutputSchema(_),
                ParamKind::ToolChoice(_)
            ]
        ),
        "{kinds:?}"
    );
    assert_eq!(transcript.extras.get("request:/seed").map(|seed| seed.as_str()), Some("3"));
    assert_eq!(
        transcript.extras.get("request:/response_format/json_schema/name").map(|name| name.as_str()),
        Some("\"n\"")
    );
    let text = write_document(&FORMATS[1], transcript);
    assert!(
        text.contains(r#""json_schema":{"name":"n","schema":{"type":"object"}}"#)
            && text.contains("\"seed\":3"),
        "{text}"
    );
    assert!(text.contains(r#"{"type":"function","function":{"name":"f","parameters":{},"strict":true}},{"type":"custom","custom":{"name":"g"}}"#), "{text}");
}

#[test]
fn a_late_answer_is_told() {
    let (_, mut report) = document(
        &FORMATS[1],
        r#"{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"{}"}}]},{"role":"user","content":"x"},{"role":"tool","tool_call_id":"a","content":""},{"role":"tool","tool_call_id":"b","content":""}]}"#,
    );
    let told: Vec<_> = report.drain().map(|found| found.rule).collect();
    assert_eq!(told, ["openai/call-unanswered", "openai/result-without-call"]);
}

#[test]
fn a_reply_comes_back() {
    let text = r#"{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Hi","refusal":null},"logprobs":{"content":[]},"finish_reason":"cancel"},{"index":1,"message":{"role":"assistant","content":null,"refusal":"no"},"logprobs":null,"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3},"service_tier":"default"}"#;
    let (transcript, mut report) = document(&FORMATS[2], text);
    let told: Vec<_> = report.drain().map(|found| to_text("in", &found)).collect();
    assert!(told.iter().any(|line| line.contains("openai/finish-unknown")), "{told:?}");
    assert_eq!(write_document(&FORMATS[2], transcript).lines().next(), Some(text));
}

#[test]
fn thinking_of_its_own_joins_what_follows() {
    let text =
        r#"[{"role":"assistant","content":"","reasoning_content":"hm"},{"role":"assistant","content":"Hi"}]"#;
    let (transcript, _) = document(&FORMATS[0], text);
    let written = write_document(&FORMATS[0], transcript);
    assert!(
        written.starts_with(r#"[{"role":"assistant","content":"Hi","reasoning_content":"hm"}]"#),
        "{written}"
    );
}
