//! Event frames, read and written.

mod calls;
mod carrier;
mod interactions;
mod read;
mod said;
mod texts;
mod tools;
mod whole;
mod write;

pub(super) use read::Reader;
pub(super) use write::Writer;
