//! Streams and histories written.

use super::{MESSAGES, STREAM, folded, through};
use crate::formats::testing::{rewritten, write_document, written};
use crate::ir::{
    Delta, EventKind, Finish, Input, Json, JsonStr, JsonString, Message, MessageHead, MessageKey, Part,
    PartKey, PartKind, Place, Role, Status, StopReason, ToolCall, ToolResult, Transcript,
};

fn start() -> Vec<EventKind<'static>> {
    let head = MessageHead { role: Role::Assistant, ..MessageHead::default() };
    vec![EventKind::RunStart(Box::default()), EventKind::MessageStart(Box::new(head))]
}

fn open(key: u32, kind: PartKind) -> EventKind<'static> {
    let part = Box::new(Part::new(kind, Place::default()));
    EventKind::PartStart { key: PartKey(key), message: MessageKey(0), part }
}

fn call(id: &str) -> ToolCall {
    let id = Some(JsonString::from_plain(id));
    ToolCall { id, name: JsonString::from_plain("w"), ..ToolCall::default() }
}

fn args(text: &'static str) -> EventKind<'static> {
    EventKind::Delta { key: PartKey(0), delta: Delta::Args(JsonStr::new(text)) }
}

fn end(complete: bool) -> EventKind<'static> {
    EventKind::RunEnd { finish: None, complete }
}

/// What is written after the start, without the report.
fn rest(events: Vec<EventKind<'static>>) -> String {
    let all: Vec<_> = start().into_iter().chain(events).collect();
    let text = written(STREAM, &all);
    let lines = text.lines().filter(|line| line.starts_with('{')).skip(2);
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn another_familys_message_is_a_step() {
    let text = open(0, PartKind::Text(JsonString::default()));
    let delta = EventKind::Delta { key: PartKey(0), delta: Delta::Text(JsonStr::new("Hi")) };
    let events = [text, delta, EventKind::PartEnd { key: PartKey(0) }, end(true)];
    let all: Vec<_> = start().into_iter().chain(events).collect();
    assert_eq!(
        written(STREAM, &all),
        r#"{"type":"start"}
{"type":"start-step"}
{"type":"text-start","id":"text-1"}
{"type":"text-delta","id":"text-1","delta":"Hi"}
{"type":"text-end","id":"text-1"}
{"type":"finish-step"}
{"type":"finish"}
"#
    );
}

#[test]
fn arguments_that_break_off_with_the_reply_are_not_available() {
    let events = || {
        vec![
            open(0, PartKind::ToolCall(call("c"))),
            args(r#"{\"a\":"#),
            EventKind::PartEnd { key: PartKey(0) },
        ]
    };
    let cut = rest(events().into_iter().chain([end(false)]).collect());
    assert!(!cut.contains("tool-input-available") && cut.ends_with("{\"type\":\"abort\"}\n"), "{cut}");
    let whole = rest(events().into_iter().chain([end(true)]).collect());
    assert!(whole.contains(r#""input":"{\"a\":""#) && whole.contains("finish"), "{whole}");
}

#[test]
fn a_call_that_is_answered_has_its_input() {
    let result = ToolResult {
        id: call("c").id,
        name: None,
        output: Some(Json::from_valid("\"no\"")),
        status: Status::Denied,
        preliminary: false,
        provider_executed: false,
    };
    let part = Box::new(Part::new(PartKind::ToolResult(result), Place::default()));
    let events = vec![
        open(0, PartKind::ToolCall(call("c"))),
        EventKind::Whole { message: MessageKey(0), part },
        EventKind::PartEnd { key: PartKey(0) },
        end(true),
    ];
    assert_eq!(
        rest(events),
        r#"{"type":"tool-input-start","toolCallId":"c","toolName":"w"}
{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{}}
{"type":"tool-approval-request","approvalId":"approval-c","toolCallId":"c"}
{"type":"tool-approval-response","approvalId":"approval-c","approved":false,"reason":"no"}
{"type":"tool-output-denied","toolCallId":"c"}
{"type":"finish-step"}
{"type":"finish"}
"#
    );
}

#[test]
fn a_finish_reason_without_a_word_is_told() {
    let finish = Finish {
        reason: StopReason::Other,
        raw: Some(JsonString::from_plain("solar_flare")),
        place: Place::default(),
    };
    let events = [
        EventKind::RunStart(Box::default()),
        EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true },
    ];
    assert_eq!(
        written(STREAM, &events),
        "{\"type\":\"finish\",\"finishReason\":\"other\"}\nin: loss[loss/narrowed]: the finish reason `solar_flare` becomes `other`\n"
    );
}

/// Its own frames, read and written, are the same.
#[track_caller]
fn same(frames: &str) {
    let lines: String = frames.lines().map(|line| format!("{}\n", line.trim())).collect();
    assert_eq!(rewritten(STREAM, frames), lines);
}

#[test]
fn its_own_stream_is_the_same() {
    same(
        r#"{"type":"start","messageId":"m"}
        {"type":"message-metadata","messageMetadata":{"usage":{"input":1}}}
        {"type":"start-step"}
        {"type":"reasoning-start","id":"r","providerMetadata":{"p":{"a":1}}}
        {"type":"reasoning-delta","id":"r","delta":"hm"}
        {"type":"reasoning-end","id":"r","providerMetadata":{"anthropic":{"signature":"s"}}}
        {"type":"text-start","id":"0"}
        {"type":"text-delta","id":"0","delta":"a\ud83d"}
        {"type":"text-end","id":"0","citations":[{"source":{"type":"source","sourceType":"url","id":"1","url":"http://a"},"startIndex":0}]}
        {"type":"tool-input-start","toolCallId":"c","toolName":"w","dynamic":true,"title":"T"}
        {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{}"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{},"dynamic":true,"title":"T","providerMetadata":{"p":{"b":2}}}
        {"type":"tool-approval-request","approvalId":"q","toolCallId":"c","reason":"why","signature":"s"}
        {"type":"tool-approval-response","approvalId":"q","approved":true}
        {"type":"tool-output-error","toolCallId":"c","errorText":"boom","dynamic":true}
        {"type":"data-x","id":"1","data":[1.0],"transient":true}
        {"type":"steering-message","id":"st","parts":[]}
        {"type":"finish-step"}
        {"type":"finish","finishReason":"interrupted"}"#
            .trim(),
    );
}

#[test]
fn what_was_left_open_stays_open() {
    let frames = r#"{"type":"start"}
        {"type":"tool-input-start","toolCallId":"c","toolName":"w"}
        {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{\"a"}
        {"type":"text-start","id":"t"}"#;
    let text = rewritten(STREAM, frames);
    let text: String = text.lines().filter(|line| line.starts_with('{')).collect();
    assert!(!text.contains("-end") && !text.contains("available") && !text.contains("abort"), "{text}");
}

#[test]
fn a_stream_folds_as_the_sdk_folds_it() {
    assert_eq!(
        through(
            r#"{"type":"data-x","id":"1","data":1}
            {"type":"start","messageId":"m","messageMetadata":{"a":{"x":1}}}
            {"type":"text-start","id":"0"}
            {"type":"tool-input-start","toolCallId":"c","toolName":"w"}
            {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{\"city\":\"Pa"}
            {"type":"data-x","id":"1","data":2}
            {"type":"message-metadata","messageMetadata":{"a":{"y":2}}}
            {"type":"reset-step"}
            {"type":"text-start","id":"1"}
            {"type":"text-delta","id":"1","delta":"kept"}"#,
        ),
        r#"[{"id":"m","metadata":{"a":{"x":1,"y":2}},"role":"assistant","parts":[{"type":"text","text":"kept","state":"streaming"}]}]"#
    );
}

#[test]
fn a_call_that_begins_again_has_lost_its_answer() {
    let calls = r#"{"type":"start","messageId":"m"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{"a":1}}
        {"type":"tool-output-available","toolCallId":"c","output":8,"preliminary":true}
        {"type":"text-start","id":"0"}
        {"type":"tool-output-error","toolCallId":"c","errorText":"no"}
        {"type":"text-delta","id":"0","delta":"kept"}
        "#;
    let asked = r#"{"type":"start","messageId":"m"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{"a":1}}
        {"type":"tool-approval-request","approvalId":"q","toolCallId":"c"}
        {"type":"tool-input-start","toolCallId":"c","toolName":"w"}
        "#;
    let again = r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{"a":1}}"#;
    let told = |frames: &str| folded(frames).1.contains("anew");
    assert!(told(asked) && !told(&format!("{asked}{again}")));
    let whole = |again: &str, call: &str| {
        let message = r#"[{"id":"m","role":"assistant","parts":[{"type":"tool-w","toolCallId":"c","#;
        let text = r#"},{"type":"text","text":"kept","state":"streaming"}]}]"#;
        assert_eq!(through(&format!("{calls}{again}")), format!("{message}{call}{text}"));
    };
    whole(r#"{"type":"tool-input-start","toolCallId":"c","toolName":"w"}"#, r#""state":"input-streaming""#);
    whole(
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"w","input":2}"#,
        r#""state":"input-available","input":2"#,
    );
    whole(
        r#"{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"3"}"#,
        r#""state":"input-streaming","input":3,"rawInput":"3""#,
    );
}

#[test]
fn steps_of_other_families_are_joined_into_one_message() {
    let result = ToolResult {
        id: call("c").id,
        name: None,
        output: Some(Json::from_valid("{\"e\":1}")),
        status: Status::Error,
        preliminary: false,
        provider_executed: false,
    };
    let message = |role: Role, kind: PartKind| Message {
        role,
        parts: vec![Part::new(kind, Place::default())],
        ..Message::default()
    };
    let input = Input::Text(JsonString::from_plain("{\"a\":"));
    let transcript = Transcript {
        source: "openai-messages".to_owned(),
        messages: vec![
            message(Role::Assistant, PartKind::ToolCall(ToolCall { input, ..call("c") })),
            message(Role::Tool, PartKind::ToolResult(result)),
            message(Role::Assistant, PartKind::Refusal(JsonString::from_plain("No."))),
        ],
        ..Transcript::default()
    };
    let text = write_document(MESSAGES, transcript);
    assert_eq!(
        text.lines().next().unwrap(),
        r#"[{"id":"msg-1","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-w","toolCallId":"c","state":"output-error","input":"{\"a\":","errorText":"{\"e\":1}"},{"type":"step-start"},{"type":"text","text":"No.","state":"done"}]}]"#
    );
    assert_eq!(text.matches("loss[").count(), 3, "{text}");
}

#[test]
fn a_text_told_anew_is_no_news_where_it_says_the_same() {
    let revised = |text: &str| {
        let part = Part::new(PartKind::Text(JsonString::from_plain(text)), Place::default());
        let delta = |text| EventKind::Delta { key: PartKey(0), delta: Delta::Text(JsonStr::new(text)) };
        let events = vec![
            open(0, PartKind::Text(JsonString::default())),
            delta("Lo"),
            delta("w."),
            EventKind::PartEnd { key: PartKey(0) },
            EventKind::Revise { key: PartKey(0), part: Box::new(part) },
            end(true),
        ];
        let all: Vec<_> = start().into_iter().chain(events).collect();
        written(STREAM, &all).contains("told anew")
    };
    assert!(!revised("Low."));
    assert!(revised("High."));
}
