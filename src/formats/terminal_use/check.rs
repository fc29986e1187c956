//! What `validate` looks for in Terminal Use's messages beyond what reading finds.
//!
//! The tables are the OpenAPI document of Messages v2, which is stricter than the client's models. What the reader tells
//! (no id, no role, no parts, no type, an input that is no object, an unknown state) the tables leave to it.

use std::collections::HashSet;

use super::rules;
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Fields, Kind, Value};
use crate::schema::{Faults, Member, Object, Tagged, Type, check, may, must};

/// The rules for the shape of messages.
static FAULTS: Faults = Faults {
    missing: &rules::MISSING_MEMBER,
    kind: &rules::WRONG_TYPE,
    word: &rules::WRONG_TYPE,
    null: &rules::NULL,
    null_read: &rules::NULL,
    empty: &rules::EMPTY_PARTS,
    unknown: &rules::UNKNOWN_MEMBER,
    misspelt: &rules::MISSPELT_MEMBER,
    variant: None,
};

/// Checks a history, message by message.
pub(super) fn messages() -> Box<dyn Check> {
    Box::new(History::default())
}

/// Checks a page.
pub(super) fn page() -> Box<dyn Check> {
    Box::new(Page)
}

static MESSAGE: Object = Object::new(
    "a message",
    &[&[
        may("id", Type::Text),
        may("role", Type::Text),
        may("parts", Type::Some(&PARTS)),
        may("createdAt", Type::Text).null_fine(),
        may("metadata", Type::Object(&METADATA)).null_fine(),
    ]],
);
const PARTS: Type = Type::Tagged(&PART);

static METADATA: Object = Object::new(
    "metadata",
    &[&[
        may("costUsd", Type::Number).null_fine(),
        may("durationMs", Type::Whole).null_fine(),
        may("model", Type::Text).null_fine(),
        may("parentToolUseId", Type::Text).null_fine(),
        may("usage", Type::Object(&USAGE)).null_fine(),
    ]],
);
static USAGE: Object = Object::new(
    "usage",
    &[&[
        must("inputTokens", Type::Whole),
        must("outputTokens", Type::Whole),
        may("totalTokens", Type::Whole).null_fine(),
    ]],
);

static PART: Tagged = Tagged {
    name: "a part",
    key: "type",
    variants: &[
        ("text", &TEXT),
        ("reasoning", &REASONING),
        ("tool", &TOOL),
        ("source-url", &SOURCE),
        ("file", &FILE),
        ("data", &DATA),
        ("error", &ERROR),
    ],
    unknown: None,
    absent: None,
};
const TYPE: Member = must("type", Type::Text);
const TEXT_OF: Member = must("text", Type::Text);
static TEXT: Object = Object::new("a text part", &[&[TYPE, TEXT_OF]]);
static REASONING: Object =
    Object::new("a reasoning part", &[&[TYPE, TEXT_OF, may("providerMetadata", Type::Map).null_fine()]]);
static TOOL: Object = Object::new(
    "a tool part",
    &[&[
        TYPE,
        may("toolCallId", Type::Text),
        may("toolName", Type::Text),
        may("tool_call_id", Type::Any).null_fine(),
        may("tool_name", Type::Any).null_fine(),
        may("state", Type::Any).null_fine(),
        may("input", Type::Any).null_fine(),
        may("output", Type::Any).null_fine(),
        may("errorText", Type::Text).null_fine(),
    ]],
)
.also(tool);
static SOURCE: Object = Object::new(
    "a source",
    &[&[TYPE, must("sourceId", Type::Text), must("url", Type::Text), may("title", Type::Text).null_fine()]],
);
static FILE: Object =
    Object::new("a file part", &[&[TYPE, may("url", Type::Text), may("mediaType", Type::Text)]]);
static DATA: Object = Object::new("a data part", &[&[TYPE, may("data", Type::Any).null_fine()]]);
static ERROR: Object = Object::new(
    "an error part",
    &[&[TYPE, must("error", Type::Text), may("rawContent", Type::Any).null_fine()]],
);
static PAGE: Object = Object::new(
    "a page",
    &[&[
        may("data", Type::List(&MESSAGES)),
        may("hasMore", Type::Flag),
        may("nextCursor", Type::Text).null_fine(),
    ]],
);
const MESSAGES: Type = Type::Object(&MESSAGE);

/// Names of a tool part, and how the client's models spell them, too.
const SNAKE_CASE: &[(&str, &str)] = &[("toolCallId", "tool_call_id"), ("toolName", "tool_name")];

/// Finds what the states of a tool part ask for; faults stand at its members, as the reader tells those of the part.
fn tool(part: Value<'_>, found: &mut Findings<'_>) {
    let fields = part.look();
    for (camel, snake) in SNAKE_CASE {
        if let Some(member) = fields.member(snake) {
            found.put(&rules::SNAKE_CASE, member, format!("`{snake}` stands for `{camel}`"));
        }
    }
    if !fields.has("toolName") && !fields.has("tool_name") {
        found.put(&rules::MISSING_MEMBER, part, "a tool part has no `toolName`, a string");
    }
    let Some((place, state)) = fields.get("state").and_then(|state| Some((state, state.token()?))) else {
        return;
    };
    if state.is("output-available") && !fields.has("output") {
        found.put(&rules::OUTPUT_MISSING, place, "the call is done and the part has no `output`");
    }
    if state.is("output-error") && fields.get("errorText").is_none() {
        found.put(&rules::ERROR_TEXT_MISSING, place, "the call has failed and the part has no `errorText`");
    }
    let early = ["output", "errorText"].iter().find_map(|key| fields.get(key));
    if let Some(early) = early.filter(|_| state.as_str().starts_with("input-")) {
        let message = format!("`{}` in the state `{}`", early.key().decode(), state.as_str());
        found.put(&rules::EARLY_OUTPUT, early, message);
    }
}

/// What is known of a history so far.
#[derive(Default)]
struct History {
    messages: HashSet<String>,
    calls: HashSet<String>,
    waiting: Vec<String>,
}

impl Check for History {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&MESSAGE), &FAULTS, found);
        self.message(frame.root.look(), found);
    }
}

impl History {
    fn message(&mut self, message: Fields<'_>, found: &mut Findings<'_>) {
        let id = message.get("id").and_then(|id| Some((id, id.token()?.decode())));
        if let Some((place, id)) = id
            && !self.messages.insert(id.clone().into_owned())
        {
            found.put(
                &rules::MESSAGE_ID_REPEATED,
                place,
                format!("the id `{id}` is that of an earlier message"),
            );
        }
        if let Some((place, role)) = message.get("role").and_then(|role| Some((role, role.token()?)))
            && role.is("user")
        {
            for id in self.waiting.drain(..) {
                let text = format!("the call `{id}` has no output, and the user goes on");
                found.put(&rules::CALL_WITHOUT_RESULT, place, text);
            }
        }
        if let Some(time) =
            message.get("createdAt").filter(|time| time.token().is_some_and(|it| !is_time(&it.decode())))
        {
            found.put(&rules::CREATED_AT, time, format!("{} is no time of ISO 8601", time.peek()));
        }
        message.get("parts").into_iter().flat_map(Value::elements).for_each(|part| self.part(part, found));
    }

    fn part(&mut self, part: Value<'_>, found: &mut Findings<'_>) {
        let fields = part.look();
        let kind = fields.token("type").map(|kind| kind.decode().into_owned()).unwrap_or_default();
        if is_vercel(&kind) {
            let text = format!("`{kind}` is a part of the AI SDK's UIMessage, not of this one");
            found.put(&rules::VERCEL_PART, part, text);
        }
        let call = fields.get("toolCallId").and_then(|id| Some((id, id.token()?.decode())));
        let Some((place, id)) = call.filter(|_| kind == "tool") else { return };
        if !self.calls.insert(id.clone().into_owned()) {
            found.put(&rules::CALL_ID_REPEATED, place, format!("the id `{id}` is that of an earlier call"));
        }
        if fields.token("state").is_some_and(|state| state.as_str().starts_with("input-")) {
            self.waiting.push(id.into_owned());
        }
    }
}

/// Whether a type is one of the AI SDK's parts that this document does not have.
fn is_vercel(kind: &str) -> bool {
    let names =
        ["step-start", "source-document", "dynamic-tool", "reasoning-file", "custom", "steering-message"];
    names.contains(&kind) || kind.starts_with("tool-") || kind.starts_with("data-")
}

/// Whether it begins as a time of ISO 8601 does: `2024-01-01T00:00`.
fn is_time(text: &str) -> bool {
    let form = b"0000-00-00T00:00";
    text.len() >= form.len()
        && text.bytes().zip(form).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            b'T' => matches!(byte, b'T' | b't' | b' '),
            _ => byte == *form,
        })
}

/// Checks a page.
struct Page;

impl Check for Page {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        check(frame.root, &Type::Object(&PAGE), &FAULTS, found);
        let page = frame.root.look();
        let more = page.get("hasMore").filter(|more| more.peek() == "true");
        if let Some(more) = more.filter(|_| page.get("nextCursor").is_none()) {
            found.put(&rules::NO_CURSOR, more, "there are more pages and no `nextCursor`");
        }
        let mut history = History::default();
        let messages = page.get("data").into_iter().flat_map(Value::elements);
        let messages = messages.filter(|message| message.kind() == Kind::Object);
        messages.for_each(|message| history.message(message.look(), found));
    }
}
