//! What one family alone says of a node: added up, or replaced by what comes later.

use super::Fold;
use crate::ir::{At, Extra, Extras, Field, FrameExtra, Json, Merge, Place, Scope};
use crate::report::Report;

impl Fold<'_> {
    pub(super) fn extra(&mut self, extra: &FrameExtra<'_>, at: At<'_>, report: &mut Report) {
        let node = match extra.scope {
            Scope::Run => Some(&mut self.run.extras),
            Scope::Choice(key) | Scope::Message(key) => self.message(key).map(|message| &mut message.extras),
            Scope::Part(key) => self.part(key).map(|part| &mut part.extras),
        };
        let node: &mut Extras = match node {
            Some(node) => node,
            None => &mut self.run.extras,
        };
        let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
        if !node.family.is_empty() && node.family != extra.family {
            report.dropped(At::place(&place), (Field::Extra, &format!("`{}`", extra.name)));
            return;
        }
        if let Some(known) = node.known(extra.name) {
            let moves = known.place != place;
            if extra.merge == Merge::Append {
                if moves {
                    report.runs_to(&known.place, at.frame);
                }
            } else if known.value.as_str() == extra.value {
                // It stands here now, and stood there before.
                if moves {
                    report.stood_also(&place, &known.place);
                    known.place = place;
                }
                return;
            }
        }
        let member = Extra { name: extra.name.to_owned(), value: Json::from_valid(extra.value), place };
        if let Some(old) = node.put(extra.family, member, extra.merge) {
            report.dropped(
                At::place(&old),
                (Field::Revision, &format!("an earlier `{}`, which a later one replaces,", extra.name)),
            );
        }
    }
}
