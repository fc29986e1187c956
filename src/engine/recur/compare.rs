//! Whether a frame is like one that came before.

use std::ops::Range;

use super::entry::{Entry, Hole};
use crate::framing::{Extent, Open, RawFrame, closing, line_end};
use crate::ir::scalar_end;

/// Where the holes of an entry are in the frame at hand.
pub(super) type Spans = Vec<Range<usize>>;

impl Entry {
    /// Whether the payload is such a frame: it has the same bytes between its holes, and in them valid values of the same
    /// kind.
    pub(super) fn fits(&self, raw: &RawFrame<'_>, spans: &mut Spans) -> Option<Extent> {
        let end = self.end(raw.payload, self.start, spans)?;
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let end = end + raw.payload[end..].iter().take_while(is_space).count();
        let fits = raw.payload[end..] == *b"}" && raw.name == self.name.as_deref();
        fits.then_some(Extent { length: raw.payload.len(), above: 0 })
    }

    /// Whether the payload begins with such a line, or such an event with the same lines above its data.
    #[inline(always)]
    pub(super) fn begins(&self, raw: &RawFrame<'_>, open: Open, spans: &mut Spans) -> Option<Extent> {
        if (self.start == 0) != (open == Open::Line) || self.lines {
            return None;
        }
        let mut end = self.end(raw.payload, 0, spans)?;
        while let Some(b' ' | b'\t') = raw.payload.get(end) {
            end += 1;
        }
        let end = past(raw.payload, end, b"}")?;
        let rest = &raw.payload[end..];
        let close = match open {
            Open::Event => closing(rest)?,
            Open::Line => line_end(rest)?,
        };
        Some(Extent { length: end + close, above: self.above })
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
