//! What is told anew or taken back: the later word counts, and the earlier one is a loss.

use super::{Fold, Spot};
use crate::calls::says_the_same;
use crate::ir::{At, Delta, Field, Input, JsonString, MessageKey, Part, PartKey, PartKind};
use crate::report::Report;

/// What is lost where a part is told anew, in words.
const RETOLD: &str = "what was told before and is told anew";

impl Fold<'_> {
    /// Says where a field stands that is not in the node of its part.
    pub(super) fn stands(&mut self, key: PartKey, delta: &Delta<'_>, at: At<'_>, report: &mut Report) {
        let end = self.ends.get(key.0 as usize).copied().unwrap_or(0);
        let Some(part) = self.part(key) else { return };
        match (delta, &part.kind) {
            (Delta::Signature(_), _) => report.stands(&part.place, Field::Signature, at),
            (Delta::Input(told), PartKind::ToolCall(call))
                if !says_the_same(&call.input, &Input::Json(told.clone())) =>
            {
                report.runs_to(&part.place, end);
                report.dropped(At::place(&part.place), (Field::Revision, RETOLD));
            }
            (Delta::Text(_) | Delta::Args(_) | Delta::Input(_), _) => {}
        }
    }

    pub(super) fn whole(&mut self, message: MessageKey, part: &Part, report: &mut Report) {
        let Some(spot) = self.replaced(message, part) else {
            self.push(message, part.clone());
            return;
        };
        let Some(known) = self.run.messages.get_mut(spot.message).and_then(|to| to.parts.get_mut(spot.part))
        else {
            return;
        };
        report.dropped(At::place(&known.place), Field::Revision);
        anew(known, part.clone());
    }

    /// Notes that a part is one that another may replace, if it is.
    fn note(&mut self, key: PartKey) {
        let spot = self.parts.get(key.0 as usize).copied().flatten();
        let kind = self.part(key).map(|part| &part.kind).filter(|kind| is_replaced(kind));
        if let Some((spot, told)) = spot.and_then(|spot| Some((spot, Told::of(spot.message, kind?)?))) {
            self.told.push(told, spot);
        }
    }

    /// Where the last part stands that this one takes the place of.
    fn replaced(&mut self, message: MessageKey, part: &Part) -> Option<Spot> {
        if self.told.is_empty() {
            return None;
        }
        let told = Told::of(self.messages.get(&message)?.message, &part.kind)?;
        loop {
            let spot = *self.told.get(&told)?;
            let old = self.run.messages.get(spot.message)?.parts.get(spot.part);
            if old.is_some_and(|old| {
                is_replaced(&old.kind) && Told::of(spot.message, &old.kind).as_ref() == Some(&told)
            }) {
                return Some(spot);
            }
            // It was replaced by what stays, or taken back.
            self.told.remove(&told);
        }
    }

    pub(super) fn revise(&mut self, key: PartKey, part: &Part, report: &mut Report) {
        let end = self.ends.get(key.0 as usize).copied().unwrap_or(0);
        if let Some(known) = self.part(key) {
            let mut told = part.clone();
            if told.place != known.place {
                report.runs_to(&known.place, end);
            }
            if keep(&known.kind, &mut told.kind) {
                report.dropped(At::place(&known.place), (Field::Revision, RETOLD));
            }
            if told.place != known.place {
                report.stood_also(&told.place, &known.place);
            }
            anew(known, told);
            self.note(key);
        }
    }

    /// A call is made anew: its input is void, and so is its answer.
    pub(super) fn reset_call(&mut self, key: PartKey, report: &mut Report) {
        let end = self.ends.get(key.0 as usize).copied().unwrap_or(0);
        let Some(spot) = self.parts.get(key.0 as usize).copied().flatten() else { return };
        let Some(message) = self.run.messages.get_mut(spot.message) else { return };
        let Some(part) = message.parts.get_mut(spot.part) else { return };
        let PartKind::ToolCall(call) = &mut part.kind else { return };
        if std::mem::take(&mut call.input) != Input::Absent {
            report.runs_to(&part.place, end);
            report.dropped(At::place(&part.place), (Field::Revision, RETOLD));
        }
        let answer = Told { message: spot.message, name: None, id: call.id.clone() };
        while let Some(spot) = self.answers.remove(&answer) {
            let part = message.parts.get_mut(spot.part);
            let Some(part) = part.filter(|part| is_answer(&part.kind, &answer.id)) else { continue };
            // Its place stays taken until the run ends, so that all others keep theirs.
            part.kind = PartKind::Step;
            self.gone.entry(spot.message).or_default().insert(spot.part);
            let what = "the answer of a call that is made anew";
            report.dropped(At::place(&part.place), (Field::Revision, what));
        }
    }

    pub(super) fn reset_step(&mut self, key: MessageKey, report: &mut Report) {
        let Some(place) = self.messages.get(&key).copied() else {
            return;
        };
        let Some(message) = self.run.messages.get_mut(place.message) else {
            return;
        };
        let mut void = Vec::new();
        let mut none = Vec::new();
        let keys = self.keys.get_mut(place.message).unwrap_or(&mut none);
        while let Some(key) = keys.last().copied() {
            let spot = self.parts[key.0 as usize].filter(|spot| spot.message == place.message);
            if spot.is_some_and(|spot| spot.part < place.part) {
                break;
            }
            void.extend(spot.map(|spot| (key, spot)));
            keys.pop();
        }
        for (key, spot) in void.into_iter().rev() {
            if let (Some(part), Some(end)) = (message.parts.get(spot.part), self.ends.get(key.0 as usize)) {
                report.runs_to(&part.place, *end);
            }
            self.parts[key.0 as usize] = None;
        }
        let gone = self.gone.entry(place.message).or_default();
        let first = place.part.min(message.parts.len());
        for (part, number) in message.parts.drain(first..).zip(first..) {
            if !gone.remove(&number) {
                report.dropped(At::place(&part.place), (Field::Revision, "a part that was taken back"));
            }
        }
        if message.parts.len() == gone.len() {
            self.void.push(place.message);
        }
    }
}

/// A part is told anew: what the later one says of its family's own takes the place of what was said before.
fn anew(known: &mut Part, told: Part) {
    let mut extras = std::mem::take(&mut known.extras);
    let Part { kind, extras: later, place } = told;
    extras.renew(later);
    *known = Part { kind, extras, place };
}

fn is_answer(kind: &PartKind, id: &Option<JsonString>) -> bool {
    kind.result().is_some_and(|result| result.id == *id)
}

/// What a part is called that one of the same name may replace, and the message it stands in.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Told {
    message: usize,
    /// Of data, and whether it passes; `None` for a result.
    name: Option<(JsonString, bool)>,
    id: Option<JsonString>,
}

impl Told {
    pub(super) fn of(message: usize, kind: &PartKind) -> Option<Self> {
        if let PartKind::ToolResult(result) = kind {
            return Some(Self { message, name: None, id: result.id.clone() });
        }
        let PartKind::Data(data) = kind else { return None };
        let name = Some((data.name.clone(), data.transient));
        data.id.is_some().then(|| Self { message, name, id: data.id.clone() })
    }
}

/// Whether one of the same name takes the place of such a part: of data, and of a result that is not the last.
pub(super) fn is_replaced(kind: &PartKind) -> bool {
    if let PartKind::Data(data) = kind {
        return data.id.is_some();
    }
    kind.result().is_some_and(|result| result.preliminary)
}

/// Keeps of a part that is told anew what the new one does not say. Tells whether a text is lost.
fn keep(known: &PartKind, told: &mut PartKind) -> bool {
    match (known, told) {
        (PartKind::Text(known), PartKind::Text(told)) => !known.is_empty() && known != told,
        (PartKind::Reasoning(known), PartKind::Reasoning(told)) => {
            if told.text.is_empty() {
                told.text = known.text.clone();
            }
            told.signature = told.signature.take().or_else(|| known.signature.clone());
            told.encrypted = told.encrypted.take().or_else(|| known.encrypted.clone());
            !known.text.is_empty() && known.text != told.text
        }
        (PartKind::ToolCall(known), PartKind::ToolCall(told)) => {
            if told.name.is_empty() {
                told.name.clone_from(&known.name);
            }
            if told.input == Input::Absent {
                told.input = known.input.clone();
            }
            !says_the_same(&known.input, &told.input)
        }
        _ => false,
    }
}
