//! Token counts. `prompt_tokens` holds the cached ones, `completion_tokens` the reasoning, as the shared counts do.

use crate::ir::{Kind, Obj, Place, Tape, Usage, Value};

/// Reads a `usage` object; members that are no shared count stay unread.
pub(super) fn read(value: Value<'_>, place: Place) -> Usage {
    let fields = value.fields();
    let prompt = fields.object("prompt_tokens_details");
    let completion = fields.object("completion_tokens_details");
    Usage {
        input: fields.count("prompt_tokens"),
        output: fields.count("completion_tokens"),
        total: fields.count("total_tokens"),
        cache_read: prompt.count("cached_tokens"),
        cache_write: prompt.count("cache_write_tokens").or_else(|| prompt.count("cache_creation_tokens")),
        reasoning: completion.count("reasoning_tokens"),
        cost: fields.get("cost").filter(|cost| cost.kind() == Kind::Number).map(Value::json),
        place,
    }
}

/// The counts of a `usage` object that stays unread: Groq's, which stands inside a member of its own.
pub(super) fn look(value: Value<'_>, place: Place) -> Option<Usage> {
    let mut tape = Tape::default();
    tape.fill(value.peek()).ok()?;
    Some(read(tape.view(value.peek()).root(), place))
}

/// Whether both say the same in the same place.
pub(super) fn same(a: &Usage, b: &Usage) -> bool {
    let known = |usage: &Usage| Usage { place: Place::default(), ..usage.clone() };
    a.place.path == b.place.path && known(a) == known(b)
}

/// Whether the counts stood in a member that goes back as it was.
pub(super) fn is_nested(usage: &Usage) -> bool {
    usage.place.path.starts_with("/x_groq")
}

/// Writes the members of a `usage` object. The three counts that every reader looks for are written where they are
/// known or follow from the others.
pub(super) fn write(usage: &Usage, object: &mut Obj<'_>) {
    let Usage { input, output, total: _, cache_read, cache_write, reasoning, cost, place: _ } = usage;
    object.count("prompt_tokens", *input);
    object.count("completion_tokens", *output);
    object.count("total_tokens", usage.sum());
    if cache_read.is_some() || cache_write.is_some() {
        object.object("prompt_tokens_details", |details| {
            details.count("cached_tokens", *cache_read).count("cache_write_tokens", *cache_write);
        });
    }
    if reasoning.is_some() {
        object.object("completion_tokens_details", |details| {
            details.count("reasoning_tokens", *reasoning);
        });
    }
    object.json("cost", cost.as_ref());
}
