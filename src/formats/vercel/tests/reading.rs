//! Streams and histories read.

use super::{MESSAGES, REQUEST, STREAM, same};
use crate::formats::testing::{check_read, document};

#[test]
fn a_text_in_a_step() {
    check_read(
        STREAM,
        r#"{"type":"start","messageId":"m1"}
        {"type":"start-step"}
        {"type":"text-start","id":"t1"}
        {"type":"text-delta","id":"t1","delta":"Hi"}
        {"type":"text-end","id":"t1"}
        {"type":"finish-step"}
        {"type":"finish","finishReason":"stop","messageMetadata":{"usage":{"inputTokens":3,"outputTokens":2}}}
        [DONE]"#,
        r#"run+
        msg+ m0 assistant id=m1
        step+ m0
        part+ p0 m0 text {/id "t1"}
        delta p0 text 'Hi'
        part- p0
        step- m0
        metadata m0 {"usage":{"inputTokens":3,"outputTokens":2}}
        usage in=3 out=2
        msg- m0
        run- stop(stop)"#,
    );
}

#[test]
fn a_call_with_its_answer() {
    check_read(
        STREAM,
        r#"{"type":"tool-input-start","toolCallId":"c","toolName":"w","dynamic":true}
        {"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"{\"a\":1}"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"w","input":{"a":1},"dynamic":true}
        {"type":"tool-output-available","toolCallId":"c","output":[2]}
        {"type":"finish"}"#,
        r#"run+
        msg+ m0 assistant
        part+ p0 m0 call c w {/dynamic true}
        delta p0 args '{\"a\":1}'
        delta p0 input {"a":1}
        part- p0
        whole m0 result c Ok [2]
        msg- m0
        run-"#,
    );
}

#[test]
fn a_step_ends_the_scope_of_a_call_id() {
    check_read(
        STREAM,
        r#"{"type":"tool-input-available","toolCallId":"c","toolName":"a","input":1}
        {"type":"tool-input-available","toolCallId":"c","toolName":"A","input":2}
        {"type":"start-step"}
        {"type":"tool-input-available","toolCallId":"c","toolName":"b","input":3}
        {"type":"finish"}"#,
        "run+
        msg+ m0 assistant
        part+ p0 m0 call c a
        delta p0 input 1
        part- p0
        revise p0 call c A 2
        step+ m0
        part+ p1 m0 call c b
        delta p1 input 3
        part- p1
        msg- m0
        run-",
    );
}

#[test]
fn what_nobody_ends_says_so() {
    check_read(
        STREAM,
        r#"{"type":"text-start","id":"t"}"#,
        r#"run+
        msg+ m0 assistant
        part+ p0 m0 text {/id "t"}
        part- p0 { "streaming"}
        msg- m0
        run- cut
        in: warning[vercel/no-finish]: the reply has no end
        help: a reply ends with `finish`, or with `abort` where it was broken off"#,
    );
}

#[test]
fn a_delta_without_a_start_keeps_its_text() {
    check_read(
        STREAM,
        r#"{"type":"reasoning-delta","id":"r","delta":"hm"}
        {"type":"reasoning-end","id":"r"}
        {"type":"finish"}"#,
        r#"run+
        msg+ m0 assistant
        part+ p0 m0 reasoning {/id "r"}
        delta p0 text 'hm'
        part- p0
        msg- m0
        run-
        in:1: frame 1: error[vercel/delta-without-start]: a `reasoning-delta` for `r`, which has not started
        help: send `reasoning-start` with this id first"#,
    );
}

#[test]
fn data_waits_for_the_name_of_its_message() {
    check_read(
        STREAM,
        r#"{"type":"data-x","id":"1","data":1,"transient":true}
        {"type":"start","messageId":"m"}
        {"type":"abort","reason":"r"}"#,
        r#"run+
        msg+ m0 assistant id=m
        whole m0 data x 1
        note {/reason "r"}
        msg- m0
        run- cancelled cut
        in:3: frame 3: warning[vercel/abort]: the reply was broken off
        help: what came before it is kept"#,
    );
}

#[test]
fn a_start_after_the_end_is_another_reply() {
    check_read(
        STREAM,
        r#"{"type":"start","messageId":"a"}
        {"type":"finish"}
        {"type":"start","messageId":"b"}
        {"type":"finish"}"#,
        "run+
        msg+ m0 assistant id=a
        msg- m0
        run-
        run+
        msg+ m0 assistant id=b
        msg- m0
        run-",
    );
}

#[test]
fn provider_metadata_is_replaced_whole() {
    check_read(
        STREAM,
        r#"{"type":"reasoning-start","id":"r","providerMetadata":{"p":{"a":1}}}
        {"type":"reasoning-end","id":"r","providerMetadata":{"anthropic":{"signature":"s"}}}
        {"type":"finish"}"#,
        r#"run+
        msg+ m0 assistant
        part+ p0 m0 reasoning {/id "r"} {/providerMetadata {"p":{"a":1}}}
        delta p0 signature 's'
        part- p0 { {}}
        msg- m0
        run-"#,
    );
}

#[test]
fn an_unknown_chunk_stays_as_it_is() {
    check_read(
        STREAM,
        r#"{"type":"hologram"}
        {"type":"finish","finishReason":"tired"}"#,
        r#"run+
        raw vercel {"type":"hologram"}
        run- other(tired)
        in:1: frame 1, /type: warning[vercel/unknown-chunk]: `hologram` is no chunk of a UI Message Stream
        help: the AI SDK refuses it
        in:2: frame 2, /finishReason: warning[vercel/finish-reason]: `tired` is no finish reason of the AI SDK
        help: stop, length, content-filter, tool-calls, error, interrupted and other are"#,
    );
}

#[test]
fn a_tool_part_comes_apart_and_together() {
    same(
        r#"[{"id":"a","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-f","toolCallId":"c","state":"output-available","input":{"x":1.0},"output":null,"providerExecuted":true,"title":"T"},{"type":"dynamic-tool","toolName":"g","toolCallId":"d","state":"approval-responded","input":{},"approval":{"id":"ap","approved":true,"reason":"r","requestReason":"q","signature":"s"}},{"type":"tool-h","toolCallId":"e","state":"input-streaming","input":{"a":"b"},"rawInput":"{\"a\":\"b"}]}]"#,
    );
}

#[test]
fn parts_of_a_message() {
    same(
        r#"[{"id":"s","role":"system","parts":[{"type":"text","text":"Be brief."}]},{"id":"u","metadata":{"k":[1.0]},"role":"user","parts":[{"type":"file","mediaType":"image/png","url":"data:image/png;base64,QQ==","filename":"a.png","providerMetadata":{}},{"type":"data-x","id":"1","data":{"a":1e2},"more":true}]},{"id":"a","role":"assistant","parts":[{"type":"reasoning","text":"hm","state":"done","id":"r","providerMetadata":{"anthropic":{"signature":"s","other":1}}},{"type":"text","text":"Hi","state":"done","citations":[{"source":{"type":"source","sourceType":"url","id":"1","url":"http://a"},"startIndex":0,"endIndex":2}]},{"type":"source-document","sourceId":"2","mediaType":"text/plain","title":"T"},{"type":"custom","kind":"p.k"},{"type":"text","text":"mo","state":"streaming"}]}]"#,
    );
}

#[test]
fn a_state_that_its_members_do_not_show_is_kept() {
    same(
        r#"[{"id":"a","role":"assistant","parts":[{"type":"tool-w","toolCallId":"c","state":"approval-responded","input":{}}]}]"#,
    );
}

#[test]
fn usage_in_metadata_is_read_in_any_spelling() {
    let usage = |metadata: &str| {
        let text = format!(r#"[{{"id":"a","role":"assistant","metadata":{metadata},"parts":[]}}]"#);
        document(MESSAGES, &text).0.usage
    };
    let counts = usage(r#"{"usage":{"promptTokens":3,"completion_tokens":2,"cost":0.5}}"#);
    assert_eq!((counts.input, counts.output), (Some(3), Some(2)));
    assert_eq!(counts.cost.unwrap().as_str(), "0.5");
    let counts = usage(r#"{"totalUsage":{"input_tokens":3,"cache_read_input_tokens":4}}"#);
    assert_eq!((counts.input, counts.cache_read), (Some(7), Some(4)));
}

#[test]
fn a_plain_message_among_uimessages_is_read() {
    let (transcript, mut report) = document(MESSAGES, r#"[{"role":"user","content":"hi","id":"m1"}]"#);
    assert_eq!(transcript.messages[0].parts.len(), 1);
    assert_eq!(report.drain().next().unwrap().rule, "vercel/plain-message");
}

#[test]
fn a_request_is_a_chat() {
    let body = r#"{"id":"chat","messages":[{"id":"u","role":"user","parts":[{"type":"text","text":"x"}]}],"trigger":"regenerate-message","messageId":"u","body":{"k":1}}"#;
    let (transcript, _) = document(REQUEST, body);
    assert_eq!(transcript.run.thread_id.as_ref().unwrap().as_str(), "chat");
    assert_eq!(crate::formats::testing::write_document(REQUEST, transcript).trim(), body);
}
