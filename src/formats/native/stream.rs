//! Events, one JSON object a line.

mod body;
mod extras;
mod keys;
mod line;
mod read;
pub(super) mod words;
mod write;

use crate::codec::StreamCodec;

/// How events are read and written. Extras say themselves how they add up.
pub(super) const CODEC: StreamCodec = StreamCodec {
    reader: || Box::<read::Reader>::default(),
    writer: || Box::<write::Writer>::default(),
    append: &[],
    checker: Some(super::check::stream),
};
