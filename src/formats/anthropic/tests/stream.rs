//! Streams.

use super::STREAM;
use crate::formats::testing::{check_read, read, rewritten, written};
use crate::ir::{
    Delta, EventKind, Finish, Json, JsonStr, JsonString, Live, MessageHead, MessageKey, Part, PartKey,
    PartKind, Place, Role, Run, Source, Status, StopReason, ToolCall, ToolResult, Usage,
};

const START: &str = r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":3,"output_tokens":1}}}"#;
const END: &str = r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"input_tokens":3,"output_tokens":9}}
{"type":"message_stop"}"#;

fn framed(middle: &str) -> String {
    format!("{START}\n{middle}\n{END}")
}

/// Reads what stands between an ordinary start and an ordinary end.
#[track_caller]
fn check(middle: &str, lines: &str) {
    let all = read(STREAM, &framed(middle));
    let shown: Vec<_> = all
        .lines()
        .map(str::trim)
        .filter(|line| {
            let usual =
                ["run+ id=msg_1", "usage in=3", "msg+ m0 assistant", "msg- m0", "run- stop(end_turn)"];
            !usual.iter().any(|usual| line.starts_with(usual))
        })
        .collect();
    let lines: Vec<_> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(shown, lines);
}

/// What is written from the events of frames is what was read.
#[track_caller]
fn check_same(middle: &str) {
    let frames = framed(middle);
    let told = "in:1: frame 1, /message/usage: loss[loss/dropped]: an earlier count of tokens, which a later one \
                replaces, has no place in the target";
    assert_eq!(rewritten(STREAM, &frames).trim(), format!("{}\n{told}", frames.trim()));
}

#[test]
fn a_reply_from_start_to_stop() {
    check_read(
        STREAM,
        &framed(
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
            {"type":"ping"}
            {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Lo"}}
            {"type":"content_block_stop","index":0}"#,
        ),
        "run+ id=msg_1 model=m
        usage in=3 out=1
        msg+ m0 assistant
        part+ p0 m0 text
        delta p0 text 'Lo'
        part- p0
        usage in=3 out=9
        msg- m0
        run- stop(end_turn)",
    );
}

#[test]
fn the_name_of_the_event_stands_in_for_the_type() {
    check(
        r#"content_block_start> {"index":0,"content_block":{"type":"text","text":"a"}}
        content_block_stop> {"index":0}"#,
        "part+ p0 m0 text
        delta p0 text 'a'
        part- p0",
    );
}

#[test]
fn arguments_win_over_the_input_of_the_start() {
    check(
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"t","name":"f","input":{},"caller":{"type":"direct"}}}
        {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}
        {"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"a\":1}"}}
        {"type":"content_block_stop","index":0}
        {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"u","name":"g","input":{}}}
        {"type":"content_block_stop","index":1}
        {"type":"content_block_start","index":2,"content_block":{"type":"tool_use","id":"v","name":"h","input":{"b":2}}}
        {"type":"content_block_stop","index":2}"#,
        r#"part+ p0 m0 call t f {/caller {"type":"direct"}}
        delta p0 args '{\"a\":1}'
        part- p0
        part+ p1 m0 call u g
        delta p1 input {}
        part- p1
        part+ p2 m0 call v h
        delta p2 input {"b":2}
        part- p2"#,
    );
}

#[test]
fn thinking_is_signed_and_sealed() {
    check(
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
        {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
        {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}
        {"type":"content_block_stop","index":0}
        {"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"ZGF0"}}
        {"type":"content_block_stop","index":1}"#,
        "part+ p0 m0 reasoning
        delta p0 text 'hm'
        delta p0 signature 'c2ln'
        part- p0
        whole m0 reasoning sealed=ZGF0",
    );
}

#[test]
fn the_own_stream_is_written_as_it_was() {
    check_same(
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}
{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"hm"}}
{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"c2ln"}}
{"type":"content_block_stop","index":0}
{"type":"content_block_start","index":1,"content_block":{"type":"redacted_thinking","data":"ZGF0"}}
{"type":"content_block_stop","index":1}
{"type":"content_block_start","index":2,"content_block":{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}}}
{"type":"content_block_delta","index":2,"delta":{"type":"input_json_delta","partial_json":"{\"q\": 1}"}}
{"type":"content_block_stop","index":2}
{"type":"content_block_start","index":3,"content_block":{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","url":"u"}]}}
{"type":"content_block_stop","index":3}
{"type":"content_block_start","index":4,"content_block":{"type":"text","text":""}}
{"type":"content_block_delta","index":4,"delta":{"type":"text_delta","text":"x"}}
{"type":"content_block_delta","index":4,"delta":{"type":"citations_delta","citation":{"cited_text":"c","document_title":"d","type":"char_location","start_char_index":1}}}
{"type":"content_block_stop","index":4}
{"type":"content_block_start","index":5,"content_block":{"type":"hologram","beam":[1]}}
{"type":"content_block_stop","index":5}
{"type":"future_thing","x":1}
{"type":"content_block_start","index":6,"content_block":{"type":"tool_use","id":"t","name":"f","input":{},"caller":{"type":"direct"}}}
{"type":"content_block_stop","index":6}"#,
    );
}

#[test]
fn what_comes_outside_its_block_is_told_and_kept() {
    check(
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}
        {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"b"}}
        {"type":"content_block_stop","index":0}
        {"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"f","input":{}}}
        {"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"c"}}
        {"type":"content_block_stop","index":1}
        {"type":"content_block_stop","index":7}"#,
        r#"part+ p0 m0 text
        delta p0 text 'a'
        delta p0 text 'b'
        part- p0
        part+ p1 m0 call t f
        part+ p2 m0 text
        delta p2 text 'c'
        delta p1 input {}
        part- p1
        part- p2
        in:2: frame 2: error[anthropic/delta-outside-block]: delta for block 0, which is not open
        help: a content_block_start for index 0 must come first
        in:6: frame 6: error[anthropic/delta-of-other-kind]: a delta of a `text` block for block 1, a `tool_use` block
        help: each kind of block has its own deltas; the text is kept beside it
        in:8: frame 8: warning[anthropic/stop-outside-block]: `content_block_stop` for block 7, which is not open
        help: a `content_block_start` for this index must come first"#,
    );
}

#[test]
fn counts_are_cumulative_and_the_last_one_counts() {
    let frames = format!(
        "{START}\n{}\n{}\n{}",
        r#"{"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":7}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"X"},"usage":{"input_tokens":900,"cache_read_input_tokens":40,"output_tokens":15,"service_tier":"priority"}}"#,
        r#"{"type":"message_stop"}"#
    );
    check_read(
        STREAM,
        &frames,
        r#"run+ id=msg_1 model=m
        usage in=3 out=1
        msg+ m0 assistant
        usage in=3 out=7
        usage in=940 out=15 read=40 {/delta/stop_sequence "X"} {/usage/service_tier "priority"}
        msg- m0
        run- stop(stop_sequence)"#,
    );
    assert!(rewritten(STREAM, &frames).contains(
        r#"{"type":"message_delta","delta":{"stop_reason":"stop_sequence","stop_sequence":"X"},"usage":{"input_tokens":900,"cache_read_input_tokens":40,"output_tokens":15,"service_tier":"priority"}}"#
    ));
}

#[test]
fn an_error_ends_the_reply_and_comes_back() {
    let frames = format!(
        "{START}\n{}",
        r#"{"type":"error","error":{"type":"overloaded_error","message":"Busy"},"request_id":"req_1"}"#
    );
    check_read(
        STREAM,
        &frames,
        "run+ id=msg_1 model=m
        usage in=3 out=1
        msg+ m0 assistant
        error 'Busy'
        msg- m0
        run- cut",
    );
    let again = rewritten(STREAM, &frames);
    assert!(again.starts_with(&frames), "{again}");
}

#[test]
fn a_stream_without_its_stop_is_cut_short() {
    let frames = format!("{START}\n{}", END.lines().next().unwrap());
    let lines = read(STREAM, &frames);
    assert!(lines.contains("run- stop(end_turn) cut"), "{lines}");
    assert!(lines.contains("anthropic/message-stop-missing"), "{lines}");
    let again = rewritten(STREAM, &frames);
    assert!(
        again
            .contains(r#"{"type":"error","error":{"type":"api_error","message":"the reply was cut short"}}"#)
    );
    assert!(!again.contains("message_delta"), "{again}");
}

#[test]
fn two_messages_are_two_runs() {
    let lines = read(STREAM, &format!("{START}\n{END}\n{START}\n{END}"));
    assert_eq!(lines.matches("run+").count(), 2);
    assert_eq!(lines.matches("run- stop").count(), 2);
}

#[test]
fn an_empty_text_remembers_that_it_was_there() {
    let empty = r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}
{"type":"content_block_stop","index":0}"#;
    check(empty, r#"whole m0 text {/text ""}"#);
    check_same(empty);
}

#[test]
fn what_comes_before_the_message_is_passed_over_as_the_client_does() {
    let stray = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}"#;
    let lines = read(STREAM, &format!("{stray}\n{START}\n{END}"));
    assert!(!lines.contains("'x'") && lines.contains("anthropic/event-outside-message"), "{lines}");
    let lines = read(STREAM, &format!("{stray}\n{stray}\n{END}"));
    assert!(lines.contains("whole m0 text 'xx'") && lines.contains("run- stop"), "{lines}");
}

fn text(text: &str) -> JsonString {
    JsonString::from_plain(text)
}

fn message(key: u32, role: Role) -> EventKind<'static> {
    EventKind::MessageStart(Box::new(MessageHead { key: MessageKey(key), role, ..MessageHead::default() }))
}

fn start(key: u32, kind: PartKind) -> EventKind<'static> {
    let part = Box::new(Part::new(kind, Place::default()));
    EventKind::PartStart { key: PartKey(key), message: MessageKey(0), part }
}

fn call(id: &str) -> PartKind {
    PartKind::ToolCall(ToolCall { id: Some(text(id)), name: text("f"), ..ToolCall::default() })
}

fn delta(key: u32, delta: Delta<'_>) -> EventKind<'_> {
    EventKind::Delta { key: PartKey(key), delta }
}

fn args(key: u32, token: &str) -> EventKind<'_> {
    delta(key, Delta::Args(JsonStr::new(token)))
}

fn ended(key: u32) -> EventKind<'static> {
    EventKind::PartEnd { key: PartKey(key) }
}

/// Writes events of one message; gives the frames between its start and its end, then what was reported of them.
fn wrote(events: Vec<EventKind<'_>>, reason: StopReason) -> Vec<String> {
    let run = Run { id: Some(text("r")), model: Some(text("m")), ..Run::default() };
    let mut all = vec![EventKind::RunStart(Box::new(run)), message(0, Role::Assistant)];
    all.extend(events);
    all.push(EventKind::MessageEnd { key: MessageKey(0), finish: None });
    let counts = Usage { input: Some(1), output: Some(2), ..Usage::default() };
    all.push(EventKind::Usage(Box::new(counts)));
    let finish = Finish { reason, raw: Some(text("raw")), ..Finish::default() };
    all.push(EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true });
    let lines = written(STREAM, &all);
    lines.lines().filter(|line| !line.contains("\"message_st")).map(str::to_owned).collect()
}

#[test]
fn parts_that_come_at_once_stand_one_after_another() {
    let lines = wrote(
        vec![
            start(0, call("a")),
            start(1, call("b")),
            args(1, r#"{\"y\":"#),
            args(0, r#"{\"x\":"#),
            args(1, "1}"),
            ended(1),
            args(0, "2}"),
            ended(0),
        ],
        StopReason::ToolCalls,
    );
    let expected = [
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f","input":{}}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"x\":"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"2}"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"b","name":"f","input":{}}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"y\":1}"}}"#,
        r#"{"type":"content_block_stop","index":1}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},"usage":{"input_tokens":1,"output_tokens":2}}"#,
    ];
    assert_eq!(lines, expected);
}

#[test]
fn no_block_is_empty_and_calls_make_a_stop_a_tool_use() {
    let lines = wrote(
        vec![
            start(0, PartKind::Text(text(""))),
            delta(0, Delta::Text(JsonStr::new(""))),
            ended(0),
            start(1, call("a")),
            ended(1),
        ],
        StopReason::Stop,
    );
    assert!(!lines.iter().any(|line| line.contains(r#""text":"""#)), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains(r#""stop_reason":"tool_use""#)), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("`raw` becomes `tool_use`")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("an empty text")), "{lines:#?}");
}

#[test]
fn arguments_that_are_no_object_do_not_break_the_client() {
    for (token, input) in [
        (r#"\"abc\""#, r#"{\"input\":\"abc\"}"#),
        ("[1]", r#"{\"input\":[1]}"#),
        ("null", "{}"),
        (r#"{\"a\":1}{\"a\":1}"#, r#"{\"a\":1}"#),
    ] {
        let lines = wrote(vec![start(0, call("a")), args(0, token), ended(0)], StopReason::ToolCalls);
        let wanted = format!(r#""partial_json":"{input}""#);
        assert!(lines.iter().any(|line| line.contains(&wanted)), "{lines:#?}");
    }
}

#[test]
fn what_a_reply_has_no_place_for_is_told() {
    let result = ToolResult {
        id: Some(text("a")),
        name: None,
        output: Some(Json::from_valid("1")),
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    };
    let whole =
        |kind| EventKind::Whole { message: MessageKey(0), part: Box::new(Part::new(kind, Place::default())) };
    let lines = wrote(
        vec![
            whole(PartKind::ToolResult(result)),
            whole(PartKind::Source(Source::default())),
            EventKind::State(Live::new(&Json::from_valid("{}"))),
        ],
        StopReason::Stop,
    );
    for what in ["the result of a tool", "a source", "the shared state"] {
        assert!(lines.iter().any(|line| line.contains(what)), "{what} in {lines:#?}");
    }
}
