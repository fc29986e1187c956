//! Extras: those of our own go back to their place, any other is reported.

use crate::formats::ag_ui::{FAMILY, words::ACTIVITY_TYPE};
use crate::ir::{At, Extras, Field, Json, Kind, Obj, Part, Patch, patched};
use crate::report::Report;

/// Our own members with this prefix, to be set under `base`; what has no place there is reported.
pub(super) fn own(extras: &Extras, prefix: &str, base: &str, report: &mut Report) -> Patch {
    let mut patch = Patch::default();
    if extras.family != FAMILY {
        report.drop_extras(extras);
        return patch;
    }
    for extra in &extras.list {
        match extra.name.strip_prefix(prefix).filter(|name| name.starts_with('/')) {
            Some(name) => patch.set.push((format!("{base}{name}"), extra.value.clone())),
            None => {
                let at = At::place(&extra.place);
                report.dropped(at, (Field::Extra, &format!("`{}`", extra.name)));
            }
        }
    }
    patch
}

/// An object with members set after it was written.
pub(super) fn object(patch: &Patch, write: impl FnOnce(&mut Obj<'_>)) -> Json {
    Json::from_valid(patched(patch, write))
}

/// Whether data is the content of an activity.
pub(super) fn is_activity(part: &Part) -> bool {
    part.extras.family == FAMILY && part.extras.get(ACTIVITY_TYPE).is_some()
}

/// Metadata, which AG-UI has as an object alone; any other has no place.
pub(super) fn metadata<'m>(value: Option<&'m Json>, at: At<'_>, report: &mut Report) -> Option<&'m Json> {
    let fits = value.filter(|value| value.kind() == Kind::Object);
    if value.is_some() && fits.is_none() {
        report.dropped(at, (Field::Metadata, "metadata that is no object"));
    }
    fits
}
