//! Writes the three shapes.

use crate::ir::{Extras, Patch};
use crate::report::Report;

use super::FAMILY;

mod call;
mod calls;
mod document;
mod group;
mod history;
mod part;
mod slots;
mod stream;
mod text;
mod tool;
mod whole;

pub(super) use document::{messages, request};
pub(super) use stream::stream;
pub(super) use tool::{Tool, state_of};

/// The members of its own family that go back to their place; any other family's are reported. `words` are those that
/// this room says otherwise.
fn own(extras: &Extras, words: &[&str], patch: &mut Patch, report: &mut Report) {
    if extras.family != FAMILY {
        return report.drop_extras(extras);
    }
    for extra in extras.list.iter().filter(|extra| !words.contains(&&*extra.name)) {
        patch.set.push((extra.name.clone(), extra.value.clone()));
    }
}

/// A member that this family left.
fn word<'e>(extras: &'e Extras, name: &str) -> Option<&'e str> {
    extras.get(name).filter(|_| extras.family == FAMILY).map(crate::ir::Json::as_str)
}
