//! A whole transcript with what it carries: as a document, or played as a stream.

use super::carried::{Carried, Rest};
use super::goal::{Goal, Loaded, is_told, tell_refusal};
use super::history;
use super::place;
use super::writer::Carrying;
use crate::codec::{Carry, Codec, WireFormat};
use crate::engine::deliver;
use crate::engine::echo::{self, Spelling};
use crate::framing::Out;
use crate::ir::{Role, Transcript};
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
    let text = deliver::document(shown(&transcript, goal.to), goal.to, &mut aside);
    match text.and_then(|text| load(&transcript, goal.to, carry, text)) {
        Some(Loaded { text, carries }) => {
            out.document(&text);
            report.take_in(aside, is_told);
            if carries {
                tell_refusal(&carry, report);
            }
        }
        None => deliver::deliver(transcript, goal.to, out, report),
    }
    report.close_losses();
}

/// What of a transcript is to be seen in the target: an entry that is no message is carried alone.
fn shown(transcript: &Transcript, to: &'static WireFormat) -> Transcript {
    let mut shown = transcript.clone();
    let is_stray = |role: &Role| matches!(role, Role::Other(word) if word.is_empty());
    shown.messages.retain(|message| !is_stray(&message.role) || message.remainder.format == to.id);
    shown
}

/// The text of a document with all that it has to carry; `None` where there is no place for it.
fn load(transcript: &Transcript, to: &'static WireFormat, carry: Carry, text: String) -> Option<Loaded> {
    if matches!(to.codec, Codec::Messages(_)) {
        return history::load(transcript, to, carry, text);
    }
    if Rest::is_none(transcript, &echo::document(to, &text, Spelling::Kept)?) {
        return Some(Loaded { text, carries: false });
    }
    let written = echo::document(to, &place::settled(&text, &carry)?, Spelling::Free)?;
    let rest = Rest::between(transcript, &written)?;
    let text = place::put(&text, &carry, &Carried::Rest(rest))?;
    Some(Loaded { text, carries: true })
}
