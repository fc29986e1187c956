//! Two inputs record by record. As long as both say the same, one record of each side is held; where they differ, a
//! window of records is aligned, so that a run more or less does not shift the rest.

use std::collections::{HashSet, VecDeque};

use super::align::{Alike, Pair, align};
use super::canonical::canonical;
use super::known::Known;
use super::record::{Record, Records};
use super::side::{Reading, Side};
use super::topic::Scope;
use super::{Listeners, Outcome, Stop, open, pairs, wire};
use crate::engine::input::Input;
use crate::ir::Transcript;
use crate::report::{Change, Diagnostic, Difference};

/// How many records of each side are looked at to find out which was put in or left out.
const WINDOW: usize = 64;
/// How much the records of a window say before no more are taken, in bytes: they are long or many, not both.
const MOST_SAID: usize = 4 << 20;
/// Takes faults of reading, with the name of the input.
type Faults<'f> = dyn FnMut(&str, Diagnostic) + 'f;

/// Compares all records of both sides.
///
/// # Errors
/// A [`Stop`] where an input cannot be read at all or a difference cannot be told.
pub(super) fn compare(
    [(one, how), (two, how_two)]: [(Input, Reading); 2],
    scope: &Scope,
    listeners: &mut Listeners<'_>,
) -> Result<Outcome, Stop> {
    let collect = || Records::new(scope.exact.then(|| scope.clone()));
    let Listeners { difference, fault } = listeners;
    let left = Window::new(0, open(0, one, &how, &collect(), fault)?);
    let right = Window::new(1, open(1, two, &how_two, &collect(), fault)?);
    let outcome = Outcome { formats: [left.side.format.id, right.side.format.id], ..Outcome::default() };
    let mut comparison = Comparison { scope, left, right, outcome, difference };
    loop {
        // Two, as one record alone needs no number before its paths.
        comparison.left.fill(2, fault)?;
        comparison.right.fill(2, fault)?;
        if comparison.left.next.is_empty() && comparison.right.next.is_empty() {
            break;
        }
        if !comparison.fronts()? {
            comparison.left.widen(scope, fault)?;
            comparison.right.widen(scope, fault)?;
            comparison.step()?;
        }
    }
    let Comparison { scope: _, mut left, mut right, mut outcome, difference: _ } = comparison;
    outcome.failed = left.side.failed() || right.side.failed();
    Ok(outcome)
}

struct Comparison<'c> {
    scope: &'c Scope,
    left: Window,
    right: Window,
    outcome: Outcome,
    difference: &'c mut dyn FnMut(Difference) -> std::io::Result<()>,
}

/// The next records of one side.
struct Window {
    /// Which side it is.
    index: usize,
    side: Side<Record>,
    next: VecDeque<Entry>,
    /// How many records came before those.
    gone: usize,
    ended: bool,
}

/// A record, and what it is known by where it has to be aligned.
struct Entry {
    record: Record,
    known: Option<Known>,
}

impl Comparison<'_> {
    /// Compares the first records of both sides and passes them, where they say the same or are the last ones: then it
    /// is plain which belong together.
    fn fronts(&mut self) -> Result<bool, Stop> {
        let (Some(one), Some(two)) = (self.left.next.front(), self.right.next.front()) else {
            return Ok(false);
        };
        let (found, unsayable) = self.records(&one.record, &two.record);
        let last = self.left.is_last() && self.right.is_last();
        if !found.is_empty() && !last {
            return Ok(false);
        }
        self.outcome.unsayable += unsayable;
        self.tell(found, (0, 0))?;
        self.left.pass(1);
        self.right.pass(1);
        Ok(true)
    }

    /// Tells what is different in the first half of two windows, or in all of a window at the end of its side.
    fn step(&mut self) -> Result<(), Stop> {
        let pairs = align(self.left.next.make_contiguous(), self.right.next.make_contiguous());
        let most = (self.left.half(), self.right.half());
        let (mut i, mut j) = (0, 0);
        for pair in pairs {
            if i >= most.0 || j >= most.1 {
                break;
            }
            let found = match pair {
                Pair::Both(a, b) => {
                    (i, j) = (a + 1, b + 1);
                    let (found, unsayable) =
                        self.records(&self.left.next[a].record, &self.right.next[b].record);
                    self.outcome.unsayable += unsayable;
                    found
                }
                Pair::Left(a) => {
                    i = a + 1;
                    vec![self.lone(&self.left.next[a].record, Change::Removed)]
                }
                Pair::Right(b) => {
                    j = b + 1;
                    vec![self.lone(&self.right.next[b].record, Change::Added)]
                }
            };
            self.tell(found, (i.saturating_sub(1), j.saturating_sub(1)))?;
        }
        self.left.pass(i);
        self.right.pass(j);
        Ok(())
    }

    /// Tells what is different between two records of these places in their windows.
    fn tell(&mut self, found: Vec<Difference>, (i, j): (usize, usize)) -> Result<(), Stop> {
        let several = [&self.left, &self.right].iter().any(|side| side.gone + side.next.len() > 1);
        for mut one in found {
            if several {
                // Like the path itself: that of the right side where the left has nothing.
                let added = one.change == Change::Added;
                let number = if added { self.right.gone + j } else { self.left.gone + i };
                one.path.insert_str(0, &format!("/{number}"));
            }
            self.outcome.differences += 1;
            (self.difference)(one).map_err(|why| Stop(0, why.into()))?;
        }
        Ok(())
    }

    fn lone(&self, record: &Record, change: Change) -> Difference {
        pairs::alone_whole(&canonical(&record.transcript, self.scope), change)
    }

    /// What is different between two records, and how many differences are not told.
    fn records(&self, left: &Record, right: &Record) -> (Vec<Difference>, u64) {
        let scope = self.scope;
        let formats = (self.left.side.format, self.right.side.format);
        let plain = transcripts(&left.transcript, &right.transcript, scope);
        let same_wire = formats.0.id == formats.1.id;
        if scope.exact {
            return (if same_wire { with_forgotten(plain, left, right, scope) } else { plain }, 0);
        }
        if plain.is_empty() || same_wire {
            return (plain, 0);
        }
        let all = plain.len() as u64;
        let there = wire::said_in(&left.transcript, formats.1);
        let back = wire::said_in(&right.transcript, formats.0);
        let mut least = plain;
        for (one, two) in [
            (there.as_ref(), Some(&right.transcript)),
            (Some(&left.transcript), back.as_ref()),
            (there.as_ref(), back.as_ref()),
        ] {
            let found = one.zip(two).map(|(one, two)| transcripts(one, two, scope));
            if let Some(found) = found.filter(|found| found.len() < least.len()) {
                least = found;
            }
        }
        let told = least.len() as u64;
        (least, all - told)
    }
}

impl Window {
    fn new(index: usize, side: Side<Record>) -> Self {
        Self { index, side, next: VecDeque::new(), gone: 0, ended: false }
    }

    /// Reads until so many records wait.
    fn fill(&mut self, most: usize, tell: &mut Faults<'_>) -> Result<(), Stop> {
        while self.next.len() < most && self.read(tell)? {}
        Ok(())
    }

    /// Reads a window full, and finds out by what its records are known.
    fn widen(&mut self, scope: &Scope, tell: &mut Faults<'_>) -> Result<(), Stop> {
        let mut said: usize = self.next.iter_mut().map(|entry| entry.know(scope)).sum();
        while self.next.len() < WINDOW && said < MOST_SAID && self.read(tell)? {
            said += self.next.back_mut().map_or(0, |entry| entry.know(scope));
        }
        Ok(())
    }

    /// Reads one record; whether there was one.
    fn read(&mut self, tell: &mut Faults<'_>) -> Result<bool, Stop> {
        if self.ended {
            return Ok(false);
        }
        let name = self.side.name.clone();
        let record = self.side.next(&mut |one| tell(&name, one)).map_err(|why| Stop(self.index, why))?;
        self.ended = record.is_none();
        self.next.extend(record.map(|record| Entry { record, known: None }));
        Ok(!self.ended)
    }

    fn is_last(&self) -> bool {
        self.ended && self.next.len() == 1
    }

    /// How far a window may be trusted: what its end is like may come behind it.
    fn half(&self) -> usize {
        if self.ended { usize::MAX } else { (self.next.len() / 2).max(1) }
    }

    fn pass(&mut self, count: usize) {
        self.next.drain(..count);
        self.gone += count;
    }
}

impl Entry {
    /// Finds out by what the record is known, and gives how many bytes it says.
    fn know(&mut self, scope: &Scope) -> usize {
        let record = &self.record;
        self.known.get_or_insert_with(|| Known::of(&canonical(&record.transcript, scope))).said
    }
}

impl Alike for Entry {
    fn sum(&self) -> u64 {
        self.known.as_ref().map_or(0, |known| known.sum)
    }

    /// All records are of one kind: in the same place they are the same record, whatever they say.
    fn kind(&self) -> &str {
        ""
    }

    fn texts(&self, take: &mut dyn FnMut(&str)) {
        self.known.iter().for_each(|known| take(&known.text));
    }
}

fn transcripts(left: &Transcript, right: &Transcript, scope: &Scope) -> Vec<Difference> {
    pairs::conversations(&canonical(left, scope), &canonical(right, scope), scope.exact)
}

/// Adds what the transcripts of two records of one wire do not show: what the events of a stream say and later events
/// replace; and, frame by frame where there are as many, what led to a difference elsewhere or to none.
fn with_forgotten(
    mut found: Vec<Difference>,
    left: &Record,
    right: &Record,
    scope: &Scope,
) -> Vec<Difference> {
    let settled = |record: &Record| {
        let mut nodes = record.events.clone();
        nodes.iter_mut().for_each(|node| node.settle(scope));
        nodes
    };
    add_untold(&mut found, pairs::lists(&settled(left), &settled(right), scope.exact));
    if scope.ignore.is_empty() && left.frames.len() == right.frames.len() {
        let pairs = left.frames.iter().zip(&right.frames).enumerate();
        let frames =
            pairs.flat_map(|(number, (one, two))| pairs::frames(&format!("/frames/{number}"), one, two));
        add_untold(&mut found, frames.collect());
    }
    found
}

/// Adds the differences whose values none of those found before has.
fn add_untold(found: &mut Vec<Difference>, more: Vec<Difference>) {
    let values = |one: &Difference| (one.left.clone(), one.right.clone());
    let told: HashSet<_> = found.iter().map(values).collect();
    found.extend(more.into_iter().filter(|one| !told.contains(&values(one))));
}
