//! Content blocks, as tables.

use super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

const KIND: Member = must("type", Type::Text);
const CACHE: Member = may("cache_control", Type::Object(&CONTROL)).null_fine();
const CALLER: Member = may("caller", Type::Map).null_fine();
const TOOLSET: Member = may("toolset_name", Type::Text).null_fine();
const CITATIONS: Member = may("citations", Type::Map).null_fine();

/// A mark for the cache.
pub(super) static CONTROL: Object = Object::new(
    "a cache control",
    &[&[must("type", Type::Word(&["ephemeral"])), may("ttl", Type::Word(&["5m", "1h"])).null_read()]],
);

/// What all that is told by its `type` has in common; another type is told as no kind of the API.
pub(super) static TYPED: Tagged = Tagged {
    name: "a block",
    key: "type",
    variants: &[],
    unknown: None,
    absent: Some(&rules::MISSING_MEMBER),
};

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
        ("web_search_tool_result", &SERVER_RESULT),
        ("web_fetch_tool_result", &SERVER_RESULT),
        ("code_execution_tool_result", &SERVER_RESULT),
        ("bash_code_execution_tool_result", &SERVER_RESULT),
        ("text_editor_code_execution_tool_result", &SERVER_RESULT),
        ("tool_search_tool_result", &SERVER_RESULT),
        ("container_upload", &UPLOAD),
        ("mcp_tool_use", &BETA),
        ("mcp_tool_result", &BETA),
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

static TEXT_BLOCK: Tagged = Tagged { variants: &[("text", &TEXT)], ..BLOCK };

static TEXT: Object = Object::new(
    "a text block",
    &[&[KIND, must("text", Type::Text), CACHE, may("citations", Type::List(&Type::Map)).null_fine()]],
);
static IMAGE: Object = Object::new(
    "an image block",
    &[&[
        KIND,
        must("source", Type::Tagged(&IMAGE_SOURCE)),
        CACHE,
        may("transformations", Type::Map).null_fine(),
    ]],
);
static DOCUMENT: Object = Object::new(
    "a document block",
    &[&[
        KIND,
        must("source", Type::Tagged(&DOCUMENT_SOURCE)),
        CACHE,
        CITATIONS,
        may("title", Type::Text).null_fine(),
        may("context", Type::Text).null_fine(),
    ]],
);
static SEARCH_RESULT: Object = Object::new(
    "a search result",
    &[&[
        KIND,
        must("source", Type::Text),
        must("title", Type::Text),
        must("content", Type::List(&Type::Tagged(&TEXT_BLOCK))),
        CACHE,
        CITATIONS,
    ]],
);
static THINKING: Object =
    Object::new("a thinking block", &[&[KIND, must("thinking", Type::Text), may("signature", Type::Text)]])
        .also(sealed);
static REDACTED: Object = Object::new("a redacted thinking block", &[&[KIND, must("data", Type::Text)]]);
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
static SERVER_RESULT: Object = Object::new(
    "a result of a server's tool",
    &[&[
        KIND,
        must("tool_use_id", Type::Text),
        must("content", Type::Either(&[Type::Map, Type::List(&Type::Map)])),
        CACHE,
        CALLER,
    ]],
);
static UPLOAD: Object =
    Object::new("a container_upload block", &[&[KIND, must("file_id", Type::Text), CACHE]]);
static REFERENCE: Object = Object::new("a tool reference", &[&[KIND, must("tool_name", Type::Text), CACHE]]);
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

fn beta(block: Value<'_>, found: &mut Findings<'_>) {
    let word = block.look().token("type").map(|word| word.decode().into_owned()).unwrap_or_default();
    found.put(&rules::BETA_BLOCK, block, format!("a `{word}` block is of a beta"));
}

static IMAGE_SOURCE: Tagged = Tagged {
    name: "the source of an image",
    variants: &[("base64", &IMAGE_DATA), ("url", &URL), ("file", &FILE)],
    ..TYPED
};
static DOCUMENT_SOURCE: Tagged = Tagged {
    name: "the source of a document",
    variants: &[
        ("base64", &PDF_DATA),
        ("text", &TEXT_DATA),
        ("content", &CONTENT_SOURCE),
        ("url", &URL),
        ("file", &FILE),
    ],
    ..TYPED
};
const IMAGES: Type = Type::Word(&["image/jpeg", "image/png", "image/gif", "image/webp"]);
static IMAGE_DATA: Object =
    Object::new("image data", &[&[KIND, must("media_type", IMAGES), must("data", Type::Text)]]);
static PDF_DATA: Object = Object::new(
    "document data",
    &[&[KIND, must("media_type", Type::Word(&["application/pdf"])), must("data", Type::Text)]],
);
static TEXT_DATA: Object = Object::new(
    "text data",
    &[&[KIND, must("media_type", Type::Word(&["text/plain"])), must("data", Type::Text)]],
);
static CONTENT_SOURCE: Object = Object::new(
    "a document of blocks",
    &[&[KIND, must("content", Type::Either(&[Type::Text, Type::List(&Type::Map)]))]],
);
static URL: Object = Object::new("a source", &[&[KIND, must("url", Type::Text)]]);
static FILE: Object = Object::new("a source", &[&[KIND, must("file_id", Type::Text)]]);
