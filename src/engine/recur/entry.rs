//! A frame that may come again: its bytes, its holes, and what it gave.

use std::ops::Range;

use crate::emit::{Frame, Left, Single, Sinks};
use crate::framing::{RawFrame, closing};
use crate::ir::{At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, PartKey, Value, scalar_end};

/// A frame with more holes or extras, or one that is longer, is not remembered.
const HOLES: usize = 16;
const EXTRAS: usize = 8;
const LENGTH: usize = 64 * 1024;

/// A frame that gave one delta.
pub(super) struct Entry {
    name: Option<Vec<u8>>,
    /// The frame without its last bracket and the white space before it, with which some servers hide lengths.
    text: Vec<u8>,
    /// Whether a line end stands in it, as it does where a frame came in several lines.
    lines: bool,
    /// Where another frame may differ, and whether that is the delta or says the same; any other is a string or number
    /// that nobody read.
    holes: Vec<(Range<usize>, bool)>,
    /// Which hole the delta is.
    token: usize,
    args: bool,
    key: PartKey,
    path: String,
    /// What nobody read, and where it stands in the text.
    extras: Vec<(Left, Range<usize>)>,
    words: String,
}

/// Where the holes of an entry are in the frame at hand.
pub(super) type Spans = Vec<Range<usize>>;

impl Entry {
    pub(super) fn of(frame: Frame<'_>, single: Single<'_>) -> Option<Self> {
        let (base, text) = (frame.root.offset(), frame.root.verbatim());
        let text = text.strip_suffix('}')?.trim_end_matches([' ', '\t', '\n', '\r']);
        let span = |value: Value<'_>| value.offset() - base..value.offset() - base + value.verbatim().len();
        let said = single.echoes.iter().chain([&single.token]).map(|value| (span(*value), true));
        let idle = frame.root.idle().map(|value| (span(value), false));
        let mut holes: Vec<_> = idle.chain(said).take(HOLES + 1).collect();
        if text.len() > LENGTH || holes.len() > HOLES || single.extras.len() > EXTRAS {
            return None;
        }
        holes.sort_by_key(|(span, _)| span.start);
        let extras = single.extras.into_iter().map(|left| left.node(frame).map(|node| (left, span(node))));
        let extras: Vec<_> = extras.collect::<Option<_>>()?;
        let in_extra = |at: usize| extras.iter().any(|(_, span)| span.contains(&at));
        let known = holes.iter().all(|(span, said)| *said || in_extra(span.start));
        if !known {
            return None;
        }
        let name = frame.name.map(<[u8]>::to_vec);
        let token = holes.iter().position(|(hole, _)| *hole == span(single.token))?;
        let lines = memchr::memchr2(b'\n', b'\r', text.as_bytes()).is_some();
        let (text, path) = (text.as_bytes().to_vec(), single.token.pointer());
        let (args, key, words) = (single.args, single.key, single.words);
        Some(Self { name, text, lines, holes, token, args, key, path, extras, words })
    }

    /// What stands before the first hole.
    pub(super) fn start(&self) -> &[u8] {
        &self.text[..self.holes[0].0.start]
    }

    /// The length of the frame with which the payload begins, if it has the same bytes between its holes, and in them
    /// valid values of the same kind. A payload that is not `whole` runs on: there the event has to end behind it.
    #[inline]
    pub(super) fn fits(&self, raw: &RawFrame<'_>, whole: bool, spans: &mut Spans) -> Option<usize> {
        let payload = raw.payload;
        spans.clear();
        let (mut at, mut from) = (0, 0);
        for (span, _) in &self.holes {
            at = past(payload, at, &self.text[from..span.start])?;
            let end = scalar_end(payload, at)?;
            let value = &payload[at..end];
            let alike = (value[0] == b'"') == (self.text[span.start] == b'"');
            (alike && !matches!(value, b"\"\"" | b"0")).then_some(())?;
            spans.push(at..end);
            (at, from) = (end, span.end);
        }
        at = past(payload, at, &self.text[from..])?;
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\t') || whole && matches!(byte, b'\n' | b'\r');
        at += payload[at..].iter().take_while(is_space).count();
        let end = past(payload, at, b"}")?;
        let closes = || !self.lines && closing(&payload[end..]).is_some();
        let ends = if whole { end == payload.len() } else { closes() };
        (ends && raw.name == self.name.as_deref()).then_some(end)
    }

    /// Writes the event, unless what stands in the holes has to be looked at.
    pub(super) fn write(&self, raw: &RawFrame<'_>, spans: &Spans, sinks: &mut Sinks<'_>) -> Option<()> {
        let text = |span: Range<usize>| std::str::from_utf8(raw.payload.get(span)?).ok();
        let token = &spans[self.token];
        let delta = JsonStr::new(text(token.start + 1..token.end - 1)?);
        let said = &raw.payload[token.clone()];
        let same = |((_, echo), span): (&(_, bool), &Range<_>)| !echo || raw.payload[span.clone()] == *said;
        (self.holes.len() == 1 || self.holes.iter().zip(spans).all(same)).then_some(())?;
        let delta = if self.args { Delta::Args(delta) } else { Delta::Text(delta) };
        let kind = EventKind::Delta { key: self.key, delta };
        let at = At { frame: raw.at.frame, line: raw.at.line, node: AtNode::Path(&self.path) };
        let Sinks { writer, out, report } = sinks;
        let mut send = |extras: &_| writer.write(&Event { kind: &kind, at, extras }, out, report);
        if self.extras.is_empty() {
            send(&[]);
            return Some(());
        }
        // Behind a hole, all has moved with the end of it.
        let place = |at: usize| {
            let hole = self.holes.iter().rposition(|(hole, _)| hole.end <= at);
            hole.map_or(at, |hole| at + spans[hole].end - self.holes[hole].0.end)
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
fn past(bytes: &[u8], at: usize, part: &[u8]) -> Option<usize> {
    bytes[at..].starts_with(part).then_some(at + part.len())
}
