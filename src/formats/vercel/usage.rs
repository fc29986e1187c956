//! Token counts: metadata that an application chose, so read in any spelling and written in the SDK's own.

use crate::ir::{Json, JsonStr, JsonString, Obj, Place, Tape, Usage, Value};

/// Where servers put the counts in a message's metadata.
const HOLDERS: &[&str] = &["usage", "totalUsage"];

const INPUT: &[&str] = &["inputTokens", "input_tokens", "promptTokens", "prompt_tokens", "input"];
const OUTPUT: &[&str] = &["outputTokens", "output_tokens", "completionTokens", "completion_tokens", "output"];
const TOTAL: &[&str] = &["totalTokens", "total_tokens", "total"];
const CACHE_READ: &[&str] = &[
    "inputTokenDetails/cacheReadTokens",
    "cachedInputTokens",
    "prompt_tokens_details/cached_tokens",
    "cacheReadInputTokens",
    "cache_read_input_tokens",
    "cacheReadTokens",
    "cacheRead",
];
const CACHE_WRITE: &[&str] = &[
    "inputTokenDetails/cacheWriteTokens",
    "cacheCreationInputTokens",
    "cache_creation_input_tokens",
    "cacheWriteTokens",
    "cacheWrite",
];
const REASONING: &[&str] = &[
    "outputTokenDetails/reasoningTokens",
    "reasoningTokens",
    "completion_tokens_details/reasoning_tokens",
    "reasoning",
];

/// The counts that a message's metadata holds; looking is not reading, for the metadata stays whole.
pub(super) fn look(metadata: Value<'_>) -> Option<(Usage, Value<'_>)> {
    let holder = HOLDERS.iter().find_map(|key| member(metadata, key))?;
    let count = |paths: &[&str]| paths.iter().find_map(|path| at(holder, path)?.peek().parse::<u64>().ok());
    let mut usage = Usage {
        input: count(INPUT),
        output: count(OUTPUT),
        total: count(TOTAL),
        cache_read: count(CACHE_READ),
        cache_write: count(CACHE_WRITE),
        reasoning: count(REASONING),
        cost: ["cost", "costUsd"].iter().find_map(|key| cost(member(holder, key)?)),
        place: Place::default(),
    };
    let apart = ["cache_read_input_tokens", "cache_creation_input_tokens"];
    if member(holder, "input_tokens").is_some() && apart.iter().any(|key| member(holder, key).is_some()) {
        let cached = usage.cache_read.unwrap_or(0).saturating_add(usage.cache_write.unwrap_or(0));
        usage.input = usage.input.map(|input| input.saturating_add(cached));
    }
    (!usage.is_unknown()).then_some((usage, holder))
}

/// The counts in metadata that is text.
pub(super) fn look_in(metadata: &Json) -> Option<Usage> {
    let mut tape = Tape::default();
    tape.fill(metadata.as_str()).ok()?;
    look(tape.view(metadata.as_str()).root()).map(|(usage, _)| usage)
}

/// The conversation that metadata names, as Agenta's does.
pub(super) fn session(metadata: Value<'_>) -> Option<JsonString> {
    member(metadata, "sessionId")?.token().map(JsonStr::owned)
}

/// The conversation that metadata names, in metadata that is text.
pub(super) fn session_in(metadata: &Json) -> Option<JsonString> {
    let mut tape = Tape::default();
    tape.fill(metadata.as_str()).ok()?;
    session(tape.view(metadata.as_str()).root())
}

/// A price is a number; an object of prices is the application's own.
fn cost(value: Value<'_>) -> Option<Json> {
    let number = value.peek().starts_with(|c: char| c == '-' || c.is_ascii_digit());
    number.then(|| Json::from_valid(value.peek()))
}

/// A member by name; looking is not reading.
pub(super) fn member<'v>(object: Value<'v>, key: &str) -> Option<Value<'v>> {
    object.members().filter(|(known, _)| known.is(key)).last().map(|(_, value)| value)
}

fn at<'v>(object: Value<'v>, path: &str) -> Option<Value<'v>> {
    path.split('/').try_fold(object, |value, key| member(value, key))
}

/// Whether `told` says all that `usage` knows.
pub(super) fn is_told(usage: &Usage, told: Option<&Usage>) -> bool {
    let mut both = told.cloned().unwrap_or_default();
    both.update(usage.clone());
    both.place = Place::default();
    told.is_some_and(|told| both == Usage { place: Place::default(), ..told.clone() })
}

/// Writes the counts as the SDK's `LanguageModelUsage`.
pub(super) fn write(usage: &Usage, out: &mut Obj<'_>) {
    let Usage { input, output, total, cache_read, cache_write, reasoning, cost, place: _ } = usage;
    out.count("inputTokens", *input).count("outputTokens", *output).count("totalTokens", *total);
    if cache_read.is_some() || cache_write.is_some() {
        out.object("inputTokenDetails", |details| {
            details.count("cacheReadTokens", *cache_read).count("cacheWriteTokens", *cache_write);
        });
    }
    if reasoning.is_some() {
        out.object("outputTokenDetails", |details| {
            details.count("reasoningTokens", *reasoning);
        });
    }
    out.json("cost", cost.as_ref());
}

/// Metadata that holds nothing but the counts.
pub(super) fn metadata(usage: &Usage) -> Json {
    let mut text = Vec::new();
    let mut object = Obj::begin(&mut text);
    object.object("usage", |counts| write(usage, counts));
    object.end();
    Json::from_valid(crate::ir::written(&text))
}
