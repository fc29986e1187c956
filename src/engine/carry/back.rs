//! The way back of a stream: what was carried is taken out and makes the transcript whole again.

use super::carried::{Carried, Rest};
use super::goal::Goal;
use super::load::deliver;
use super::place;
use super::unload::add;
use crate::codec::{Carry, WireFormat};
use crate::emit::WriteEvents;
use crate::engine::echo::Kept;
use crate::framing::Out;
use crate::ir::{At, Event, EventKind};
use crate::report::Report;

/// Takes the events of a stream that may carry something. Its first frames tell; if it does, all waits for the end of
/// the reply.
pub(in crate::engine) struct Returning {
    carry: Carry,
    goal: Goal,
    /// Writes what carries nothing, as it comes.
    live: Box<dyn WriteEvents>,
    tap: Out,
    aside: Report,
    kept: Kept,
    rest: Option<Rest>,
    /// How many frames of the reply are still to come, once that is known.
    left: Option<u64>,
    state: State,
}

/// What was taken out of a frame.
pub(in crate::engine) enum Taken {
    /// Nothing: all of it is to be read.
    Nothing,
    /// A part: this is left to be read.
    Part(String),
    /// All of it was carried.
    All,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// So many frames have not told.
    Undecided(u32),
    Live,
    Waits,
}

impl Returning {
    /// Reads `from`; `live` is where its events go if it carries nothing.
    pub(in crate::engine) fn new(
        from: &'static WireFormat,
        goal: Goal,
        live: impl FnOnce() -> Box<dyn WriteEvents>,
    ) -> Option<Self> {
        let carry = from.carry.filter(|_| goal.carry)?;
        Some(Self {
            carry,
            goal,
            live: live(),
            tap: Out::recorder(),
            aside: Report::default(),
            kept: Kept::new(from.id),
            rest: None,
            left: None,
            state: State::Undecided(0),
        })
    }

    /// Takes out what a frame carries, before it is read.
    pub(in crate::engine) fn frame(
        &mut self,
        text: &str,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) -> Taken {
        let found = place::take(text, &self.carry);
        let found = found.map(|(left, carried)| (place::is_own(&left, &self.carry), left, carried));
        let Some((own, left, carried)) = found.filter(|(own, ..)| *own || !self.carry.apart) else {
            self.count(out);
            self.left = self.left.map(|left| left.saturating_sub(1));
            return Taken::Nothing;
        };
        match self.state {
            State::Undecided(_) | State::Waits => {
                self.state = State::Waits;
                self.aside = Report::default();
            }
            State::Live => {
                let message = "something is carried in a stream that did not say so at its start";
                report.warning("frame/carry-late", at, message, "convert each capture on its own");
            }
        }
        if let Carried::Rest(rest) = carried {
            self.left = Some(rest.left());
            self.rest = Some(rest);
        }
        if own { Taken::All } else { Taken::Part(left) }
    }

    /// Whether the reply that was written here is at its end. Many wires show no border between one and the next.
    pub(in crate::engine) fn is_over(&mut self) -> bool {
        let over = self.state == State::Waits && self.left == Some(0);
        if over {
            self.left = None;
        }
        over
    }

    /// Whether what is read carries something. Where replies end is then known without a sentinel.
    pub(in crate::engine) fn waits(&self) -> bool {
        self.state == State::Waits
    }

    /// A frame that carries nothing: after the first, none is to be expected.
    fn count(&mut self, out: &mut Out) {
        match self.state {
            State::Undecided(0) => self.state = State::Undecided(1),
            State::Undecided(_) => self.go_live(out),
            State::Live | State::Waits => {}
        }
    }

    fn go_live(&mut self, out: &mut Out) {
        self.state = State::Live;
        out.verbatim(self.tap.bytes());
        self.tap.clear();
        for record in self.tap.take_records() {
            out.record(&record);
        }
    }

    fn end(&mut self, at: At<'_>, out: &mut Out, report: &mut Report) {
        report.take_in(self.kept.report(), |_| true);
        let written = self.kept.take();
        let whole = match self.rest.take() {
            Some(rest) => add(&rest, &written, at, report),
            None => {
                let help = "it comes before the end of a reply, and the capture has none";
                report.warning("frame/carry-cut-short", at, "what was to be carried did not come", help);
                None
            }
        };
        deliver(whole.unwrap_or(written), self.goal, out, report);
    }
}

impl WriteEvents for Returning {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let ends = matches!(event.kind, EventKind::RunEnd { .. });
        if ends && matches!(self.state, State::Undecided(_)) {
            self.go_live(out);
        }
        if self.state != State::Live {
            self.kept.write(event);
        }
        match self.state {
            State::Undecided(_) => self.live.write(event, &mut self.tap, &mut self.aside),
            State::Live => self.live.write(event, out, &mut self.aside),
            State::Waits if ends => self.end(event.at, out, report),
            State::Waits => {}
        }
        if ends {
            report.take_in(std::mem::take(&mut self.aside), |_| true);
        }
    }

    fn finish(&mut self, out: &mut Out, report: &mut Report) {
        match self.state {
            State::Undecided(_) => self.go_live(out),
            State::Live => {}
            State::Waits if self.rest.is_some() => return self.end(At::NOWHERE, out, report),
            State::Waits => return,
        }
        self.live.finish(out, &mut self.aside);
        report.take_in(std::mem::take(&mut self.aside), |_| true);
    }
}
