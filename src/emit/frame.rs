//! A frame as readers get it.

use crate::ir::{At, AtNode, Value};

/// One frame, checked and on the tape.
#[derive(Clone, Copy, Debug)]
pub struct Frame<'f> {
    /// The whole value.
    pub root: Value<'f>,
    /// The SSE event name, where there was one; [`Frame::name`] is the same as text.
    pub name: Option<&'f [u8]>,
    /// Number of the frame, from 1.
    pub number: u64,
    /// Line of its first field, from 1.
    pub line: u64,
}

impl<'f> Frame<'f> {
    /// The SSE event name, where there was one that is UTF-8.
    #[must_use]
    pub fn name(&self) -> Option<&'f str> {
        self.name.and_then(|name| std::str::from_utf8(name).ok())
    }

    /// The place of a value in this frame.
    #[inline]
    #[must_use]
    pub fn at(&self, value: Value<'f>) -> At<'f> {
        At { frame: self.number, line: self.line, node: AtNode::Value(value) }
    }
}
