//! Content blocks, as tables.

use super::contents::{CACHE, CALLER, DOCUMENT, IMAGE, KIND, REFERENCE, SEARCH_RESULT, TEXT, TYPED, beta};
use super::results::{CODE, EDITOR, MCP_RESULT, MCP_USE, TOOL_SEARCH, WEB_FETCH, WEB_SEARCH};
use super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

const TOOLSET: Member = may("toolset_name", Type::Text).null_fine();

/// A block of a message. The types hold one list for both roles.
pub(super) static BLOCK: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("image", &IMAGE),
        ("document", &DOCUMENT),
        ("search_result", &SEARCH_RESULT),
        ("thinking", &THINKING),
        ("redacted_thinking", &REDACTED),
        ("tool_use", &TOOL_USE),
        ("tool_result", &TOOL_RESULT),
        ("server_tool_use", &SERVER_USE),
        ("web_search_tool_result", &WEB_SEARCH),
        ("web_fetch_tool_result", &WEB_FETCH),
        ("code_execution_tool_result", &CODE),
        ("bash_code_execution_tool_result", &CODE),
        ("text_editor_code_execution_tool_result", &EDITOR),
        ("tool_search_tool_result", &TOOL_SEARCH),
        ("container_upload", &UPLOAD),
        ("mcp_tool_use", &MCP_USE),
        ("mcp_tool_result", &MCP_RESULT),
        ("mcp_tool_listing", &BETA),
        ("advisor_tool_result", &BETA),
        ("compaction", &BETA),
        ("fallback", &BETA),
        ("image_url", &FOREIGN),
        ("input_audio", &FOREIGN),
        ("input_text", &FOREIGN),
        ("input_image", &FOREIGN),
        ("output_text", &FOREIGN),
    ],
    unknown: Some(&rules::UNKNOWN_BLOCK),
    ..TYPED
};

/// A block of instructions.
pub(super) static SYSTEM_BLOCK: Tagged =
    Tagged { variants: &[("text", &TEXT), ("tool_addition", &BETA), ("tool_removal", &BETA)], ..BLOCK };

/// What a result of a tool may hold.
static RESULT_BLOCK: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("image", &IMAGE),
        ("document", &DOCUMENT),
        ("search_result", &SEARCH_RESULT),
        ("tool_reference", &REFERENCE),
        ("browser_state", &BETA),
    ],
    ..BLOCK
};

static THINKING: Object =
    Object::new("a thinking block", &[&[KIND, must("thinking", Type::Text), may("signature", Type::Text)]])
        .also(sealed);
pub(super) static REDACTED: Object =
    Object::new("a redacted thinking block", &[&[KIND, must("data", Type::Text)]]);
static TOOL_USE: Object = Object::new(
    "a tool_use block",
    &[&[
        KIND,
        must("id", Type::Text),
        may("name", Type::Text),
        must("input", Type::Map),
        CACHE,
        CALLER,
        TOOLSET,
    ]],
);
static SERVER_USE: Object = Object::new(
    "a server_tool_use block",
    &[&[
        KIND,
        must("id", Type::Text),
        may("name", Type::Word(SERVER_TOOLS)).unknown_word(&rules::BETA_BLOCK),
        must("input", Type::Map),
        CACHE,
        CALLER,
    ]],
);
const SERVER_TOOLS: &[&str] = &[
    "web_search",
    "web_fetch",
    "code_execution",
    "bash_code_execution",
    "text_editor_code_execution",
    "tool_search_tool_regex",
    "tool_search_tool_bm25",
];
static TOOL_RESULT: Object = Object::new(
    "a tool_result block",
    &[&[
        KIND,
        must("tool_use_id", Type::Text),
        may("content", Type::Either(&[Type::Text, Type::List(&Type::Tagged(&RESULT_BLOCK))])).null_read(),
        may("is_error", Type::Flag).null_read(),
        CACHE,
        TOOLSET,
    ]],
);
static UPLOAD: Object =
    Object::new("a container_upload block", &[&[KIND, must("file_id", Type::Text), CACHE]]);
static FOREIGN: Object = Object::new("a block", &[&[KIND]]).open().also(foreign);
static BETA: Object = Object::new("a block", &[&[KIND]]).open().also(beta);

/// Thinking goes back as it came.
fn sealed(block: Value<'_>, found: &mut Findings<'_>) {
    if !block.look().has("signature") {
        found.put(&rules::SIGNATURE_MISSING, block, "the thinking block has no `signature`");
    }
    if let Some(mark) = block.look().get("cache_control") {
        found.put(&rules::CACHED_THINKING, mark, rules::CACHED_THINKING.what);
    }
}

/// A part as another API spells it.
fn foreign(block: Value<'_>, found: &mut Findings<'_>) {
    let word = block.look().token("type").map(|word| word.decode().into_owned()).unwrap_or_default();
    found.put(&rules::UNKNOWN_KIND, block, format!("a `{word}` part is of another API"));
}
