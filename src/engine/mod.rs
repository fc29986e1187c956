//! The engine: input to format, format to format. It knows the table and no room.

mod copy;
pub mod detect;
pub mod input;
mod parallel;
mod reading;
mod records;
mod recur;
mod remainder;
mod sink;
mod stranger;
mod stream;
pub mod target;
pub mod transcode;
