//! Examples that several rules share.

use crate::report::Example;

/// A call with its answer.
pub(super) const ANSWERED_CALL: Example = Example::new(
    "agenta-stream",
    r#"{"type":"tool_call","data":{"id":"c1","name":"bash","input":{}}}
{"type":"tool_result","data":{"id":"c1","output":"x","isError":false}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
);

/// A history with a call and its answer.
pub(super) const ANSWERED_HISTORY: Example = Example::new(
    "agenta-messages",
    r#"[{"role":"assistant","content":[{"type":"tool_call","toolCallId":"c1","toolName":"bash","input":{}},{"type":"tool_result","toolCallId":"c1","toolName":"bash","output":"x","isError":false}]}]"#,
);

/// A message in one piece.
pub(super) const WHOLE_MESSAGE: Example = Example::new(
    "agenta-stream",
    r#"{"type":"message","data":{"text":"Low."}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
);

/// A run that waits for the user.
pub(super) const QUESTION: Example = Example::new(
    "agenta-stream",
    r#"{"type":"message","data":{"text":"Low."}}
{"type":"interaction_request","data":{"id":"i1","kind":"user_input","payload":{}}}
{"type":"done","data":{"stopReason":"paused"}}"#,
);

/// A history with an image.
pub(super) const IMAGE_HISTORY: Example = Example::new(
    "agenta-messages",
    r#"[{"role":"user","content":[{"type":"image","uri":"https://a.example/p.png"}]}]"#,
);

/// A batch body that waits for the user.
pub(super) const PAUSED_RESPONSE: Example = Example::new(
    "agenta-response",
    r#"{"data":{"outputs":{"messages":[{"role":"assistant","content":"Low."}],"stop_reason":"paused","pending_interaction":{"id":"i1","kind":"user_input","payload":{}}}}}"#,
);

/// A message in pieces.
pub(super) const TEXT_IN_PIECES: Example = Example::new(
    "agenta-stream",
    r#"{"type":"message_start","data":{"id":"m1"}}
{"type":"message_delta","data":{"id":"m1","delta":"Low."}}
{"type":"message_end","data":{"id":"m1"}}
{"type":"done","data":{"stopReason":"end_turn"}}"#,
);

/// A history whose content is a list of blocks.
pub(super) const BLOCK_HISTORY: Example =
    Example::new("agenta-messages", r#"[{"role":"user","content":[{"type":"text","text":"tide?"}]}]"#);
