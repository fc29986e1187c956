//! Event frames, read and written.

mod calling;
mod calls;
mod carrier;
mod frames;
mod interactions;
mod metadata;
mod parts;
mod read;
mod reader;
mod said;
mod texts;
mod tools;
mod whole;
mod write;
mod writer;

pub(super) use carrier::peek;
pub(super) use reader::Reader;
pub(super) use writer::Writer;
