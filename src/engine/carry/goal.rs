//! What is to be written and told.

use crate::codec::{Carry, WireFormat};
use crate::report::{Diagnostic, Loss, Severity};

/// What to write, and whether it is to carry what it cannot say.
#[derive(Clone, Copy)]
pub(in crate::engine) struct Goal {
    pub(in crate::engine) to: &'static WireFormat,
    pub(in crate::engine) carry: bool,
}

impl Goal {
    /// Where to carry, if that is asked for and there is need.
    pub(in crate::engine) fn place(self) -> Option<Carry> {
        self.to.carry.filter(|_| self.carry)
    }
}

/// Whether a finding is told although everything is carried: what is carried is not lost, what is made up is there.
pub(super) fn is_told(found: &Diagnostic) -> bool {
    found.severity != Severity::Loss || found.rule == Loss::Invented.rule()
}

