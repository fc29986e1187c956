//! Bounded lines out of blocks, with their places.

use memchr::{memchr, memchr2};

use super::{Extent, Place};

/// What ends a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// LF alone; a CR before it stays in the line (to JSON it is white space).
    Lf,
    /// LF, CRLF or CR, mixed at will, as in SSE.
    Any,
}

/// One line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its bytes; empty where it is `cut`.
    pub text: &'a [u8],
    /// Its number, from 1.
    pub number: u64,
    /// Bytes before it.
    pub offset: u64,
    /// What ended the line before it.
    pub before: &'static [u8],
    /// It was longer than allowed and is left out.
    pub cut: bool,
}

/// Splits blocks into lines. A line that lies in one block is borrowed from it; one that crosses a border is joined.
#[derive(Debug)]
pub struct LineSource {
    ends: Ends,
    max: usize,
    partial: Vec<u8>,
    /// `partial` was handed out and is to be emptied.
    spent: bool,
    cut: bool,
    /// The line ended in CR, and an LF that follows belongs to its end.
    after_cr: bool,
    ending: &'static [u8],
    number: u64,
    start: u64,
    offset: u64,
}

impl LineSource {
    /// Lines of at most `max` bytes.
    pub fn new(ends: Ends, max: usize) -> LineSource {
        LineSource {
            ends,
            max,
            partial: Vec::new(),
            spent: false,
            cut: false,
            after_cr: false,
            ending: b"",
            number: 1,
            start: 0,
            offset: 0,
        }
    }

    /// The next line that ends in `block`, which moves past it; what is left when there is none is kept.
    pub fn next<'a, 'b: 'a>(&'a mut self, block: &mut &'b [u8]) -> Option<Line<'a>> {
        self.forget();
        self.finish_crlf(block);
        let found = match self.ends {
            Ends::Lf => memchr(b'\n', block),
            Ends::Any => memchr2(b'\n', b'\r', block),
        };
        let Some(end) = found else {
            self.hold(block);
            *block = &[];
            return None;
        };
        let piece = &block[..end];
        let ending: &'static [u8] = match block[end..] {
            [b'\r', b'\n', ..] => b"\r\n",
            [b'\r', ..] => b"\r",
            _ => b"\n",
        };
        self.after_cr = end + 1 == block.len() && ending == b"\r";
        *block = &block[end + ending.len()..];
        let joined = !self.partial.is_empty() || self.cut || piece.len() > self.max;
        if joined {
            self.hold(piece);
            self.spent = true;
        } else {
            self.offset += piece.len() as u64;
        }
        let (start, before, cut) = (self.start, self.ending, self.cut);
        self.end_line(ending);
        Some(Line {
            text: if joined { &self.partial } else { piece },
            number: self.number - 1,
            offset: start,
            before,
            cut,
        })
    }

    /// The last line, where the input does not end in a line end.
    pub fn finish(&mut self) -> Option<Line<'_>> {
        self.forget();
        if self.partial.is_empty() && !self.cut {
            return None;
        }
        self.spent = true;
        let cut = std::mem::take(&mut self.cut);
        Some(Line { text: &self.partial, number: self.number, offset: self.start, before: self.ending, cut })
    }

    /// Nothing is kept of an unfinished line or line end, so that the next byte begins a line.
    pub(super) fn is_idle(&self) -> bool {
        (self.spent || self.partial.is_empty()) && !self.cut && !self.after_cr
    }

    /// Goes past whole lines that somebody else has read.
    #[inline]
    pub(super) fn skip(&mut self, extent: Extent) {
        self.forget();
        self.offset += extent.length as u64;
        self.start = self.offset;
        self.number += extent.lines;
        self.ending = b"\n";
    }

    /// Where the next line begins.
    pub(super) fn place(&self) -> Place {
        Place { line: self.number, offset: self.start }
    }

    /// Begins at a place other than the start of the input.
    pub(super) fn start_at(&mut self, place: Place) {
        (self.number, self.start, self.offset) = (place.line, place.offset, place.offset);
    }

    fn forget(&mut self) {
        if std::mem::take(&mut self.spent) {
            self.partial.clear();
            // One huge line must not hold its memory for the rest of the run.
            self.partial.shrink_to(1 << 20);
        }
    }

    /// Takes the LF of a CRLF that a border cut.
    pub(super) fn finish_crlf(&mut self, block: &mut &[u8]) {
        if !self.after_cr || block.is_empty() {
            return;
        }
        self.after_cr = false;
        if let Some(rest) = block.strip_prefix(b"\n") {
            *block = rest;
            self.ending = b"\r\n";
            self.offset += 1;
            self.start += 1;
        }
    }

    fn hold(&mut self, piece: &[u8]) {
        self.offset += piece.len() as u64;
        if self.cut || self.partial.len() + piece.len() > self.max {
            self.cut = true;
            self.partial = Vec::new();
        } else {
            self.partial.extend_from_slice(piece);
        }
    }

    fn end_line(&mut self, ending: &'static [u8]) {
        self.offset += ending.len() as u64;
        self.start = self.offset;
        self.number += 1;
        self.cut = false;
        self.ending = ending;
    }
}
