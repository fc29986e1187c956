//! A frame as readers get it.

use crate::ir::{At, AtNode, Value};

/// One frame, checked and on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'f> {
    /// The whole value.
    pub root: Value<'f>,
    /// The SSE event name, where there was one.
    pub name: Option<&'f str>,
    /// Number of the frame, from 1.
    pub number: u64,
    /// Line of its first field, from 1.
    pub line: u64,
}

impl<'f> Frame<'f> {
    /// The place of a value in this frame.
    #[inline]
    #[must_use]
    pub fn at(&self, value: Value<'f>) -> At<'f> {
        At { frame: self.number, line: self.line, node: AtNode::Value(value) }
    }
}
