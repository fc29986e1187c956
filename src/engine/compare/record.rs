//! What is taken out of what is read: transcripts, one for each record or run, or events.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::listener::Listener;
use super::node::Told;
use super::topic::Scope;
use crate::codec::{Shape, WireFormat};
use crate::emit::WriteEvents;
use crate::fold::{Fold, Then};
use crate::formats;
use crate::framing::Out;
use crate::ir::{Event, Place, Transcript};
use crate::report::Report;
use crate::unfold::unfold;

/// What was read and waits to be taken.
pub(super) type Ready<T> = Rc<RefCell<VecDeque<T>>>;

/// Makes a `T` of what is read.
pub(super) trait Collect<T> {
    /// What takes the events of a stream in `format`.
    fn events(&self, format: &'static WireFormat, ready: Ready<T>) -> Box<dyn WriteEvents>;

    /// What takes the transcripts of documents.
    fn records(&self, ready: Ready<T>) -> Then<'static>;

    /// Whether nobody asks where in its frame an event stands.
    fn is_blind_to_places(&self) -> bool {
        false
    }

    /// Where the frames go as they stood, if they are asked for.
    fn frames(&self) -> Option<Frames> {
        None
    }

    /// The format that decides whether transcripts keep the spelling of their records.
    fn spelled_by(&self, format: &'static WireFormat) -> &'static WireFormat {
        format
    }
}

/// A run, reply or history.
pub(super) struct Record {
    pub(super) transcript: Transcript,
    /// All that a stream said on the way, chunk borders apart; what a fold replaces is still there. Only an exact
    /// comparison asks for it.
    pub(super) events: Vec<Told>,
    /// The frames it was read from, under the same condition.
    pub(super) frames: Vec<Frame>,
}

/// A frame as it stood.
pub(super) struct Frame {
    /// Where it stood.
    pub(super) place: Place,
    /// Its JSON text.
    pub(super) text: String,
}

/// Frames as they stood.
pub(super) type Frames = Rc<RefCell<Vec<Frame>>>;

/// Makes records.
pub(super) struct Records {
    /// What is compared of events, where they are asked for.
    pub(super) exact: Option<Scope>,
    frames: Frames,
}

impl Records {
    /// Of events, `exact` is compared; without it, nobody asks for them.
    pub(super) fn new(exact: Option<Scope>) -> Self {
        Self { exact, frames: Frames::default() }
    }
}

impl Collect<Record> for Records {
    fn events(&self, format: &'static WireFormat, ready: Ready<Record>) -> Box<dyn WriteEvents> {
        let listener = self.exact.clone().map(Listener::joined);
        let heard = Rc::new(RefCell::new(VecDeque::new()));
        let (told, frames) = (heard.clone(), self.frames.clone());
        let fold = Fold::new(Box::new(move |mut run: Transcript, _: &mut Out, _: &mut Report| {
            format.id.clone_into(&mut run.source);
            let events = Vec::from(std::mem::take(&mut *told.borrow_mut()));
            let frames = std::mem::take(&mut *frames.borrow_mut());
            ready.borrow_mut().push_back(Record { transcript: run, events, frames });
        }));
        match listener {
            Some(listener) => Box::new(Both { fold, listener, heard }),
            None => Box::new(fold),
        }
    }

    fn records(&self, ready: Ready<Record>) -> Then<'static> {
        let frames = self.frames.clone();
        Box::new(move |transcript, _, _| {
            let frames = std::mem::take(&mut *frames.borrow_mut());
            ready.borrow_mut().push_back(Record { transcript, events: Vec::new(), frames });
        })
    }

    fn is_blind_to_places(&self) -> bool {
        self.exact.is_none()
    }

    fn frames(&self) -> Option<Frames> {
        self.exact.is_some().then(|| self.frames.clone())
    }

    fn spelled_by(&self, format: &'static WireFormat) -> &'static WireFormat {
        keeps_spelling().filter(|_| self.exact.is_some()).unwrap_or(format)
    }
}

/// A fold, and a listener who hears what it forgets.
struct Both {
    fold: Fold<'static>,
    listener: Listener,
    heard: Ready<Told>,
}

impl WriteEvents for Both {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        self.listener.hear(event, &mut self.heard.borrow_mut());
        self.fold.write(event, out, report);
    }

    fn finish(&mut self, out: &mut Out, report: &mut Report) {
        self.fold.finish(out, report);
    }
}

/// Makes events.
pub(super) struct Events {
    /// What is compared of them.
    pub(super) scope: Scope,
}

impl Collect<Told> for Events {
    fn events(&self, _format: &'static WireFormat, ready: Ready<Told>) -> Box<dyn WriteEvents> {
        Box::new(Heard { listener: Listener::each(self.scope.clone()), ready })
    }

    fn records(&self, ready: Ready<Told>) -> Then<'static> {
        let mut heard = Heard { listener: Listener::each(self.scope.clone()), ready };
        Box::new(move |transcript, out, report| unfold(&transcript, &mut heard, out, report))
    }
}

/// A listener who passes on what it hears.
struct Heard {
    listener: Listener,
    ready: Ready<Told>,
}

impl WriteEvents for Heard {
    fn write(&mut self, event: &Event<'_>, _out: &mut Out, _report: &mut Report) {
        self.listener.hear(event, &mut self.ready.borrow_mut());
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

/// The format whose transcripts keep what a record's own spelling says.
fn keeps_spelling() -> Option<&'static WireFormat> {
    formats::all().find(|format| format.shape == Shape::Transcript)
}
