//! Activities: snapshots, and patches that are applied to the last content. After each the activity is told whole, unless
//! it has been told so often that it has to wait for the end of the run.

use super::message::activity_part;
use super::messages::Kind;
use super::reader::{Activity, Change, Reader};
use super::rest;
use super::run::New;
use super::skip::skip;
use super::slot::Slot;
use super::state::patched;
use crate::emit::{Emit, Frame};
use crate::ir::{At, Document, EventKind, Field, Fields, Json, Role};

impl Reader {
    pub(super) fn activity_snapshot<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "ACTIVITY_SNAPSHOT");
        let (Some(id), Some(kind), Some(content)) =
            (event.token("messageId"), event.token("activityType"), event.get("content"))
        else {
            return self.nameless(Slot::Text, frame, emit);
        };
        let word = id.decode().into_owned();
        let known = self.run.held(&word, Kind::Activity);
        let keep = event.get("replace").is_some_and(|replace| replace.peek() == "false");
        if keep && self.activities.contains_key(&word) {
            return rest::raw(frame, emit);
        }
        let message = known.unwrap_or_else(|| {
            let new = New { kind: Kind::Activity, role: Role::Assistant, id: Some(id.owned()), name: None };
            self.run.begin(new, emit)
        });
        for member in ["messageId", "activityType", "replace"] {
            skip(event, member);
        }
        let (name, value) = (kind.owned(), content.json());
        if known.is_none() {
            self.run.rest_of_first(message, event, emit);
        } else {
            self.run.rest_of_message(message, event, emit);
        }
        let activity = Activity { name, content: Document::new(&value) };
        self.activities.insert(word.clone(), activity);
        let mark = emit.here().to_place().member("/activityType");
        let change = Change { word, id: id.owned(), mark, place: emit.at(content).to_place() };
        self.tell_activity(message, change, value, emit);
    }

    pub(super) fn activity_delta<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "ACTIVITY_DELTA");
        let Some(id) = event.token("messageId") else { return self.nameless(Slot::Text, frame, emit) };
        let word = id.decode().into_owned();
        let known = self.run.held(&word, Kind::Activity).zip(self.activities.get_mut(&word));
        let Some((message, activity)) = known else {
            let message = format!("a patch for the activity `{word}`, which is not in this run");
            let help = "send ACTIVITY_SNAPSHOT with this messageId first";
            emit.report.warning("ag-ui/unknown-activity", frame.at(frame.root), message, help);
            return rest::raw(frame, emit);
        };
        let Some(patch) = patched(|patch| activity.content.patch(patch), event, "patch", frame, emit) else {
            return rest::raw(frame, emit);
        };
        if let Some(new) = event.string("activityType") {
            activity.name = new;
        }
        let now = activity.content.told();
        skip(event, "messageId");
        let mark = emit.here().to_place().member("/activityType");
        let change = Change { word, id: id.owned(), mark, place: emit.at(patch).to_place() };
        match now {
            Some(now) => self.tell_activity(message, change, now, emit),
            None => {
                self.untold.insert(message, change);
                emit.changed();
            }
        }
        self.run.rest_of_message(message, event, emit);
    }

    /// Tells what has changed in activities since they were told.
    pub(super) fn tell_untold(&mut self, emit: &mut Emit<'_, '_>) {
        for (message, change) in std::mem::take(&mut self.untold) {
            let there = self.run.held(&change.word, Kind::Activity) == Some(message);
            if let Some(activity) = self.activities.get(&change.word).filter(|_| there) {
                let now = activity.content.now();
                self.tell_activity(message, change, now, emit);
            }
        }
    }

    /// The activity is this now.
    fn tell_activity(&mut self, message: usize, change: Change, now: Json, emit: &mut Emit<'_, '_>) {
        self.untold.remove(&message);
        let Change { word, id, mark, place } = change;
        let name = self.activities[&word].name.clone();
        let part = activity_part((name, mark.clone()), Some(id), now, place);
        emit.report.stands(&part.place, Field::DataName, At::place(&mark));
        emit.push(EventKind::Whole { message: self.run.messages[message].key, part: Box::new(part) });
    }
}
