//! Messages, their parts and the body of a request, as tables. Source: `ai` 7.0.173, `uiMessagesSchema`.

use super::rules;
use super::tools::{dynamic_tool, static_tool};
use super::values::is_reference;
use crate::check::Findings;
use crate::ir::Value;
use crate::schema::{Member, Object, Tagged, Type, may, must};

/// A message by its role.
pub(super) static MESSAGE: Tagged = Tagged {
    name: "a message",
    key: "role",
    variants: &[("user", &USER), ("assistant", &ASSISTANT), ("system", &SYSTEM)],
    unknown: Some(&rules::UNKNOWN_ROLE),
    absent: Some(&rules::NO_ROLE),
};

/// That there are an id and parts is told by [`head`], in the reader's words.
const HEAD: &[Member] = &[
    may("id", Type::Text),
    must("role", Type::Text),
    may("metadata", Type::Any).null_fine(),
    may("content", Type::Any).null_fine().old(&rules::OLD_MEMBER),
    may("createdAt", Type::Any).null_fine().old(&rules::OLD_MEMBER),
    may("annotations", Type::Any).null_fine().old(&rules::OLD_MEMBER),
    may("data", Type::Any).null_fine().old(&rules::OLD_MEMBER),
    may("toolInvocations", Type::Any).null_fine().old(&rules::OLD_MEMBER),
    may("experimental_attachments", Type::Any).null_fine().old(&rules::OLD_MEMBER),
];
const PARTS: Type = Type::Tagged(&PART);

static USER: Object = Object::new("a user message", &[HEAD, &[may("parts", Type::Some(&PARTS))]]).also(head);
static SYSTEM: Object =
    Object::new("a system message", &[HEAD, &[may("parts", Type::Some(&PARTS))]]).also(head);
static ASSISTANT: Object =
    Object::new("an assistant message", &[HEAD, &[may("parts", Type::List(&PARTS))]]).also(head);

fn head(message: Value<'_>, found: &mut Findings<'_>) {
    if !message.look().has("id") {
        found.put(&rules::NO_ID, message, "a message without an `id`");
    }
    if !message.look().has("parts") {
        let plain = message.look().get("content").is_some();
        let rule = if plain { &rules::PLAIN_MESSAGE } else { &rules::NO_PARTS };
        found.put(rule, message, "a message without `parts`");
    }
}

/// A part by its type. A tool part is told by its state, too.
static PART: Tagged = Tagged {
    name: "a part",
    key: "type",
    variants: &[
        ("text", &TEXT),
        ("reasoning", &REASONING),
        ("step-start", &STEP),
        ("dynamic-tool", &DYNAMIC_TOOL),
        ("tool-invocation", &INVOCATION),
        ("tool-*", &STATIC_TOOL),
        ("file", &FILE),
        ("source-url", &SOURCE_URL),
        ("source-document", &SOURCE_DOCUMENT),
        ("reasoning-file", &REASONING_FILE),
        ("custom", &CUSTOM),
        ("steering-message", &STEERING),
        ("data-*", &DATA),
        ("source", &OLD_SOURCE),
    ],
    unknown: Some(&rules::UNKNOWN_PART),
    absent: Some(&rules::NO_TYPE),
};

const TYPE: Member = must("type", Type::Text);
const META: Member = may("providerMetadata", Type::Map);
const STATE: Member = may("state", Type::Word(&["streaming", "done"]));
const TEXT_OF: Member = must("text", Type::Text);
const URL: Member = must("url", Type::Text);
const MEDIA_TYPE: Member = must("mediaType", Type::Text);
const FILENAME: Member = may("filename", Type::Text);
const REFERENCE: Member = may("providerReference", Type::Test("an object of ids by provider", is_reference));

static TEXT: Object = Object::new("a text part", &[&[TYPE, TEXT_OF, STATE, META, CITATIONS]]);
static REASONING: Object =
    Object::new("a reasoning part", &[&[TYPE, TEXT_OF, may("id", Type::Text), STATE, META]]);
static STEP: Object = Object::new("a step", &[&[TYPE]]);
static FILE: Object = Object::new("a file part", &[&[TYPE, MEDIA_TYPE, URL, FILENAME, REFERENCE, META]]);
static REASONING_FILE: Object = Object::new("a reasoning file", &[&[TYPE, MEDIA_TYPE, URL, META]]);
static SOURCE_URL: Object =
    Object::new("a source", &[&[TYPE, must("sourceId", Type::Text), URL, may("title", Type::Text), META]]);
static SOURCE_DOCUMENT: Object = Object::new(
    "a document",
    &[&[TYPE, must("sourceId", Type::Text), MEDIA_TYPE, must("title", Type::Text), FILENAME, META]],
);
static CUSTOM: Object = Object::new("a custom part", &[&[TYPE, must("kind", Type::Text), META]]);
static STEERING: Object =
    Object::new("a steering message", &[&[TYPE, must("id", Type::Text), must("parts", STEERED)]]);
static DATA: Object = Object::new(
    "a data part",
    &[&[TYPE, must("data", Type::Any).null_fine(), may("id", Type::Text), may("transient", Type::Flag)]],
);

// The tables of a tool part's states are walked by the functions: what a tag tells cannot be told by two.
static STATIC_TOOL: Object = Object::new("a tool part", &[]).open().also(static_tool);
static DYNAMIC_TOOL: Object = Object::new("a dynamic tool part", &[]).open().also(dynamic_tool);
static INVOCATION: Object = Object::new("a tool part", &[]).open().also(invocation);
static OLD_SOURCE: Object = Object::new("a source", &[]).open().also(old_part);

/// A tool may be called `invocation`; the part of version 4 has its own member.
fn invocation(part: Value<'_>, found: &mut Findings<'_>) {
    if part.look().has("toolInvocation") {
        old_part(part, found);
    } else {
        static_tool(part, found);
    }
}

fn old_part(part: Value<'_>, found: &mut Findings<'_>) {
    let word = part.look().get("type").unwrap_or(part);
    found.put(&rules::OLD_PART, word, format!("{} is a part of AI SDK 4", word.peek().replace('"', "`")));
}

/// What a text rests on.
pub(super) const CITATIONS: Member = may("citations", Type::List(&CITATION));
const CITATION: Type = Type::Object(&CITATION_OBJECT);
static CITATION_OBJECT: Object = Object::new(
    "a citation",
    &[&[
        must("source", Type::Tagged(&CITED)),
        may("startIndex", Type::Count),
        may("endIndex", Type::Count),
        may("citedText", Type::Text),
    ]],
);
static CITED: Tagged = Tagged {
    name: "the source of a citation",
    key: "sourceType",
    variants: &[("url", &CITED_URL), ("document", &CITED_DOCUMENT)],
    unknown: Some(&rules::UNKNOWN_WORD),
    absent: Some(&rules::MISSING_MEMBER),
};
const CITED_HEAD: &[Member] =
    &[must("type", Type::Word(&["source"])), must("sourceType", Type::Text), must("id", Type::Text), META];
static CITED_URL: Object = Object::new("a cited source", &[CITED_HEAD, &[URL, may("title", Type::Text)]]);
static CITED_DOCUMENT: Object =
    Object::new("a cited document", &[CITED_HEAD, &[MEDIA_TYPE, must("title", Type::Text), FILENAME]]);

/// The parts of a message that a user puts in while the model works.
pub(super) const STEERED: Type = Type::List(&STEERED_PART);
const STEERED_PART: Type = Type::Tagged(&STEERED_PARTS);
static STEERED_PARTS: Tagged = Tagged {
    name: "a part of a steering message",
    key: "type",
    variants: &[("text", &STEERED_TEXT), ("file", &FILE)],
    unknown: Some(&rules::UNKNOWN_PART),
    absent: Some(&rules::NO_TYPE),
};
static STEERED_TEXT: Object = Object::new("a text part", &[&[TYPE, TEXT_OF, META]]);

/// What a chat asks its server. Applications add members, and read null as absent.
pub(super) static REQUEST: Object = Object::new(
    "a chat request",
    &[&[
        must("messages", Type::Some(&MESSAGES)),
        may("id", Type::Text).null_fine(),
        may("messageId", Type::Text).null_fine(),
        may("trigger", Type::Word(&["submit-message", "regenerate-message"]))
            .null_fine()
            .unknown_word(&rules::UNKNOWN_TRIGGER),
    ]],
)
.open();
const MESSAGES: Type = Type::Tagged(&MESSAGE);
