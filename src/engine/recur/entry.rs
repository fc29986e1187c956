//! A frame that may come again: its bytes, its holes, and what it gave.

use std::ops::Range;

use crate::emit::{Frame, Left, Single, Sinks};
use crate::framing::RawFrame;
use crate::ir::{At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, PartKey, Value, scalar_end};

/// A frame with more holes or extras, or one that is longer, is not remembered.
const HOLES: usize = 16;
const EXTRAS: usize = 8;
const LENGTH: usize = 64 * 1024;

/// A frame that gave one delta.
pub(super) struct Entry {
    name: Option<Vec<u8>>,
    text: Vec<u8>,
    holes: Vec<Hole>,
    /// Which hole the delta is.
    token: usize,
    args: bool,
    key: PartKey,
    path: String,
    /// What nobody read, and where it stands.
    extras: Vec<(Left, Mark, Mark)>,
    words: String,
}

/// Where another frame may differ.
struct Hole {
    span: Range<usize>,
    what: What,
}

#[derive(Clone, Copy, PartialEq)]
enum What {
    /// The delta.
    Token,
    /// A string that says the same as the delta.
    Echo,
    /// A string or number that nobody read.
    Idle,
}

/// A place: so many bytes behind this hole, or behind the start.
#[derive(Clone, Copy)]
struct Mark {
    hole: Option<usize>,
    behind: usize,
}

impl Entry {
    pub(super) fn of(frame: Frame<'_>, single: Single<'_>) -> Option<Self> {
        let (base, text) = (frame.root.offset(), frame.root.verbatim());
        if text.len() > LENGTH || !text.ends_with('}') {
            return None;
        }
        let span = |value: Value<'_>| value.offset() - base..value.offset() - base + value.verbatim().len();
        let hole = |value: Value<'_>, what| Hole { span: span(value), what };
        let mut holes: Vec<_> = frame.root.idle().map(|value| hole(value, What::Idle)).collect();
        holes.extend(single.echoes.iter().map(|value| hole(*value, What::Echo)));
        holes.push(hole(single.token, What::Token));
        holes.sort_by_key(|hole| hole.span.start);
        let mark = |at: usize| {
            let hole = holes.iter().rposition(|hole| hole.span.end <= at);
            Mark { hole, behind: at - hole.map_or(0, |hole: usize| holes[hole].span.end) }
        };
        let nodes: Option<Vec<_>> = single.extras.iter().map(|left| left.node(frame).map(span)).collect();
        let nodes = nodes?;
        let in_extra = |at: &usize| nodes.iter().any(|span| span.contains(at));
        let is_known = |hole: &Hole| hole.what != What::Idle || in_extra(&hole.span.start);
        if holes.len() > HOLES || nodes.len() > EXTRAS || !holes.iter().all(is_known) {
            return None;
        }
        let extras = single.extras.into_iter().zip(&nodes);
        let extras = extras.map(|(left, span)| (left, mark(span.start), mark(span.end))).collect();
        let name = frame.name.map(|name| name.as_bytes().to_vec());
        let token = holes.iter().position(|hole| hole.what == What::Token)?;
        let (text, path) = (text.as_bytes().to_vec(), single.token.pointer());
        let (args, key, words) = (single.args, single.key, single.words);
        Some(Self { name, text, holes, token, args, key, path, extras, words })
    }

    /// What stands before the first hole.
    pub(super) fn start(&self) -> &[u8] {
        &self.text[..self.holes[0].span.start]
    }

    /// Whether a frame has the same bytes between its holes, and in them valid values of the same kind.
    #[inline]
    pub(super) fn fits(&self, raw: &RawFrame<'_>, spans: &mut Vec<Range<usize>>) -> bool {
        spans.clear();
        let (mut rest, mut from) = (0, 0);
        for Hole { span, .. } in &self.holes {
            let between = &self.text[from..span.start];
            let start = rest + between.len();
            if raw.payload.get(rest..start) != Some(between) {
                return false;
            }
            let Some(end) = scalar_end(raw.payload, start) else { return false };
            let value = &raw.payload[start..end];
            if (value[0] == b'"') != (self.text[span.start] == b'"') || matches!(value, b"\"\"" | b"0") {
                return false;
            }
            spans.push(start..end);
            (rest, from) = (end, span.end);
        }
        let (rest, known) = (&raw.payload[rest..], &self.text[from..]);
        (rest == known || tight(rest) == tight(known)) && raw.name == self.name.as_deref()
    }

    /// Writes the event, unless what stands in the holes has to be looked at.
    pub(super) fn write(
        &self,
        raw: &RawFrame<'_>,
        spans: &[Range<usize>],
        sinks: &mut Sinks<'_>,
    ) -> Option<()> {
        let text = |span: Range<usize>| std::str::from_utf8(raw.payload.get(span)?).ok();
        let token = &spans[self.token];
        let delta = JsonStr::new(text(token.start + 1..token.end - 1)?);
        let said = &raw.payload[token.clone()];
        let same = |(hole, span): (&Hole, &Range<usize>)| {
            hole.what != What::Echo || raw.payload[span.clone()] == *said
        };
        if self.holes.len() > 1 && !self.holes.iter().zip(spans).all(same) {
            return None;
        }
        let delta = if self.args { Delta::Args(delta) } else { Delta::Text(delta) };
        let kind = EventKind::Delta { key: self.key, delta };
        let at = At { frame: raw.at.frame, line: raw.at.line, node: AtNode::Path(&self.path) };
        let Sinks { writer, out, report } = sinks;
        if self.extras.is_empty() {
            writer.write(&Event { kind: &kind, at, extras: &[] }, out, report);
            return Some(());
        }
        let place = |mark: Mark| mark.hole.map_or(0, |hole| spans[hole].end) + mark.behind;
        let mut extras = [FrameExtra::NONE; EXTRAS];
        for (extra, (left, from, to)) in extras.iter_mut().zip(&self.extras) {
            *extra = left.extra(&self.words, text(place(*from)..place(*to))?);
        }
        writer.write(&Event { kind: &kind, at, extras: &extras[..self.extras.len()] }, out, report);
        Some(())
    }
}

/// The end of a frame without the white space before its last bracket, with which some servers hide lengths.
fn tight(end: &[u8]) -> Option<&[u8]> {
    let inside = end.strip_suffix(b"}")?;
    let last = inside.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    Some(&inside[..last.map_or(0, |last| last + 1)])
}
