//! Messages, as tables.

use super::parts::{ASSISTANT_PART, CALL, FUNCTION, SYSTEM_PART, TOOL_PART, USER_PART};
use super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

/// A message of a history, by its role.
pub(super) static MESSAGE: Tagged = Tagged {
    name: "a message",
    key: "role",
    variants: &[
        ("user", &USER),
        ("assistant", &ASSISTANT),
        ("tool", &TOOL),
        ("system", &SYSTEM),
        ("developer", &DEVELOPER),
        ("function", &FUNCTION_RESULT),
    ],
    unknown: Some(&rules::UNKNOWN_ROLE),
    absent: Some(&rules::ROLE_MISSING),
};

const HEAD: &[Member] = &[must("role", Type::Text), may("name", Type::Text).null_read()];

const USER_CONTENT: Type = Type::Either(&[Type::Text, Type::Some(&Type::Tagged(&USER_PART))]);
const SYSTEM_CONTENT: Type = Type::Either(&[Type::Text, Type::Some(&Type::Tagged(&SYSTEM_PART))]);
const TOOL_CONTENT: Type = Type::Either(&[Type::Text, Type::Some(&Type::Tagged(&TOOL_PART))]);
const SAID: Type = Type::Either(&[Type::Text, Type::List(&Type::Tagged(&ASSISTANT_PART))]);

static USER: Object = Object::new("a user message", &[HEAD, &[must("content", USER_CONTENT)]]);
static SYSTEM: Object = Object::new("a system message", &[HEAD, &[must("content", SYSTEM_CONTENT)]]);
static DEVELOPER: Object = Object::new("a developer message", &[HEAD, &[must("content", SYSTEM_CONTENT)]]);
static TOOL: Object =
    Object::new("a tool message", &[HEAD, &[must("content", TOOL_CONTENT), may("tool_call_id", Type::Text)]])
        .also(answers);
static FUNCTION_RESULT: Object = Object::new(
    "a function message",
    &[&[must("role", Type::Text), must("name", Type::Text), must("content", Type::Text).null_fine()]],
);
static ASSISTANT: Object = Object::new(
    "an assistant message",
    &[
        HEAD,
        &[
            may("content", SAID).null_fine(),
            may("refusal", Type::Text).null_fine(),
            may("audio", Type::Object(&AUDIO)).null_fine(),
            may("function_call", Type::Object(&FUNCTION)).null_fine(),
            may("tool_calls", Type::List(&Type::Tagged(&CALL))).null_read(),
        ],
    ],
);
static AUDIO: Object = Object::new("an earlier sound", &[&[must("id", Type::Text)]]);

/// A tool message must name its call.
fn answers(message: Value<'_>, found: &mut Findings<'_>) {
    if !message.look().has("tool_call_id") {
        let text = "the tool message has no `tool_call_id`: it does not say what it answers";
        found.put(&rules::TOOL_CALL_ID_MISSING, message, text);
    }
}
