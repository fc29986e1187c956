//! Bodies.
use crate::codec::Source;
use crate::ir::{Transcript, Value};
pub(in crate::formats::openai) fn read_request(_v: Value<'_>, _s: &mut Source<'_>) -> Transcript {
    Transcript::default()
}
pub(in crate::formats::openai) fn read_response(_v: Value<'_>, _s: &mut Source<'_>) -> Transcript {
    Transcript::default()
}
