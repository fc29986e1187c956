//! Recurring frames: what a frame gave as one delta, the next frame that differs only in scalars nobody read gives again.
//!
//! Invariant. With and without this, bytes and reports are the same. A frame is remembered when it gave one borrowed
//! delta, nothing was told of it and the reader did not change. Its holes are the token and every string and number
//! that nobody read or looked at: nothing depends on what stands in them. A frame with the same bytes between the holes
//! and valid tokens in them would go the same way through the reader, so it need not go there.

use std::ops::Range;

use crate::emit::{Frame, Single, Sinks};
use crate::framing::RawFrame;
use crate::ir::{
    At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, Merge, PartKey, Scope, Value, scalar_end,
};

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
}

/// A frame that gave one delta.
struct Entry {
    name: Option<Vec<u8>>,
    text: Vec<u8>,
    holes: Vec<Range<usize>>,
    /// Which hole the delta is.
    token: usize,
    args: bool,
    key: PartKey,
    path: String,
    extras: Vec<Known>,
}

/// An extra of it.
struct Known {
    family: String,
    scope: Scope,
    path: String,
    name: String,
    merge: Merge,
    span: [Mark; 2],
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
                self.entries.swap(index, index.saturating_sub(1));
                return true;
            }
        }
        false
    }

    /// Remembers what a frame gave, in the place of the one that began alike.
    pub(super) fn remember(&mut self, frame: Frame<'_>, single: &Single<'_>) {
        self.in_vain += 1;
        if self.in_vain > PATIENCE && self.in_vain % 16 != 0 {
            return;
        }
        let Some(entry) = Entry::of(frame, single) else { return };
        let start = |entry: &Entry| entry.holes[0].start;
        self.entries.retain(|known| known.text[..start(known)] != entry.text[..start(&entry)]);
        self.entries.truncate(ENTRIES - 1);
        self.entries.insert(0, entry);
    }
}

impl Entry {
    fn of(frame: Frame<'_>, single: &Single<'_>) -> Option<Self> {
        let base = frame.root.offset();
        let span = |value: Value<'_>| value.offset() - base..value.offset() - base + value.verbatim().len();
        let mut holes: Vec<_> = frame.root.idle().map(span).collect();
        let token = holes.iter().take_while(|hole| hole.start < span(single.token).start).count();
        holes.insert(token, span(single.token));
        let mark = |at: usize| {
            let hole = holes.iter().rposition(|hole| hole.end <= at);
            Mark { hole, behind: at - hole.map_or(0, |hole: usize| holes[hole].end) }
        };
        let known = |(extra, value): (FrameExtra<'_>, Value<'_>)| Known {
            family: extra.family.to_owned(),
            scope: extra.scope,
            path: extra.path.to_owned(),
            name: extra.name.to_owned(),
            merge: extra.merge,
            span: [mark(span(value).start), mark(span(value).end)],
        };
        let extras: Vec<_> = single.extras().map(known).collect();
        let name = frame.name.map(|name| name.as_bytes().to_vec());
        let (text, path) = (frame.root.verbatim().as_bytes().to_vec(), single.token.pointer());
        let in_extra =
            |hole: &Range<usize>| single.extras().any(|(_, value)| span(value).contains(&hole.start));
        let fits = holes.len() <= HOLES
            && extras.len() <= EXTRAS
            && holes.iter().enumerate().all(|(index, hole)| index == token || in_extra(hole));
        fits.then(|| Self { name, text, holes, token, args: single.args, key: single.key, path, extras })
    }

    /// Whether a frame has the same bytes between its holes, and in them valid values of the same kind.
    #[inline]
    fn fits(&self, raw: &RawFrame<'_>, spans: &mut Vec<Range<usize>>) -> bool {
        spans.clear();
        let (mut rest, mut from) = (0, 0);
        for hole in &self.holes {
            let between = &self.text[from..hole.start];
            let start = rest + between.len();
            if raw.payload.get(rest..start) != Some(between) {
                return false;
            }
            let is_text = |text: &[u8], at: usize| text.get(at) == Some(&b'"');
            let end = scalar_end(raw.payload, start);
            let Some(end) = end.filter(|_| is_text(raw.payload, start) == is_text(&self.text, hole.start))
            else {
                return false;
            };
            spans.push(start..end);
            (rest, from) = (end, hole.end);
        }
        raw.payload[rest..] == self.text[from..] && raw.name == self.name.as_deref()
    }

    /// Writes the event, unless what stands in the holes has to be looked at.
    fn write(&self, raw: &RawFrame<'_>, spans: &[Range<usize>], sinks: &mut Sinks<'_>) -> Option<()> {
        let text = |span: Range<usize>| std::str::from_utf8(raw.payload.get(span)?).ok();
        let token = spans.get(self.token)?;
        let token = text(token.start + 1..token.end - 1).filter(|token| !token.is_empty())?;
        let delta = JsonStr::new(token);
        let delta = if self.args { Delta::Args(delta) } else { Delta::Text(delta) };
        let place = |mark: Mark| mark.hole.map_or(0, |hole| spans[hole].end) + mark.behind;
        let mut extras = [FrameExtra::NONE; EXTRAS];
        for (extra, known) in extras.iter_mut().zip(&self.extras) {
            *extra = FrameExtra {
                family: &known.family,
                scope: known.scope,
                path: &known.path,
                name: &known.name,
                value: text(place(known.span[0])..place(known.span[1]))?,
                merge: known.merge,
            };
        }
        let kind = EventKind::Delta { key: self.key, delta };
        let at = At { frame: raw.at.frame, line: raw.at.line, node: AtNode::Path(&self.path) };
        let event = Event { kind: &kind, at, extras: &extras[..self.extras.len()] };
        sinks.writer.write(&event, sinks.out, sinks.report);
        Some(())
    }
}
