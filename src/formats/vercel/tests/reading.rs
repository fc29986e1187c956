//! Streams and histories read.

use crate::formats::testing::{check_read, document, write_document};
use crate::formats::vercel::FORMATS;

const MESSAGES: &crate::codec::WireFormat = &FORMATS[0];
const STREAM: &crate::codec::WireFormat = &FORMATS[2];

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
        "run+
        msg+ m0 assistant id=m1
        step+ m0
        part+ p0 m0 text {/id \"t1\"}
        delta p0 text 'Hi'
        part- p0
        step- m0
        metadata m0 {\"usage\":{\"inputTokens\":3,\"outputTokens\":2}}
        usage in=3 out=2
        msg- m0
        run- stop(stop)",
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
        "run+
        msg+ m0 assistant
        part+ p0 m0 call c w {/dynamic true}
        delta p0 args '{\\\"a\\\":1}'
        delta p0 input {\"a\":1}
        part- p0
        whole m0 result c Ok [2]
        msg- m0
        run-",
    );
}

#[test]
fn what_nobody_ends_says_so() {
    check_read(
        STREAM,
        r#"{"type":"text-start","id":"t"}"#,
        "run+
        msg+ m0 assistant
        part+ p0 m0 text {/id \"t\"}
        part- p0 { \"streaming\"}
        msg- m0
        run- cut
        in: warning[vercel/no-finish]: the reply has no end
        help: a reply ends with `finish`, or with `abort` where it was broken off",
    );
}

/// A history read and written is the same.
#[track_caller]
fn same(text: &str) {
    let (transcript, mut report) = document(MESSAGES, text);
    let found: Vec<_> = report.drain().collect();
    assert_eq!(write_document(MESSAGES, transcript).trim(), text.trim(), "{found:?}");
}

#[test]
fn a_tool_part_comes_apart_and_together() {
    same(
        r#"[{"id":"a","role":"assistant","parts":[{"type":"step-start"},{"type":"tool-f","toolCallId":"c","state":"output-available","input":{"x":1.0},"output":null,"providerExecuted":true,"title":"T"},{"type":"dynamic-tool","toolName":"g","toolCallId":"d","state":"approval-responded","input":{},"approval":{"id":"ap","approved":true,"reason":"r","requestReason":"q","signature":"s"}},{"type":"tool-h","toolCallId":"e","state":"input-streaming","input":{"a":"b"},"rawInput":"{\"a\":\"b"}]}]"#,
    );
}
