//! Token counts: `usage` of the end of a run, one entry for each provider and model, and Stackbone's CUSTOM event.
//!
//! Here `inputTokens` and `outputTokens` are totals, as in the shared vocabulary. Stackbone's counts exclude the cache.

use crate::ir::{Field, Fields, Kind, Obj, Place, Usage, Value};

/// The counts of one entry, by name.
type Member = (&'static str, fn(&mut Usage) -> &mut Option<u64>);

const COUNTS: [Member; 6] = [
    ("inputTokens", |usage| &mut usage.input),
    ("outputTokens", |usage| &mut usage.output),
    ("totalTokens", |usage| &mut usage.total),
    ("reasoningTokens", |usage| &mut usage.reasoning),
    ("cachedInputTokens", |usage| &mut usage.cache_read),
    ("cacheWriteInputTokens", |usage| &mut usage.cache_write),
];

/// The usage of a run. One entry is read, but for provider and model; several are added up and left unread, as the sum
/// does not tell them apart.
pub(super) fn of_run(list: Value<'_>, place: Place) -> Usage {
    let mut usage = Usage { place, ..Usage::default() };
    let entries: Vec<Value<'_>> = list.elements().collect();
    if let [only] = entries.as_slice() {
        list.items().for_each(drop);
        let only = only.fields();
        for (name, member) in COUNTS {
            *member(&mut usage) = only.count(name);
        }
        return usage;
    }
    for entry in entries {
        for (name, member) in COUNTS {
            let count = entry.members().find(|(key, _)| key.is(name)).and_then(|(_, value)| look(value));
            let sum = member(&mut usage);
            *sum = match (*sum, count) {
                (Some(sum), Some(count)) => Some(sum.saturating_add(count)),
                (sum, count) => sum.or(count),
            };
        }
    }
    usage
}

fn look(value: Value<'_>) -> Option<u64> {
    value.peek().parse().ok()
}

/// Writes the usage of a run as one entry; a list stays empty where nothing is known.
pub(super) fn write(usage: &Usage, entry: &mut Obj<'_>) {
    let mut counts = usage.clone();
    for (name, member) in COUNTS {
        entry.count(name, *member(&mut counts));
    }
}

const STACKBONE: [&str; 4] = ["inputTokens", "outputTokens", "cacheReadTokens", "cacheWriteTokens"];

/// The counts of Stackbone's CUSTOM `usage`; `None` where the value is anything else.
pub(super) fn of_stackbone(value: Fields<'_>, place: Place) -> Option<Usage> {
    let object = value.value()?;
    let known = |(key, value): (crate::ir::JsonStr<'_>, Value<'_>)| {
        STACKBONE.contains(&key.as_str()) && value.kind() == Kind::Number && look(value).is_some()
    };
    if object.members().count() == 0 || !object.members().all(known) {
        return None;
    }
    let [input, output, cache_read, cache_write] = STACKBONE.map(|name| value.count(name));
    let cached = cache_read.unwrap_or(0).saturating_add(cache_write.unwrap_or(0));
    let input = input.map(|input| input.saturating_add(cached));
    Some(Usage { input, output, cache_read, cache_write, place, ..Usage::default() })
}

/// Writes Stackbone's counts.
pub(super) fn write_stackbone(usage: &Usage, value: &mut Obj<'_>) {
    let cached = usage.cache_read.unwrap_or(0).saturating_add(usage.cache_write.unwrap_or(0));
    value.count("inputTokens", usage.input.map(|input| input.saturating_sub(cached)));
    value.count("outputTokens", usage.output);
    value.count("cacheReadTokens", usage.cache_read);
    value.count("cacheWriteTokens", usage.cache_write);
}

/// Reports the counts that Stackbone's event has no place for.
pub(super) fn lose_in_stackbone(usage: &Usage, report: &mut crate::report::Report) {
    let Usage { input: _, output: _, total: _, cache_read: _, cache_write: _, reasoning, cost, place } =
        usage;
    let at = crate::ir::At::place(place);
    if reasoning.is_some() {
        report.dropped(at, Field::ReasoningTokens);
    }
    if cost.is_some() {
        report.dropped(at, Field::Cost);
    }
}

/// The extra that keeps the usage of a run whose usage a CUSTOM event has told already.
pub(super) const BESIDE_CUSTOM: &str = "CUSTOM usage:/usage";
