//! What is put in the place of a piece of a row.

use std::ops::Range;

use crate::ir::Value;

/// What stands in the place of a piece of the row.
pub(super) struct Edit {
    pub(super) range: Range<usize>,
    pub(super) text: Vec<u8>,
}

impl Edit {
    /// Puts `text` in the place of a value of the row.
    pub(super) fn of(value: Value<'_>, text: Vec<u8>) -> Self {
        let start = value.offset();
        Self { range: start..start + value.verbatim().len(), text }
    }
}

/// Copies a row with the edits in their places.
pub(super) fn splice(row: &[u8], edits: &[Edit], out: &mut Vec<u8>) {
    let mut done = 0;
    for Edit { range, text } in edits {
        out.extend_from_slice(&row[done..range.start]);
        out.extend_from_slice(text);
        done = range.end;
    }
    out.extend_from_slice(&row[done..]);
}
