//! The body of a request, as tables.

use super::contents::{CONTROL, TYPED};
use super::messages::{MESSAGE, SYSTEM};
use super::{DOCUMENT, elements, history, is, params, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, check, may, must};

/// Checks a request.
pub(super) struct Request;

impl Check for Request {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&REQUEST), &DOCUMENT, found);
        let mut history = history::History::default();
        elements(frame.root, "messages").for_each(|message| history.message(message, found));
        history.end(found);
        params::check(frame.root, found);
    }
}

const HEAD: &[Member] = &[
    may("model", Type::Text),
    may("max_tokens", Type::Count),
    must("messages", Type::Some(&ANY_MESSAGE)),
    may("system", SYSTEM).null_read(),
    may("stream", Type::Flag).null_read(),
    may("temperature", Type::Number).null_read(),
    may("top_p", Type::Number).null_read(),
    may("top_k", Type::Count).null_read(),
    may("stop_sequences", Type::List(&Type::Text)).null_read(),
    may("metadata", Type::Object(&METADATA)).null_read(),
    may("service_tier", Type::Word(&["auto", "standard_only"])).null_read(),
    may("output_config", Type::Object(&OUTPUT)).null_read(),
    may("thinking", Type::Tagged(&THINKING)).null_read(),
    may("cache_control", Type::Object(&CONTROL)).null_fine(),
    may("container", Type::Either(&[Type::Text, Type::Map])).null_fine(),
    may("diagnostics", Type::Map).null_fine(),
    may("inference_geo", Type::Text).null_fine(),
    may("speed", Type::Word(&["standard", "fast"])).null_fine(),
    may("user_profile_id", Type::Text).null_read(),
    may("workspace_id", Type::Text).null_read(),
];
const CALLS: &[Member] =
    &[may("tools", Type::List(&ANY_TOOL)).null_read(), may("tool_choice", CHOICE).null_read()];
const ANY_MESSAGE: Type = Type::Tagged(&MESSAGE);
const ANY_TOOL: Type = Type::Object(&TOOL);
const CHOICE: Type = Type::Tagged(&TOOL_CHOICE);
/// Members of betas, and of Bedrock and Vertex.
const BETAS: &[Member] = &[
    may("anthropic_version", Type::Text),
    may("anthropic_beta", Type::List(&Type::Text)),
    may("betas", Type::List(&Type::Text)),
    may("mcp_servers", Type::List(&Type::Map)),
    may("context_management", Type::Map).null_fine(),
    may("output_format", Type::Map).null_fine(),
    may("fallbacks", Type::Any).null_fine(),
    may("fallback_credit_token", Type::Any).null_fine(),
    may("compaction", Type::Map).null_fine(),
    may("billing_policy", Type::Map).null_fine(),
    may("thread", Type::Map).null_fine(),
];

static REQUEST: Object = Object::new("a request", &[HEAD, CALLS, BETAS]).also(head);

/// A body for Bedrock or Vertex has no model, but tells its version.
fn head(request: Value<'_>, found: &mut Findings<'_>) {
    let body = request.look();
    if !body.has("model") && !body.has("anthropic_version") {
        found.put(&rules::MISSING_MEMBER, request, "a request has no `model`, a string");
    }
    if !body.has("max_tokens") {
        found.put(&rules::MAX_TOKENS_MISSING, request, "a request has no `max_tokens`, a whole number");
    }
}

static METADATA: Object = Object::new("metadata", &[&[may("user_id", Type::Text).null_fine()]]);
const DISPLAY: Member = may("display", Type::Word(&["summarized", "omitted"])).null_fine();
static THINKING: Tagged = Tagged {
    name: "thinking",
    variants: &[
        ("enabled", &ENABLED),
        ("adaptive", &ADAPTIVE),
        ("disabled", &ADAPTIVE),
        ("between_tools", &ADAPTIVE),
    ],
    ..TYPED
};
static ENABLED: Object =
    Object::new("thinking", &[&[must("type", Type::Text), must("budget_tokens", Type::Count), DISPLAY]]);
static ADAPTIVE: Object = Object::new("thinking", &[&[must("type", Type::Text), DISPLAY]]);

/// How the answer is to be.
static OUTPUT: Object = Object::new(
    "an output configuration",
    &[&[
        may("effort", Type::Word(&["low", "medium", "high", "xhigh", "max"])).null_fine(),
        may("format", Type::Tagged(&FORMAT)).null_fine(),
        may("task_budget", Type::Map).null_fine(),
    ]],
);
static FORMAT: Tagged = Tagged { name: "an output format", variants: &[("json_schema", &SCHEMA)], ..TYPED };
static SCHEMA: Object =
    Object::new("an output format", &[&[must("type", Type::Text), must("schema", Type::Map)]]);

/// A tool; those of the server have a type of their own, and members that depend on it.
static TOOL: Object = Object::new("a tool", &[]).open().also(tool);

fn tool(tool: Value<'_>, found: &mut Findings<'_>) {
    let own = tool.look().get("type").is_none() || is(tool, "custom");
    check(tool, &Type::Object(if own { &CUSTOM } else { &SERVER_TOOL }), &DOCUMENT, found);
    // A toolset is named by its server.
    if !own && !is(tool, "mcp_toolset") && !tool.look().has("name") {
        found.put(&rules::MISSING_MEMBER, tool, "a tool of the server has no `name`");
    }
}

/// What all tools may have.
const ANY_KIND: &[Member] = &[
    may("type", Type::Text).null_fine(),
    may("allowed_callers", Type::List(&Type::Text)).null_read(),
    may("cache_control", Type::Object(&CONTROL)).null_fine(),
    may("defer_loading", Type::Flag).null_read(),
    may("input_examples", Type::List(&Type::Map)).null_read(),
    may("strict", Type::Flag).null_read(),
];
static CUSTOM: Object = Object::new(
    "a tool",
    &[
        ANY_KIND,
        &[
            must("name", Type::Text),
            must("input_schema", Type::Map),
            may("description", Type::Text).null_read(),
            may("eager_input_streaming", Type::Flag).null_fine(),
        ],
    ],
);
/// Each version may have more.
static SERVER_TOOL: Object = Object::new(
    "a tool of the server",
    &[
        ANY_KIND,
        &[
            may("name", Type::Text),
            may("max_uses", Type::Count).null_fine(),
            may("allowed_domains", Type::List(&Type::Text)).null_fine(),
            may("blocked_domains", Type::List(&Type::Text)).null_fine(),
            may("user_location", Type::Object(&PLACE)).null_fine(),
            may("max_content_tokens", Type::Count).null_fine(),
            may("citations", Type::Map).null_fine(),
            may("max_characters", Type::Count).null_fine(),
            may("display_width_px", Type::Count),
            may("display_height_px", Type::Count),
            may("display_number", Type::Count).null_fine(),
        ],
    ],
)
.open();
static PLACE: Object = Object::new(
    "the place of a user",
    &[&[
        must("type", Type::Word(&["approximate"])),
        may("city", Type::Text).null_fine(),
        may("country", Type::Text).null_fine(),
        may("region", Type::Text).null_fine(),
        may("timezone", Type::Text).null_fine(),
    ]],
);

static TOOL_CHOICE: Tagged = Tagged {
    name: "a tool choice",
    variants: &[("auto", &FREE), ("any", &FREE), ("tool", &NAMED), ("none", &NONE)],
    ..TYPED
};
const PARALLEL: Member = may("disable_parallel_tool_use", Type::Flag).null_read();
static FREE: Object = Object::new("a tool choice", &[&[must("type", Type::Text), PARALLEL]]);
static NAMED: Object =
    Object::new("a tool choice", &[&[must("type", Type::Text), must("name", Type::Text), PARALLEL]]);
static NONE: Object = Object::new("a tool choice", &[&[must("type", Type::Text)]]);
