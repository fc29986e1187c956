//! A chunk of a stream, as tables. What the client needs of it (`choices`, each with its `index`) stands in `stream`.

use super::reply::{ABOUT, ANNOTATION, LOGPROBS, in_parts};
use super::rules;
use crate::schema::{Object, Type, may, must};

/// A chunk.
pub(super) static CHUNK: Object = Object::new(
    "a chunk",
    &[
        &[
            must("id", Type::Text),
            must("object", Type::Word(&["chat.completion.chunk"])).unknown_word(&rules::OTHER_OBJECT),
            must("created", Type::Whole),
            must("model", Type::Text),
            may("choices", Type::List(&Type::Object(&CHOICE))).null_fine(),
            may("obfuscation", Type::Text).null_fine(),
        ],
        ABOUT,
    ],
);

static CHOICE: Object = Object::new(
    "a choice",
    &[&[
        may("index", Type::Count),
        must("delta", Type::Object(&DELTA)),
        may("finish_reason", Type::Text).null_fine(),
        LOGPROBS,
    ]],
);

const ROLE: Type = Type::Word(&["assistant", "developer", "system", "user", "tool", ""]);
const SAID: Type = Type::Either(&[Type::Text, Type::List(&Type::Map)]);
static DELTA: Object = Object::new(
    "a delta",
    &[&[
        may("role", ROLE).null_fine(),
        may("content", SAID).null_fine(),
        may("refusal", Type::Text).null_fine(),
        may("tool_calls", Type::List(&Type::Object(&CALL))).null_fine(),
        may("function_call", Type::Object(&FUNCTION)).null_fine(),
        may("audio", Type::Object(&AUDIO)).null_fine(),
        may("annotations", Type::List(&Type::Tagged(&ANNOTATION))).null_fine(),
    ]],
)
.also(in_parts);

static CALL: Object = Object::new(
    "a piece of a call",
    &[&[
        may("index", Type::Count),
        may("id", Type::Text).null_fine(),
        may("type", Type::Word(&["function", "custom"])).null_fine(),
        may("function", Type::Object(&FUNCTION)).null_fine(),
        may("custom", Type::Object(&CUSTOM)).null_fine(),
    ]],
);
static FUNCTION: Object = Object::new(
    "a piece of a function",
    &[&[may("name", Type::Text).null_fine(), may("arguments", Type::Text).null_fine()]],
);
static CUSTOM: Object = Object::new(
    "a piece of a custom tool",
    &[&[may("name", Type::Text).null_fine(), may("input", Type::Text).null_fine()]],
);
static AUDIO: Object = Object::new(
    "a piece of a sound",
    &[&[
        may("id", Type::Text).null_fine(),
        may("data", Type::Text).null_fine(),
        may("transcript", Type::Text).null_fine(),
        may("expires_at", Type::Whole).null_fine(),
    ]],
);
