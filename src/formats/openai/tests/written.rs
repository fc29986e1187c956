//! Writing streams: what a client is promised, and that reading it again gives the same.

use crate::formats::openai::FORMATS;
use crate::formats::testing::{read, rewritten, written};
use crate::ir::{
    EventKind, Finish, Input, Json, JsonString, MessageHead, MessageKey, Part, PartKind, Place, Role, Run,
    Status, StopReason, ToolCall, ToolResult,
};

fn text(text: &str) -> JsonString {
    JsonString::from_plain(text)
}

fn whole(kind: PartKind) -> EventKind<'static> {
    EventKind::Whole { message: MessageKey(0), part: Box::new(Part::new(kind, Place::default())) }
}

fn reply(parts: Vec<EventKind<'static>>, end: EventKind<'static>) -> String {
    let run =
        Run { id: Some(text("c")), model: Some(text("m")), created_at: Some(text("1")), ..Run::default() };
    let head = MessageHead { role: Role::Assistant, ..MessageHead::default() };
    let mut events = vec![EventKind::RunStart(Box::new(run)), EventKind::MessageStart(Box::new(head))];
    events.extend(parts);
    events.push(EventKind::MessageEnd { key: MessageKey(0), finish: None });
    events.push(end);
    written(&FORMATS[3], &events)
        .replace(r#""id":"c","object":"chat.completion.chunk","created":1,"model":"m","#, "…")
}

fn stop() -> EventKind<'static> {
    let finish = Finish { reason: StopReason::Stop, ..Finish::default() };
    EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true }
}

#[test]
fn a_reply_has_role_and_finish() {
    assert_eq!(
        reply(vec![whole(PartKind::Text(text("Hi")))], stop()),
        r#"{…"choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}
{…"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}
"#
    );
}

#[test]
fn a_reply_cut_short_ends_with_an_error_and_is_read_as_cut() {
    let cut = EventKind::RunEnd { finish: None, complete: false };
    let frames = reply(vec![whole(PartKind::Text(text("Hi")))], cut);
    assert!(
        frames.ends_with("{\"error\":{\"message\":\"the reply was cut short\",\"type\":\"incomplete\"}}\n"),
        "{frames}"
    );
    let again = read(&FORMATS[3], &frames.replace('…', "\"id\":\"c\","));
    assert!(again.contains("run- cut") && !again.contains("error '"), "{again}");
}

#[test]
fn calls_are_numbered_and_no_arguments_are_an_object() {
    let call = |id: Option<&str>, input| {
        whole(PartKind::ToolCall(ToolCall {
            id: id.map(text),
            name: text("f"),
            input,
            ..ToolCall::default()
        }))
    };
    let frames = reply(
        vec![call(Some("a"), Input::Absent), call(None, Input::Json(Json::from_valid("{\"x\": 1}")))],
        stop(),
    );
    assert!(frames.contains(r#""tool_calls":[{"index":0,"function":{"arguments":"{}"}}]"#), "{frames}");
    assert!(
        frames.contains(
            r#"{"index":1,"id":"call_1","type":"function","function":{"name":"f","arguments":""}}"#
        ),
        "{frames}"
    );
    assert!(frames.contains(r#""arguments":"{\"x\":1}""#), "{frames}");
    assert!(frames.contains("loss/invented"), "{frames}");
}

#[test]
fn what_has_no_place_is_reported() {
    let result = ToolResult {
        id: Some(text("a")),
        name: None,
        output: None,
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    };
    let frames = reply(vec![whole(PartKind::ToolResult(result)), whole(PartKind::Error(text("no")))], stop());
    assert!(frames.contains("a tool result has no place"), "{frames}");
    assert!(frames.contains("an error has no place"), "{frames}");
}

/// Reads frames, writes them through the events, reads them again: the same events.
#[track_caller]
fn comes_back(frames: &str) {
    let strip = |events: String| {
        let lines = events.lines().filter(|line| !line.starts_with("note"));
        lines.map(|line| line.split(" {/").next().unwrap_or("").to_owned()).collect::<Vec<_>>()
    };
    let again = rewritten(&FORMATS[3], frames);
    assert_eq!(strip(read(&FORMATS[3], &again)), strip(read(&FORMATS[3], frames)), "{again}");
}

#[test]
fn streams_come_back() {
    let chunk = |delta: &str, finish: &str| {
        format!(
            r#"{{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish},"native_finish_reason":"x"}}]}}"#
        )
    };
    let of = |deltas: &[&str]| {
        let mut frames: Vec<_> = deltas.iter().map(|delta| chunk(delta, "null")).collect();
        frames.push(chunk("{}", "\"stop\""));
        frames.join("\n")
    };
    comes_back(&of(&[r#"{"role":"assistant","content":"a"}"#, r#"{"refusal":"b"}"#]));
    comes_back(&of(&[
        r#"{"role":"assistant","reasoning":"a"}"#,
        r#"{"reasoning_details":[{"type":"reasoning.text","signature":"s","index":0}]}"#,
        r#"{"reasoning":"b","reasoning_details":[{"type":"reasoning.text","text":"b","index":1}]}"#,
        r#"{"reasoning_details":[{"type":"reasoning.encrypted","data":"d","index":2}]}"#,
        r#"{"content":"c"}"#,
    ]));
    comes_back(&of(&[
        r#"{"role":"assistant","tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"f","arguments":"{}"}}]}"#,
        r#"{"function_call":{"name":"g","arguments":"{}"}}"#,
    ]));
    comes_back(&of(&[
        r#"{"role":"assistant","audio":{"id":"a","transcript":"t"}}"#,
        r#"{"audio":{"data":"QQ=="}}"#,
    ]));
}
