//! Documents.

use super::{MESSAGES, REQUEST, RESPONSE};
use crate::formats::testing::{document, write_document};
use crate::ir::{
    Input, Json, JsonString, Message, Part, PartKind, Place, Reasoning, Role, Status, ToolCall, ToolResult,
    Transcript, show,
};

/// The parts of a document's messages, one a line.
fn shown(transcript: &Transcript) -> String {
    let mut lines = String::new();
    for message in &transcript.messages {
        let parts: Vec<_> = message.parts.iter().map(show::part).collect();
        lines.push_str(&format!("{}: {}\n", message.role.word(), parts.join(" | ")));
    }
    lines
}

#[track_caller]
fn same(format: &crate::codec::WireFormat, text: &str) {
    let (transcript, _) = document(format, text);
    assert_eq!(write_document(format, transcript).trim(), text);
}

#[test]
fn blocks_are_parts() {
    let text = r#"[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true},{"type":"image","source":{"type":"url","url":"https://e.x/a.png"}},{"type":"document","source":{"type":"text","media_type":"text/plain","data":"hi"},"title":"T"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"a","citations":[{"type":"page_location","cited_text":"c","document_title":"d","start_page_number":1}]},{"type":"mcp_tool_use","id":"m","name":"n","server_name":"s","input":{}},{"type":"hologram","beam":[1]}]}]"#;
    let (transcript, _) = document(MESSAGES, text);
    assert_eq!(
        shown(&transcript),
        "user: result t Error \"x\" | file image/* url=https://e.x/a.png | file text/plain data=aGk=\n\
         assistant: reasoning 'hm' signed=s | text 'a' | source - {/type \"page_location\"} {/start_page_number 1} | \
         call m n {} {/type \"mcp_tool_use\"} {/server_name \"s\"} | raw anthropic {\"type\":\"hologram\",\"beam\":[1]}\n"
    );
}

#[test]
fn a_request_is_written_as_it_was() {
    same(
        REQUEST,
        r#"{"model":"m","system":[{"type":"text","text":"a"},{"type":"text","text":"b"}],"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"f","input":{"x":1.0}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"x","is_error":true},{"type":"text","text":"go on"}]}],"tools":[{"name":"f","input_schema":{"type":"object"},"strict":true},{"type":"bash_20250124","name":"bash"}],"max_tokens":5,"temperature":0.50,"stop_sequences":["s"],"stream":true,"metadata":{"user_id":"u"},"tool_choice":{"type":"any","disable_parallel_tool_use":true},"output_config":{"effort":"low","format":{"type":"json_schema","schema":{}}},"top_k":5,"thinking":{"type":"adaptive"}}"#,
    );
}

#[test]
fn bodies_without_a_model_or_a_limit_get_none() {
    same(
        REQUEST,
        r#"{"messages":[{"role":"user","content":"hi"}],"anthropic_version":"bedrock-2023-05-31"}"#,
    );
}

#[test]
fn a_reply_is_written_as_it_was() {
    same(
        RESPONSE,
        r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":""},{"type":"server_tool_use","id":"s1","name":"web_search","input":{"q":1},"caller":{"type":"direct"}},{"type":"web_search_tool_result","tool_use_id":"s1","content":[]}],"stop_reason":"stop_sequence","stop_sequence":"X","usage":{"input_tokens":7,"cache_creation_input_tokens":1,"cache_read_input_tokens":2,"output_tokens":3,"service_tier":"standard"},"container":{"id":"c"}}"#,
    );
    same(
        RESPONSE,
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Busy"},"request_id":"r"}"#,
    );
}

fn message(role: Role, parts: Vec<PartKind>) -> Message {
    let parts = parts.into_iter().map(|kind| Part::new(kind, Place::default())).collect();
    Message { role, parts, ..Message::default() }
}

fn text(text: &str) -> PartKind {
    PartKind::Text(JsonString::from_plain(text))
}

fn call(id: &str, input: &str) -> PartKind {
    PartKind::ToolCall(ToolCall {
        id: Some(JsonString::from_plain(id)),
        name: JsonString::from_plain("f"),
        input: Input::Text(JsonString::from_plain(input)),
        ..ToolCall::default()
    })
}

fn result(id: &str, output: &str) -> PartKind {
    PartKind::ToolResult(ToolResult {
        id: Some(JsonString::from_plain(id)),
        name: None,
        output: Json::check(output),
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    })
}

fn history(messages: Vec<Message>) -> String {
    let source = "openai-messages".to_owned();
    write_document(MESSAGES, Transcript { source, complete: true, messages, ..Transcript::default() })
}

#[test]
fn answers_stand_right_behind_their_calls_and_before_the_user() {
    let written = history(vec![
        message(Role::Assistant, vec![text("Looking."), call("a", "{}"), call("b", "")]),
        message(Role::User, vec![text("hurry")]),
        message(Role::Tool, vec![result("b", r#""2""#)]),
        message(Role::Tool, vec![result("a", r#"{"n":1}"#)]),
    ]);
    let (first, losses) = written.split_once('\n').unwrap();
    assert_eq!(
        first,
        r#"[{"role":"assistant","content":[{"type":"text","text":"Looking."},{"type":"tool_use","id":"a","name":"f","input":{}},{"type":"tool_use","id":"b","name":"f","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"b","content":"2"},{"type":"tool_result","tool_use_id":"a","content":"{\"n\":1}"},{"type":"text","text":"hurry"}]}]"#
    );
    assert!(losses.contains("loss/moved") && losses.contains("JSON text"), "{losses}");
}

#[test]
fn ids_are_legal_and_those_that_fit_stay() {
    let written = history(vec![
        message(Role::Assistant, vec![call("f.x:0", "{}"), call("f_x_0", "{}")]),
        message(Role::Tool, vec![result("f.x:0", r#""1""#), result("f_x_0", r#""2""#)]),
    ]);
    assert!(
        written.contains(r#""id":"f_x_0_2","name""#) && written.contains(r#""id":"f_x_0","name""#),
        "{written}"
    );
    assert!(written.contains(r#""tool_use_id":"f_x_0_2","content":"1""#), "{written}");
    assert!(written.contains(r#""tool_use_id":"f_x_0","content":"2""#), "{written}");
}

#[test]
fn unsigned_reasoning_is_kept_out_and_signed_reasoning_leads() {
    let thought = |signature: Option<&str>| {
        PartKind::Reasoning(Reasoning {
            text: JsonString::from_plain("hm"),
            signature: signature.map(JsonString::from_plain),
            encrypted: None,
        })
    };
    let written = history(vec![
        message(Role::Assistant, vec![text("a"), thought(None)]),
        message(Role::Assistant, vec![text("b"), thought(Some("s"))]),
        message(Role::Assistant, vec![text("")]),
    ]);
    let expected = r#"[{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"b"}]}]"#;
    assert_eq!(written.lines().next(), Some(expected));
    for what in
        ["reasoning without a signature", "reasoning moves", "an empty text", "a message that says nothing"]
    {
        assert!(written.contains(what), "{what} in {written}");
    }
}

#[test]
fn instructions_lead_the_request_and_later_ones_follow_the_user() {
    let transcript = Transcript {
        source: "openai-request".to_owned(),
        complete: true,
        messages: vec![
            message(Role::System, vec![text("Base.")]),
            message(Role::User, vec![text("a")]),
            message(Role::Assistant, vec![text("b")]),
            message(Role::System, vec![text("French.")]),
            message(Role::User, vec![text("c")]),
        ],
        ..Transcript::default()
    };
    let written = write_document(REQUEST, transcript);
    assert!(written.starts_with(
        r#"{"model":"unknown","max_tokens":4096,"system":"Base.","messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"},{"role":"system","content":"French."}]}"#
    ), "{written}");
    for what in ["`max_tokens` 4096", "`unknown`", "a system message moves"] {
        assert!(written.contains(what), "{what} in {written}");
    }
}

#[test]
fn a_history_is_checked_for_what_the_server_refuses() {
    let (_, mut report) = document(
        REQUEST,
        r#"{"messages":[{"role":"user","content":" "},{"role":"user","content":[{"type":"tool_result","tool_use_id":"gone"}]}]}"#,
    );
    report.close_losses();
    let found: Vec<_> = report.drain().map(|found| (found.rule, found.path.unwrap_or_default())).collect();
    assert_eq!(
        found,
        [
            ("anthropic/blank-message", "/messages/0".to_owned()),
            ("anthropic/result-without-call", "/messages/1/content/0".to_owned())
        ]
    );
}
