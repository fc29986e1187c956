//! UIMessages inside a body: the codec that has them is found through the table.

use crate::codec::{Codec, Source};
use crate::formats;
use crate::ir::{Message, Value};

/// The format whose messages a body of the dialect holds.
pub(in super::super) const UI_MESSAGES: &str = "vercel-messages";

/// Reads a UIMessage; `None` where the table has no such format.
pub(super) fn read(value: Value<'_>, source: &mut Source<'_>) -> Option<Message> {
    let format = formats::by_id(UI_MESSAGES)?;
    let Codec::Messages(codec) = format.codec else { return None };
    let Source { report, family: _, frame, line, base, usage } = source;
    let (frame, line, base, counts) = (*frame, *line, base.clone(), std::mem::take(usage));
    let mut inner = Source { report, family: format.family, frame, line, base, usage: counts };
    let message = (codec.read)(value, &mut inner);
    source.usage = inner.usage;
    Some(message)
}
