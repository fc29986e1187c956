//! What one family alone says of a node: added up, or replaced by what comes later.

use super::Fold;
use crate::ir::{At, Extra, Extras, Field, FrameExtra, Json, Merge, Place, Scope, Transcript};
use crate::report::Report;

/// A member that frame after frame says again where it said it: the node that has it is told of the last of them alone.
pub(super) struct Repeat {
    /// Whose it is, and which of that node's members.
    of: (Scope, usize),
    /// The last frame but one that said it.
    before: u64,
    /// The last one, and its line.
    frame: u64,
    line: u64,
}

impl Fold<'_> {
    pub(super) fn extra(&mut self, extra: &FrameExtra<'_>, at: At<'_>, report: &mut Report) {
        if self.is_repeated(extra, at) {
            return;
        }
        self.settle_repeats(report);
        let node = self.node(extra.scope);
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

    /// Whether it says again what the frame before said at the same place; if so, it is noted.
    fn is_repeated(&mut self, extra: &FrameExtra<'_>, at: At<'_>) -> bool {
        let node = self.node(extra.scope);
        let Some(member) = node.find(extra.name) else { return false };
        let known = &node.list[member];
        let same = known.value.as_str() == extra.value && known.place.path.is(extra.path);
        if !same || extra.merge == Merge::Append || node.family != extra.family {
            return false;
        }
        let before = known.place.frame;
        let of = (extra.scope, member);
        match self.repeats.get_mut(&of) {
            Some(known) if known.frame == at.frame => {}
            Some(known) => (known.before, known.frame, known.line) = (known.frame, at.frame, at.line),
            None if before == at.frame => {}
            None => {
                let (frame, line) = (at.frame, at.line);
                self.repeats.push(of, Repeat { of, before, frame, line });
            }
        }
        true
    }

    /// What was only noted stands where it was said last, and stood there before.
    pub(super) fn settle_repeats(&mut self, report: &mut Report) {
        for Repeat { of: (scope, member), before, frame, line } in self.repeats.drain() {
            let known = &mut self.node(scope).list[member];
            let last = Place { frame, line, path: known.place.path.clone() };
            report.runs_to(&known.place, before);
            report.stood_also(&last, &known.place);
            known.place = last;
        }
    }

    /// The members of the node that this belongs to; of one that nobody knows, those of the run.
    fn node(&mut self, scope: Scope) -> &mut Extras {
        let Transcript { extras: of_run, messages, .. } = &mut self.run;
        let found = match scope {
            Scope::Run => None,
            Scope::Choice(key) | Scope::Message(key) => {
                let spot = self.messages.get(&key);
                spot.and_then(|spot| messages.get_mut(spot.message)).map(|message| &mut message.extras)
            }
            Scope::Part(key) => {
                let spot = self.parts.get(key.0 as usize).copied().flatten();
                let part = spot.and_then(|spot| messages.get_mut(spot.message)?.parts.get_mut(spot.part));
                part.map(|part| &mut part.extras)
            }
        };
        found.unwrap_or(of_run)
    }
}
