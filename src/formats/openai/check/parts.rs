//! Content parts and calls, as tables.

use super::rules;
use crate::check::Findings;
use crate::ir::{Kind, Value};
use crate::schema::{Member, Object, Tagged, Type, may, must};

const KIND: Member = must("type", Type::Text);
const BREAKPOINT: Member = may("prompt_cache_breakpoint", Type::Object(&BREAK));
static BREAK: Object = Object::new(
    "a cache breakpoint",
    &[&[must("mode", Type::Word(&["explicit"])), may("ttl", Type::Word(&["30m", "12h"]))]],
);

/// What a user's message may hold.
pub(super) static USER_PART: Tagged = Tagged {
    name: "a content part",
    key: "type",
    variants: &[
        ("text", &TEXT),
        ("image_url", &IMAGE),
        ("input_audio", &AUDIO),
        ("file", &FILE),
        ("refusal", &MISPLACED),
        ("video_url", &VENDOR),
        ("document_url", &VENDOR),
        ("file_url", &VENDOR),
        ("input_video", &VENDOR),
        ("thinking", &VENDOR),
    ],
    unknown: None,
    absent: Some(&rules::MISSING_MEMBER),
};

/// What instructions may hold.
pub(super) static SYSTEM_PART: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("image_url", &MISPLACED),
        ("input_audio", &MISPLACED),
        ("file", &MISPLACED),
        ("refusal", &MISPLACED),
        ("video_url", &MISPLACED),
        ("document_url", &VENDOR),
    ],
    ..USER_PART
};

/// What a result may hold. OpenRouter and others take images there.
pub(super) static TOOL_PART: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("image_url", &VENDOR),
        ("input_audio", &VENDOR),
        ("file", &VENDOR),
        ("video_url", &VENDOR),
        ("document_url", &VENDOR),
        ("file_url", &VENDOR),
        ("refusal", &MISPLACED),
    ],
    ..USER_PART
};

/// What the assistant may say.
pub(super) static ASSISTANT_PART: Tagged = Tagged {
    variants: &[
        ("text", &TEXT),
        ("refusal", &REFUSAL),
        ("thinking", &VENDOR),
        ("image_url", &MISPLACED),
        ("input_audio", &MISPLACED),
        ("file", &MISPLACED),
    ],
    ..USER_PART
};

static TEXT: Object = Object::new("a text part", &[&[KIND, must("text", Type::Text), BREAKPOINT]]);
static REFUSAL: Object = Object::new("a refusal part", &[&[KIND, must("refusal", Type::Text)]]);
static IMAGE: Object = Object::new(
    "an image part",
    &[&[KIND, must("image_url", Type::Either(&[Type::Object(&IMAGE_URL), Type::Text])), BREAKPOINT]],
)
.also(spelling);
static IMAGE_URL: Object = Object::new(
    "an image",
    &[&[must("url", Type::Text), may("detail", Type::Word(&["auto", "low", "high", "original"]))]],
);
static AUDIO: Object = Object::new(
    "a sound part",
    &[&[KIND, must("input_audio", Type::Either(&[Type::Object(&SOUND), Type::Text])), BREAKPOINT]],
)
.also(spelling);
const SOUND_FORMAT: Type = Type::Word(&["wav", "mp3"]);
static SOUND: Object = Object::new(
    "a sound",
    &[&[must("data", Type::Text), must("format", SOUND_FORMAT).unknown_word(&rules::VENDOR_WORD)]],
);
static FILE: Object =
    Object::new("a file part", &[&[KIND, must("file", Type::Object(&FILE_BODY)), BREAKPOINT]]);
static FILE_BODY: Object = Object::new(
    "a file",
    &[&[may("file_data", Type::Text), may("file_id", Type::Text), may("filename", Type::Text)]],
);
static VENDOR: Object = Object::new("a part", &[&[KIND]]).open().also(vendor);
static MISPLACED: Object = Object::new("a part", &[&[KIND]]).open().also(misplaced);

/// An image or a sound that is no object.
fn spelling(part: Value<'_>, found: &mut Findings<'_>) {
    for (key, value) in part.members().filter(|(_, value)| value.kind() == Kind::String) {
        if key.is("image_url") || key.is("input_audio") {
            let text = format!("`{}` is a bare string, which only some vendors take", key.as_str());
            found.put(&rules::VENDOR_SPELLING, value, text);
        }
    }
}

fn vendor(part: Value<'_>, found: &mut Findings<'_>) {
    let text = format!("a `{}` part here is what only some vendors take", word(part));
    found.put(&rules::VENDOR_PART, part, text);
}

fn misplaced(part: Value<'_>, found: &mut Findings<'_>) {
    let text = format!("a `{}` part stands in a message whose role does not take it", word(part));
    found.put(&rules::PART_IN_OTHER_ROLE, part, text);
}

fn word(part: Value<'_>) -> String {
    part.look().token("type").map(|word| word.decode().into_owned()).unwrap_or_default()
}

/// A call of the assistant.
pub(super) static CALL: Tagged = Tagged {
    name: "a call",
    key: "type",
    variants: &[("function", &FUNCTION_CALL), ("custom", &CUSTOM_CALL)],
    unknown: None,
    absent: Some(&rules::TYPE_MISSING),
};

static FUNCTION_CALL: Object = Object::new(
    "a call",
    &[&[must("id", Type::Text), KIND, must("function", Type::Object(&FUNCTION)), may("index", Type::Count)]],
);
/// The function of a call, and the old `function_call`.
pub(super) static FUNCTION: Object =
    Object::new("the function of a call", &[&[must("name", Type::Text), must("arguments", Type::Text)]]);
static CUSTOM_CALL: Object = Object::new(
    "a custom call",
    &[&[must("id", Type::Text), KIND, must("custom", Type::Object(&CUSTOM)), may("index", Type::Count)]],
);
static CUSTOM: Object =
    Object::new("the custom tool of a call", &[&[must("name", Type::Text), must("input", Type::Text)]]);
