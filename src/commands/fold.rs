//! `chatwire fold`: a stream as what it adds up to.

use chatwire::engine::target::Target;

use super::{Answer, convert};
use crate::cli::{FoldArgs, Shared, Wire};

/// Folds every input.
pub(crate) fn run(args: &FoldArgs, shared: &Shared) -> anyhow::Result<Answer> {
    let to = match args.to {
        None => Target::Fold(None),
        Some(Wire::Format(format)) => Target::Format(format),
        Some(Wire::Family(family)) => Target::Fold(Some(family)),
    };
    convert::run_to(to, &args.reading, &args.writing, shared)
}
