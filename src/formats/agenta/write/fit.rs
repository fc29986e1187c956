//! What the writers of nodes share: whether the extras of a node fit.

use super::super::nodes::own;
use crate::ir::{Extras, Patch};
use crate::report::Report;

/// Whether a node's own extras have their place here: they are named as the source's records have them.
#[derive(Clone, Copy)]
pub(super) struct Fit(bool);

impl Fit {
    /// A transcript from one of these formats fits, as does a part of one that does not say where it is from.
    pub(super) fn of(source: &str, formats: &[&str]) -> Self {
        Self(source.is_empty() || formats.contains(&source))
    }

    /// Whether it does.
    pub(super) fn keeps(self) -> bool {
        self.0
    }

    /// The node's extras as a patch, or reported.
    pub(super) fn patch(self, extras: &Extras, base: &str, report: &mut Report) -> Patch {
        if self.0 {
            return own(extras, base, report);
        }
        report.drop_extras(extras);
        Patch::default()
    }
}
