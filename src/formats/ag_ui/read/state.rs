//! The shared state: snapshots, and patches that are applied to the last value.

use super::reader::Reader;
use super::rest;
use crate::emit::{Emit, Frame};
use crate::ir::{EventKind, Fields, Json, Kind, Live, Value, is_known};

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
}

/// Applies the patch; one that cannot be is told and changes nothing.
pub(super) fn patched<'f>(
    apply: impl FnOnce(Value<'f>) -> Result<(), String>,
    event: Fields<'f>,
    member: &str,
    frame: Frame<'f>,
    emit: &mut Emit<'_, 'f>,
) -> Option<Value<'f>> {
    let patch = event.get(member).filter(|patch| patch.kind() == Kind::Array)?;
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
