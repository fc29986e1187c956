//! A frame that may come again: its bytes, its holes, and what it gave.

use std::mem::ManuallyDrop;
use std::ops::Range;

use crate::emit::{Frame, Left, Single, Sinks};
use crate::framing::{Extent, Open, RawFrame, above, closing, line_end};
use crate::ir::{At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, PartKey, Value, scalar_end};

/// A frame with more holes or extras, or one that is longer, is not remembered.
const HOLES: usize = 16;
const EXTRAS: usize = 8;
const LENGTH: usize = 64 * 1024;

/// A frame that gave one delta.
pub(super) struct Entry {
    name: Option<Vec<u8>>,
    /// What stood above the data of the last such event, `data:` included, and the frame without its last bracket and the
    /// white space before it, with which some servers hide lengths.
    text: Vec<u8>,
    /// Where the frame begins in it: at zero until the second one has come.
    start: usize,
    /// How many lines stood above.
    above: u64,
    /// Whether a line end stands in it, as it does where a frame came in several lines.
    lines: bool,
    holes: Vec<Hole>,
    /// Which hole the delta is.
    token: usize,
    args: bool,
    key: PartKey,
    path: String,
    /// What nobody read, and where it stands in the text.
    extras: Vec<(Left, Range<usize>)>,
    words: String,
}

/// Where another frame may differ.
struct Hole {
    /// Where it is in the text.
    span: Range<usize>,
    is_string: bool,
    /// Whether it is the delta or says the same; else it is a string or number that nobody read.
    said: bool,
}

/// Where the holes of an entry are in the frame at hand.
pub(super) type Spans = Vec<Range<usize>>;

impl Entry {
    pub(super) fn of(frame: Frame<'_>, single: Single<'_>) -> Option<Self> {
        let (base, text) = (frame.root.offset(), frame.root.verbatim());
        let text = text.strip_suffix('}')?.trim_end_matches([' ', '\t', '\n', '\r']);
        let span = |value: Value<'_>| value.offset() - base..value.offset() - base + value.verbatim().len();
        let hole = |value: Value<'_>, said| {
            let is_string = value.verbatim().starts_with('"');
            Hole { span: span(value), is_string, said }
        };
        let said = single.echoes.iter().chain([&single.token]).map(|value| hole(*value, true));
        let idle = frame.root.idle().map(|value| hole(value, false));
        let mut holes: Vec<_> = idle.chain(said).take(HOLES + 1).collect();
        if text.len() > LENGTH || holes.len() > HOLES || single.extras.len() > EXTRAS {
            return None;
        }
        holes.sort_by_key(|hole| hole.span.start);
        let extras = single.extras.into_iter().map(|left| left.node(frame).map(|node| (left, span(node))));
        let extras: Vec<_> = extras.collect::<Option<_>>()?;
        let in_extra = |at: usize| extras.iter().any(|(_, span)| span.contains(&at));
        let known = holes.iter().all(|hole| hole.said || in_extra(hole.span.start));
        if !known {
            return None;
        }
        let name = frame.name.map(<[u8]>::to_vec);
        let token = holes.iter().position(|hole| hole.span == span(single.token))?;
        let lines = memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
        let (text, path) = (text.as_bytes().to_vec(), single.token.pointer());
        let (args, key, words) = (single.args, single.key, single.words);
        Some(Self { name, text, start: 0, above: 0, lines, holes, token, args, key, path, extras, words })
    }

    /// What stands in the frame before the first hole.
    pub(super) fn beginning(&self) -> &[u8] {
        &self.text[self.start..self.holes[0].span.start]
    }

    /// Whether the payload is such a frame: it has the same bytes between its holes, and in them valid values of the same
    /// kind.
    pub(super) fn fits(&self, raw: &RawFrame<'_>, spans: &mut Spans) -> Option<Extent> {
        let end = self.end(raw.payload, self.start, spans)?;
        let line_ends =
            raw.payload[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
        let end = past(raw.payload, end + line_ends.count(), b"}")?;
        let fits = end == raw.payload.len() && raw.name == self.name.as_deref();
        fits.then_some(Extent { length: end, above: 0 })
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

    /// Notes what stands above the data of such a frame, if it is a plain event.
    pub(super) fn learn(&mut self, raw: &RawFrame<'_>) {
        if raw.record.len() == raw.payload.len() {
            return;
        }
        let Some((head, above)) = above(raw.record) else { return };
        if raw.record[head.len()..] != *raw.payload || *head == self.text[..self.start] {
            return;
        }
        self.text.splice(..self.start, head.iter().copied());
        let moved =
            |span: &Range<usize>| span.start - self.start + head.len()..span.end - self.start + head.len();
        self.holes.iter_mut().for_each(|hole| hole.span = moved(&hole.span));
        self.extras.iter_mut().for_each(|(_, span)| *span = moved(span));
        (self.start, self.above) = (head.len(), above);
    }

    /// Writes the event, unless what stands in the holes has to be looked at.
    #[inline]
    pub(super) fn write(&self, raw: &RawFrame<'_>, spans: &Spans, sinks: &mut Sinks<'_>) -> Option<()> {
        let text = |span: Range<usize>| match raw.text.get(span.clone()) {
            Some(text) => Some(text),
            None => std::str::from_utf8(raw.payload.get(span)?).ok(),
        };
        let token = &spans[self.token];
        let delta = JsonStr::new(text(token.start + 1..token.end - 1)?);
        let said = &raw.payload[token.clone()];
        let same = |(hole, span): (&Hole, &Range<_>)| !hole.said || raw.payload[span.clone()] == *said;
        (self.holes.len() == 1 || self.holes.iter().zip(spans).all(same)).then_some(())?;
        let delta = if self.args { Delta::Args(delta) } else { Delta::Text(delta) };
        // There is nothing to drop in it.
        let kind = ManuallyDrop::new(EventKind::Delta { key: self.key, delta });
        let at = At { frame: raw.at.frame, line: raw.at.line, node: AtNode::Path(&self.path) };
        let Sinks { writer, out, report } = sinks;
        let mut send = |extras: &_| writer.write(&Event { kind: &kind, at, extras }, out, report);
        if self.extras.is_empty() {
            send(&[]);
            return Some(());
        }
        // Behind a hole, all has moved with the end of it.
        let from = spans[0].start;
        let place = |at: usize| {
            let hole = self.holes.iter().rposition(|hole| hole.span.end <= at);
            hole.map_or(at + from - self.holes[0].span.start, |hole| {
                at + spans[hole].end - self.holes[hole].span.end
            })
        };
        let mut extras = [FrameExtra::NONE; EXTRAS];
        for (extra, (left, span)) in extras.iter_mut().zip(&self.extras) {
            *extra = left.extra(&self.words, text(place(span.start)..place(span.end))?);
        }
        send(&extras[..self.extras.len()]);
        Some(())
    }
}

/// The end of `part`, if it stands at `at`.
#[inline(always)]
fn past(bytes: &[u8], at: usize, part: &[u8]) -> Option<usize> {
    bytes[at..].starts_with(part).then_some(at + part.len())
}
