//! What is to be written and told, and what came of it.

use crate::codec::{Carry, WireFormat};
use crate::ir::At;
use crate::report::{Diagnostic, Loss, Report, Severity};

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

/// A document's text, and whether it carries anything.
pub(super) struct Loaded {
    pub(super) text: String,
    pub(super) carries: bool,
}

/// Says once that the member that carries is refused by somebody.
pub(super) fn tell_refusal(carry: &Carry, report: &mut Report) {
    if let Some(who) = carry.refused_by {
        let message =
            format!("{who} refuse members that they do not know, such as the `chatwire` that carries");
        let help = "to send this there, convert it without --carry";
        report.note_once("frame/carry-refused", At::NOWHERE, message, help);
    }
}
