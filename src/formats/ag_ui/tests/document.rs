//! Messages and requests, read and written.

use super::{MESSAGES, REQUEST};
use crate::formats::testing::{document, write_document};
use crate::ir::{
    File, FileContent, Input, Json, JsonString, Message, Part, PartKind, Place, Reasoning, Role, Status,
    ToolCall, ToolResult, Transcript, show,
};

fn rewritten(text: &str) -> String {
    let (transcript, _) = document(MESSAGES, text);
    write_document(MESSAGES, transcript)
}

#[test]
fn messages_of_all_roles_come_back() {
    for text in [
        r#"[{"id":"1","role":"developer","content":"a","name":"n"}]"#,
        r#"[{"id":"1","role":"system","content":"a","metadata":{"k":1},"encryptedValue":"E"}]"#,
        r#"[{"id":"1","role":"user","content":"a","subagentRunId":"s"}]"#,
        r#"[{"id":"1","role":"user","content":[{"type":"text","text":"a","id":"p"},{"type":"image","source":{"type":"url","value":"u","mimeType":"image/png"},"metadata":{"filename":"f"}},{"type":"audio","source":{"type":"file","value":"x","provider":"p"}},{"type":"document","source":{"type":"data","value":"AA==","mimeType":"image/png"}}]}]"#,
        r#"[{"id":"1","role":"assistant","content":"a","toolCalls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"a\": 1.0}"},"encryptedValue":"E","metadata":{"k":{"l":1}}},{"id":"d","type":"function","function":{"name":"g","arguments":""}}]}]"#,
        r#"[{"id":"1","role":"tool","toolCallId":"c","content":"x","error":"no"}]"#,
        r#"[{"id":"1","role":"tool","toolCallId":"c","content":[{"type":"text","text":"y"}]}]"#,
        r#"[{"id":"1","role":"reasoning","content":"hm","encryptedValue":"E"}]"#,
        r#"[{"id":"1","role":"activity","activityType":"PLAN","content":{"s":1},"metadata":{"k":1}}]"#,
    ] {
        let sorted = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap().to_string();
        assert_eq!(sorted(rewritten(text).lines().next().unwrap()), sorted(text));
    }
}

#[test]
fn unknown_kinds_are_set_aside_and_reported() {
    let text = r#"[{"id":"1","role":"user","content":[{"type":"hologram"},{"type":"image","source":{"type":"telepathy","value":"x"}}]},{"id":"2","role":"assistant","toolCalls":[{"id":"c","type":"custom"}]},{"id":"3","role":"ghost","content":"boo"}]"#;
    let (transcript, mut report) = document(MESSAGES, text);
    let rules: Vec<_> = report.drain().map(|found| found.rule).collect();
    assert_eq!(
        rules,
        ["ag-ui/unknown-part", "ag-ui/unknown-part", "ag-ui/unknown-call", "ag-ui/unknown-role"]
    );
    let parts: Vec<_> =
        transcript.messages.iter().flat_map(|message| &message.parts).map(show::part).collect();
    assert_eq!(parts[0], r#"raw ag-ui {"type":"hologram"}"#);
    assert_eq!(parts[3], "text 'boo'");
}

#[test]
fn the_old_binary_part_is_written_as_a_media_part() {
    let text = r#"[{"id":"1","role":"user","content":[{"type":"binary","mimeType":"image/png","data":"AA==","filename":"f.png"}]}]"#;
    assert_eq!(
        rewritten(text).trim(),
        r#"[{"id":"1","role":"user","content":[{"type":"image","source":{"type":"data","value":"AA==","mimeType":"image/png"},"metadata":{"filename":"f.png"}}]}]"#
    );
}

#[test]
fn a_request_comes_back() {
    let text = r#"{"threadId":"t","runId":"r","parentRunId":"p","state":{"n":1.0},"messages":[{"id":"1","role":"user","content":"a"}],"tools":[{"name":"f","description":"d","parameters":{"type":"object"},"metadata":{"k":1}}],"context":[{"description":"d","value":"v"}],"forwardedProps":{"x":1},"resume":[{"interruptId":"i","status":"cancelled"}]}"#;
    let (transcript, _) = document(REQUEST, text);
    let sorted = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap().to_string();
    assert_eq!(sorted(write_document(REQUEST, transcript).trim()), sorted(text));
}

fn part(kind: PartKind) -> Part {
    Part::new(kind, Place::default())
}

fn text(text: &str) -> Part {
    part(PartKind::Text(JsonString::from_plain(text)))
}

fn call(id: &str) -> Part {
    let input = Input::Json(Json::from_valid("{}"));
    let (id, name) = (Some(JsonString::from_plain(id)), JsonString::from_plain("f"));
    part(PartKind::ToolCall(ToolCall { id, name, input, ..ToolCall::default() }))
}

fn result(id: &str) -> Part {
    part(PartKind::ToolResult(ToolResult {
        id: Some(JsonString::from_plain(id)),
        name: None,
        output: Some(Json::from_valid("\"ok\"")),
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    }))
}

#[test]
fn a_turn_of_steps_is_several_messages() {
    let thinking = Reasoning { text: JsonString::from_plain("hm"), ..Reasoning::default() };
    let parts = vec![
        part(PartKind::Reasoning(thinking)),
        text("a"),
        call("c1"),
        result("c1"),
        call("c2"),
        part(PartKind::Step),
        text("b"),
    ];
    let message =
        Message { role: Role::Assistant, id: Some(JsonString::from_plain("m")), parts, ..Message::default() };
    let written = write_document(MESSAGES, Transcript { messages: vec![message], ..Transcript::default() });
    assert_eq!(
        written.trim(),
        r#"[{"id":"m","role":"reasoning","content":"hm"},{"id":"m_2","role":"assistant","content":"a","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"c2","type":"function","function":{"name":"f","arguments":"{}"}}]},{"id":"msg_1","role":"tool","toolCallId":"c1","content":"ok"},{"id":"m_3","role":"assistant","content":"b"}]
in: loss[loss/invented]: the id of a message"#
    );
}

#[test]
fn an_answer_moves_behind_its_call() {
    let said = |role: Role, part: Part| Message { role, parts: vec![part], ..Message::default() };
    let messages = vec![
        said(Role::Assistant, call("c1")),
        said(Role::User, text("and?")),
        said(Role::Tool, result("c1")),
    ];
    let written = write_document(MESSAGES, Transcript { messages, ..Transcript::default() });
    assert!(written.starts_with(
        r#"[{"id":"msg_1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},{"id":"msg_3","role":"tool""#
    ));
    assert!(written.contains("loss/moved"));
}

#[test]
fn a_file_of_another_family_has_the_part_of_its_media_type() {
    let file = |media_type: &str| {
        part(PartKind::File(File {
            media_type: Some(JsonString::from_plain(media_type)),
            content: FileContent::Url(JsonString::from_plain("u")),
            filename: None,
        }))
    };
    let parts = vec![file("video/mp4"), file("application/pdf"), file("image/*")];
    let message = Message { id: Some(JsonString::from_plain("m")), parts, ..Message::default() };
    assert_eq!(
        write_document(MESSAGES, Transcript { messages: vec![message], ..Transcript::default() }).trim(),
        r#"[{"id":"m","role":"user","content":[{"type":"video","source":{"type":"url","value":"u","mimeType":"video/mp4"}},{"type":"document","source":{"type":"url","value":"u","mimeType":"application/pdf"}},{"type":"image","source":{"type":"url","value":"u"}}]}]"#
    );
}
