//! Extras on their way out: those of this family go back to their places, marks tell how a node is spelled.

use crate::formats::openai::words::FAMILY;
use crate::ir::{Extra, Extras, FrameExtra, Json, Patch};
use crate::report::Report;

/// Whether these extras are this family's own.
pub(super) fn is_own(extras: &Extras) -> bool {
    extras.family == FAMILY
}

/// Whether the family's own reader noted this name on the node.
pub(super) fn has_mark(extras: &Extras, name: &str) -> bool {
    is_own(extras) && extras.get(name).is_some_and(|value| value.as_str() == "\"\"")
}

/// Members to set on the node itself, without the marks; what another family left is reported.
pub(super) fn own<'e>(extras: &'e Extras, marks: &[&str], report: &mut Report) -> Vec<&'e Extra> {
    if !is_own(extras) {
        report.drop_extras(extras);
        return Vec::new();
    }
    let is_mark = |extra: &Extra| extra.value.as_str() == "\"\"" && marks.contains(&extra.name.as_str());
    extras.list.iter().filter(|extra| !is_mark(extra)).collect()
}

/// The members as changes to the node at `base`.
pub(super) fn patch(extras: &[&Extra], base: &str) -> Patch {
    let set = extras.iter().map(|extra| (format!("{base}{}", extra.name), extra.value.clone())).collect();
    Patch { set, remove: Vec::new() }
}

/// Splits the extras of a frame: this family's own; the others are reported.
pub(super) fn own_of_frame<'e>(
    extras: &'e [FrameExtra<'e>],
    at: crate::ir::At<'_>,
    report: &mut Report,
) -> Vec<&'e FrameExtra<'e>> {
    let (own, others): (Vec<&FrameExtra<'_>>, Vec<&FrameExtra<'_>>) =
        extras.iter().partition(|extra| extra.family == FAMILY);
    for other in others {
        report.drop_frame_extras(at, std::slice::from_ref(other));
    }
    own
}

/// The value of a frame's extra, owned.
pub(super) fn value(extra: &FrameExtra<'_>) -> Json {
    Json::from_valid(extra.value)
}
