//! Rows on their way to a worker, and what it makes of them.

use std::ops::Range;

use crate::framing::{Fault, Position};
use crate::report::Report;

const MARK: &[u8] = b"\xef\xbb\xbf";

/// Rows, one after the other, with what stands between them.
#[derive(Default)]
pub(super) struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) units: Vec<Unit>,
    /// What was wrong around the rows.
    pub(super) faults: Vec<Fault>,
}

/// A piece of the input.
pub(super) enum Unit {
    /// Bytes that are no row.
    Plain(Range<usize>),
    /// An array has begun: the next row is its first.
    Open,
    /// A row, and what stands between the one before and it.
    Row(Row),
}

/// A row.
pub(super) struct Row {
    /// What goes with it when it is left out.
    pub(super) before: Range<usize>,
    pub(super) text: Range<usize>,
    pub(super) at: Position,
    /// Whether a comma parts it from the one before.
    pub(super) in_array: bool,
    /// Whether it was too long to be read.
    pub(super) cut: bool,
}

impl Batch {
    fn push(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }

    /// A line with its end. A byte order mark stands before the first.
    pub(super) fn line(&mut self, text: &[u8], end: &[u8], at: Position, cut: bool) {
        let marked = (at.offset == 0).then(|| text.strip_prefix(MARK)).flatten();
        if let Some(text) = marked {
            self.plain(MARK);
            return self.line(text, end, Position { offset: MARK.len() as u64, ..at }, cut);
        }
        if text.trim_ascii().is_empty() && !cut {
            self.plain(text);
            return self.plain(end);
        }
        let Range { start, .. } = self.push(text);
        let end = self.push(end).end;
        self.units.push(Unit::Row(Row { before: start..start, text: start..end, at, in_array: false, cut }));
    }

    /// A value with what stands before it.
    pub(super) fn value(&mut self, (before, text): (&[u8], &[u8]), at: Position, in_array: bool) {
        let (before, text) = (self.push(before), self.push(text));
        self.units.push(Unit::Row(Row { before, text, at, in_array, cut: false }));
    }

    /// Bytes that are no row.
    pub(super) fn plain(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            let range = self.push(bytes);
            self.units.push(Unit::Plain(range));
        }
    }

    /// Forgets all and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.units.clear();
        self.faults.clear();
    }
}

/// What came of a batch.
#[derive(Default)]
pub(super) struct Done {
    pub(super) bytes: Vec<u8>,
    pub(super) report: Report,
    pub(super) rows: u64,
    /// For each pointer, how many rows have no such member.
    pub(super) without: Vec<u64>,
    /// A reply in a member is an error or was cut short.
    pub(super) failed: bool,
    pub(super) stopped: bool,
    /// The comma before the first row that was written, where a batch before may have left out all rows before it.
    pub(super) first_comma: Option<usize>,
    /// Whether the array that is open at the end has a row; `None` where this batch says nothing of it.
    pub(super) has_row: Option<bool>,
}
