//! Tests of the room.

mod documents;
mod stream;
