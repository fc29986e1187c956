//! Shared state and activities: snapshots, and patches that are applied to the last value.

use super::message::activity_part;
use super::reader::Reader;
use super::rest;
use super::run::{Kind, New};
use super::skip::skip;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::ir::{
    At, Document, EventKind, Field, Fields, Json, Kind as JsonKind, Live, Role, Value, is_known,
};

impl Reader {
    pub(super) fn state_snapshot<'f>(
        &mut self,
        event: Fields<'f>,
        frame: Frame<'f>,
        emit: &mut Emit<'_, 'f>,
    ) {
        self.running(emit, "STATE_SNAPSHOT");
        let Some(snapshot) = event.member("snapshot") else { return rest::raw(frame, emit) };
        let state = Live::new(&snapshot.json());
        self.state = Some(state.clone());
        emit.push_from(snapshot, EventKind::State(state));
        rest::of_run("STATE_SNAPSHOT", event, emit);
    }

    pub(super) fn state_delta<'f>(&mut self, event: Fields<'f>, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.running(emit, "STATE_DELTA");
        let state = self.state.get_or_insert_with(|| Live::new(&Json::from_valid("{}"))).clone();
        let Some(delta) = patched(|patch| state.patch(patch), event, "delta", frame, emit) else {
            return rest::raw(frame, emit);
        };
        emit.push_from(delta, EventKind::State(state));
        rest::of_run("STATE_SNAPSHOT", event, emit);
    }

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
        let word = id.decode();
        let known = self.run.held(&word, Kind::Activity);
        let keep = event.get("replace").is_some_and(|replace| replace.peek() == "false");
        if keep && self.activities.contains_key(&*word) {
            return rest::raw(frame, emit);
        }
        let first = known.is_none();
        let message = known.unwrap_or_else(|| {
            let new = New { kind: Kind::Activity, role: Role::Assistant, id: Some(id.owned()), name: None };
            self.run.begin(new, emit)
        });
        let value = content.json();
        self.activities.insert(word.into_owned(), (kind.owned(), Document::new(&value)));
        for member in ["messageId", "activityType", "replace"] {
            skip(event, member);
        }
        let mark = emit.here().to_place().member("/activityType");
        let part =
            activity_part((kind.owned(), mark.clone()), Some(id.owned()), value, emit.at(content).to_place());
        emit.report.stands(&part.place, Field::DataName, At::place(&mark));
        if first {
            self.run.rest_of_first(message, event, emit);
        } else {
            self.run.rest_of_message(message, event, emit);
        }
        emit.push(EventKind::Whole { message: self.run.messages[message].key, part: Box::new(part) });
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
        let Some((message, (name, content))) = known else {
            let message = format!("a patch for the activity `{word}`, which is not in this run");
            let help = "send ACTIVITY_SNAPSHOT with this messageId first";
            emit.report.warning("ag-ui/unknown-activity", frame.at(frame.root), message, help);
            return rest::raw(frame, emit);
        };
        let Some(patch) = patched(|patch| content.patch(patch), event, "patch", frame, emit) else {
            return rest::raw(frame, emit);
        };
        if let Some(new) = event.string("activityType") {
            *name = new;
        }
        let (name, content) = (name.clone(), content.now());
        skip(event, "messageId");
        let mark = emit.here().to_place().member("/activityType");
        let part = activity_part((name, mark.clone()), Some(id.owned()), content, emit.at(patch).to_place());
        emit.report.stands(&part.place, Field::DataName, At::place(&mark));
        emit.push(EventKind::Whole { message: self.run.messages[message].key, part: Box::new(part) });
        self.run.rest_of_message(message, event, emit);
    }
}

/// Applies the patch; one that cannot be is told and changes nothing.
fn patched<'f>(
    apply: impl FnOnce(Value<'f>) -> Result<(), String>,
    event: Fields<'f>,
    member: &str,
    frame: Frame<'f>,
    emit: &mut Emit<'_, 'f>,
) -> Option<Value<'f>> {
    let patch = event.get(member).filter(|patch| patch.kind() == JsonKind::Array)?;
    for operation in patch.elements().filter(|operation| !is_known(*operation)) {
        let help = "RFC 6902 has add, remove, replace, move, copy and test; any other is left out";
        emit.report.warning(
            "ag-ui/unknown-operation",
            frame.at(operation),
            "an unknown patch operation",
            help,
        );
    }
    match apply(patch) {
        Ok(()) => {
            patch.skip();
            emit.report.changes(frame.at(patch));
            Some(patch)
        }
        Err(fault) => {
            let message = format!("the patch does not apply: {fault}");
            let help = "nothing of it is done; the value stays as it was";
            emit.report.warning("ag-ui/patch-failed", frame.at(patch), message, help);
            None
        }
    }
}
