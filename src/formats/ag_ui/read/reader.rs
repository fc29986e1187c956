//! What the stream reader knows, and the faults that any event can have.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::rest;
use super::run::Run;
use super::slot::Slot;
use crate::emit::{Emit, Frame};
use crate::formats::ag_ui::words::UNOPENED;
use crate::ir::{Document, EventKind, JsonString, Live, Place, Run as Head, Scope};

/// Reads AG-UI events.
#[derive(Default)]
pub(super) struct Reader {
    pub(super) run: Run,
    /// Whether a run has begun and not ended.
    pub(super) running: bool,
    /// The terminal event of the last run.
    pub(super) ended: Option<&'static str>,
    /// Ids of messages of earlier runs and of the input.
    pub(super) earlier: HashSet<String>,
    /// Where the input of the run stands.
    pub(super) input: Option<Place>,
    /// Whether the usage of the run came in a CUSTOM event.
    pub(super) custom_usage: bool,
    /// The shared state, which outlives a run.
    pub(super) state: Option<Live>,
    /// By the id of their message.
    pub(super) activities: HashMap<String, Activity>,
    /// What changed activities of the run and has not been told, by the number of their message.
    pub(super) untold: BTreeMap<usize, Change>,
    /// How many ids were made for the old thinking events, and the open ones.
    pub(super) thinking: Thinking,
}

/// An activity: type and content as they are now.
pub(super) struct Activity {
    pub(super) name: JsonString,
    pub(super) content: Document,
}

/// A change of an activity.
pub(super) struct Change {
    /// The id that names the activity, decoded and as it stood.
    pub(super) word: String,
    pub(super) id: JsonString,
    /// Where its type stands.
    pub(super) mark: Place,
    /// Where what changes it stands.
    pub(super) place: Place,
}

/// The old thinking events have no ids: they are counted.
#[derive(Debug, Default)]
pub(super) struct Thinking {
    made: u32,
    pub(super) span: Option<String>,
    pub(super) message: Option<String>,
}

impl Thinking {
    /// The id of the next one.
    pub(super) fn make(&mut self) -> String {
        self.made += 1;
        format!("thinking_{}", self.made)
    }
}

impl Reader {
    /// Makes sure that a run is on: what stands outside one is a fault, and is kept.
    pub(super) fn running(&mut self, emit: &mut Emit<'_, '_>, what: &str) {
        if self.running {
            return;
        }
        let (rule, message) = match self.ended {
            Some(end) => ("ag-ui/after-end", format!("{what} after {end}")),
            None => ("ag-ui/outside-run", format!("{what} before RUN_STARTED")),
        };
        let at = emit.here();
        emit.report.error(rule, at, message, "a run begins with RUN_STARTED; the capture may be cut");
        self.run = Run::default();
        self.running = true;
        let head = Head { place: at.to_place(), names: ["", "", "", ""], ..Head::default() };
        emit.push(EventKind::RunStart(Box::new(head)));
        emit.add(Scope::Run, UNOPENED, "null");
    }

    /// An event that does not say what it belongs to.
    pub(super) fn nameless<'f>(&mut self, slot: Slot, frame: Frame<'f>, emit: &mut Emit<'_, 'f>) {
        self.running(emit, "an event");
        let message = format!("an event without `{}`", slot.id_member());
        emit.report.error(
            "ag-ui/missing-member",
            frame.at(frame.root),
            message,
            "each event names what it belongs to",
        );
        rest::raw(frame, emit);
    }
}
