//! One input from its bytes to the bytes of another format.

use std::io::Write;

use super::input::Input;
pub use super::job::{Job, MAX_FRAME, OnError, Outcome, Refusal};
use super::member;
pub use super::plan::Plan;
use crate::report::Diagnostic;

/// Converts one input. Bytes go to `write` as soon as their events are known; diagnostics to `tell`, in order.
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn transcode(
    mut input: Input,
    job: &Job,
    write: &mut dyn Write,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<Outcome, Refusal> {
    if !job.at.is_empty() {
        return member::transcode(input, job, write, tell);
    }
    let plan = Plan::new(&mut input, job, tell)?;
    Ok(plan.carry_out(input, job, write, tell)?)
}
