//! Deltas, what is told anew, and the end of a part.

use super::part;
use super::piece::{Form, Piece};
use super::writer::Writer;
use crate::calls::value_text;
use crate::framing::Out;
use crate::ir::{At, Delta, Field, Input, Json, JsonStr, JsonString, Obj, Part, PartKey, PartKind, Patch};
use crate::report::Report;

impl Writer {
    pub(super) fn delta(
        &mut self,
        key: PartKey,
        delta: &Delta<'_>,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        match (piece.form, delta) {
            (Form::Text | Form::Reasoning, Delta::Text(text)) => {
                let patch = self.waiting(key);
                self.more(key, *text, patch, out);
            }
            (Form::Call, Delta::Args(text)) => {
                let patch = call_patch(piece);
                let mut tight = JsonString::default();
                let text = match &mut piece.tightener {
                    Some(tightener) => {
                        tightener.squeeze(*text, &mut tight);
                        tight.token()
                    }
                    None => *text,
                };
                self.more(key, text, patch, out);
            }
            (Form::Call, Delta::Input(value)) => self.input(key, value, at, out, report),
            (Form::Reasoning, Delta::Signature(seal)) => piece.seal = Some(seal.owned()),
            (Form::Collected(index), delta) => self.collect(key, index, delta),
            (Form::Lost(slot), _) => report.again(slot, at.frame),
            (Form::Mute, _) => {}
            (Form::Text | Form::Reasoning | Form::Call, _) => {
                report.dropped(at, (Field::Revision, "a piece of another kind than its part"));
            }
        }
    }

    /// Extras of the message that wait for its next event, and metadata that came since it began.
    fn waiting(&mut self, key: PartKey) -> Patch {
        let Self { pieces, speakers, .. } = self;
        let Some(piece) = pieces.get(key.0 as usize).and_then(Option::as_ref) else {
            return Patch::default();
        };
        let speaker = speakers.get_mut(piece.message.0 as usize).and_then(Option::as_mut);
        let Some(speaker) = speaker else { return Patch::default() };
        let mut patch = speaker.pending.take("event:");
        if speaker.is_first(&piece.id)
            && let Some(metadata) = speaker.take_metadata()
        {
            patch.set.push(("/metadata".to_owned(), metadata));
        }
        patch
    }

    /// What comes for a call that has ended: the seal of its thinking. Anything else has no place.
    pub(super) fn late(&mut self, out: &mut Out, report: &mut Report) {
        let Self { pieces, pending, .. } = self;
        let ended = |piece: &&mut Piece| !piece.open && !piece.pending.is_empty();
        for piece in pieces.iter_mut().flatten().filter(ended) {
            if let Some(value) = piece.pending.one("/encryptedValue") {
                let patch = pending.of_event("REASONING_ENCRYPTED_VALUE");
                encrypted("tool-call", &piece.id, &value, &patch, out);
            }
            piece.pending.drop_rest(report);
        }
    }

    /// A piece of text; an empty one is no news.
    pub(super) fn more(&mut self, key: PartKey, text: JsonStr<'_>, patch: Patch, out: &mut Out) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if text.is_empty() && patch.is_empty() {
            return;
        }
        let (form, id) = (piece.form, &piece.id);
        if form == Form::Call {
            piece.text.push(text);
        }
        let write = |frame: &mut Obj<'_>, text: JsonStr<'_>| {
            frame.word("type", form.events()[1]).text(form.member(), id).token("delta", text);
        };
        if patch.is_empty() {
            return out.recurring(&mut piece.mould, "", text, write);
        }
        out.patched_frame("", &patch, |frame| write(frame, text));
    }

    /// Arguments that come whole: they are written unless they have been.
    fn input(&mut self, key: PartKey, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if piece.text.is_empty() {
            let text = value_text(value);
            return self.more(key, text.token(), Patch::default(), out);
        }
        let said = Json::check(&piece.text.decode());
        if said.is_none_or(|said| !same(&said, value)) {
            let what = "arguments that come whole after their pieces, which are written already";
            report.lose(crate::report::Loss::Dropped, at, (Field::Revision, what), Some(&piece.id));
        }
    }

    fn collect(&mut self, key: PartKey, index: usize, delta: &Delta<'_>) {
        let message = self.pieces[key.0 as usize].as_ref().map(|piece| piece.message);
        let speaker = message.and_then(|message| self.speaker(message));
        let part = speaker.and_then(|speaker| speaker.collected.get_mut(index));
        if let (Some(Part { kind: PartKind::Text(text) | PartKind::Refusal(text), .. }), Delta::Text(more)) =
            (part, delta)
        {
            text.push(*more);
        }
    }

    /// The head of a part is told anew: what is written cannot be taken back, a name and a seal can follow.
    pub(super) fn revise(
        &mut self,
        key: PartKey,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        match (&part.kind, piece.form) {
            (PartKind::ToolCall(call), Form::Call) => {
                if piece.name != call.name {
                    report.narrowed(
                        at,
                        (
                            Field::Revision,
                            "the new name of a tool call, which is written already, is left out",
                        ),
                    );
                }
                if let Input::Json(value) = &call.input {
                    self.input(key, value, at, out, report);
                }
            }
            (PartKind::Reasoning(reasoning), Form::Reasoning) => {
                let seal = part::seal(reasoning, &part.place, report).cloned();
                if piece.open {
                    piece.seal = seal.or(piece.seal.take());
                } else if let Some(seal) = seal {
                    encrypted("message", &piece.id, &Json::string(seal.token()), Patch::none(), out);
                }
            }
            (_, Form::Lost(slot)) => report.again(slot, at.frame),
            (_, _) => {
                report.narrowed(
                    at,
                    (Field::Revision, "what is told anew is left out, as it is written already"),
                );
            }
        }
    }

    pub(super) fn part_end(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        piece.open = false;
        let (form, id, message) = (piece.form, piece.id.clone(), piece.message);
        if form == Form::Text
            && let Some(speaker) = self.speaker(message)
            && speaker.now() == Some(&id)
        {
            speaker.talks = false;
        }
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if !matches!(form, Form::Text | Form::Reasoning | Form::Call) {
            return piece.pending.drop_rest(report);
        }
        let patch = if form == Form::Call { call_patch(piece) } else { self.waiting(key) };
        out.patched_frame("", &patch, |frame| {
            frame.word("type", form.events()[2]).text(form.member(), &id);
        });
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if let Some(value) = piece.pending.one("/encryptedValue") {
            encrypted("tool-call", &id, &value, &self.pending.of_event("REASONING_ENCRYPTED_VALUE"), out);
        }
        if form == Form::Reasoning {
            if let Some(seal) = &piece.seal {
                let patch = self.pending.of_event("REASONING_ENCRYPTED_VALUE");
                encrypted("message", &id, &Json::string(seal.token()), &patch, out);
            }
            let patch = self.pending.of_event("REASONING_END");
            out.patched_frame("", &patch, |frame| {
                frame.word("type", "REASONING_END").text("messageId", &piece.text);
            });
        }
        piece.pending.drop_rest(report);
    }
}

/// What waits for the next event of a call.
pub(super) fn call_patch(piece: &mut Piece) -> Patch {
    if piece.pending.is_empty() {
        return Patch::default();
    }
    let mut patch = piece.pending.take("event:");
    let metadata = piece.pending.take("/metadata");
    patch.set.extend(metadata.set.into_iter().map(|(name, value)| (format!("/metadata{name}"), value)));
    if let Some(whole) = piece.pending.one("/metadata") {
        patch.set.push(("/metadata".to_owned(), whole));
    }
    patch
}

/// The value that only a provider can read.
pub(super) fn encrypted(of: &str, id: &JsonString, value: &Json, patch: &Patch, out: &mut Out) {
    out.patched_frame("", patch, |frame: &mut Obj<'_>| {
        frame.word("type", "REASONING_ENCRYPTED_VALUE").word("subtype", of).text("entityId", id);
        frame.raw("encryptedValue", value.as_str());
    });
}

/// Whether two values are the same but for white space.
fn same(one: &Json, other: &Json) -> bool {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    crate::ir::minify(one.as_str(), &mut a);
    crate::ir::minify(other.as_str(), &mut b);
    a == b
}
