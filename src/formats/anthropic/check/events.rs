//! The events of a stream, as tables. What the client fails without is an error, all else it passes over.

use super::blocks::REDACTED;
use super::contents::{CITATION, TYPED};
use super::reply::{self, STOP_REASON};
use super::results::{CODE, EDITOR, MCP_RESULT, TOOL_SEARCH, WEB_FETCH, WEB_SEARCH};
use super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

const KIND: Member = must("type", Type::Text);
const INDEX: Member = may("index", Type::Count);

/// An event by its type.
pub(super) static EVENT: Tagged = Tagged {
    name: "an event",
    key: "type",
    variants: &[
        ("content_block_delta", &DELTA_EVENT),
        ("content_block_start", &BLOCK_START),
        ("content_block_stop", &BLOCK_STOP),
        ("message_start", &START),
        ("message_delta", &MESSAGE_DELTA),
        ("message_stop", &ANY),
        ("ping", &ANY),
        ("error", &ERROR),
    ],
    unknown: Some(&rules::UNKNOWN_EVENT),
    absent: None,
};

static ANY: Object = Object::new("an event", &[&[KIND]]).open();

static ERROR: Object = Object::new("an error event", &[&[KIND, must("error", Type::Object(&FAULT))]]).open();
static FAULT: Object =
    Object::new("an error", &[&[must("type", Type::Text), must("message", Type::Text)]]).open();

static START: Object =
    Object::new("message_start", &[&[KIND, may("message", Type::Object(&MESSAGE))]]).also(has_message);
static MESSAGE: Object = Object::new(
    "the message that starts",
    &[&[
        must("id", Type::Text),
        must("type", Type::Word(&["message"])).unknown_word(&rules::EVENT_TYPE),
        may("role", Type::Text),
        must("model", Type::Text),
        may("content", Type::List(&Type::Map)),
        may("usage", Type::Object(&reply::USAGE)),
        may("stop_reason", STOP_REASON).null_fine().unknown_word(&rules::UNKNOWN_STOP_REASON),
        may("stop_sequence", Type::Text).null_fine(),
        may("stop_details", Type::Map).null_fine(),
        may("container", Type::Map).null_fine(),
        may("diagnostics", Type::Map).null_fine(),
        may("context_management", Type::Map).null_fine(),
    ]],
)
.also(starts);

static BLOCK_START: Object =
    Object::new("content_block_start", &[&[KIND, INDEX, may("content_block", Type::Tagged(&STREAM_BLOCK))]]);
static STREAM_BLOCK: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("thinking", &THINKING),
        ("redacted_thinking", &REDACTED),
        ("tool_use", &CALL),
        ("server_tool_use", &CALL),
        ("mcp_tool_use", &CALL),
        ("web_search_tool_result", &WEB_SEARCH),
        ("web_fetch_tool_result", &WEB_FETCH),
        ("code_execution_tool_result", &CODE),
        ("bash_code_execution_tool_result", &CODE),
        ("text_editor_code_execution_tool_result", &EDITOR),
        ("tool_search_tool_result", &TOOL_SEARCH),
        ("mcp_tool_result", &MCP_RESULT),
        ("mcp_tool_listing", &ANY),
        ("advisor_tool_result", &ANY),
        ("container_upload", &ANY),
        ("compaction", &ANY),
        ("fallback", &ANY),
    ],
    unknown: Some(&rules::UNKNOWN_BLOCK),
    absent: Some(&rules::UNKNOWN_BLOCK),
    ..TYPED
};
static TEXT: Object = Object::new("a text block", &[&[KIND, must("text", Type::Text)]]).open();
static THINKING: Object =
    Object::new("a thinking block", &[&[KIND, must("thinking", Type::Text), may("signature", Type::Text)]])
        .open();
static CALL: Object = Object::new(
    "a call",
    &[&[KIND, must("id", Type::Text), may("name", Type::Text), must("input", Type::Map)]],
)
.open();

static DELTA_EVENT: Object =
    Object::new("content_block_delta", &[&[KIND, INDEX, may("delta", Type::Tagged(&DELTA))]]).also(has_delta);
static DELTA: Tagged = Tagged {
    name: "a delta",
    variants: &[
        ("text_delta", &TEXT_DELTA),
        ("thinking_delta", &THINKING_DELTA),
        ("input_json_delta", &JSON_DELTA),
        ("signature_delta", &SIGNATURE_DELTA),
        ("citations_delta", &CITATION_DELTA),
        ("compaction_delta", &ANY),
    ],
    unknown: Some(&rules::UNKNOWN_DELTA),
    absent: Some(&rules::UNKNOWN_DELTA),
    ..TYPED
};
static TEXT_DELTA: Object = Object::new("a text_delta", &[&[KIND, must("text", Type::Text)]]);
static THINKING_DELTA: Object = Object::new("a thinking_delta", &[&[KIND, must("thinking", Type::Text)]]);
static JSON_DELTA: Object = Object::new("an input_json_delta", &[&[KIND, must("partial_json", Type::Text)]]);
static SIGNATURE_DELTA: Object = Object::new("a signature_delta", &[&[KIND, must("signature", Type::Text)]]);
static CITATION_DELTA: Object =
    Object::new("a citations_delta", &[&[KIND, must("citation", Type::Tagged(&CITATION))]]);

static BLOCK_STOP: Object = Object::new("content_block_stop", &[&[KIND, INDEX]]);

static MESSAGE_DELTA: Object = Object::new(
    "message_delta",
    &[&[
        KIND,
        may("delta", Type::Object(&END)),
        may("usage", Type::Object(&USAGE)),
        may("context_management", Type::Map).null_fine(),
    ]],
)
.also(ends);
static END: Object = Object::new(
    "the end of a message",
    &[&[
        may("stop_reason", STOP_REASON).null_fine().unknown_word(&rules::UNKNOWN_STOP_REASON),
        may("stop_sequence", Type::Text).null_fine(),
        may("stop_details", Type::Map).null_fine(),
        may("container", Type::Map).null_fine(),
    ]],
);
static USAGE: Object = Object::new(
    "usage",
    &[&[must("output_tokens", Type::Count), may("input_tokens", Type::Count).null_fine()]],
)
.open();

/// Tells of a member without which the client fails.
fn need(value: Value<'_>, keys: &[&str], found: &mut Findings<'_>) {
    for key in keys.iter().filter(|key| value.look().get(key).is_none()) {
        found.put(&rules::MISSING_MEMBER, value, format!("the client fails without `{key}`"));
    }
}

fn has_message(event: Value<'_>, found: &mut Findings<'_>) {
    need(event, &["message"], found);
}

fn has_delta(event: Value<'_>, found: &mut Findings<'_>) {
    need(event, &["delta"], found);
}

fn ends(event: Value<'_>, found: &mut Findings<'_>) {
    need(event, &["delta", "usage"], found);
}

fn starts(message: Value<'_>, found: &mut Findings<'_>) {
    need(message, &["content", "usage"], found);
    if !message.look().token("role").is_some_and(|role| role.is("assistant")) {
        let place = message.look().member("role").unwrap_or(message);
        found.put(&rules::MESSAGE_ROLE, place, rules::MESSAGE_ROLE.what);
    }
}
