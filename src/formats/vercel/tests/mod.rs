//! Frames in, lines out.

mod reading;
mod writing;
