//! What the writers of parts share: where they stand, ids made up, and the family's own extras.

use super::super::words::FAMILY;
use crate::ir::{Extras, Kind, Message, Patch};
use crate::report::Report;

/// Ids that the wire demands and the source lacks, counted.
#[derive(Default)]
pub(super) struct Made {
    pub(super) calls: u32,
    pub(super) sources: u32,
}

/// Writes the parts of one message.
pub(super) struct Parts<'w> {
    pub(super) message: &'w Message,
    /// Where the message stands in the output.
    pub(super) at: &'w str,
    pub(super) made: &'w mut Made,
    pub(super) report: &'w mut Report,
}

/// The family's own extras as a patch; those of others are reported. Nulls are marks, not members.
pub(super) fn own(extras: &Extras, report: &mut Report) -> Patch {
    let mut patch = Patch::default();
    if extras.family != FAMILY {
        report.drop_extras(extras);
        return patch;
    }
    let said = extras.list.iter().filter(|extra| extra.value.kind() != Kind::Null);
    patch.set.extend(said.map(|extra| (extra.name.clone(), extra.value.clone())));
    patch
}
