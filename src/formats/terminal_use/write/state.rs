//! What the writers of parts share: where they stand, ids made up, and an object with its changes.

use super::super::words::FAMILY;
use crate::ir::{Extras, Kind, Message, Obj, Patch, apply};
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

/// What an object writer writes, with changes made by pointer.
pub(super) fn patched(patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> String {
    let mut bytes = Vec::new();
    let mut object = Obj::begin(&mut bytes);
    write(&mut object);
    object.end();
    let text = crate::ir::written(&bytes).into_owned();
    if patch.is_empty() { text } else { apply(&text, patch) }
}
