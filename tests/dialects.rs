//! Dialects: Agenta's Vercel side, and questions about calls between the families that have them.
//!
//! What the package `agenta` 0.125.1 made of a stream is stored beside its capture as `NAME.parts.ndjson`.

mod common;

use common::{corpus, run};
use serde_json::{Value, json};

/// Parts without what each run makes up: the id of the message. The package takes the trace from the HTTP response, here
/// `done` tells it.
fn parts(text: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let mut parts: Vec<Value> = lines
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect(line))
        .collect();
    for part in &mut parts {
        if part["type"] == "start" {
            part["messageId"] = json!("msg");
        }
        let Some(part) = part.as_object_mut() else { continue };
        if let Some(metadata) = part.get_mut("messageMetadata").and_then(Value::as_object_mut) {
            metadata.remove("traceId");
        }
        if part.get("messageMetadata") == Some(&json!({})) {
            part.remove("messageMetadata");
        }
    }
    parts
}

#[test]
fn the_projection_is_the_packages_own() {
    let mut n = 0;
    for case in corpus(false).iter().filter(|case| case.format.id == "agenta-stream") {
        let stored = case.path.with_extension("parts.ndjson");
        let Ok(stored) = std::fs::read_to_string(stored) else { continue };
        let ran = run(&case.bytes(), "agenta-stream", "vercel-stream@agenta");
        let (left, right) = (parts(&ran.out), parts(&stored));
        for (part, stored) in left.iter().zip(&right) {
            assert_eq!(part, stored, "{}", case.name());
        }
        assert_eq!(left.len(), right.len(), "{}", case.name());
        assert!(ran.out.ends_with("data: [DONE]\n\n"), "{}", case.name());
        n += 1;
    }
    assert!(n > 15, "{n}");
}

/// What comes out, frame by frame, without the text of SSE.
#[track_caller]
fn check(from: &str, input: &str, to: &str, wanted: &str) {
    let ran = run(input.as_bytes(), from, to);
    let lines = ran.out.lines().map(|line| line.strip_prefix("data: ").unwrap_or(line));
    let got: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    let wanted: Vec<_> = wanted.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(got, wanted, "{}", ran.report());
}

/// Whether these losses were told, by what they say.
#[track_caller]
fn loses(from: &str, input: &str, to: &str, what: &[&str]) {
    let ran = run(input.as_bytes(), from, to);
    let losses: Vec<_> = ran.found.iter().filter(|found| found.rule.starts_with("loss/")).collect();
    for what in what {
        assert!(losses.iter().any(|loss| loss.message.contains(what)), "{what}: {}", ran.report());
    }
}

const ASKED: &str = r#"{"type":"tool_call","data":{"id":"c1","name":"commit_revision","input":{"a":1},"render":{"kind":"card"}}}
{"type":"tool_result","data":{"id":"c1","output":"{\"status\":\"committed\",\"workflow_revision\":{\"id\":\"r\",\"variant_id\":\"v\",\"version\":3}}","isError":false}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{"message":"Which?"}}}
{"type":"interaction_request","data":{"id":"i2","kind":"odd","payload":{"z":1}}}
{"type":"done","data":{"stopReason":"surprise","traceId":"t1"}}"#;

#[test]
fn a_plain_stream_from_agenta_has_its_data_parts() {
    check(
        "agenta-stream",
        ASKED,
        "vercel-stream",
        r#"{"type":"start"}
        {"type":"start-step"}
        {"type":"tool-input-start","toolCallId":"c1","toolName":"commit_revision"}
        {"type":"tool-input-available","toolCallId":"c1","toolName":"commit_revision","input":{"a":1}}
        {"type":"data-render","data":{"toolCallId":"c1","render":{"kind":"card"}}}
        {"type":"tool-output-available","toolCallId":"c1","output":"{\"status\":\"committed\",\"workflow_revision\":{\"id\":\"r\",\"variant_id\":\"v\",\"version\":3}}"}
        {"type":"data-committed-revision","data":{"variantId":"v","revisionId":"r","version":3}}
        {"type":"data-input-request","id":"i1","data":{"message":"Which?"}}
        {"type":"data-interaction","id":"i2","data":{"kind":"odd","payload":{"z":1}}}
        {"type":"finish-step"}
        {"type":"finish","finishReason":"other","messageMetadata":{"traceId":"t1"}}
        [DONE]"#,
    );
}

#[test]
fn agentas_vercel_side_is_read_as_its_own_frames() {
    check(
        "vercel-stream",
        r#"{"type":"start","messageId":"m","messageMetadata":{"sessionId":"s1"}}
{"type":"start-step"}
{"type":"data-input-request","id":"i1","data":{"message":"Which?"}}
{"type":"data-interaction","id":"i2","data":{"kind":"odd","payload":{"z":1}}}
{"type":"data-agent-error","data":{"code":"quota","errorText":"No more.","errorDetail":{"left":0}}}
{"type":"error","errorText":"No more."}
{"type":"finish-step"}
{"type":"finish","finishReason":"unknown","messageMetadata":{"usage":{"input":3,"output":2},"traceId":"t1"}}
"#,
        "agenta-stream",
        r#"{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{"message":"Which?"}}}
        {"type":"interaction_request","data":{"id":"i2","kind":"odd","payload":{"z":1}}}
        {"type":"error","data":{"message":"No more.","code":"quota","detail":{"left":0}}}
        {"type":"usage","data":{"input":3,"output":2}}
        {"type":"done","data":{"stopReason":"unknown","traceId":"t1"}}"#,
    );
}

#[test]
fn a_turn_that_is_cut_short_closes_as_every_turn() {
    check(
        "openai-stream",
        r#"{"id":"x","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"}}]}"#,
        "vercel-stream@agenta",
        r#"{"type":"start","messageId":"x"}
        {"type":"start-step"}
        {"type":"text-start","id":"text-1"}
        {"type":"text-delta","id":"text-1","delta":"Hi"}
        {"type":"text-end","id":"text-1"}
        {"type":"data-agent-error","data":{"code":"agent_run_failed","errorText":"The stream ended before the reply was complete."}}
        {"type":"error","errorText":"The stream ended before the reply was complete."}
        {"type":"finish-step"}
        {"type":"finish"}
        [DONE]"#,
    );
}

#[test]
fn a_code_without_its_error_is_data() {
    let frames = r#"{"type":"start","messageId":"m"}
{"type":"data-agent-error","data":{"code":"quota","errorText":"No more."}}
{"type":"error","errorText":"Another."}
{"type":"finish"}
"#;
    check(
        "vercel-stream",
        frames,
        "agenta-stream",
        r#"{"type":"data","data":{"name":"agent-error","data":{"code":"quota","errorText":"No more."}}}
        {"type":"error","data":{"message":"Another."}}
        {"type":"done","data":{}}"#,
    );
}

const UI: &str = r#"{"data":{"inputs":{"messages":[{"id":"u1","role":"user","parts":[{"type":"text","text":"go"}]},{"id":"a1","role":"assistant","parts":[{"type":"text","text":"Wait.","state":"done"},{"type":"tool-bash","toolCallId":"c1","state":"approval-responded","input":{"command":"ls"},"approval":{"id":"q1","approved":true}}]}]}},"session_id":"s1"}"#;

#[test]
fn uimessages_in_a_request_are_read_unasked() {
    let wanted = r#"{"data":{"inputs":{"messages":[{"role":"user","content":"go"},{"role":"assistant","content":[{"type":"text","text":"Wait."},{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{"command":"ls"}},{"type":"tool_result","toolCallId":"c1","output":{"approved":true,"interactionToken":"q1"}}]}]}},"session_id":"s1"}"#;
    check("", UI, "agenta-request", wanted);
    check("agenta-request@vercel", UI, "agenta-request@vercel", UI);
    assert!(run(UI.as_bytes(), "", "native").out.contains("\"source\":\"agenta-request@vercel\""));
}

#[test]
fn markers_win_over_a_tool_of_their_name() {
    let input = r#"[{"id":"a","role":"assistant","parts":[{"type":"tool-bash","toolCallId":"c1","state":"input-available","input":{}},{"type":"tool-output-available","toolCallId":"c1","output":"ok"},{"type":"tool-read","toolCallId":"c2","state":"input-available","input":{}},{"type":"tool-approval-response","toolCallId":"c2","approvalId":"q","approved":false}]}]"#;
    check(
        "vercel-messages",
        input,
        "agenta-messages",
        r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{}},{"type":"tool_result","toolCallId":"c1","toolName":"bash","output":"ok","isError":false},{"type":"tool_call","toolCallId":"c2","toolName":"read","input":{}},{"type":"tool_result","toolCallId":"c2","output":{"approved":false,"interactionToken":"q"}}]}]"#,
    );
}

#[test]
fn a_response_is_projected_message_by_message() {
    let folded = r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"Hm."},{"role":"tool","content":"","tool_call_id":"c1","tool_name":"bash","input":{"command":"ls"}},{"role":"tool","content":"no","tool_call_id":"c1","is_error":true},{"role":"assistant","content":""}],"stop_reason":"end_turn"}}}"#;
    let projected = r#"{"data":{"outputs":{"messages":[{"id":"msg-1","role":"assistant","parts":[{"type":"text","text":"Hm."}]},{"id":"msg-2","role":"assistant","parts":[{"type":"tool-bash","toolCallId":"c1","state":"input-available","input":{"command":"ls"}}]},{"id":"msg-3","role":"assistant","parts":[{"type":"tool-bash","toolCallId":"c1","state":"output-error","output":"no"}]},{"id":"msg-4","role":"assistant","parts":[]}],"stop_reason":"end_turn"}}}"#;
    check("agenta-response", folded, "agenta-response@vercel", projected);
    let back = folded.replace(r#",{"role":"assistant","content":""}"#, "");
    check("", projected, "agenta-response", &back);
}

const PAUSED: &str = r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"bash","parentMessageId":"m1"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"interrupt","interrupts":[{"id":"q1","reason":"tool_call","message":"May I?","toolCallId":"c1"}]}}
"#;

#[test]
fn an_interrupt_about_a_call_is_a_question() {
    let question = r#"{"type":"interaction_request","data":{"id":"q1","kind":"user_approval","payload":{"toolCallId":"c1","reason":"May I?"}}}"#;
    let agenta = run(PAUSED.as_bytes(), "ag-ui-stream", "agenta-stream").out;
    assert!(agenta.contains(question), "{agenta}");
    let vercel = run(PAUSED.as_bytes(), "ag-ui-stream", "vercel-stream").out;
    let asked = r#"{"type":"tool-approval-request","approvalId":"q1","toolCallId":"c1","reason":"May I?"}"#;
    assert!(vercel.contains(asked), "{vercel}");
    let message = run(PAUSED.as_bytes(), "ag-ui-stream", "vercel-messages").out;
    let asked = r#""state":"approval-requested","input":{},"approval":{"id":"q1","requestReason":"May I?"}"#;
    assert!(message.contains(asked), "{message}");
    for other in ["agenta-stream", "vercel-stream"] {
        let there = run(PAUSED.as_bytes(), "ag-ui-stream", other).out;
        let back = run(there.as_bytes(), other, "ag-ui-stream").out;
        let told = r#""interrupts":[{"id":"q1","reason":"tool_call","message":"May I?","toolCallId":"c1"}]"#;
        assert!(back.contains(told), "{other}: {back}");
    }
    loses("ag-ui-stream", PAUSED, "openai-stream", &["what the run waits for"]);
}

const RESUMED: &str = r#"{"threadId":"t","runId":"r","messages":[{"id":"u1","role":"user","content":"go"},{"id":"m1","role":"assistant","toolCalls":[{"id":"c1","type":"function","function":{"name":"bash","arguments":"{}"}}]}],"tools":[],"context":[],"resume":[{"interruptId":"q1","status":"resolved","payload":{"approved":false,"reason":"No."}}]}"#;

#[test]
fn an_answer_to_an_interrupt_answers_the_question() {
    let vercel = run(RESUMED.as_bytes(), "ag-ui-request", "vercel-request").out;
    let answered =
        r#""state":"approval-responded","input":{},"approval":{"id":"q1","approved":false,"reason":"No."}"#;
    assert!(vercel.contains(answered), "{vercel}");
    let resume =
        r#""resume":[{"interruptId":"q1","status":"resolved","payload":{"approved":false,"reason":"No."}}]"#;
    for (from, there) in [("vercel-request", vercel), ("ag-ui-request", RESUMED.to_owned())] {
        let native = run(there.as_bytes(), from, "native").out;
        let back = run(native.as_bytes(), "native", "ag-ui-request").out;
        assert!(back.contains(resume), "{from}: {back}");
    }
    let agenta = run(RESUMED.as_bytes(), "ag-ui-request", "agenta-request").out;
    let answered =
        r#"{"type":"tool_result","toolCallId":"c1","output":{"approved":false,"interactionToken":"q1"}}"#;
    assert!(agenta.contains(answered), "{agenta}");
}

#[test]
fn another_answer_is_reported() {
    let other =
        RESUMED.replace(r#""payload":{"approved":false,"reason":"No."}"#, r#""payload":{"city":"Ayr"}"#);
    loses("ag-ui-request", &other, "vercel-request", &["`/resume`"]);
}

#[test]
fn a_title_that_a_question_alone_gives_a_call_is_told() {
    let frames = r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{"a":1}}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_approval","payload":{"toolCallId":"c1","toolCall":{"id":"c1","title":"Run it"}}}}
{"type":"done","data":{"stopReason":"paused"}}"#;
    loses("agenta-stream", frames, "vercel-stream@agenta", &["`/payload/toolCall/title`"]);
}

#[test]
fn a_chunk_without_the_name_of_its_call_takes_none_away() {
    check(
        "vercel-stream",
        r#"{"type":"start","messageId":"m"}
{"type":"tool-input-start","toolCallId":"c1","toolName":"bash"}
{"type":"tool-input-available","toolCallId":"c1","input":{"a":1}}
{"type":"finish","finishReason":"tool-calls"}
"#,
        "agenta-stream",
        r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{"a":1}}}
        {"type":"done","data":{"stopReason":"tool-calls"}}"#,
    );
}
