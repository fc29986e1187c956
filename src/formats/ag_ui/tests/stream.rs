//! Reading: text, calls, reasoning, chunks, activities, and what is kept whole.

use super::check;

#[test]
fn text_comes_in_pieces_and_empty_ones_are_no_news() {
    check(
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":""}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
        "msg+ m0 assistant id=m1
        part+ p0 m0 text
        delta p0 text 'Low.'
        part- p0
        msg- m0
        run- stop",
    );
}

#[test]
fn members_of_events_stay_with_the_message() {
    check(
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","timestamp":5,"subagentRunId":"s1","metadata":{"a":1}}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"x","subagentRunId":"s1","rawEvent":{"k":1}}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
        "msg+ m0 assistant id=m1
        metadata m0 {\"a\":1}
        part+ p0 m0 text {/subagentRunId \"s1\"} {/timestamp 5}
        delta p0 text 'x' {/rawEvent {\"k\":1}}
        part- p0
        msg- m0
        run- stop",
    );
}

#[test]
fn calls_stand_in_their_parent_and_interleave() {
    check(
        r#"{"type":"TOOL_CALL_START","toolCallId":"A","toolCallName":"find","parentMessageId":"m1"}
{"type":"TOOL_CALL_ARGS","toolCallId":"A","delta":"{\"q\":"}
{"type":"TOOL_CALL_START","toolCallId":"B","toolCallName":"find","parentMessageId":"m1","metadata":{"k":1}}
{"type":"TOOL_CALL_ARGS","toolCallId":"A","delta":"1}"}
{"type":"TOOL_CALL_END","toolCallId":"A"}
{"type":"TOOL_CALL_END","toolCallId":"B"}
{"type":"TOOL_CALL_START","toolCallId":"C","toolCallName":"f","parentMessageId":""}
{"type":"TOOL_CALL_END","toolCallId":"C"}"#,
        r#"msg+ m0 assistant id=m1
        part+ p0 m0 call A find
        delta p0 args '{\"q\":'
        part+ p1 m0 call B find {/metadata/k 1}
        delta p0 args '1}'
        part- p0
        part- p1
        msg- m0
        msg+ m1 assistant id=C
        part+ p2 m1 call C f
        part- p2
        msg- m1
        run- tool-calls"#,
    );
}

#[test]
fn results_are_tool_messages() {
    check(
        r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f"}
{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c1","content":"x","role":"tool"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"t2","toolCallId":"c9","content":[{"type":"text","text":"y"}]}"#,
        r#"msg+ m0 assistant id=c1
        part+ p0 m0 call c1 f
        msg+ m1 tool id=t1
        whole m1 result c1 Ok "x"
        part- p0
        msg- m0
        msg- m1
        msg+ m2 tool id=t2
        whole m2 result c9 Ok [{"type":"text","text":"y"}]
        msg- m2
        run- stop
        in:5: frame 5: note[ag-ui/unknown-call-id]: a result for the tool call `c9`, which is not in this run
        help: it may answer a call of an earlier run"#,
    );
}

#[test]
fn a_seal_reaches_thinking_that_has_ended() {
    check(
        r#"{"type":"REASONING_START","messageId":"s1","timestamp":7}
{"type":"REASONING_MESSAGE_START","messageId":"r1","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"r1","delta":"hm"}
{"type":"REASONING_MESSAGE_END","messageId":"r1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"r1","encryptedValue":"E"}
{"type":"REASONING_END","messageId":"s1"}"#,
        r#"msg+ m0 assistant id=r1
        part+ p0 m0 reasoning {span:/messageId "s1"} {span:/timestamp 7}
        delta p0 text 'hm'
        delta p0 signature 'E'
        part- p0
        msg- m0
        run- stop"#,
    );
}

#[test]
fn seals_of_calls_and_late_seals() {
    check(
        r#"{"type":"REASONING_MESSAGE_CHUNK","messageId":"r1","delta":"hm"}
{"type":"TOOL_CALL_CHUNK","toolCallId":"c1","toolCallName":"f"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"tool-call","entityId":"c1","encryptedValue":"E"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"r1","encryptedValue":"S"}"#,
        r#"msg+ m0 assistant id=r1
        part+ p0 m0 reasoning
        delta p0 text 'hm'
        part- p0
        msg- m0
        msg+ m1 assistant id=c1
        part+ p1 m1 call c1 f
        note {/encryptedValue "E"}
        revise p0 reasoning signed=S
        part- p1
        msg- m1
        run- tool-calls"#,
    );
}

#[test]
fn chunks_open_and_close_by_themselves() {
    check(
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","role":"assistant","delta":"a"}
{"type":"RAW","event":1}
{"type":"TEXT_MESSAGE_CHUNK","delta":"b"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"c"}
{"type":"STATE_SNAPSHOT","snapshot":null}"#,
        r#"msg+ m0 assistant id=m1
        part+ p0 m0 text
        delta p0 text 'a'
        raw ag-ui {"type":"RAW","event":1}
        delta p0 text 'b'
        part- p0
        msg- m0
        msg+ m1 assistant id=m2
        part+ p1 m1 text
        delta p1 text 'c'
        part- p1
        state null
        msg- m1
        run- stop"#,
    );
}

#[test]
fn a_chunk_goes_to_the_lane_of_its_subagent() {
    check(
        r#"{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"a","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m2","delta":"b","subagentRunId":"s2"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"c","subagentRunId":"s1"}
{"type":"TEXT_MESSAGE_CHUNK","delta":"d"}"#,
        r#"msg+ m0 assistant id=m1
        part+ p0 m0 text
        delta p0 text 'a' {/subagentRunId "s1"}
        msg+ m1 assistant id=m2
        part+ p1 m1 text
        delta p1 text 'b' {/subagentRunId "s2"}
        delta p0 text 'c'
        raw ag-ui {"type":"TEXT_MESSAGE_CHUNK","delta":"d"}
        part- p0
        part- p1
        msg- m0
        msg- m1
        run- stop
        in:5: frame 5: error[ag-ui/ambiguous-chunk]: a chunk without an id may belong to several open ones
        help: name the id or the subagent
        in:5: frame 5: error[ag-ui/chunk-without-id]: the first TEXT_MESSAGE_CHUNK needs a messageId
        help: nothing is open to go on"#,
    );
}

#[test]
fn state_and_activities_are_whole_after_a_patch() {
    check(
        r#"{"type":"STATE_SNAPSHOT","snapshot":{"b":1.0,"a":1}}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"/c","value":2}]}
{"type":"STATE_DELTA","delta":[{"op":"add","path":"/d","value":2},{"op":"remove","path":"/x"}]}
{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"PLAN","content":{"s":[]}}
{"type":"ACTIVITY_DELTA","messageId":"a1","activityType":"PLAN","patch":[{"op":"add","path":"/s/-","value":"x"}]}"#,
        r#"state {"b":1.0,"a":1}
        state {"b":1.0,"a":1,"c":2}
        raw ag-ui {"type":"STATE_DELTA","delta":[{"op":"add","path":"/d","value":2},{"op":"remove","path":"/x"}]}
        msg+ m0 assistant id=a1
        whole m0 data PLAN {"s":[]} {/activityType "PLAN"}
        whole m0 data PLAN {"s":["x"]} {/activityType "PLAN"}
        msg- m0
        run- stop
        in:4: frame 4, /delta: warning[ag-ui/patch-failed]: the patch does not apply: operation 1: nothing at `x`
        help: nothing of it is done; the value stays as it was
        in:3: frame 3, /delta: loss[loss/narrowed]: a change, which becomes the value after it
        in:6: frame 6, /patch: loss[loss/narrowed]: a change, which becomes the value after it"#,
    );
}

#[test]
fn what_only_ag_ui_has_is_kept_whole() {
    check(
        r#"{"type":"STEP_STARTED","stepName":"s"}
{"type":"STEP_FINISHED","stepName":"s"}
{"type":"CUSTOM","name":"usage","value":{"inputTokens":4,"outputTokens":2,"cacheReadTokens":3}}
{"type":"TEXT_MESSAGE_CHUNK","messageId":"m1","delta":"a"}
{"type":"CUSTOM","name":"guardrail","value":{"ok":true},"timestamp":1}
{"type":"WARP_JUMP","x":1}"#,
        r#"raw ag-ui {"type":"STEP_STARTED","stepName":"s"}
        raw ag-ui {"type":"STEP_FINISHED","stepName":"s"}
        usage in=7 out=2 read=3
        msg+ m0 assistant id=m1
        part+ p0 m0 text
        delta p0 text 'a'
        part- p0
        whole m0 data guardrail {"ok":true} {event:/timestamp 1}
        raw ag-ui {"type":"WARP_JUMP","x":1}
        msg- m0
        run- stop
        in:7: frame 7: warning[ag-ui/unknown-event]: the event type `WARP_JUMP` is unknown; it is set aside
        help: AG-UI 1.0 has 31 event types; the client leaves out any other"#,
    );
}

#[test]
fn old_thinking_is_reasoning_with_counted_ids() {
    check(
        r#"{"type":"THINKING_START","title":"t"}
{"type":"THINKING_TEXT_MESSAGE_START"}
{"type":"THINKING_TEXT_MESSAGE_CONTENT","delta":"hm"}
{"type":"THINKING_TEXT_MESSAGE_END"}
{"type":"THINKING_END"}"#,
        r#"msg+ m0 assistant id=thinking_1
        part+ p0 m0 reasoning {span:/title "t"}
        delta p0 text 'hm'
        part- p0
        msg- m0
        run- stop
        in:2: frame 2: warning[ag-ui/old-event]: `THINKING_START` is of before AG-UI 1.0
        help: AG-UI 1.0 says it with REASONING events
        in:3: frame 3: warning[ag-ui/old-event]: `THINKING_TEXT_MESSAGE_START` is of before AG-UI 1.0
        help: AG-UI 1.0 says it with REASONING events"#,
    );
}
