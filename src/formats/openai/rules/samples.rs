//! Examples that several rules share.

use super::sources::{REQUEST, RESPONSE, STREAM};
use crate::report::Example;

/// A reply that calls a tool.
pub(super) const CALL_STREAM: Example = Example::new(
    STREAM,
    stream!(
        r#"{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"id":"c1","type":"function","function":{"name":"f","arguments":"{}"}}]},"finish_reason":null}"#,
        r#"{"index":0,"delta":{},"finish_reason":"tool_calls"}"#
    ),
);

/// A reply that says something.
pub(super) const TEXT_STREAM: Example = Example::new(
    STREAM,
    stream!(
        r#"{"index":0,"delta":{"role":"assistant","content":"Low."},"finish_reason":null}"#,
        r#"{"index":0,"delta":{},"finish_reason":"stop"}"#
    ),
);

/// A request with a call and its answer.
pub(super) const ANSWERED_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Low."}"#
    ),
);

/// A request that begins with a call and its answer.
pub(super) const ANSWERED_CALL_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"Low."}"#
    ),
);

/// A request with instructions.
pub(super) const SYSTEM_REQUEST: Example = Example::new(
    REQUEST,
    request!(r#"{"role":"system","content":"Be brief."},{"role":"user","content":"tide?"}"#),
);

/// A request with a tool.
pub(super) const TOOL_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"}"#,
        r#""tools":[{"type":"function","function":{"name":"get_tide","parameters":{"type":"object","properties":{}}}}]"#
    ),
);

/// A whole reply that calls a tool.
pub(super) const CALL_REPLY: Example = Example::new(
    RESPONSE,
    reply!(
        r#"{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"get_tide","arguments":"{}"}}]}"#,
        r#""tool_calls""#
    ),
);

/// A request with an image.
pub(super) const IMAGE_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://example.com/tide.png"}}]}"#
    ),
);
