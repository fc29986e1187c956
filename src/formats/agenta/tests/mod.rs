//! Tests of the room.

mod stream;
