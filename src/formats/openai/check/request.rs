//! The body of a request, as tables.

use super::messages::MESSAGE;
use super::parts::{SYSTEM_PART, USER_PART};
use super::{DOCUMENT, history, params, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::Kind;
use crate::schema::{Member, Object, Tagged, Type, check, may, must};

/// Checks a request.
pub(super) struct Request;

impl Check for Request {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&REQUEST), &DOCUMENT, found);
        history::check_all(frame.root, found);
        params::check(frame.root, found);
    }
}

/// A message; of an item that is none the reader tells.
const ITEM: Type = Type::Either(&[Type::Tagged(&MESSAGE), Type::Any]);
const TIER: Type = Type::Word(&["auto", "default", "flex", "scale", "priority", "fast"]);
const STOP: Type = Type::Either(&[Type::Text, Type::List(&Type::Text)]);

/// What is asked of whom.
const HEAD: &[Member] = &[
    must("model", Type::Text),
    must("messages", Type::Some(&ITEM)),
    may("stream", Type::Flag).null_fine(),
    may("stream_options", Type::Object(&STREAM_OPTIONS)).null_fine(),
    may("store", Type::Flag).null_fine(),
    may("metadata", Type::Map).null_fine(),
    may("user", Type::Text).null_read(),
    may("safety_identifier", Type::Text).null_fine(),
    may("prompt_cache_key", Type::Text).null_fine(),
    may("prompt_cache_options", Type::Map).null_read(),
    may("prompt_cache_retention", Type::Word(&["in_memory", "in-memory", "24h"])).null_fine(),
    may("service_tier", TIER).null_fine().unknown_word(&rules::VENDOR_WORD),
    may("moderation", Type::Map).null_fine(),
];

/// How the reply is to be.
const REPLY: &[Member] = &[
    may("n", Type::Count).null_fine(),
    may("max_tokens", Type::Count).null_fine(),
    may("max_completion_tokens", Type::Count).null_fine(),
    may("stop", STOP).null_fine(),
    may("seed", Type::Whole).null_fine(),
    may("temperature", Type::Number).null_fine(),
    may("top_p", Type::Number).null_fine(),
    may("frequency_penalty", Type::Number).null_fine(),
    may("presence_penalty", Type::Number).null_fine(),
    may("logit_bias", BIASES).null_fine(),
    may("logprobs", Type::Flag).null_fine(),
    may("top_logprobs", Type::Count).null_fine(),
    may("reasoning_effort", Type::Word(EFFORTS)).null_fine().unknown_word(&rules::VENDOR_WORD),
    may("verbosity", Type::Word(&["low", "medium", "high"])).null_fine(),
    may("modalities", Type::List(&Type::Word(&["text", "audio"]))).null_fine(),
    may("audio", Type::Object(&AUDIO)).null_fine(),
    may("response_format", Type::Tagged(&FORMAT)).null_read(),
    may("prediction", Type::Object(&PREDICTION)).null_fine(),
    may("web_search_options", Type::Object(&SEARCH)).null_read(),
];
const BIASES: Type = Type::Test("an object of numbers", |value| {
    value.kind() == Kind::Object && value.members().all(|(_, bias)| bias.kind() == Kind::Number)
});
const EFFORTS: &[&str] = &["none", "minimal", "low", "medium", "high", "xhigh", "max"];

/// What may be called.
const TOOLS: &[Member] = &[
    may("tools", Type::List(&ANY_TOOL)).null_read(),
    may("tool_choice", CHOICE).null_read().unknown_word(&rules::VENDOR_WORD),
    may("parallel_tool_calls", Type::Flag).null_read(),
    may("functions", Type::List(&ANY_FUNCTION)).null_read(),
    may("function_call", OLD_CHOICE).null_read(),
];
const ANY_TOOL: Type = Type::Tagged(&TOOL);
const ANY_FUNCTION: Type = Type::Object(&FUNCTION);
const CHOICE: Type = Type::Either(&[Type::Word(&["none", "auto", "required"]), Type::Tagged(&TOOL_CHOICE)]);
const OLD_CHOICE: Type = Type::Either(&[Type::Word(&["none", "auto"]), Type::Object(&NAMED)]);

static REQUEST: Object = Object::new("a request", &[HEAD, REPLY, TOOLS]);

static STREAM_OPTIONS: Object = Object::new(
    "stream options",
    &[&[may("include_usage", Type::Flag), may("include_obfuscation", Type::Flag)]],
);
static AUDIO: Object =
    Object::new("the sound that is asked for", &[&[must("format", Type::Text), must("voice", VOICE)]]);
const VOICE: Type = Type::Either(&[Type::Text, Type::Map]);
static PREDICTION: Object =
    Object::new("a prediction", &[&[must("type", Type::Word(&["content"])), must("content", PREDICTED)]]);
const PREDICTED: Type = Type::Either(&[Type::Text, Type::List(&Type::Tagged(&SYSTEM_PART))]);

static SEARCH: Object = Object::new(
    "the options of a search",
    &[&[
        may("search_context_size", Type::Word(&["low", "medium", "high"])),
        may("user_location", Type::Object(&PLACE)).null_fine(),
    ]],
);
static PLACE: Object = Object::new(
    "the place of a user",
    &[&[must("type", Type::Word(&["approximate"])), must("approximate", Type::Object(&ABOUT_WHERE))]],
);
static ABOUT_WHERE: Object = Object::new(
    "a place",
    &[&[
        may("city", Type::Text).null_read(),
        may("country", Type::Text).null_read(),
        may("region", Type::Text).null_read(),
        may("timezone", Type::Text).null_read(),
    ]],
);

static FORMAT: Tagged = Tagged {
    name: "a response format",
    key: "type",
    variants: &[("text", &PLAIN), ("json_object", &PLAIN), ("json_schema", &SCHEMA_FORMAT)],
    ..USER_PART
};
static PLAIN: Object = Object::new("a response format", &[&[must("type", Type::Text)]]);
static SCHEMA_FORMAT: Object = Object::new(
    "a response format",
    &[&[must("type", Type::Text), must("json_schema", Type::Object(&SCHEMA))]],
);
static SCHEMA: Object = Object::new(
    "a JSON schema",
    &[&[
        must("name", Type::Text),
        may("description", Type::Text).null_read(),
        may("schema", Type::Map),
        may("strict", Type::Flag).null_fine(),
    ]],
);

static TOOL: Tagged = Tagged {
    name: "a tool",
    key: "type",
    variants: &[("function", &FUNCTION_TOOL), ("custom", &CUSTOM_TOOL)],
    unknown: Some(&rules::VENDOR_TOOL),
    absent: Some(&rules::TYPE_MISSING),
};
static FUNCTION_TOOL: Object =
    Object::new("a tool", &[&[must("type", Type::Text), must("function", Type::Object(&FUNCTION))]]);
static FUNCTION: Object = Object::new(
    "a function",
    &[&[
        must("name", Type::Text),
        may("description", Type::Text).null_read(),
        may("parameters", Type::Map).null_read(),
        may("strict", Type::Flag).null_fine(),
    ]],
);
static CUSTOM_TOOL: Object =
    Object::new("a tool", &[&[must("type", Type::Text), must("custom", Type::Object(&CUSTOM))]]);
static CUSTOM: Object = Object::new(
    "a custom tool",
    &[&[
        must("name", Type::Text),
        may("description", Type::Text),
        may("format", Type::Tagged(&CUSTOM_FORMAT)),
    ]],
);
static CUSTOM_FORMAT: Tagged = Tagged {
    name: "the format of a custom tool",
    key: "type",
    variants: &[("text", &PLAIN), ("grammar", &GRAMMAR_FORMAT)],
    ..USER_PART
};
static GRAMMAR_FORMAT: Object = Object::new(
    "the format of a custom tool",
    &[&[must("type", Type::Text), must("grammar", Type::Object(&GRAMMAR))]],
);
static GRAMMAR: Object = Object::new(
    "a grammar",
    &[&[must("definition", Type::Text), must("syntax", Type::Word(&["lark", "regex"]))]],
);

static TOOL_CHOICE: Tagged = Tagged {
    name: "a tool choice",
    key: "type",
    variants: &[("function", &FUNCTION_CHOICE), ("custom", &CUSTOM_CHOICE), ("allowed_tools", &ALLOWED)],
    unknown: None,
    absent: Some(&rules::TYPE_MISSING),
};
static FUNCTION_CHOICE: Object =
    Object::new("a tool choice", &[&[must("type", Type::Text), must("function", Type::Object(&NAMED))]]);
static CUSTOM_CHOICE: Object =
    Object::new("a tool choice", &[&[must("type", Type::Text), must("custom", Type::Object(&NAMED))]]);
static NAMED: Object = Object::new("a choice", &[&[must("name", Type::Text)]]);
static ALLOWED: Object = Object::new(
    "a tool choice",
    &[&[must("type", Type::Text), must("allowed_tools", Type::Object(&ALLOWED_TOOLS))]],
);
static ALLOWED_TOOLS: Object = Object::new(
    "the allowed tools",
    &[&[must("mode", Type::Word(&["auto", "required"])), must("tools", Type::List(&ANY_ALLOWED))]],
);
const ANY_ALLOWED: Type = Type::Tagged(&ALLOWED_TOOL);
static ALLOWED_TOOL: Tagged = Tagged {
    name: "an allowed tool",
    variants: &[("function", &FUNCTION_CHOICE), ("custom", &CUSTOM_CHOICE)],
    ..TOOL_CHOICE
};
