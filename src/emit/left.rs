//! What waits for the end of a frame: the members that nobody read, and what may be remembered of it.

use std::ops::Range;

use super::frame::Frame;
use crate::ir::{FrameExtra, Merge, PartKey, Scope, Value};

/// What a frame gave, if it was one delta and nothing else: what may be remembered of it.
pub struct Single<'f> {
    /// The part it went to.
    pub key: PartKey,
    /// Whether it was arguments.
    pub args: bool,
    /// The string that was the delta.
    pub token: Value<'f>,
    /// The strings that say the same as the delta and were read because they do.
    pub echoes: Vec<Value<'f>>,
    /// The members that nobody read, and their words.
    pub(crate) extras: Vec<Left>,
    pub(crate) words: String,
}

/// Memory that one frame hands on to the next.
#[derive(Default)]
pub struct Spare {
    /// The members that wait for the last event.
    pub(super) extras: Vec<Left>,
    /// Their words.
    pub(super) words: String,
    /// The pointer that is being made.
    pub(super) below: String,
}

impl Spare {
    pub(super) fn clear(&mut self) {
        self.extras.clear();
        self.words.clear();
        // One huge frame must not hold its memory for the rest of the run.
        self.words.shrink_to(KEPT);
        self.extras.shrink_to(KEPT);
    }

    pub(super) fn take(&mut self) -> (Vec<Left>, String) {
        (std::mem::take(&mut self.extras), std::mem::take(&mut self.words))
    }
}

/// Appends a word and says where it is.
pub(super) fn push(words: &mut String, word: &str) -> Range<usize> {
    let from = words.len();
    words.push_str(word);
    from..words.len()
}

/// How much memory is handed on at most.
const KEPT: usize = 4096;

/// A member nobody read, as it waits for the frame's last event. Its family, path and name stand in the words.
pub(crate) struct Left {
    pub(super) family: Range<usize>,
    pub(super) scope: Scope,
    pub(super) path: Range<usize>,
    pub(super) name: Range<usize>,
    pub(super) value: Kept,
    pub(super) merge: Merge,
}

/// Where the value of a member is.
pub(super) enum Kept {
    /// In the frame: the number of its node.
    Node(u32),
    /// In the words: the wire says it by what it leaves out.
    Word(Range<usize>),
}

impl Left {
    /// The extra of a frame.
    pub(super) fn of_frame<'w>(&self, words: &'w str, frame: Option<Frame<'w>>) -> FrameExtra<'w> {
        let value = match &self.value {
            Kept::Word(word) => &words[word.clone()],
            Kept::Node(number) => frame.map_or("", |frame| frame.root.node_of(*number).verbatim()),
        };
        self.extra(words, value)
    }

    /// The extra, with `value` as its value.
    #[inline]
    pub(crate) fn extra<'w>(&self, words: &'w str, value: &'w str) -> FrameExtra<'w> {
        FrameExtra {
            family: &words[self.family.clone()],
            scope: self.scope,
            path: &words[self.path.clone()],
            name: &words[self.name.clone()],
            value,
            merge: self.merge,
        }
    }

    /// The value of the frame that it is.
    pub(crate) fn node<'f>(&self, frame: Frame<'f>) -> Option<Value<'f>> {
        match self.value {
            Kept::Node(index) => Some(frame.root.node_of(index)),
            Kept::Word(_) => None,
        }
    }
}
