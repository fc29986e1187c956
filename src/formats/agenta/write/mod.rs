//! Writes histories and bodies.

mod blocks;
mod message;
mod pending;
mod request;
mod response;

pub(super) use message::write_messages;
pub(super) use request::write_request;
pub(super) use response::write_response;

use super::nodes::own;
use crate::ir::{Extras, Patch};
use crate::report::Report;

/// Whether a node's own extras have their place here: they are named as the source's records have them.
#[derive(Clone, Copy)]
struct Fit(bool);

impl Fit {
    /// A transcript from one of these formats fits, as does a part of one that does not say where it is from.
    fn of(source: &str, formats: &[&str]) -> Self {
        Self(source.is_empty() || formats.contains(&source))
    }

    /// Whether it does.
    fn keeps(self) -> bool {
        self.0
    }

    /// The node's extras as a patch, or reported.
    fn patch(self, extras: &Extras, base: &str, report: &mut Report) -> Patch {
        if self.0 {
            return own(extras, base, report);
        }
        report.drop_extras(extras);
        Patch::default()
    }
}

/// What an object writer writes, with changes made by pointer.
fn patched(patch: &Patch, write: impl FnOnce(&mut crate::ir::Obj<'_>)) -> String {
    let mut bytes = Vec::new();
    let mut object = crate::ir::Obj::begin(&mut bytes);
    write(&mut object);
    object.end();
    let text = String::from_utf8_lossy(&bytes).into_owned();
    if patch.is_empty() { text } else { crate::ir::apply(&text, patch) }
}
