//! The engine: input to format, format to format. It knows the table and no room.

mod carry;
pub mod catalogue;
mod check_lane;
pub mod compare;
mod copy;
mod crew;
mod deliver;
pub mod detect;
mod echo;
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
