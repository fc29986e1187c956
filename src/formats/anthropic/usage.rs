//! Token counts: the wire's input leaves cached tokens out, ours is the whole prompt.

use crate::ir::{Fields, Obj, Place, Usage};

/// The counts as the wire has them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Counts {
    input: Option<u64>,
    cache_write: Option<u64>,
    cache_read: Option<u64>,
    output: Option<u64>,
    thinking: Option<u64>,
}

impl Counts {
    /// Takes every count that is there: they are cumulative, so the last one counts.
    pub(super) fn take(&mut self, usage: Fields<'_>) {
        let details = usage.get("output_tokens_details").map_or(Fields::NONE, |details| details.fields());
        for (count, later) in [
            (&mut self.input, usage.count("input_tokens")),
            (&mut self.cache_write, usage.count("cache_creation_input_tokens")),
            (&mut self.cache_read, usage.count("cache_read_input_tokens")),
            (&mut self.output, usage.count("output_tokens")),
            (&mut self.thinking, details.count("thinking_tokens")),
        ] {
            *count = later.or(*count);
        }
    }

    /// The counts as everybody has them.
    pub(super) fn usage(&self, place: Place) -> Usage {
        let Self { input, cache_write, cache_read, output, thinking } = *self;
        let cached = cache_write.unwrap_or(0).saturating_add(cache_read.unwrap_or(0));
        Usage {
            input: input.map(|input| input.saturating_add(cached)),
            output,
            total: None,
            cache_read,
            cache_write,
            reasoning: thinking,
            cost: None,
            place,
        }
    }
}

impl From<&Usage> for Counts {
    fn from(usage: &Usage) -> Self {
        let Usage { input, output, total: _, cache_read, cache_write, reasoning, cost: _, place: _ } = usage;
        let cached = cache_write.unwrap_or(0).saturating_add(cache_read.unwrap_or(0));
        Self {
            input: input.map(|input| input.saturating_sub(cached)),
            cache_write: *cache_write,
            cache_read: *cache_read,
            output: *output,
            thinking: *reasoning,
        }
    }
}

/// Writes the members of a `usage` object. The two counts that the wire demands are 0 where they are unknown; the caller
/// tells that.
pub(super) fn write(usage: &Usage, object: &mut Obj<'_>) {
    object.number("input_tokens", Counts::from(usage).input.unwrap_or(0));
    write_but_input(usage, object);
}

/// Writes all members but the count of the prompt, which the opening of a stream has told.
pub(super) fn write_but_input(usage: &Usage, object: &mut Obj<'_>) {
    let Counts { input: _, cache_write, cache_read, output, thinking } = Counts::from(usage);
    object.count("cache_creation_input_tokens", cache_write);
    object.count("cache_read_input_tokens", cache_read);
    object.number("output_tokens", output.unwrap_or(0));
    if let Some(thinking) = thinking {
        object.object("output_tokens_details", |details| {
            details.number("thinking_tokens", thinking);
        });
    }
}
