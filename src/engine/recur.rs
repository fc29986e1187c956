//! Recurring frames: what a frame gave as one delta, the next frame that differs only in scalars nobody read gives again.
//!
//! Invariant. With and without this, bytes and reports are the same. A frame is remembered when it gave one borrowed
//! delta, nothing was told of it and the reader did not change. Its holes are the token and every string and number
//! that nobody read or looked at: nothing depends on what stands in them. A frame with the same bytes between the holes
//! and valid tokens in them would go the same way through the reader, so it need not go there.

use std::ops::Range;

use crate::emit::{Frame, Left, Single, Sinks};
use crate::framing::RawFrame;
use crate::ir::{At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, PartKey, Value, scalar_end};

/// How many frames are remembered: calls and choices take turns.
const ENTRIES: usize = 6;
/// A frame with more holes or extras is not remembered.
const HOLES: usize = 16;
const EXTRAS: usize = 8;
/// After so many frames that were remembered in vain, only each sixteenth is.
const PATIENCE: u32 = 32;

/// The frames of the running reply that may come again.
#[derive(Default)]
pub(super) struct Recur {
    entries: Vec<Entry>,
    in_vain: u32,
    /// Where the holes of the entry are in the frame at hand.
    spans: Vec<Range<usize>>,
    /// Frames that recurred, and frames that gave one delta and were read.
    #[cfg(test)]
    pub(super) count: [usize; 2],
}

/// A frame that gave one delta.
struct Entry {
    name: Option<Vec<u8>>,
    text: Vec<u8>,
    holes: Vec<Hole>,
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

impl Recur {
    /// Forgets everything: the reader may take the next frame another way.
    pub(super) fn forget(&mut self) {
        self.entries.clear();
    }

    /// Writes the event of a frame that is like one before it. `false` if it is not: it has to be read.
    #[inline]
    pub(super) fn again(&mut self, raw: &RawFrame<'_>, sinks: &mut Sinks<'_>) -> bool {
        for index in 0..self.entries.len() {
            let entry = &self.entries[index];
            if entry.fits(raw, &mut self.spans) && entry.write(raw, &self.spans, sinks).is_some() {
                self.in_vain = 0;
                #[cfg(test)]
                (self.count[0] += 1);
                self.entries.swap(index, index.saturating_sub(1));
                return true;
            }
        }
        false
    }

    /// Remembers what a frame gave, in the place of the one that began alike.
    pub(super) fn remember(&mut self, frame: Frame<'_>, single: Single<'_>) {
        self.in_vain += 1;
        #[cfg(test)]
        (self.count[1] += 1);
        if self.in_vain > PATIENCE && self.in_vain % 16 != 0 {
            return;
        }
        let Some(entry) = Entry::of(frame, single) else { return };
        let start = |entry: &Entry| entry.holes[0].span.start;
        self.entries.retain(|known| known.text[..start(known)] != entry.text[..start(&entry)]);
        self.entries.truncate(ENTRIES - 1);
        self.entries.insert(0, entry);
    }
}

impl Entry {
    fn of(frame: Frame<'_>, single: Single<'_>) -> Option<Self> {
        let base = frame.root.offset();
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
        let (text, path) = (frame.root.verbatim().as_bytes().to_vec(), single.token.pointer());
        let (args, key, words) = (single.args, single.key, single.words);
        text.ends_with(b"}").then_some(Self { name, text, holes, args, key, path, extras, words })
    }

    /// Whether a frame has the same bytes between its holes, and in them valid values of the same kind.
    #[inline]
    fn fits(&self, raw: &RawFrame<'_>, spans: &mut Vec<Range<usize>>) -> bool {
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
    fn write(&self, raw: &RawFrame<'_>, spans: &[Range<usize>], sinks: &mut Sinks<'_>) -> Option<()> {
        let text = |span: Range<usize>| std::str::from_utf8(raw.payload.get(span)?).ok();
        let spots = || self.holes.iter().map(|hole| hole.what).zip(spans);
        let (_, token) = spots().find(|(what, _)| *what == What::Token)?;
        let delta = text(token.start + 1..token.end - 1)?;
        let said = &raw.payload[token.clone()];
        if spots().any(|(what, span)| what == What::Echo && raw.payload[span.clone()] != *said) {
            return None;
        }
        let delta = JsonStr::new(delta);
        let delta = if self.args { Delta::Args(delta) } else { Delta::Text(delta) };
        let place = |mark: Mark| mark.hole.map_or(0, |hole| spans[hole].end) + mark.behind;
        let mut extras = [FrameExtra::NONE; EXTRAS];
        for (extra, (left, from, to)) in extras.iter_mut().zip(&self.extras) {
            *extra = left.extra(&self.words, text(place(*from)..place(*to))?);
        }
        let kind = EventKind::Delta { key: self.key, delta };
        let at = At { frame: raw.at.frame, line: raw.at.line, node: AtNode::Path(&self.path) };
        let event = Event { kind: &kind, at, extras: &extras[..self.extras.len()] };
        sinks.writer.write(&event, sinks.out, sinks.report);
        Some(())
    }
}

/// The end of a frame without the white space before its last bracket, with which some servers hide lengths.
fn tight(end: &[u8]) -> Option<&[u8]> {
    let inside = end.strip_suffix(b"}")?;
    let last = inside.iter().rposition(|byte| !matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    Some(&inside[..last.map_or(0, |last| last + 1)])
}

#[cfg(test)]
mod tests;
