//! Messages, parts, tools and requests, as tables. Source: AG-UI 1.0, JSON Schema, and the zod schemas of `@ag-ui/core`.

use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

/// Metadata: an object whose members are the application's.
pub(super) const METADATA: Member = may("metadata", Type::Map);
/// The subagent that something is of.
pub(super) const OWNER: Member = may("subagentRunId", Type::Text);

const ENCRYPTED: Member = may("encryptedValue", Type::Text);
const NAME: Member = may("name", Type::Text);

/// A text or parts.
pub(super) const CONTENT: Type = Type::Either(&[Type::Text, Type::List(&Type::Tagged(&PART))]);

/// A message.
pub(super) static MESSAGE: Tagged = Tagged {
    name: "a message",
    key: "role",
    variants: &[
        ("user", &USER),
        ("assistant", &ASSISTANT),
        ("tool", &TOOL_MESSAGE),
        ("system", &SYSTEM),
        ("developer", &DEVELOPER),
        ("reasoning", &REASONING),
        ("activity", &ACTIVITY),
    ],
    unknown: None,
    absent: Some(&super::rules::MISSING_MEMBER),
};

const HEAD: &[Member] = &[must("id", Type::Text), must("role", Type::Text), OWNER, METADATA];

static USER: Object = Object::new("a user message", &[HEAD, &[must("content", CONTENT), NAME, ENCRYPTED]]);
static SYSTEM: Object =
    Object::new("a system message", &[HEAD, &[must("content", Type::Text), NAME, ENCRYPTED]]);
static DEVELOPER: Object =
    Object::new("a developer message", &[HEAD, &[must("content", Type::Text), NAME, ENCRYPTED]]);
static REASONING: Object =
    Object::new("a reasoning message", &[HEAD, &[must("content", Type::Text), ENCRYPTED]]);
static ASSISTANT: Object = Object::new(
    "an assistant message",
    &[
        HEAD,
        &[may("content", Type::Text), NAME, ENCRYPTED, may("toolCalls", Type::List(&Type::Object(&CALL)))],
    ],
);
static TOOL_MESSAGE: Object = Object::new(
    "a tool message",
    &[HEAD, &[must("content", CONTENT), must("toolCallId", Type::Text), may("error", Type::Text), ENCRYPTED]],
);
static ACTIVITY: Object = Object::new(
    "an activity message",
    &[HEAD, &[must("activityType", Type::Text), must("content", Type::Map)]],
);

static CALL: Object = Object::new(
    "a tool call",
    &[&[
        must("id", Type::Text),
        must("type", Type::Word(&["function"])),
        must("function", Type::Object(&FUNCTION)),
        ENCRYPTED,
        METADATA,
    ]],
);
static FUNCTION: Object =
    Object::new("the function of a call", &[&[must("name", Type::Text), must("arguments", Type::Text)]]);

/// A part of a message's content. The `binary` part of before 1.0 is none: the schemas refuse it.
static PART: Tagged = Tagged {
    name: "a content part",
    key: "type",
    variants: &[
        ("text", &TEXT_PART),
        ("image", &MEDIA_PART),
        ("audio", &MEDIA_PART),
        ("video", &MEDIA_PART),
        ("document", &MEDIA_PART),
    ],
    unknown: None,
    absent: Some(&super::rules::MISSING_MEMBER),
};

const PART_HEAD: &[Member] =
    &[must("type", Type::Text), may("id", Type::Text), may("metadata", Type::Any).null_read()];

static TEXT_PART: Object = Object::new("a text part", &[PART_HEAD, &[must("text", Type::Text)]]);
static MEDIA_PART: Object =
    Object::new("a media part", &[PART_HEAD, &[must("source", Type::Tagged(&SOURCE))]]);
/// Where the bytes of a media part are.
static SOURCE: Tagged = Tagged {
    name: "the source of a part",
    key: "type",
    variants: &[("data", &DATA_SOURCE), ("url", &URL_SOURCE), ("file", &FILE_SOURCE)],
    unknown: None,
    absent: Some(&super::rules::MISSING_MEMBER),
};

const VALUE: &[Member] = &[must("type", Type::Text), must("value", Type::Text)];

static DATA_SOURCE: Object = Object::new("a data source", &[VALUE, &[must("mimeType", Type::Text)]]);
static URL_SOURCE: Object = Object::new("a url source", &[VALUE, &[may("mimeType", Type::Text)]]);
static FILE_SOURCE: Object =
    Object::new("a file source", &[VALUE, &[may("mimeType", Type::Text), may("provider", Type::Text)]]);

/// What an application asks an agent.
pub(super) static INPUT: Object = Object::new(
    "a RunAgentInput",
    &[&[
        must("threadId", Type::Text),
        must("runId", Type::Text),
        must("messages", Type::List(&Type::Tagged(&MESSAGE))),
        may("protocolVersion", Type::Text),
        may("parentRunId", Type::Text),
        // The schemas of the package read null as absent; so did the first servers write it.
        may("state", Type::Any).null_fine(),
        may("tools", Type::List(&Type::Object(&TOOL))),
        may("context", Type::List(&Type::Object(&CONTEXT))),
        may("forwardedProps", Type::Any).null_read(),
        may("resume", Type::List(&Type::Object(&RESUME))),
    ]],
);
static TOOL: Object = Object::new(
    "a tool",
    &[&[
        must("name", Type::Text),
        must("description", Type::Text),
        may("parameters", Type::Any).null_read(),
        METADATA,
    ]],
);
static CONTEXT: Object =
    Object::new("a context", &[&[must("description", Type::Text), must("value", Type::Text)]]);
static RESUME: Object = Object::new(
    "a resume entry",
    &[&[
        must("interruptId", Type::Text),
        must("status", Type::Word(&["resolved", "cancelled"])),
        may("payload", Type::Any).null_read(),
        METADATA,
    ]],
);

/// Operations of a patch, RFC 6902. They may have other members: the client keeps them.
pub(super) static OPERATION: Tagged = Tagged {
    name: "a patch operation",
    key: "op",
    variants: &[
        ("add", &SETS),
        ("replace", &SETS),
        ("test", &SETS),
        ("remove", &REMOVES),
        ("move", &MOVES),
        ("copy", &MOVES),
    ],
    unknown: None,
    absent: Some(&super::rules::MISSING_MEMBER),
};

const POINTER: Type = Type::Test("a JSON pointer", is_pointer);
const PATH: Member = must("path", POINTER);
static SETS: Object = Object::new(
    "a patch operation",
    &[&[must("op", Type::Text), PATH, must("value", Type::Any).null_fine()]],
)
.open();
static REMOVES: Object = Object::new("a patch operation", &[&[must("op", Type::Text), PATH]]).open();
static MOVES: Object =
    Object::new("a patch operation", &[&[must("op", Type::Text), PATH, must("from", POINTER)]]).open();

/// Whether it is a string of `/` and steps in which `~` stands before 0 or 1 alone.
fn is_pointer(value: Value<'_>) -> bool {
    let Some(token) = value.token() else { return false };
    let text = token.decode();
    let escaped = |(at, _): (usize, &str)| text[at + 1..].starts_with(['0', '1']);
    (text.is_empty() || text.starts_with('/')) && text.match_indices('~').all(escaped)
}
