//! The way back of documents: what was carried is taken out and makes the transcript whole again.

use super::carried::{Carried, Rest};
use super::place;
use crate::codec::WireFormat;
use crate::engine::echo::{self, Spelling};
use crate::ir::{At, Message, Transcript};
use crate::report::Report;

/// What came of looking for something carried.
pub(in crate::engine) enum Unloaded {
    /// Nothing is carried.
    Nothing,
    /// All that was said, up to here.
    Whole(Box<Transcript>),
    /// What is carried here is of no use; without it this text is left, if any.
    Left(Option<String>),
}

/// What a body or reply says together with what it carries.
pub(in crate::engine) fn unload(
    from: &'static WireFormat,
    text: &str,
    at: At<'_>,
    report: &mut Report,
) -> Unloaded {
    let Some((plain, carried)) = from.carry.and_then(|carry| place::take(text, &carry)) else {
        return Unloaded::Nothing;
    };
    let written = echo::document(from, &plain, Spelling::Free);
    match (carried, written) {
        (Carried::Rest(rest), Some(written)) => whole_or(Some(plain), &rest, &written, (at, report)),
        (Carried::Rest(_) | Carried::Follows, _) => Unloaded::Left(Some(plain)),
    }
}

fn whole_or(
    plain: Option<String>,
    rest: &Rest,
    written: &Transcript,
    (at, report): (At<'_>, &mut Report),
) -> Unloaded {
    match add(rest, written, at, report) {
        Some(whole) => Unloaded::Whole(Box::new(whole)),
        None => Unloaded::Left(plain),
    }
}

/// What was written and what was carried together; where they do not belong together, that is told.
pub(super) fn add(rest: &Rest, written: &Transcript, at: At<'_>, report: &mut Report) -> Option<Transcript> {
    let whole = rest.add_to(written);
    if whole.is_none() {
        let message = "what is carried here belongs to something else: this was changed since it was written";
        let help = "it is left out, and what stands here is read as it is";
        report.warning("frame/carry-changed", at, message, help);
    }
    whole
}

/// The messages of a history up to one that carries something.
#[derive(Default)]
pub(in crate::engine) struct Segment {
    written: Vec<Message>,
}

impl Segment {
    /// Takes the next message. One that carries makes all messages since the last such whole.
    pub(in crate::engine) fn take(
        &mut self,
        from: &'static WireFormat,
        text: &str,
        at: At<'_>,
        report: &mut Report,
    ) -> Unloaded {
        let Some(carry) = from.carry else { return Unloaded::Nothing };
        let Some((plain, carried)) = place::take(text, &carry) else {
            self.written.extend(echo::message(from, text, Spelling::Free));
            return Unloaded::Nothing;
        };
        let plain = Some(plain).filter(|plain| !place::is_own(plain, &carry));
        if let Some(plain) = &plain {
            self.written.extend(echo::message(from, plain, Spelling::Free));
        }
        let Carried::Rest(rest) = carried else { return Unloaded::Left(plain) };
        let written = echo::history(from, std::mem::take(&mut self.written));
        whole_or(plain, &rest, &written, (at, report))
    }
}
