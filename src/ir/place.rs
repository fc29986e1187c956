//! Where a node stood in the input.

/// Where a node stood in the input. The default is nowhere: the node was made, or came from `native`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Number of the frame or record, from 1; 0 is nowhere.
    pub frame: u64,
    /// Line of the frame's first field, from 1.
    pub line: u64,
    /// JSON pointer inside the frame.
    pub path: Box<str>,
}

impl Place {
    /// The place of a member of what stands here.
    #[must_use]
    pub fn member(&self, pointer: &str) -> Self {
        Self { frame: self.frame, line: self.line, path: [&*self.path, pointer].concat().into() }
    }
}
