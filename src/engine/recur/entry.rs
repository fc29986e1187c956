//! A frame that may come again, and what it gave.

use std::mem::ManuallyDrop;
use std::ops::Range;

use super::shape::{Hole, Shape, Spans};
use crate::emit::{Frame, Left, Single, Sinks};
use crate::framing::{RawFrame, above};
use crate::ir::{At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, PartKey, Value};

/// A frame with more holes or extras, or one that is longer, is not remembered.
const HOLES: usize = 16;
const EXTRAS: usize = 8;
const LENGTH: usize = 64 * 1024;

/// A frame that gave one delta.
pub(super) struct Entry {
    pub(super) shape: Shape,
    /// Which hole the delta is.
    token: usize,
    args: bool,
    key: PartKey,
    path: String,
    /// What nobody read, and where it stands in the text.
    extras: Vec<(Left, Range<usize>)>,
    words: String,
}

impl Entry {
    pub(super) fn of(frame: Frame<'_>, raw: &RawFrame<'_>, single: Single<'_>) -> Option<Self> {
        let text = frame.root.verbatim().strip_suffix('}')?.trim_end_matches([' ', '\t', '\n', '\r']);
        let plain = above(raw.record).filter(|(head, _)| raw.record[head.len()..] == *raw.payload);
        let (head, above) = plain.unwrap_or_default();
        let span = |value: Value<'_>| {
            let start = head.len() + value.offset() - frame.root.offset();
            start..start + value.verbatim().len()
        };
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
        let is_broken = memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
        let text = [head, text.as_bytes()].concat();
        let shape = Shape { name, text, start: head.len(), above, is_broken, holes };
        let (args, key, path, words) = (single.args, single.key, single.token.pointer(), single.words);
        Some(Self { shape, token, args, key, path, extras, words })
    }

    /// Writes the event, unless what stands in the holes has to be looked at.
    #[inline]
    pub(super) fn write(&self, raw: &RawFrame<'_>, spans: &Spans, sinks: &mut Sinks<'_>) -> Option<()> {
        let text = |span: Range<usize>| match raw.text.get(span.clone()) {
            Some(text) => Some(text),
            None => std::str::from_utf8(raw.payload.get(span)?).ok(),
        };
        let (holes, token) = (&self.shape.holes, &spans[self.token]);
        let delta = JsonStr::new(text(token.start + 1..token.end - 1)?);
        let said = &raw.payload[token.clone()];
        let same = |(hole, span): (&Hole, &Range<_>)| !hole.said || raw.payload[span.clone()] == *said;
        (holes.len() == 1 || holes.iter().zip(spans).all(same)).then_some(())?;
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
            let hole = holes.iter().rposition(|hole| hole.span.end <= at);
            hole.map_or(at + from - holes[0].span.start, |hole| at + spans[hole].end - holes[hole].span.end)
        };
        let mut extras = [FrameExtra::NONE; EXTRAS];
        for (extra, (left, span)) in extras.iter_mut().zip(&self.extras) {
            *extra = left.extra(&self.words, text(place(span.start)..place(span.end))?);
        }
        send(&extras[..self.extras.len()]);
        Some(())
    }
}
