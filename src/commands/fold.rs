//! `chatwire fold`.

use anyhow::bail;

use super::{Answer, given};
use crate::cli::{FoldArgs, Shared};

/// Not wired to the engine yet.
pub(crate) fn run(args: &FoldArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let _ = (given::inputs(&args.reading.sources)?, shared);
    bail!("not wired yet")
}
