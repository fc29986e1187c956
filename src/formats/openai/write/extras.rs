//! Extras on their way out: those of this family go back to their places, marks tell how a node is spelled.

use crate::formats::openai::words::{FAMILY, REQUEST};
use crate::ir::{At, Extra, Extras, Field, FrameExtra, Json, Patch};
use crate::report::Report;

/// Whether these extras are this family's own.
pub(super) fn is_own(extras: &Extras) -> bool {
    extras.family == FAMILY
}

/// Whether the family's own reader marked the node with this name: marks are null.
pub(super) fn has_mark(extras: &Extras, name: &str) -> bool {
    is_own(extras) && extras.get(name).is_some_and(|value| value.as_str() == "null")
}

/// Members to set on the node itself, without the marks; what another family left is reported.
pub(super) fn own<'e>(extras: &'e Extras, report: &mut Report) -> Vec<&'e Extra> {
    if !is_own(extras) {
        report.drop_extras(extras);
        return Vec::new();
    }
    extras.list.iter().filter(|extra| extra.value.as_str() != "null").collect()
}

/// As [`own`], for the whole of a body: members of a request (`request`) or of a reply. The other body has no place for
/// them, nor for the padding that hides the length of chunks.
pub(super) fn own_of_body<'e>(extras: &'e Extras, request: bool, report: &mut Report) -> Vec<&'e Extra> {
    let (fit, unfit): (Vec<_>, Vec<_>) = own(extras, report).into_iter().partition(|extra| {
        extra.name.starts_with(REQUEST) == request && !PADDING.contains(&extra.name.as_str())
    });
    for extra in unfit {
        report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
    }
    fit
}

/// Padding against eavesdroppers belongs to chunks; a body has no use for it.
const PADDING: &[&str] = &["/obfuscation"];

/// The members as changes to the node at `base`.
pub(super) fn patch(extras: &[&Extra], base: &str) -> Patch {
    let set = extras
        .iter()
        .map(|extra| (format!("{base}{}", extra.name.trim_start_matches(REQUEST)), extra.value.clone()))
        .collect();
    Patch { set, remove: Vec::new() }
}

/// Splits the extras of a frame: this family's own; the others are reported.
pub(super) fn own_of_frame<'e>(
    extras: &'e [FrameExtra<'e>],
    at: At<'_>,
    report: &mut Report,
) -> Vec<&'e FrameExtra<'e>> {
    let (own, others): (Vec<&FrameExtra<'_>>, Vec<&FrameExtra<'_>>) =
        extras.iter().partition(|extra| extra.family == FAMILY && !extra.name.starts_with(REQUEST));
    for other in others {
        report.drop_frame_extras(at, std::slice::from_ref(other));
    }
    own
}

/// The value of a frame's extra, owned.
pub(super) fn value(extra: &FrameExtra<'_>) -> Json {
    Json::from_valid(extra.value)
}
