//! `chatwire detect`.

use anyhow::bail;

use super::{Answer, given};
use crate::cli::{DetectArgs, Shared};

/// Not wired to the engine yet.
pub(crate) fn run(args: &DetectArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let _ = (given::inputs(&args.sources)?, shared);
    bail!("not wired yet")
}
