//! What frames have in common that are alike, and whether another one has it.

use std::ops::Range;

use crate::framing::{Extent, Open, RawFrame, closing, line_end};
use crate::ir::scalar_end;

/// The bytes of a frame and where others may differ.
pub(super) struct Shape {
    pub(super) name: Option<Vec<u8>>,
    /// What stood above the data of a plain event, `data:` included, and the frame without its last bracket and the white
    /// space before it, with which some servers hide lengths.
    pub(super) text: Vec<u8>,
    /// Where the frame begins in it.
    pub(super) start: usize,
    /// How many lines stood above the data.
    pub(super) above: u64,
    /// Whether a line end stands in the frame, as it does where it came in several lines.
    pub(super) is_broken: bool,
    /// In order; there is one at least.
    pub(super) holes: Vec<Hole>,
}

/// Where another frame may differ.
pub(super) struct Hole {
    /// Where it is in the text.
    pub(super) span: Range<usize>,
    pub(super) is_string: bool,
    /// Whether it is the delta or says the same; else it is a string or number that nobody read.
    pub(super) said: bool,
}

/// Where the holes are in the frame at hand.
pub(super) type Spans = Vec<Range<usize>>;

impl Shape {
    /// What stands in the frame before the first hole.
    pub(super) fn beginning(&self) -> &[u8] {
        &self.text[self.start..self.holes[0].span.start]
    }

    /// Whether the payload is such a frame: it has the same bytes between its holes, and in them valid values of the same
    /// kind.
    pub(super) fn fits(&self, raw: &RawFrame<'_>, spans: &mut Spans) -> Option<()> {
        let end = self.end(raw.payload, self.start, spans)?;
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let end = end + raw.payload[end..].iter().take_while(is_space).count();
        (raw.payload[end..] == *b"}" && raw.name == self.name.as_deref()).then_some(())
    }

    /// How far such a line, or such an event with the same lines above its data, reaches, if the payload begins with it.
    #[inline(always)]
    pub(super) fn begins(&self, raw: &RawFrame<'_>, open: Open, spans: &mut Spans) -> Option<Extent> {
        if (self.start == 0) != (open == Open::Line) || self.is_broken {
            return None;
        }
        let mut end = self.end(raw.payload, 0, spans)?;
        while let Some(b' ' | b'\t') = raw.payload.get(end) {
            end += 1;
        }
        let end = past(raw.payload, end, b"}")?;
        let rest = &raw.payload[end..];
        Some(match open {
            Open::Event => Extent::of_event(end + closing(rest)?, self.above),
            Open::Line => Extent { length: end + line_end(rest)?, lines: 1 },
        })
    }

    /// Where the frame ends in the bytes, but for white space and a bracket, if they begin as the text does at `from`.
    #[inline(always)]
    fn end(&self, bytes: &[u8], mut from: usize, spans: &mut Spans) -> Option<usize> {
        spans.clear();
        let mut at = 0;
        for Hole { span, is_string, .. } in &self.holes {
            at = past(bytes, at, &self.text[from..span.start])?;
            let end = scalar_end(bytes, at)?;
            let value = &bytes[at..end];
            if (value[0] == b'"') != *is_string || matches!(value, b"\"\"" | b"0") {
                return None;
            }
            spans.push(at..end);
            (at, from) = (end, span.end);
        }
        past(bytes, at, &self.text[from..])
    }
}

/// The end of `part`, if it stands at `at`.
#[inline(always)]
fn past(bytes: &[u8], at: usize, part: &[u8]) -> Option<usize> {
    bytes[at..].starts_with(part).then_some(at + part.len())
}
