//! Examples that several rules share.

use super::sources::{REQUEST, RESPONSE, STREAM};
use crate::report::Example;

/// A reply that says something.
pub(super) const TEXT_STREAM: Example = Example::new(
    STREAM,
    stream!(
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Low."}}"#,
        r#"{"type":"content_block_stop","index":0}"#
    ),
);

/// A request with a call and its answer.
pub(super) const ANSWERED_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"get_tide","input":{}}]},{"role":"user","content":[{"type":"tool_result","tool_use_id":"c1","content":"Low."}]}"#
    ),
);

/// A request with a call of a server's tool and its result.
pub(super) const SEARCHED_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"tide"}},{"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]},{"type":"text","text":"Low."}]},{"role":"user","content":"more"}"#
    ),
);

/// A request with a tool.
pub(super) const TOOL_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"}"#,
        r#""tools":[{"name":"get_tide","input_schema":{"type":"object"}}]"#
    ),
);

/// A request of three turns.
pub(super) const TURNS_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"},{"role":"assistant","content":"Low."},{"role":"user","content":"tide?"}"#
    ),
);

/// A request with a signed thought.
pub(super) const THINKING_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":"tide?"},{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"c2ln"},{"type":"text","text":"Low."}]}"#
    ),
);

/// A reply whose frames have names.
pub(super) const NAMED_STREAM: Example = Example::new(STREAM, named_stream!("event: content_block_delta\n"));

/// A request with a stop sequence.
pub(super) const STOP_REQUEST: Example =
    Example::new(REQUEST, request!(r#"{"role":"user","content":"tide?"}"#, r#""stop_sequences":["."]"#));

/// A reply that calls a tool.
pub(super) const CALL_REPLY: Example = Example::new(
    RESPONSE,
    reply!(r#"{"type":"tool_use","id":"c1","name":"get_tide","input":{}}"#, r#""tool_use""#),
);

/// A request with an image.
pub(super) const IMAGE_REQUEST: Example = Example::new(
    REQUEST,
    request!(
        r#"{"role":"user","content":[{"type":"image","source":{"type":"url","url":"https://example.com/tide.png"}}]}"#
    ),
);
