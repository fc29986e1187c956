//! Messages and their content blocks, as tables. Source: the document, and the package's `to_messages`.

use super::super::rules;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may};

/// A message of a history. That role or content is not there or of another kind, the reader tells.
pub(super) static MESSAGE: Object = Object::new(
    "a message",
    &[&[
        may("role", Type::Any).null_fine(),
        may("content", Type::Any).null_fine(),
        may("display_content", Type::Text).null_fine(),
    ]],
)
.also(lost);

/// Members of other wires, which are told by rules of their own.
const FOLDED: &[&str] = &["tool_call_id", "tool_name", "input", "is_error"];

const ROLES: &[&str] = &["developer", "system", "user", "assistant", "tool", "function"];

/// What a history loses with members of other wires, and a role that other services refuse.
fn lost(message: Value<'_>, found: &mut Findings<'_>) {
    let fields = message.look();
    if !fields.has("content") {
        found.put(&rules::MISSING_MEMBER, message, "a message has no `content`");
    }
    if FOLDED.iter().any(|name| fields.has(name)) {
        found.put(&rules::FOLDED_MESSAGE, message, "a message of a batch reply stands in a history");
    }
    if let Some(calls) = fields.get("tool_calls") {
        found.put(&rules::FOREIGN_CALLS, calls, "`tool_calls` is OpenAI's; Agenta drops it");
    }
    if let (Some(role), Some(word)) = (fields.get("role"), fields.token("role"))
        && !ROLES.iter().any(|known| word.is(known))
    {
        let text = format!("the role `{}` is none of the six that are declared", word.decode());
        found.put(&rules::UNKNOWN_ROLE, role, text);
    }
}

/// A content block.
pub(super) static BLOCK: Tagged = Tagged {
    name: "a block",
    key: "type",
    variants: &[
        ("text", &TEXT),
        ("image", &FILE),
        ("resource", &FILE),
        ("attachment", &FILE),
        ("tool_call", &CALL),
        ("tool_result", &RESULT),
    ],
    unknown: Some(&rules::UNKNOWN_BLOCK),
    // A block without a type is a text.
    absent: None,
};

/// A member that is written in two ways.
struct Spelt {
    camel: &'static str,
    snake: &'static str,
}

const SPELT: &[Spelt] = &[
    Spelt { camel: "mimeType", snake: "mime_type" },
    Spelt { camel: "attachmentId", snake: "attachment_id" },
    Spelt { camel: "toolCallId", snake: "tool_call_id" },
    Spelt { camel: "toolName", snake: "tool_name" },
    Spelt { camel: "isError", snake: "is_error" },
];

/// The package has one model for all blocks, so each may have the members of the others.
const ALL: &[Member] = &[
    may("type", Type::Text),
    may("data", Type::Text).null_read(),
    may("uri", Type::Text).null_read(),
    may("filename", Type::Text).null_read(),
    may("size", Type::Whole).null_read(),
    may("mimeType", Type::Text).null_read(),
    may("mime_type", Type::Text).null_read(),
    may("attachmentId", Type::Text).null_read(),
    may("attachment_id", Type::Text).null_read(),
    may("toolCallId", Type::Text).null_read(),
    may("tool_call_id", Type::Text).null_read(),
    may("toolName", Type::Text).null_read(),
    may("tool_name", Type::Text).null_read(),
    may("input", Type::Any).null_fine(),
    may("output", Type::Any).null_fine(),
    may("isError", Type::Flag).null_read(),
    may("is_error", Type::Flag).null_read(),
];
// That the text of a block is no string, the reader tells.
const WORDS: &[Member] = &[may("text", Type::Any).null_fine()];

/// A text block; the members of a block without a type are the same.
pub(super) static TEXT: Object = Object::new("a text block", &[ALL, WORDS]).also(says);
static FILE: Object = Object::new("a file block", &[ALL, WORDS]).also(file);
static CALL: Object = Object::new("a tool_call block", &[ALL, WORDS]).also(spelling);
static RESULT: Object = Object::new("a tool_result block", &[ALL, WORDS]).also(spelling);

fn spelling(block: Value<'_>, found: &mut Findings<'_>) {
    let fields = block.look();
    for Spelt { camel, snake } in SPELT {
        let Some(value) = fields.get(snake) else { continue };
        found.put(&rules::SNAKE_CASE, value, format!("`{snake}` is spelt `{camel}` on the wire"));
        if fields.get(camel).is_some_and(|other| other.peek() != value.peek()) {
            found.put(&rules::TWO_SPELLINGS, value, format!("`{camel}` and `{snake}` say different things"));
        }
    }
}

/// A block without a type is a text, and a text block says something.
fn says(block: Value<'_>, found: &mut Findings<'_>) {
    spelling(block, found);
    if !block.look().has("text") {
        found.put(&rules::MISSING_MEMBER, block, "a block of text has no `text`");
    }
}

fn file(block: Value<'_>, found: &mut Findings<'_>) {
    spelling(block, found);
    let fields = block.look();
    let places = ["data", "uri", "attachmentId", "attachment_id"];
    if !places.iter().any(|name| fields.get(name).is_some()) {
        found.put(
            &rules::FILE_WITHOUT_PLACE,
            block,
            "the block does not say where the bytes of the file are",
        );
    }
}
