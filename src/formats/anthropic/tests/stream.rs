//! Streams.

use super::STREAM;
use crate::formats::testing::{check_read, read, rewritten, written};

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
    assert_eq!(rewritten(STREAM, &frames).trim(), frames.trim());
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
        in:8: frame 8: error[anthropic/stop-outside-block]: `content_block_stop` for block 7, which is not open
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
