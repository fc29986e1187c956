//! The stream writer.

use super::{STACKBONE, STREAM, run};
use crate::formats::testing::{rewritten, written};
use crate::ir::{
    Delta, EventKind, Finish, Json, JsonStr, JsonString, MessageHead, MessageKey, Part, PartKey, PartKind,
    Place, Reasoning, Role, Run, Status, StopReason, ToolCall, ToolResult, Usage,
};

#[test]
fn what_is_read_is_written() {
    for frames in [
        r#"{"type":"TEXT_MESSAGE_START","messageId":"m1","role":"assistant","name":"n","subagentRunId":"s","metadata":{"a":1},"timestamp":5}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"m1","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"m1"}"#,
        r#"{"type":"REASONING_START","messageId":"s1"}
{"type":"REASONING_MESSAGE_START","messageId":"r1","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"r1","delta":"hm"}
{"type":"REASONING_MESSAGE_END","messageId":"r1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"r1","encryptedValue":"E"}
{"type":"REASONING_END","messageId":"s1"}"#,
        r#"{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"m1"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"t1","toolCallId":"c1","content":"x","role":"tool"}
{"type":"STEP_STARTED","stepName":"s"}
{"type":"STEP_FINISHED","stepName":"s"}
{"type":"STATE_SNAPSHOT","snapshot":{"a":1}}
{"type":"ACTIVITY_SNAPSHOT","messageId":"a1","activityType":"PLAN","content":{"s":1}}"#,
    ] {
        let frames = run(frames);
        assert_eq!(rewritten(STREAM, &frames).trim(), frames);
    }
}

fn head(role: Role, id: Option<&str>) -> EventKind<'static> {
    EventKind::MessageStart(Box::new(MessageHead {
        key: MessageKey(0),
        role,
        id: id.map(JsonString::from_plain),
        ..MessageHead::default()
    }))
}

fn starts(key: u32, kind: PartKind) -> EventKind<'static> {
    let part = Box::new(Part::new(kind, Place::default()));
    EventKind::PartStart { key: PartKey(key), message: MessageKey(0), part }
}

fn says(key: u32, text: &'static str) -> EventKind<'static> {
    EventKind::Delta { key: PartKey(key), delta: Delta::Text(JsonStr::new(text)) }
}

fn ends(key: u32) -> EventKind<'static> {
    EventKind::PartEnd { key: PartKey(key) }
}

fn done(reason: StopReason, raw: &str) -> EventKind<'static> {
    let finish = Finish { reason, raw: Some(JsonString::from_plain(raw)), place: Place::default() };
    EventKind::RunEnd { finish: Some(Box::new(finish)), complete: true }
}

#[test]
fn a_reply_of_another_family_gets_ids_and_an_outcome() {
    let call = ToolCall {
        id: Some(JsonString::from_plain("c1")),
        name: JsonString::from_plain("f"),
        ..ToolCall::default()
    };
    let result = ToolResult {
        id: Some(JsonString::from_plain("c1")),
        name: None,
        output: Some(Json::from_valid("{\"a\":1}")),
        status: Status::Ok,
        preliminary: false,
        provider_executed: false,
    };
    let whole = Box::new(Part::new(PartKind::ToolResult(result), Place::default()));
    let events = [
        EventKind::RunStart(Box::new(Run { model: Some(JsonString::from_plain("m")), ..Run::default() })),
        head(Role::Assistant, None),
        starts(0, PartKind::Reasoning(Reasoning::default())),
        says(0, "hm"),
        EventKind::Delta { key: PartKey(0), delta: Delta::Signature(JsonStr::new("S")) },
        ends(0),
        starts(1, PartKind::ToolCall(call)),
        EventKind::Delta { key: PartKey(1), delta: Delta::Input(Json::from_valid("{}")) },
        ends(1),
        EventKind::Whole { message: MessageKey(0), part: whole },
        starts(2, PartKind::Text(JsonString::default())),
        says(2, "Low."),
        ends(2),
        EventKind::Usage(Box::new(Usage { input: Some(1), ..Usage::default() })),
        done(StopReason::Length, "max_tokens"),
    ];
    assert_eq!(
        written(STREAM, &events).trim(),
        r#"{"type":"RUN_STARTED","threadId":"thread_1","runId":"run_1"}
{"type":"REASONING_START","messageId":"msg_1"}
{"type":"REASONING_MESSAGE_START","messageId":"msg_1","role":"reasoning"}
{"type":"REASONING_MESSAGE_CONTENT","messageId":"msg_1","delta":"hm"}
{"type":"REASONING_MESSAGE_END","messageId":"msg_1"}
{"type":"REASONING_ENCRYPTED_VALUE","subtype":"message","entityId":"msg_1","encryptedValue":"S"}
{"type":"REASONING_END","messageId":"msg_1"}
{"type":"TOOL_CALL_START","toolCallId":"c1","toolCallName":"f","parentMessageId":"msg_2"}
{"type":"TOOL_CALL_ARGS","toolCallId":"c1","delta":"{}"}
{"type":"TOOL_CALL_END","toolCallId":"c1"}
{"type":"TOOL_CALL_RESULT","messageId":"msg_3","toolCallId":"c1","content":"{\"a\":1}","role":"tool"}
{"type":"TEXT_MESSAGE_START","messageId":"msg_4","role":"assistant"}
{"type":"TEXT_MESSAGE_CONTENT","messageId":"msg_4","delta":"Low."}
{"type":"TEXT_MESSAGE_END","messageId":"msg_4"}
{"type":"RUN_FINISHED","threadId":"thread_1","runId":"run_1","outcome":{"type":"success"},"usage":[{"model":"m","inputTokens":1}]}
in: loss[loss/invented]: an id of the run
in: loss[loss/invented]: an id of the run
in: loss[loss/invented]: the id of a message
in: loss[loss/narrowed]: a tool's output that is no text becomes its JSON text
in: loss[loss/narrowed]: the finish reason `max_tokens` becomes `success`"#
    );
}

#[test]
fn what_the_user_said_goes_before_the_reply() {
    let events = [
        EventKind::RunStart(Box::new(Run {
            id: Some(JsonString::from_plain("r")),
            thread_id: Some(JsonString::from_plain("t")),
            ..Run::default()
        })),
        head(Role::User, Some("u1")),
        starts(0, PartKind::Text(JsonString::default())),
        says(0, "tide?"),
        ends(0),
        EventKind::MessageEnd { key: MessageKey(0), finish: None },
        EventKind::RunEnd { finish: None, complete: false },
    ];
    assert_eq!(
        written(STREAM, &events).trim(),
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"MESSAGES_SNAPSHOT","messages":[{"id":"u1","role":"user","content":"tide?"}]}
{"type":"RUN_ERROR","message":"The stream ended before the reply was complete.","code":"cut_short"}
in: loss[loss/narrowed]: a reply that was cut short ends with RUN_ERROR"#
    );
}

#[test]
fn stackbone_has_usage_as_an_event() {
    let usage = Usage { input: Some(9), output: Some(2), cache_read: Some(5), ..Usage::default() };
    let ids = Run {
        id: Some(JsonString::from_plain("r")),
        thread_id: Some(JsonString::from_plain("t")),
        ..Run::default()
    };
    let events = [
        EventKind::RunStart(Box::new(ids)),
        EventKind::Usage(Box::new(usage)),
        done(StopReason::Stop, "stop"),
    ];
    assert_eq!(
        written(STACKBONE, &events).trim(),
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r"}
{"type":"CUSTOM","name":"usage","value":{"inputTokens":4,"outputTokens":2,"cacheReadTokens":5}}
{"type":"RUN_FINISHED","threadId":"t","runId":"r","outcome":{"type":"success"}}"#
    );
}
