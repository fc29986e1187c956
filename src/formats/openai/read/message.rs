//! Messages.
use crate::codec::Source;
use crate::ir::{Message, Value};
pub(in crate::formats::openai) fn read_message(_v: Value<'_>, _s: &mut Source<'_>) -> Message {
    Message::default()
}
