//! The engine: input to format, format to format. It knows the table and no room.

pub mod catalogue;
mod check_lane;
mod copy;
pub mod detect;
pub mod input;
pub mod policy;
mod records;
mod remainder;
mod rules;
mod sink;
mod stranger;
mod stream;
pub mod target;
pub mod transcode;
pub mod validate;
mod watch;
