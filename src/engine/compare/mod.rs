//! Do two inputs say the same? Knows no wire.
//!
//! ```text
//! A ─ lane ─► transcript ─ canonical ─► turns of nodes ─┐
//!                                                       ├ align ─ facet by facet ─► differences
//! B ─ lane ─► transcript ─ canonical ─► turns of nodes ─┘
//! ```
//! Both inputs are read side by side, record by record, so a log of any length needs the memory of its longest record
//! on either side, and of a window of records where they differ: a record more or less shifts nothing. A stream is one
//! record a run, and is folded. With [`Options::events`] no run is held: a window of events on either side is all.
//!
//! Where two formats differ, each transcript is also taken as the other's wire would say it (`wire`), and the
//! differences that vanish by that are counted and not told: nobody could have said them there. An exact comparison
//! tells them all. Of two inputs in one wire it also tells what a fold replaces by later values, under `/events`, and,
//! where the chunks are as many, what stands otherwise in them and shows nowhere else, under `/frames`.

mod align;
mod canonical;
mod events;
mod json;
mod known;
mod listener;
mod node;
mod pairs;
mod parts;
mod record;
mod records;
mod rest;
mod side;
mod topic;
mod wire;

pub use side::Reading;
pub use topic::{Scope, Topic};

use record::Events;
use side::Side;

use super::input::Input;
use super::job::Refusal;
use crate::report::{Diagnostic, Difference};

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
    if options.events {
        by_event(inputs, options, listeners)
    } else {
        records::compare(inputs, &options.scope, listeners)
    }
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
