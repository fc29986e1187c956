//! Frames in, lines out; events in, frames out.

use crate::formats::by_id;
use crate::formats::testing::{check_read, read, rewritten};

fn stream() -> &'static crate::codec::WireFormat {
    by_id("agenta-stream").unwrap()
}

/// As [`check_read`], with one warning behind the events.
#[track_caller]
fn check_reported(format: &crate::codec::WireFormat, frames: &str, lines: &str, warning: &str) {
    let read = read(format, frames);
    let wanted: Vec<_> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let events: Vec<_> = read.lines().take(wanted.len()).collect();
    assert_eq!(events, wanted);
    assert!(read.contains(warning), "{read}");
}

#[test]
fn a_text_has_start_deltas_and_end() {
    check_read(
        stream(),
        r#"
        {"type":"message_start","data":{"type":"message_start","id":"m1"}}
        {"type":"message_delta","data":{"id":"m1","delta":"He"}}
        {"type":"message_delta","id":"m1","delta":"llo"}
        {"type":"message_end","data":{"id":"m1"}}
        {"type":"done","data":{"stopReason":"end_turn","traceId":"tr"}}
        "#,
        r#"
        run+
        msg+ m0 assistant
        part+ p0 m0 text {/data/id "m1"}
        delta p0 text 'He'
        delta p0 text 'llo'
        part- p0
        note {/data/traceId "tr"}
        msg- m0
        run- stop(end_turn)
        "#,
    );
}

#[test]
fn text_without_a_start_is_kept_and_reported() {
    check_reported(
        stream(),
        r#"
        {"type":"message_delta","data":{"id":"m1","delta":"Here are "}}
        {"type":"done","data":{"stopReason":"end_turn"}}
        "#,
        r#"
        run+
        msg+ m0 assistant
        part+ p0 m0 text {/data/id "m1"}
        delta p0 text 'Here are '
        part- p0
        msg- m0
        run- stop(end_turn)
        "#,
        "warning[agenta/delta-without-start]",
    );
}

#[test]
fn where_other_texts_are_started_it_is_marked() {
    let lines = read(
        stream(),
        r#"{"type":"message_start","data":{"id":"m1"}}
        {"type":"message_end","data":{"id":"m1"}}
        {"type":"message_delta","data":{"id":"m1","delta":"late"}}
        {"type":"done","data":{}}"#,
    );
    assert!(
        lines.contains("part+ p1 m0 text {/start null} {/data/id \"m1\"}\ndelta p1 text 'late'"),
        "{lines}"
    );
}

#[test]
fn a_call_told_again_keeps_its_place_and_first_name() {
    check_reported(
        stream(),
        r#"
        {"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
        {"type":"tool_call","data":{"id":"c1","name":"bash","input":{"x":1},"rawInput":{"command":"ls"},"render":{"kind":"card"}}}
        {"type":"tool_result","data":{"id":"c1","output":"ok","data":{"n":1}}}
        {"type":"message","data":{"text":"Done."}}
        "#,
        r#"
        run+
        msg+ m0 assistant
        part+ p0 m0 call c1 bash
        delta p0 input {}
        revise p0 call c1 bash {"command":"ls"} {/data/input {"x":1}} {/data/render {"kind":"card"}}
        part- p0
        whole m0 result c1 Ok {"n":1} {/output "ok"} {/isError null}
        step+ m0
        part+ p1 m0 text
        delta p1 text 'Done.'
        part- p1
        step- m0
        msg- m0
        run- cut
        "#,
        "warning[agenta/done-missing]",
    );
}

#[test]
fn status_comes_from_is_error_and_denied() {
    let lines = read(
        stream(),
        r#"{"type":"tool_result","data":{"id":"a","output":null,"isError":true}}
        {"type":"tool_result","data":{"id":"b","output":"no","isError":true,"denied":true}}
        {"type":"tool_result","data":{"id":"c","isError":false}}
        {"type":"tool_result","data":{"id":"d","output":{"approved":false,"interactionToken":"t"}}}
        {"type":"done","data":{}}"#,
    );
    for line in ["result a Error null", "result b Denied \"no\"", "result c Ok -", "approval! t false"] {
        assert!(lines.contains(line), "{lines}");
    }
}

#[test]
fn questions_are_approvals_and_interrupts() {
    check_read(
        stream(),
        r#"
        {"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCall":{"toolCallId":"c1"}}}}
        {"type":"interaction_response","data":{"id":"i1","kind":"user_approval","payload":{"approved":false,"why":"x"}}}
        {"type":"interaction_request","data":{"id":"i2","kind":"client_tool","payload":{"toolCallId":"c2"}}}
        {"type":"done","data":{"stopReason":"paused"}}
        "#,
        r#"
        run+
        msg+ m0 assistant
        whole m0 approval? i1 {/payload/toolCallId null} {/kind "user_approval"} {/payload/toolCall {"toolCallId":"c1"}}
        whole m0 approval! i1 false {/kind "user_approval"} {/payload/why "x"}
        interrupt i2
        msg- m0
        run- paused(paused)
        "#,
    );
}

#[test]
fn the_last_done_counts_and_unknown_reasons_stay() {
    let lines = read(
        stream(),
        r#"{"type":"done","data":{"stopReason":"paused"}}
        {"type":"message","data":{"text":"x"}}
        {"type":"done","data":{"stopReason":"solar_flare"}}"#,
    );
    assert!(lines.contains("run- other(solar_flare)"), "{lines}");
    assert!(lines.contains("note[agenta/goes-on]"), "{lines}");
}

#[test]
fn the_runners_records_are_read() {
    check_read(
        stream(),
        r#"
        {"kind":"event","event":{"type":"message_start","id":"m"}}
        {"kind":"event","event":{"type":"message_delta","id":"m","delta":"x"}}
        {"kind":"result","result":{"ok":true,"stopReason":"end_turn"}}
        "#,
        r#"
        run+
        msg+ m0 assistant
        part+ p0 m0 text {/event/id "m"}
        delta p0 text 'x'
        note {/result/stopReason "end_turn"}
        part- p0
        msg- m0
        run-
        "#,
    );
}

#[test]
fn frames_of_other_types_stay_as_they_are() {
    let frames = r#"{"type":"brand_new","data":{"x":1}}
{"type":"mcp_server_failed","data":{"serverName":"s","status":401}}
{"data":{"text":"typeless"}}
{"type":"done","data":{}}
"#;
    let written = rewritten(stream(), frames);
    assert!(written.starts_with(frames), "{written}");
}

#[test]
fn what_is_read_is_written_again() {
    let frames = r#"{"type":"turn","data":{"turnId":"T1"}}
{"type":"thought_start","data":{"id":"t1"}}
{"type":"thought_delta","data":{"id":"t1","delta":"hm"}}
{"type":"thought_end","data":{"id":"t1"}}
{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"a"}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"late"}}
{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"tool_call","data":{"id":"c1","name":"bash","rawInput":{"command":"ls"},"input":{},"render":{"r":1}}}
{"type":"tool_result","data":{"id":"c1","data":{"n":1.0},"isError":false,"output":"ok"}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCallId":"c1","manifest":{"a":1}}}}
{"type":"interaction_request","data":{"id":"i2","kind":"user_input","payload":{"message":"?"}}}
{"type":"data","data":{"name":"chart","data":{"a":1},"transient":true}}
{"type":"file","data":{"url":"data:image/png;base64,AAAA","mediaType":"image/png"}}
{"type":"file","data":{"url":"https://x/a"}}
{"type":"error","data":{"message":"rate limited","code":"slow","detail":{"a":1}}}
{"type":"usage","data":{"input":3,"output":2,"total":5,"cost":0.10,"cached":9}}
{"type":"done","data":{"stopReason":"end_turn","traceId":"tr","more":1}}
"#;
    let written = rewritten(stream(), frames);
    let data: String =
        written.lines().filter(|line| line.starts_with('{')).map(|line| format!("{line}\n")).collect();
    assert_eq!(data, frames);
}
