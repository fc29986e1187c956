//! The engine: input to format, format to format. It knows the table and no room.

mod carry;
mod copy;
mod deliver;
pub mod detect;
mod echo;
pub mod input;
mod records;
mod remainder;
mod sink;
mod stranger;
mod stream;
pub mod target;
pub mod transcode;
