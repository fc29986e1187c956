//! The room's tests: frames in, lines out.

mod stream;
