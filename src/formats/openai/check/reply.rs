//! A whole reply: its tables, and what must agree in it.

use std::collections::HashSet;

use super::parts::{ASSISTANT_PART, CALL, FUNCTION};
use super::{DOCUMENT, count, elements, error, history, rules};
use crate::check::{Check, Findings};
use crate::emit::Frame;
use crate::ir::{Kind, Value};
use crate::schema::{Member, Object, Tagged, Type, check, may, must};

/// Checks a reply.
pub(super) struct Reply;

impl Check for Reply {
    fn check(&mut self, frame: Frame<'_>, found: &mut Findings<'_>) {
        if let Some(error) = error_of(frame.root) {
            found.put(&rules::ERROR_BODY, error, "the reply is an error");
            return;
        }
        check(frame.root, &Type::Object(&REPLY), &DOCUMENT, found);
        let choices = frame.root.look().get("choices").filter(|choices| choices.kind() == Kind::Array);
        if let Some(none) = choices.filter(|choices| choices.elements().next().is_none()) {
            found.put(&rules::CHOICES_EMPTY, none, rules::CHOICES_EMPTY.what);
        }
        let mut indices = HashSet::new();
        for choice in elements(frame.root, "choices") {
            if let Some((place, index)) =
                choice.look().get("index").and_then(|index| Some((index, count(index)?)))
                && !indices.insert(index)
            {
                let text = format!("the index {index} is that of an earlier choice");
                found.put(&rules::CHOICE_REPEATED, place, text);
            }
            self::choice(choice, found);
        }
        if let Some(usage) = frame.root.look().get("usage") {
            total(usage, found);
        }
    }
}

/// The error that a body is: `error`, or one of a server that is none of OpenAI's.
fn error_of(root: Value<'_>) -> Option<Value<'_>> {
    let body = root.look();
    let bare = body.get("choices").is_none()
        && (body.has("detail") || body.token("object").is_some_and(|object| object.is("error")));
    error(root).or_else(|| bare.then_some(root))
}

fn choice(choice: Value<'_>, found: &mut Findings<'_>) {
    let Some(message) = choice.look().get("message") else { return };
    if let Some(call) = message.look().get("function_call") {
        let _ = history::name(call, found);
    }
    let mut ids = HashSet::new();
    let mut calls = false;
    for call in elements(message, "tool_calls") {
        calls = true;
        if let Some(body) = call.look().get("function").or_else(|| call.look().get("custom")) {
            let _ = history::name(body, found);
        }
        let id = call.look().token("id").filter(|id| !id.is_empty()).map(|id| id.decode().into_owned());
        if let Some(id) = id.filter(|id| !ids.insert(id.clone())) {
            let text = format!("the id `{id}` is that of an earlier call");
            found.put(&rules::CALL_ID_TWICE, call, text);
        }
    }
    let Some(reason) = choice.look().get("finish_reason") else { return };
    if calls && reason.token().is_some_and(|word| !word.is("tool_calls") && !word.is("function_call")) {
        let text = format!("there are calls, and the finish reason is {}", reason.peek());
        found.put(&rules::FINISH_WITH_CALLS, reason, text);
    }
}

/// Whether the counts of tokens add up.
pub(super) fn total(usage: Value<'_>, found: &mut Findings<'_>) {
    let part = |key: &str| usage.look().get(key).and_then(count);
    let (Some(prompt), Some(completion), Some(total)) =
        (part("prompt_tokens"), part("completion_tokens"), part("total_tokens"))
    else {
        return;
    };
    if prompt.checked_add(completion) != Some(total) {
        let text =
            format!("{prompt} tokens of the prompt and {completion} of the completion are not {total}");
        found.put(&rules::USAGE_TOTAL, usage, text);
    }
}

const TIERS: Type = Type::Word(&["auto", "default", "flex", "scale", "priority", "fast"]);
/// What a reply and a chunk say of themselves besides.
pub(super) const ABOUT: &[Member] = &[
    may("service_tier", TIERS).null_fine().unknown_word(&rules::OTHER_TIER),
    may("system_fingerprint", Type::Text).null_fine(),
    may("moderation", Type::Map).null_fine(),
    may("usage", Type::Object(&USAGE)).null_fine(),
];

static REPLY: Object = Object::new(
    "a reply",
    &[
        &[
            must("id", Type::Text),
            may("object", Type::Word(&["chat.completion"])).unknown_word(&rules::OTHER_OBJECT),
            may("created", Type::Whole),
            must("model", Type::Text),
            must("choices", Type::List(&Type::Object(&CHOICE))),
            may("metadata", Type::Map).null_fine(),
        ],
        ABOUT,
    ],
)
.also(header);

fn header(reply: Value<'_>, found: &mut Findings<'_>) {
    for key in ["object", "created"].into_iter().filter(|key| !reply.look().has(key)) {
        found.put(&rules::HEADER_MISSING, reply, format!("the reply has no `{key}`"));
    }
}

static CHOICE: Object = Object::new(
    "a choice",
    &[&[
        must("index", Type::Count),
        must("finish_reason", Type::Text),
        may("message", Type::Object(&MESSAGE)),
        LOGPROBS,
    ]],
);
/// The probabilities of tokens.
pub(super) const LOGPROBS: Member = may("logprobs", Type::Object(&PROBABILITIES)).null_fine();
static PROBABILITIES: Object = Object::new(
    "log probabilities",
    &[&[
        may("content", Type::List(&Type::Map)).null_fine(),
        may("refusal", Type::List(&Type::Map)).null_fine(),
    ]],
);

const SAID: Type = Type::Either(&[Type::Text, Type::List(&Type::Tagged(&ASSISTANT_PART))]);
static MESSAGE: Object = Object::new(
    "a message",
    &[&[
        must("role", Type::Word(&["assistant"])),
        may("content", SAID).null_fine(),
        may("refusal", Type::Text).null_fine(),
        may("annotations", Type::List(&Type::Tagged(&ANNOTATION))).null_fine(),
        may("audio", Type::Object(&AUDIO)).null_fine(),
        may("function_call", Type::Object(&FUNCTION)).null_fine(),
        may("tool_calls", Type::List(&Type::Tagged(&CALL))).null_fine(),
    ]],
)
.also(in_parts);

/// The content of a reply should be a string.
pub(super) fn in_parts(message: Value<'_>, found: &mut Findings<'_>) {
    if let Some(content) = message.look().get("content").filter(|content| content.kind() == Kind::Array) {
        found.put(&rules::CONTENT_IN_PARTS, content, rules::CONTENT_IN_PARTS.what);
    }
}

static AUDIO: Object = Object::new(
    "a sound",
    &[&[
        must("id", Type::Text),
        must("data", Type::Text),
        must("expires_at", Type::Whole),
        must("transcript", Type::Text),
    ]],
);
/// An annotation of a text.
pub(super) static ANNOTATION: Tagged = Tagged {
    name: "an annotation",
    key: "type",
    variants: &[("url_citation", &CITED)],
    unknown: Some(&rules::OTHER_ANNOTATION),
    absent: Some(&rules::OTHER_ANNOTATION),
};
static CITED: Object = Object::new(
    "an annotation",
    &[&[must("type", Type::Text), must("url_citation", Type::Object(&CITATION))]],
);
static CITATION: Object = Object::new(
    "a citation",
    &[&[
        must("start_index", Type::Whole),
        must("end_index", Type::Whole),
        must("title", Type::Text),
        must("url", Type::Text),
    ]],
);

static USAGE: Object = Object::new(
    "usage",
    &[&[
        must("prompt_tokens", Type::Count),
        must("completion_tokens", Type::Count),
        must("total_tokens", Type::Count),
        may("prompt_tokens_details", Type::Object(&DETAILS)).null_fine(),
        may("completion_tokens_details", Type::Object(&DETAILS)).null_fine(),
    ]],
);
static DETAILS: Object = Object::new(
    "the details of usage",
    &[&[
        may("cached_tokens", Type::Count).null_fine(),
        may("cache_write_tokens", Type::Count).null_fine(),
        may("audio_tokens", Type::Count).null_fine(),
        may("text_tokens", Type::Count).null_fine(),
        may("image_tokens", Type::Count).null_fine(),
        may("reasoning_tokens", Type::Count).null_fine(),
        may("accepted_prediction_tokens", Type::Count).null_fine(),
        may("rejected_prediction_tokens", Type::Count).null_fine(),
    ]],
);
