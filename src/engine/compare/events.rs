//! Two inputs event by event, in the memory of a window.

use std::collections::VecDeque;

use super::align::{Pair, align};
use super::node::Told;
use super::pairs;
use super::side::Side;
use crate::engine::transcode::Refusal;
use crate::report::{Change, Diagnostic, Difference};

/// How many events of each side are looked at to find out what was put in or left out.
const WINDOW: usize = 512;

/// The next events of one side.
struct Window<'s> {
    side: &'s mut Side<Told>,
    next: VecDeque<Told>,
    ended: bool,
}

/// Takes each difference as soon as it is known.
pub(super) type Found<'f> = dyn FnMut(Difference) -> Result<(), Refusal> + 'f;

/// Compares all events of both sides.
///
/// # Errors
/// Where reading or telling fails.
pub(super) fn compare(
    (left, right): (&mut Side<Told>, &mut Side<Told>),
    exact: bool,
    tell: &mut dyn FnMut(&str, Diagnostic),
    found: &mut Found<'_>,
) -> Result<(), Refusal> {
    let window = |side| Window { side, next: VecDeque::new(), ended: false };
    let (mut left, mut right) = (window(left), window(right));
    loop {
        left.fill(tell)?;
        right.fill(tell)?;
        let filled = left.next.len().min(right.next.len());
        pop_equal(&mut left.next, &mut right.next, exact);
        if left.next.is_empty() && right.next.is_empty() && left.ended && right.ended {
            return Ok(());
        }
        // A difference is judged by whole windows, that of the end apart.
        if left.next.len().min(right.next.len()) == filled || (left.ended && right.ended) {
            step(&mut left, &mut right, exact, found)?;
        }
    }
}

impl Window<'_> {
    fn fill(&mut self, tell: &mut dyn FnMut(&str, Diagnostic)) -> Result<(), Refusal> {
        let name = self.side.name.clone();
        while self.next.len() < WINDOW && !self.ended {
            match self.side.next(&mut |one| tell(&name, one))? {
                Some(node) => self.next.push_back(node),
                None => self.ended = true,
            }
        }
        Ok(())
    }
}

fn pop_equal(left: &mut VecDeque<Told>, right: &mut VecDeque<Told>, exact: bool) {
    while let (Some(one), Some(two)) = (left.front(), right.front()) {
        if one.hash != two.hash || !pairs::nodes(one, two, exact).is_empty() {
            return;
        }
        left.pop_front();
        right.pop_front();
    }
}

/// Tells what is different in the first half of two windows, or in all of them at the end of both sides.
fn step(
    left: &mut Window<'_>,
    right: &mut Window<'_>,
    exact: bool,
    found: &mut Found<'_>,
) -> Result<(), Refusal> {
    let half = if left.ended && right.ended { usize::MAX } else { WINDOW / 2 };
    let (mine, theirs) = (left.next.make_contiguous(), right.next.make_contiguous());
    let (mut i, mut j) = (0, 0);
    for pair in align(mine, theirs) {
        if i >= half || j >= half {
            break;
        }
        match pair {
            Pair::Both(a, b) => {
                (i, j) = (a + 1, b + 1);
                pairs::nodes(&mine[a], &theirs[b], exact).into_iter().try_for_each(&mut *found)?;
            }
            Pair::Left(a) => {
                i = a + 1;
                found(pairs::alone(&mine[a], Change::Removed))?;
            }
            Pair::Right(b) => {
                j = b + 1;
                found(pairs::alone(&theirs[b], Change::Added))?;
            }
        }
    }
    left.next.drain(..i);
    right.next.drain(..j);
    Ok(())
}
