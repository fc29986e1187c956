//! Tests of the room.

mod detection;
mod documents;
mod stream;
