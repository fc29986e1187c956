//! The engine: input to format, format to format. It knows the table and no room.

pub mod catalogue;
pub mod compare;
mod copy;
pub mod detect;
pub mod input;
mod parallel;
pub mod policy;
mod reading;
mod records;
mod recur;
mod remainder;
mod rules;
mod sink;
mod stranger;
mod stream;
pub mod target;
pub mod transcode;
pub mod validate;
mod watch;
