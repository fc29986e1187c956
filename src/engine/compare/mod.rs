//! Do two inputs say the same? Knows no wire.
//!
//! ```text
//! A ─ lane ─► transcript ─ canonical ─► turns of nodes ─┐
//!                                                       ├ align ─ facet by facet ─► differences
//! B ─ lane ─► transcript ─ canonical ─► turns of nodes ─┘
//! ```
//! Both inputs are read side by side, record by record, so a log of any length needs the memory of its longest record
//! on either side; a stream is one record a run, and is folded. With [`Options::events`] no run is held: a window of
//! events on either side is all.
//!
//! Where two formats differ, each transcript is also taken as the other's wire would say it (`wire`), and the
//! differences that vanish by that are counted and not told: nobody could have said them there. An exact comparison
//! tells them all. Of two inputs in one wire it also tells what a fold replaces by later values, under `/events`, and,
//! where nothing else differs and the chunks are the same, what means nothing to anybody, under `/frames`.

mod align;
mod canonical;
mod events;
mod json;
mod listener;
mod node;
mod pairs;
mod parts;
mod record;
mod rest;
mod side;
mod topic;
mod wire;

pub use side::Reading;
pub use topic::{Scope, Topic};

use canonical::canonical;
use record::{Events, Record, Records};
use side::Side;

use super::input::Input;
use super::job::Refusal;
use crate::ir::Transcript;
use crate::report::{Change, Diagnostic, Difference};

/// What is compared and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What is compared.
    pub scope: Scope,
    /// Whether events are compared and not what they add up to.
    pub events: bool,
}

/// How it went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many differences were told.
    pub differences: u64,
    /// How many were not, because the wire of the other side cannot say them.
    pub unsayable: u64,
    /// Whether an input was broken or empty, so that not all of it was compared.
    pub failed: bool,
    /// The format ids of both sides.
    pub formats: [&'static str; 2],
}

/// Where a comparison tells what it finds.
pub struct Listeners<'l> {
    /// Takes each difference as soon as it is known.
    pub difference: &'l mut dyn FnMut(Difference) -> std::io::Result<()>,
    /// Takes the faults of reading, with the name of the input.
    pub fault: &'l mut dyn FnMut(&str, Diagnostic),
}

/// Why two inputs could not be compared: which one (0 is the left), and what is the matter.
#[derive(Debug)]
pub struct Stop(pub usize, pub Refusal);

/// Compares two inputs; each has its own way of being read.
///
/// # Errors
/// A [`Stop`] where an input cannot be read at all or a difference cannot be told.
pub fn compare(
    inputs: [(Input, Reading); 2],
    options: &Options,
    listeners: &mut Listeners<'_>,
) -> Result<Outcome, Stop> {
    if options.events { by_event(inputs, options, listeners) } else { by_record(inputs, options, listeners) }
}

fn by_event(
    [(one, how), (two, how_two)]: [(Input, Reading); 2],
    options: &Options,
    listeners: &mut Listeners<'_>,
) -> Result<Outcome, Stop> {
    let scope = Scope { borders: true, ..options.scope.clone() };
    let collect = Events { scope };
    let Listeners { difference, fault } = listeners;
    let mut left = open(0, one, &how, &collect, fault)?;
    let mut right = open(1, two, &how_two, &collect, fault)?;
    let mut outcome = Outcome { formats: [left.format.id, right.format.id], ..Outcome::default() };
    let mut found = |one| {
        outcome.differences += 1;
        Ok(difference(one)?)
    };
    let exact = options.scope.exact;
    events::compare((&mut left, &mut right), exact, &mut **fault, &mut found).map_err(|why| Stop(0, why))?;
    outcome.failed = left.failed() || right.failed();
    Ok(outcome)
}

fn open<T: 'static>(
    index: usize,
    input: Input,
    reading: &Reading,
    collect: &dyn record::Collect<T>,
    fault: &mut dyn FnMut(&str, Diagnostic),
) -> Result<Side<T>, Stop> {
    let name = input.name.clone();
    Side::open(input, reading, collect, &mut |one| fault(&name, one)).map_err(|why| Stop(index, why))
}

fn by_record(
    [(one, how), (two, how_two)]: [(Input, Reading); 2],
    options: &Options,
    listeners: &mut Listeners<'_>,
) -> Result<Outcome, Stop> {
    let scope = &options.scope;
    let collect = || Records::new(scope.exact.then(|| scope.clone()));
    let Listeners { difference, fault } = listeners;
    let mut sides = [open(0, one, &how, &collect(), fault)?, open(1, two, &how_two, &collect(), fault)?];
    let mut outcome = Outcome { formats: [sides[0].format.id, sides[1].format.id], ..Outcome::default() };
    let mut next = pull(&mut sides, fault)?;
    let mut number = 0_usize;
    while next.iter().any(Option::is_some) {
        let now = std::mem::replace(&mut next, pull(&mut sides, fault)?);
        // One record alone needs no number before its paths.
        let several = number > 0 || next.iter().any(Option::is_some);
        let base = if several { format!("/{number}") } else { String::new() };
        let (found, unsayable) = records(&now, &sides, scope);
        outcome.unsayable += unsayable;
        for one in pairs::under(&base, found) {
            outcome.differences += 1;
            difference(one).map_err(|why| Stop(0, why.into()))?;
        }
        number += 1;
    }
    outcome.failed = sides.iter_mut().any(Side::failed);
    Ok(outcome)
}

fn pull(
    sides: &mut [Side<Record>; 2],
    fault: &mut dyn FnMut(&str, Diagnostic),
) -> Result<[Option<Record>; 2], Stop> {
    let mut next = [None, None];
    for (index, side) in sides.iter_mut().enumerate() {
        let name = side.name.clone();
        next[index] = side.next(&mut |one| fault(&name, one)).map_err(|why| Stop(index, why))?;
    }
    Ok(next)
}

/// What is different between two records, and how many differences are not told.
fn records(pair: &[Option<Record>; 2], sides: &[Side<Record>; 2], scope: &Scope) -> (Vec<Difference>, u64) {
    let (left, right) = match pair {
        [Some(left), Some(right)] => (left, right),
        [Some(one), None] => return (vec![lone(one, scope, Change::Removed)], 0),
        [None, Some(one)] => return (vec![lone(one, scope, Change::Added)], 0),
        [None, None] => return (Vec::new(), 0),
    };
    let plain = transcripts(&left.transcript, &right.transcript, scope);
    if scope.exact {
        let same_wire = sides[0].format.id == sides[1].format.id;
        return (if same_wire { with_forgotten(plain, left, right, scope) } else { plain }, 0);
    }
    if plain.is_empty() || sides[0].format.id == sides[1].format.id {
        return (plain, 0);
    }
    let all = plain.len() as u64;
    let there = wire::said_in(&left.transcript, sides[1].format);
    let back = wire::said_in(&right.transcript, sides[0].format);
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

fn transcripts(left: &Transcript, right: &Transcript, scope: &Scope) -> Vec<Difference> {
    pairs::conversations(&canonical(left, scope), &canonical(right, scope), scope.exact)
}

fn lone(record: &Record, scope: &Scope, change: Change) -> Difference {
    pairs::alone_whole(&canonical(&record.transcript, scope), change)
}

/// Adds what the transcripts of two records of one wire do not show: what the events of a stream say and later events
/// replace; and where nothing else differs, members that no reader asks for and no writer needs, frame by frame.
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
    let told: Vec<_> = found.iter().map(|one| (one.left.clone(), one.right.clone())).collect();
    let more = pairs::lists(&settled(left), &settled(right), scope.exact);
    found.extend(more.into_iter().filter(|one| !told.contains(&(one.left.clone(), one.right.clone()))));
    if found.is_empty() && scope.ignore.is_empty() && left.frames.len() == right.frames.len() {
        for (number, (one, two)) in left.frames.iter().zip(&right.frames).enumerate() {
            found.extend(pairs::texts(&format!("/frames/{number}"), one, two));
        }
    }
    found
}
