//! `chatwire convert`.

use anyhow::bail;

use super::{Answer, given};
use crate::cli::{ConvertArgs, Shared};

/// Not wired to the engine yet.
pub(crate) fn run(args: &ConvertArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let _ = (given::inputs(&args.reading.sources)?, given::target(args)?, shared);
    bail!("not wired yet")
}
