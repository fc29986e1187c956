//! Members that the family's readers left, and where they go.

use crate::ir::{At, Extras, Field, Json, Patch};
use crate::report::Report;

use super::super::words::FAMILY;

/// The members of its own family that go back to their place; any other family's are reported. `words` are those that
/// this room says otherwise.
pub(super) fn own(extras: &Extras, words: &[&str], patch: &mut Patch, report: &mut Report) {
    if extras.family != FAMILY {
        return report.drop_extras(extras);
    }
    for extra in extras.list.iter().filter(|extra| !words.contains(&&*extra.name)) {
        patch.set.push((extra.name.clone(), extra.value.clone()));
    }
}

/// A member that this family left.
pub(super) fn word<'e>(extras: &'e Extras, name: &str) -> Option<&'e str> {
    extras.get(name).filter(|_| extras.family == FAMILY).map(Json::as_str)
}

/// Puts the members of this family where the chunk has them; what has no place there is reported.
pub(super) fn place(
    extras: &Extras,
    places: &[(&str, &str)],
    words: &[&str],
    patch: &mut Patch,
    report: &mut Report,
) {
    if extras.family != FAMILY {
        return report.drop_extras(extras);
    }
    for extra in extras.list.iter().filter(|extra| !words.contains(&&*extra.name)) {
        match placed(&extra.name, places) {
            Some(name) => patch.set.push((name, extra.value.clone())),
            None => {
                report.dropped(At::place(&extra.place), (Field::Extra, &format!("`{}`", extra.name)));
            }
        }
    }
}

/// Where a member stands in the chunk.
pub(super) fn placed(name: &str, places: &[(&str, &str)]) -> Option<String> {
    let fits = |from: &str| name.strip_prefix(from).filter(|rest| rest.is_empty() || rest.starts_with('/'));
    places.iter().find_map(|(from, to)| fits(from).map(|rest| format!("{to}{rest}")))
}
