//! A whole transcript with what it carries: as a document, or played as a stream.

use super::carried::{Carried, Rest};
use super::goal::{Goal, is_told};
use super::place;
use super::writer::Carrying;
use crate::codec::{Carry, Codec, WireFormat};
use crate::engine::deliver;
use crate::engine::echo::{self, Spelling};
use crate::framing::Out;
use crate::ir::{Tape, Transcript};
use crate::report::Report;

/// Writes a whole transcript, with what it carries.
pub(in crate::engine) fn deliver(transcript: Transcript, goal: Goal, out: &mut Out, report: &mut Report) {
    let Some(carry) = goal.place() else {
        return deliver::deliver(transcript, goal.to, out, report);
    };
    if let Codec::Stream(codec) = goal.to.codec {
        let mut writer = Carrying::new(goal.to, carry, (codec.writer)());
        writer.know(transcript.clone());
        deliver::play(transcript, &mut writer, out, report);
        return report.close_losses();
    }
    let mut aside = Report::default();
    let text = deliver::document(transcript.clone(), goal.to, &mut aside);
    match text.and_then(|text| load(&transcript, goal.to, carry, text)) {
        Some(text) => {
            out.document(&text);
            report.take_in(aside, is_told);
        }
        None => deliver::deliver(transcript, goal.to, out, report),
    }
    report.close_losses();
}

/// The text of a document with all that it has to carry; `None` where there is no place for it.
fn load(transcript: &Transcript, to: &'static WireFormat, carry: Carry, text: String) -> Option<String> {
    if matches!(to.codec, Codec::Messages(_)) {
        return load_history(transcript, to, carry, text);
    }
    if is_all(transcript, echo::document(to, &text, Spelling::Kept)) {
        return Some(text);
    }
    let written = echo::document(to, &place::settled(&text, &carry)?, Spelling::Free)?;
    let rest = Rest::between(transcript, &written)?;
    place::put(&text, &carry, &Carried::Rest(rest))
}

/// The same for a history: its last message carries what all of them could not say.
fn load_history(transcript: &Transcript, to: &'static WireFormat, carry: Carry, text: String) -> Option<String> {
    let mut tape = Tape::default();
    tape.fill(&text).ok()?;
    let mut items: Vec<String> = tape.root(&text).elements().map(|item| item.peek().to_owned()).collect();
    let all = items.len();
    if is_all(transcript, history(to, &items, Spelling::Kept)) {
        return Some(text);
    }
    let Some(last) = items.pop() else {
        let rest = Rest::between(transcript, &echo::history(to, Vec::new()))?;
        let (_, own) = place::own(&carry, &Carried::Rest(rest))?;
        return Some(format!("[{own}]"));
    };
    let plain = place::settled(&last, &carry)?;
    if !place::is_own(&plain, &carry) {
        items.push(plain);
    }
    let rest = Rest::between(transcript, &history(to, &items, Spelling::Free)?)?;
    items.truncate(all - 1);
    items.push(place::put(&last, &carry, &Carried::Rest(rest))?);
    Some(format!("[{}]", items.join(",")))
}

fn history(to: &'static WireFormat, items: &[String], spelling: Spelling) -> Option<Transcript> {
    let messages: Option<Vec<_>> = items.iter().map(|item| echo::message(to, item, spelling)).collect();
    Some(echo::history(to, messages?))
}

/// Whether what was written, read back, is all of the transcript: so it is where that is of the same format.
fn is_all(transcript: &Transcript, written: Option<Transcript>) -> bool {
    let written = written.filter(|written| written.source == transcript.source);
    written.and_then(|written| Rest::between(transcript, &written)).is_some_and(|rest| rest.is_nothing())
}
