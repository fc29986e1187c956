//! Reading: messages, requests and the stream of events.

mod activity;
mod chunks;
mod ends;
mod lanes;
mod message;
mod messages;
mod openings;
mod part;
mod reader;
mod request;
mod rest;
mod resume;
mod run;
mod skip;
mod slot;
mod snapshot;
mod state;
mod stream;
mod text;
mod thinking;
mod tools;

pub(super) use message::message;
pub(super) use request::request;
pub(super) use stream::reader;
