//! The chunks of the UI Message Stream, as tables. Source: `ai` 7.0.173, `uiMessageChunkSchema`.

use super::nodes::{CITATIONS, STEERED};
use super::rules;
use super::tools::WORDS_OF_INPUT;
use crate::schema::{Member, Object, Tagged, Type, may, must};

const TYPE: Member = must("type", Type::Text);
const ID: Member = must("id", Type::Text);
const META: Member = may("providerMetadata", Type::Map);
const TOOL_META: Member = may("toolMetadata", Type::Map);
const EXECUTED: Member = may("providerExecuted", Type::Flag);
const DYNAMIC: Member = may("dynamic", Type::Flag);
const CALL: Member = must("toolCallId", Type::Text);
const TOOL: Member = must("toolName", Type::Text);
const TITLE: Member = may("title", Type::Text);
const ERROR: Member = must("errorText", Type::Text);
const REASON: Member = may("reason", Type::Text);
const ABOUT: Member = may("messageMetadata", Type::Any).null_fine();

/// A chunk by its type; the reader tells one that has none.
pub(super) static CHUNK: Tagged = Tagged {
    name: "a chunk",
    key: "type",
    variants: &[
        ("text-delta", &TEXT_DELTA),
        ("reasoning-delta", &REASONING_DELTA),
        ("tool-input-delta", &INPUT_DELTA),
        ("text-start", &TEXT_START),
        ("text-end", &TEXT_END),
        ("reasoning-start", &REASONING_START),
        ("reasoning-end", &REASONING_END),
        ("start", &START),
        ("finish", &FINISH),
        ("start-step", &STEP),
        ("finish-step", &STEP),
        ("reset-step", &STEP),
        ("message-metadata", &MESSAGE_METADATA),
        ("abort", &ABORT),
        ("error", &STREAM_ERROR),
        ("tool-input-start", &INPUT_START),
        ("tool-input-available", &INPUT_AVAILABLE),
        ("tool-input-error", &INPUT_ERROR),
        ("tool-output-available", &OUTPUT_AVAILABLE),
        ("tool-output-error", &OUTPUT_ERROR),
        ("tool-output-denied", &OUTPUT_DENIED),
        ("tool-approval-request", &APPROVAL_REQUEST),
        ("tool-approval-response", &APPROVAL_RESPONSE),
        ("source-url", &SOURCE_URL),
        ("source-document", &SOURCE_DOCUMENT),
        ("file", &FILE),
        ("reasoning-file", &FILE),
        ("custom", &CUSTOM),
        ("steering-message", &STEERING),
        ("data-*", &DATA),
    ],
    unknown: Some(&rules::UNKNOWN_CHUNK),
    absent: None,
};

static START: Object = Object::new("`start`", &[&[TYPE, may("messageId", Type::Text), ABOUT]]);
static FINISH: Object = Object::new("`finish`", &[&[TYPE, FINISH_REASON, ABOUT]]);
const FINISH_REASON: Member =
    may("finishReason", Type::Word(FINISH_REASONS)).unknown_word(&rules::FINISH_REASON);
const FINISH_REASONS: &[&str] =
    &["stop", "length", "content-filter", "tool-calls", "error", "interrupted", "other"];
static MESSAGE_METADATA: Object =
    Object::new("`message-metadata`", &[&[TYPE, must("messageMetadata", Type::Any).null_fine()]]);
static STEP: Object = Object::new("a step's chunk", &[&[TYPE]]);
static ABORT: Object = Object::new("`abort`", &[&[TYPE, REASON]]);
static STREAM_ERROR: Object = Object::new("`error`", &[&[TYPE, ERROR]]);

const DELTA: &[Member] = &[TYPE, ID, must("delta", Type::Text), META];
static TEXT_START: Object = Object::new("`text-start`", &[&[TYPE, ID, META]]);
static TEXT_DELTA: Object = Object::new("`text-delta`", &[DELTA]);
static TEXT_END: Object = Object::new("`text-end`", &[&[TYPE, ID, META, CITATIONS]]);
static REASONING_START: Object = Object::new("`reasoning-start`", &[&[TYPE, ID, META]]);
static REASONING_DELTA: Object = Object::new("`reasoning-delta`", &[DELTA]);
static REASONING_END: Object = Object::new("`reasoning-end`", &[&[TYPE, ID, META]]);

/// What the chunks that bring a call's input share.
const OF_INPUT: &[Member] = &[TYPE, CALL, TOOL, EXECUTED, META, TOOL_META, DYNAMIC, TITLE];
const INPUT: Member = must("input", Type::Any).null_fine();
static INPUT_START: Object = Object::new("`tool-input-start`", &[OF_INPUT, &[WORDS_OF_INPUT]]);
static INPUT_DELTA: Object =
    Object::new("`tool-input-delta`", &[&[TYPE, CALL, must("inputTextDelta", Type::Text)]]);
static INPUT_AVAILABLE: Object = Object::new("`tool-input-available`", &[OF_INPUT, &[INPUT]]);
static INPUT_ERROR: Object = Object::new("`tool-input-error`", &[OF_INPUT, &[INPUT, ERROR]]);

/// What the chunks that bring a call's output share.
const OF_OUTPUT: &[Member] = &[TYPE, CALL, EXECUTED, META, TOOL_META, DYNAMIC];
static OUTPUT_AVAILABLE: Object = Object::new(
    "`tool-output-available`",
    &[OF_OUTPUT, &[must("output", Type::Any).null_fine(), may("preliminary", Type::Flag)]],
);
static OUTPUT_ERROR: Object = Object::new("`tool-output-error`", &[OF_OUTPUT, &[ERROR]]);
static OUTPUT_DENIED: Object = Object::new("`tool-output-denied`", &[&[TYPE, CALL]]);

const APPROVAL: Member = must("approvalId", Type::Text);
static APPROVAL_REQUEST: Object = Object::new(
    "`tool-approval-request`",
    &[&[
        TYPE,
        APPROVAL,
        CALL,
        REASON,
        may("approvalDescriptor", Type::Any).null_fine(),
        may("inputSchemaInput", Type::Any).null_fine(),
        may("isAutomatic", Type::Flag),
        may("signature", Type::Text),
    ]],
);
static APPROVAL_RESPONSE: Object = Object::new(
    "`tool-approval-response`",
    &[&[TYPE, APPROVAL, must("approved", Type::Flag), REASON, EXECUTED, META]],
);

const SOURCE: &[Member] = &[TYPE, must("sourceId", Type::Text), META];
const URL: Member = must("url", Type::Text);
const MEDIA_TYPE: Member = must("mediaType", Type::Text);
static SOURCE_URL: Object = Object::new("`source-url`", &[SOURCE, &[URL, TITLE]]);
static SOURCE_DOCUMENT: Object = Object::new(
    "`source-document`",
    &[SOURCE, &[MEDIA_TYPE, must("title", Type::Text), may("filename", Type::Text)]],
);
static FILE: Object = Object::new("a file's chunk", &[&[TYPE, URL, MEDIA_TYPE, META]]);
static CUSTOM: Object = Object::new("`custom`", &[&[TYPE, must("kind", Type::Text), META]]);
static STEERING: Object = Object::new("`steering-message`", &[&[TYPE, ID, must("parts", STEERED)]]);
/// The client keeps the whole chunk as the part.
static DATA: Object = Object::new(
    "a data chunk",
    &[&[TYPE, must("data", Type::Any).null_fine(), may("id", Type::Text), may("transient", Type::Flag)]],
);

/// Parts of the model's own stream (`fullStream`) and of AI SDK 4's streams, which are no chunks.
pub(super) const OTHER_STREAMS: &[&str] = &[
    "text",
    "reasoning",
    "reasoning-signature",
    "redacted-reasoning",
    "reasoning-part-finish",
    "source",
    "raw",
    "stream-start",
    "response-metadata",
    "step-start",
    "step-finish",
    "tool-input-end",
    "tool-call",
    "tool-call-delta",
    "tool-call-streaming-start",
    "tool-result",
    "tool-error",
];
