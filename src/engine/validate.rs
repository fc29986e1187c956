//! `validate`: frames and records are checked and read for their faults, and nothing is written.

use super::check_lane::CheckLane;
use super::detect::detect;
use super::input::Input;
use super::job::Refusal;
use super::plan::choose;
use super::sink::Lane;
use crate::codec::WireFormat;
use crate::framing::decoder;
use crate::report::Diagnostic;

/// What is to be looked for in an input.
#[derive(Clone)]
pub struct Search {
    /// The formats it may be in.
    pub from: Vec<&'static WireFormat>,
    /// The most bytes of a frame.
    pub max_frame: usize,
    /// Whether findings take along an excerpt of what they stand in.
    pub excerpts: bool,
    /// Whether a frame that is like an earlier one is passed over. What is found is the same: tests hold that.
    #[doc(hidden)]
    pub recur: bool,
}

/// Finds what is wrong with one input; findings go to `tell`, in order, at the level the rules give them.
///
/// # Errors
/// A [`Refusal`] where the input cannot be read at all.
pub fn validate(
    mut input: Input,
    search: &Search,
    tell: &mut dyn FnMut(Diagnostic),
) -> Result<&'static WireFormat, Refusal> {
    let found = detect(&mut input, &search.from, search.max_frame)?;
    let format = choose(&found, &search.from, tell)?;
    let mut lane = CheckLane::new(format, search.excerpts, search.recur);
    let mut decoder = decoder(found.framing, search.max_frame);
    input.each_block(|block| {
        decoder.feed(block, &mut lane);
        lane.pass_on(tell);
        Ok(())
    })?;
    decoder.finish(&mut lane);
    lane.finish();
    let work = &mut lane.work;
    if work.frames == 0 {
        let help = "check what wrote it; an empty capture is no reply";
        work.report.error("frame/empty", crate::ir::At::NOWHERE, "the input holds nothing to read", help);
    }
    lane.pass_on(tell);
    Ok(format)
}
