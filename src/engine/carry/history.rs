//! A history that carries: the last message of each turn holds what the turn could not say, so that a turn that is
//! added, changed or taken out later leaves the others whole.

use std::ops::Range;

use super::carried::{Carried, Rest};
use super::goal::Loaded;
use super::place;
use crate::codec::{Carry, WireFormat};
use crate::engine::echo::{self, Spelling};
use crate::ir::{Message, Tape, Transcript};
use crate::turns;

/// The text of a history with all that it has to carry; `None` where there is no place for it.
pub(super) fn load(
    transcript: &Transcript,
    to: &'static WireFormat,
    carry: Carry,
    text: String,
) -> Option<Loaded> {
    let mut tape = Tape::default();
    tape.fill(&text).ok()?;
    let mut items: Vec<String> =
        tape.view(&text).root().elements().map(|item| item.peek().to_owned()).collect();
    if Rest::is_none(transcript, &echo::history(to, read(to, &items, Spelling::Kept)?)) {
        return Some(Loaded { text, carries: false });
    }
    if items.is_empty() {
        let rest = Rest::between(transcript, &echo::history(to, Vec::new()))?;
        let (_, own) = place::own(&carry, &Carried::Rest(rest))?;
        return Some(Loaded { text: format!("[{own}]"), carries: true });
    }
    let written = read(to, &items, Spelling::Free)?;
    for (said, written) in side_by_side(&transcript.messages, &written) {
        load_turn((transcript, said), to, carry, &mut items[written])?;
    }
    Some(Loaded { text: format!("[{}]", items.join(",")), carries: true })
}

fn read(to: &'static WireFormat, items: &[String], spelling: Spelling) -> Option<Vec<Message>> {
    items.iter().map(|item| echo::message(to, item, spelling)).collect()
}

/// Loads the last message of a turn. The last turn carries what is said of the whole, too.
fn load_turn(
    (transcript, said): (&Transcript, Range<usize>),
    to: &'static WireFormat,
    carry: Carry,
    items: &mut [String],
) -> Option<()> {
    let is_last = said.end == transcript.messages.len();
    let messages = transcript.messages[said].to_vec();
    let said = if is_last {
        Transcript { messages, ..transcript.clone() }
    } else {
        let source = transcript.source.clone();
        Transcript { source, complete: true, messages, ..Transcript::default() }
    };
    let (last, before) = items.split_last_mut()?;
    let mut written = read(to, before, Spelling::Free)?;
    let plain = place::settled(last, &carry)?;
    if !place::is_own(&plain, &carry) {
        written.push(echo::message(to, &plain, Spelling::Free)?);
    }
    let rest = Rest::between(&said, &echo::history(to, written))?;
    *last = place::put(last, &carry, &Carried::Rest(rest))?;
    Some(())
}

/// The turns of what was said and of what was written; all of it is one where they do not match.
fn side_by_side(said: &[Message], written: &[Message]) -> Vec<(Range<usize>, Range<usize>)> {
    let (one, other) = (turns_of(said), turns_of(written));
    if one.len() == other.len() {
        one.into_iter().zip(other).collect()
    } else {
        vec![(0..said.len(), 0..written.len())]
    }
}

/// A turn begins where the user speaks; what comes before the first belongs to it.
fn turns_of(messages: &[Message]) -> Vec<Range<usize>> {
    let opens = |index: &usize| turns::is_said_by_user(&messages[*index]);
    let mut borders: Vec<usize> = (0..messages.len()).filter(opens).skip(1).collect();
    borders.insert(0, 0);
    let ends = borders.iter().skip(1).copied().chain([messages.len()]).collect::<Vec<_>>();
    borders.into_iter().zip(ends).map(|(start, end)| start..end).collect()
}
