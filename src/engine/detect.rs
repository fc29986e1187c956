//! Which wire is it? Framing first, then every format scores a bounded sample; the best wins, and a tie is called one.

use std::io;

use super::input::Input;
use super::stranger;
use crate::codec::{Sample, SampleValue, Score, WireFormat};
use crate::formats;
use crate::framing::{Fault, Framing, Position, RawFrame, Sink, Sniffed, decoder, sniff};
use crate::ir::{Kind, Tape, Value};

/// How many bytes are looked at, unless the first value is longer.
const SAMPLE: usize = 64 * 1024;
/// How many values are looked at, if the first few do not make it sure.
const VALUES: usize = 64;
const FIRST: usize = 4;
/// A score at which looking on would change nothing.
const SURE: u8 = 90;
/// A score below which a sample is called unknown.
const LEAST: u8 = 20;

/// What was found out.
pub struct Detected {
    /// The formats that fit best; several are a tie, none is unknown.
    pub best: Vec<&'static WireFormat>,
    /// All that fit, best first, with their scores.
    pub candidates: Vec<(&'static WireFormat, Score)>,
    /// The framing.
    pub framing: Framing,
    /// Whether the values are elements of one top-level array.
    pub in_array: bool,
    /// What it is instead, where it is something we know and do not read.
    pub stranger: Option<&'static str>,
    /// Whether there is nothing but white space.
    pub empty: bool,
    /// Whether it is no text.
    pub binary: bool,
}

impl Detected {
    /// Whether one format fits so well that no other will fit better.
    fn is_clear(&self) -> bool {
        self.best.len() == 1 && self.candidates.first().is_some_and(|(_, score)| score.points >= SURE)
    }
}

/// Looks at the first bytes of `input`, reading as few as tell it; `among` are the formats to choose from.
///
/// # Errors
/// Where reading fails.
pub fn detect(input: &mut Input, among: &[&'static WireFormat], max_frame: usize) -> io::Result<Detected> {
    let mut judged = 0;
    loop {
        let (whole, head) = (input.ended(), input.head());
        // Only a whole line, or twice as much as before, can say more than the last look.
        if whole || head.len() >= 2 * judged || head[judged..].contains(&b'\n') {
            judged = head.len();
            if let Some(found) = judge(head, &sniff(head, whole), whole, among, max_frame) {
                return Ok(found);
            }
        }
        input.more()?;
    }
}

/// What the sample says, unless more of the input could say more.
fn judge(
    head: &[u8],
    sniffed: &Sniffed,
    whole: bool,
    among: &[&'static WireFormat],
    max_frame: usize,
) -> Option<Detected> {
    let nothing = |framing, empty, binary| Detected {
        best: Vec::new(),
        candidates: Vec::new(),
        framing,
        in_array: false,
        stranger: None,
        empty,
        binary,
    };
    let Some(framing) = sniffed.framing else {
        let enough = whole || sniffed.binary || head.len() > max_frame;
        return enough.then(|| nothing(Framing::Json, sniffed.empty, sniffed.binary));
    };
    let enough = whole || head.len() > max_frame;
    for most in [FIRST, VALUES] {
        let values = Collected::from(head, framing, whole, max_frame, most);
        let found = values.score(sniffed, framing, among);
        // One JSON value is a line, a document or the first of several, until something follows it.
        let settled = framing != Framing::Json || values.in_array;
        let all = most == VALUES || values.texts.len() < most;
        let sampled = head.len() >= SAMPLE && !values.texts.is_empty();
        if settled && (found.is_clear() || among.len() == 1) || all && (enough || sampled) {
            return Some(found);
        }
    }
    None
}

/// What one value is, looked at by itself. Looking leaves marks on its tape.
pub(super) fn look(value: Value<'_>, among: &[&'static WireFormat]) -> Detected {
    let in_array = value.kind() == Kind::Array;
    let alone = (!in_array).then_some(value);
    let values = alone.into_iter().chain(value.elements()).take(VALUES);
    let values = values.map(|root| SampleValue { root, name: None }).collect();
    let sample = Sample { values, in_array, sse: false, sentinel: false, headers: &[] };
    rank(&sample, Framing::Json, among)
}

/// The first values of a sample.
struct Collected {
    /// How many are looked at.
    most: usize,
    texts: Vec<(String, Option<String>)>,
    in_array: bool,
    sentinel: bool,
}

impl Sink for Collected {
    fn frame(&mut self, frame: RawFrame<'_>) {
        self.take(&frame);
    }

    fn open(&mut self, _at: Position) {
        self.in_array = true;
    }

    fn element(&mut self, _index: u64, frame: RawFrame<'_>) {
        self.take(&frame);
    }

    fn close(&mut self, _at: Position) {}

    fn fault(&mut self, _fault: Fault) {}
}

impl Collected {
    fn from(head: &[u8], framing: Framing, whole: bool, max_frame: usize, most: usize) -> Self {
        let mut collected = Self { most, texts: Vec::new(), in_array: false, sentinel: false };
        let mut decoder = decoder(framing, max_frame);
        decoder.feed(head, &mut collected);
        if whole {
            decoder.finish(&mut collected);
        }
        collected
    }

    fn take(&mut self, frame: &RawFrame<'_>) {
        self.sentinel |= frame.sentinel;
        if self.texts.len() < self.most && !frame.sentinel {
            let name = frame.name.map(|name| String::from_utf8_lossy(name).into_owned());
            self.texts.push((String::from_utf8_lossy(frame.payload).into_owned(), name));
        }
    }

    /// What the first values say.
    fn score(&self, sniffed: &Sniffed, framing: Framing, among: &[&'static WireFormat]) -> Detected {
        let mut tapes: Vec<Tape> = Vec::new();
        let mut good = Vec::new();
        for (text, name) in &self.texts {
            let mut tape = Tape::default();
            if tape.fill(text).is_ok() {
                tapes.push(tape);
                good.push((text, name));
            }
        }
        let mut in_array = self.in_array;
        let mut values = Vec::new();
        let views: Vec<_> = tapes.iter().zip(&good).map(|(tape, (text, _))| tape.view(text)).collect();
        for (view, (_, name)) in views.iter().zip(&good) {
            let root = view.root();
            if framing == Framing::Ndjson && root.kind() == Kind::Array {
                in_array = true;
                values.extend(root.elements().take(self.most).map(|root| SampleValue { root, name: None }));
            } else {
                values.push(SampleValue { root, name: name.as_deref() });
            }
        }
        let sample = Sample {
            values,
            in_array,
            sse: framing == Framing::Sse,
            sentinel: self.sentinel,
            headers: &sniffed.headers,
        };
        rank(&sample, framing, among)
    }
}

fn rank(sample: &Sample<'_>, framing: Framing, among: &[&'static WireFormat]) -> Detected {
    let stranger = stranger::name(sample);
    let fit = |format: &'static WireFormat| {
        let score = (format.detect)(sample);
        (score.points >= LEAST).then_some((format, score))
    };
    let mut candidates: Vec<_> = among.iter().filter_map(|format| fit(format)).collect();
    candidates.sort_by_key(|(_, score)| std::cmp::Reverse(score.points));
    keep_own(&mut candidates);
    if stranger.is_some() && candidates.first().is_none_or(|(_, score)| score.points < SURE) {
        candidates.clear();
    }
    let top = candidates.first().map_or(0, |(_, score)| score.points);
    let best =
        candidates.iter().filter(|(_, score)| score.points == top).map(|(format, _)| *format).collect();
    let stranger = if candidates.is_empty() { stranger } else { None };
    let in_array = sample.in_array;
    Detected { best, candidates, framing, in_array, stranger, empty: false, binary: false }
}

/// Leaves out dialects that fit no better than their own format, which reads them as well.
fn keep_own(candidates: &mut Vec<(&'static WireFormat, Score)>) {
    let own: Vec<_> = candidates.iter().map(|(format, score)| (format.id, score.points)).collect();
    candidates.retain(|(format, score)| {
        let Some((base, _)) = format.id.split_once('@') else { return true };
        own.iter().all(|(id, points)| *id != base || *points < score.points)
    });
}

/// All formats that can be read.
#[must_use]
pub fn everything() -> Vec<&'static WireFormat> {
    formats::all().collect()
}
