//! What blocks are made of: texts with what they cite, images, documents, and where these stand, as tables.

use super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

pub(super) const KIND: Member = must("type", Type::Text);
pub(super) const CACHE: Member = may("cache_control", Type::Object(&CONTROL)).null_fine();
pub(super) const CALLER: Member = may("caller", Type::Map).null_fine();
const CITATIONS: Member = may("citations", Type::Object(&CITING)).null_fine();
/// Whether a document is to be cited.
static CITING: Object = Object::new("the citations of a document", &[&[may("enabled", Type::Flag)]]);

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

/// What is a block in a block.
const ITEM: Tagged = Tagged { unknown: Some(&rules::UNKNOWN_BLOCK), ..TYPED };

pub(super) static TEXT_BLOCK: Tagged = Tagged { variants: &[("text", &TEXT)], ..ITEM };

pub(super) static TEXT: Object = Object::new(
    "a text block",
    &[&[
        KIND,
        must("text", Type::Text),
        CACHE,
        may("citations", Type::List(&Type::Tagged(&CITATION))).null_fine(),
    ]],
);
pub(super) static IMAGE: Object = Object::new(
    "an image block",
    &[&[
        KIND,
        must("source", Type::Tagged(&IMAGE_SOURCE)),
        CACHE,
        may("transformations", Type::Map).null_fine(),
    ]],
);
pub(super) static DOCUMENT: Object = Object::new(
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
pub(super) static SEARCH_RESULT: Object = Object::new(
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
pub(super) static REFERENCE: Object =
    Object::new("a tool reference", &[&[KIND, must("tool_name", Type::Text), CACHE]]);
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
    &[&[KIND, must("content", Type::Either(&[Type::Text, Type::List(&Type::Tagged(&SOURCE_BLOCK))]))]],
);
static SOURCE_BLOCK: Tagged = Tagged { variants: &[("text", &TEXT), ("image", &IMAGE)], ..ITEM };
static URL: Object = Object::new("a source", &[&[KIND, must("url", Type::Text)]]);
static FILE: Object = Object::new("a source", &[&[KIND, must("file_id", Type::Text)]]);

/// Where something is cited from.
pub(super) static CITATION: Tagged = Tagged {
    name: "a citation",
    variants: &[
        ("char_location", &CHARS),
        ("page_location", &PAGE_NUMBERS),
        ("content_block_location", &BLOCKS),
        ("search_result_location", &SEARCHED),
        ("web_search_result_location", &WEB),
    ],
    unknown: Some(&rules::UNKNOWN_BLOCK),
    ..TYPED
};
const CITED: &[Member] = &[KIND, must("cited_text", Type::Text)];
const OF_DOCUMENT: &[Member] = &[
    must("document_index", Type::Count),
    may("document_title", Type::Text).null_fine(),
    may("file_id", Type::Text).null_fine(),
];
const OF_BLOCKS: &[Member] = &[must("start_block_index", Type::Count), must("end_block_index", Type::Count)];
const TITLE: Member = may("title", Type::Text).null_fine();
static CHARS: Object = Object::new(
    "a citation",
    &[CITED, OF_DOCUMENT, &[must("start_char_index", Type::Count), must("end_char_index", Type::Count)]],
);
static PAGE_NUMBERS: Object = Object::new(
    "a citation",
    &[CITED, OF_DOCUMENT, &[must("start_page_number", Type::Count), must("end_page_number", Type::Count)]],
);
static BLOCKS: Object = Object::new("a citation", &[CITED, OF_DOCUMENT, OF_BLOCKS]);
static SEARCHED: Object = Object::new(
    "a citation",
    &[CITED, OF_BLOCKS, &[must("search_result_index", Type::Count), must("source", Type::Text), TITLE]],
);
static WEB: Object = Object::new(
    "a citation",
    &[CITED, &[must("encrypted_index", Type::Text), must("url", Type::Text), TITLE]],
);

/// Tells that a block is of a beta.
pub(super) fn beta(block: Value<'_>, found: &mut Findings<'_>) {
    let word = block.look().token("type").map(|word| word.decode().into_owned()).unwrap_or_default();
    found.put(&rules::BETA_BLOCK, block, format!("a `{word}` block is of a beta"));
}
