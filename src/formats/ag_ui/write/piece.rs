//! Parts as they are written: texts, thinking and calls in pieces, anything else at once.

use super::message::call_id;
use super::part;
use super::pending::Pending;
use super::stream::Writer;
use crate::calls::argument_text;
use crate::formats::ag_ui::FAMILY;
use crate::framing::Out;
use crate::ir::{
    At, Delta, Input, Json, JsonStr, JsonString, MessageKey, Obj, Part, PartKey, PartKind, Patch, Reasoning,
    ToolCall,
};
use crate::report::{LossSlot, Report};

/// What an open part is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// TEXT_MESSAGE events.
    Text,
    /// REASONING events.
    Reasoning,
    /// TOOL_CALL events.
    Call,
    /// Nothing yet: it goes into the snapshot before the reply.
    Collected(usize),
    /// Nothing: it has no place, which is told once.
    Lost(LossSlot),
    /// Nothing: the reply it belongs to is not written.
    Mute,
}

/// A part on its way.
#[derive(Debug)]
pub(super) struct Piece {
    pub(super) form: Form,
    pub(super) message: MessageKey,
    /// The id its events name.
    pub(super) id: JsonString,
    pub(super) pending: Pending,
    pub(super) open: bool,
    /// Arguments so far, or the id of the span.
    text: JsonString,
    name: JsonString,
    seal: Option<JsonString>,
}

impl Form {
    fn events(self) -> [&'static str; 3] {
        match self {
            Self::Reasoning => {
                ["REASONING_MESSAGE_START", "REASONING_MESSAGE_CONTENT", "REASONING_MESSAGE_END"]
            }
            Self::Call => ["TOOL_CALL_START", "TOOL_CALL_ARGS", "TOOL_CALL_END"],
            Self::Text | Self::Collected(_) | Self::Lost(_) | Self::Mute => {
                ["TEXT_MESSAGE_START", "TEXT_MESSAGE_CONTENT", "TEXT_MESSAGE_END"]
            }
        }
    }

    fn member(self) -> &'static str {
        if self == Self::Call { "toolCallId" } else { "messageId" }
    }
}

impl Writer {
    pub(super) fn part_start(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        out: &mut Out,
        report: &mut Report,
    ) {
        let mute = Form::Mute;
        let Some(speaker) = self.speaker(message) else { return };
        if speaker.mute {
            return self.keep_piece(key, piece(mute, message, JsonString::default()));
        }
        if speaker.collects {
            speaker.collected.push(part.clone());
            let at = speaker.collected.len() - 1;
            return self.keep_piece(key, piece(Form::Collected(at), message, JsonString::default()));
        }
        self.flush_before(out, report);
        match &part.kind {
            PartKind::Text(text) => self.text_start((key, message), (part, text), out, report),
            PartKind::Refusal(text) => {
                report.narrowed(At::place(&part.place), "a refusal becomes text");
                self.text_start((key, message), (part, text), out, report);
            }
            PartKind::Reasoning(reasoning) => {
                self.reasoning_start(key, message, (part, reasoning), out, report)
            }
            PartKind::ToolCall(call) => self.call_start(key, message, (part, call), out, report),
            PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => {
                let slot = report.dropped(At::place(&part.place), "a part that comes in pieces");
                report.drop_extras(&part.extras);
                self.keep_piece(key, piece(Form::Lost(slot), message, JsonString::default()));
            }
        }
    }

    fn text_start(
        &mut self,
        (key, message): (PartKey, MessageKey),
        (part, text): (&Part, &JsonString),
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(id) = self.said(message, true, report) else { return };
        let piece = self.opened(Form::Text, message, id, part, report);
        self.open_piece(&piece, out);
        self.keep_piece(key, piece);
        self.more(key, text.token(), Patch::default(), out);
    }

    /// The id of the message that text or a call goes into.
    fn said(&mut self, key: MessageKey, is_text: bool, report: &mut Report) -> Option<JsonString> {
        let Self { speakers, pieces, history, .. } = self;
        let speaker = speakers.get_mut(key.0 as usize)?.as_mut()?;
        if let Some(now) = speaker.now() {
            let taken = |piece: &Piece| piece.open && piece.form == Form::Text && piece.id == *now;
            let busy = is_text && (speaker.answered || pieces.iter().flatten().any(taken));
            if !busy {
                return Some(now.clone());
            }
        }
        Some(speaker.begin(false, &mut history.ids, report))
    }

    /// A piece with those of its extras that are our own; any other has no place.
    fn opened(
        &mut self,
        form: Form,
        message: MessageKey,
        id: JsonString,
        part: &Part,
        report: &mut Report,
    ) -> Piece {
        let mut piece = piece(form, message, id);
        if part.extras.family == FAMILY {
            piece.pending = Pending::of(&part.extras);
        } else {
            report.drop_extras(&part.extras);
        }
        piece
    }

    /// The event that opens a text or thinking. The first piece of a message has what the message has.
    fn open_piece(&mut self, piece: &Piece, out: &mut Out) {
        let Some(speaker) = self.speaker(piece.message) else { return };
        let patch = speaker.pending.take("event:");
        let first = speaker.is_first(&piece.id);
        let metadata = if first { speaker.metadata.take() } else { None };
        let name = speaker.name.clone().filter(|_| first && piece.form == Form::Text);
        let owner = speaker.owner().cloned();
        let role = if piece.form == Form::Reasoning { "reasoning" } else { text_role(speaker.role.word()) };
        out.patched_frame("", &patch, |frame| {
            frame.word("type", piece.form.events()[0]).text("messageId", &piece.id).word("role", role);
            frame.maybe("name", name.as_ref());
            frame.json("subagentRunId", owner.as_ref());
            frame.json("metadata", metadata.as_ref());
        });
    }

    fn reasoning_start(
        &mut self,
        key: PartKey,
        message: MessageKey,
        (part, reasoning): (&Part, &Reasoning),
        out: &mut Out,
        report: &mut Report,
    ) {
        let Self { speakers, history, .. } = self;
        let Some(speaker) = speakers.get_mut(message.0 as usize).and_then(Option::as_mut) else { return };
        let id = speaker.begin(true, &mut history.ids, report);
        let mut piece = self.opened(Form::Reasoning, message, id, part, report);
        piece.text = piece
            .pending
            .one("span:/messageId")
            .and_then(|span| span.as_token().map(JsonStr::owned))
            .unwrap_or_else(|| piece.id.clone());
        piece.seal = part::seal(reasoning, &part.place, report).cloned();
        let mut patch = piece.pending.take("span:");
        patch.set.extend(self.pending.of_event("REASONING_START").set);
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "REASONING_START").text("messageId", &piece.text);
        });
        self.open_piece(&piece, out);
        self.keep_piece(key, piece);
        self.more(key, reasoning.text.token(), Patch::default(), out);
    }

    fn call_start(
        &mut self,
        key: PartKey,
        message: MessageKey,
        (part, call): (&Part, &ToolCall),
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(parent) = self.said(message, false, report) else { return };
        self.history.tools.insert(call.name.as_str().to_owned());
        let id = call_id(call, part, &mut self.history.calls, report);
        let mut piece = self.opened(Form::Call, message, id, part, report);
        piece.name = call.name.clone();
        let patch = call_patch(&mut piece);
        let owner = self.speaker(message).and_then(|speaker| speaker.owner().cloned());
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "TOOL_CALL_START").text("toolCallId", &piece.id);
            frame.text("toolCallName", &call.name).text("parentMessageId", &parent);
            frame.json("subagentRunId", owner.as_ref());
        });
        self.keep_piece(key, piece);
        match &call.input {
            Input::Absent => {}
            Input::Text(text) => self.more(key, text.token(), Patch::default(), out),
            Input::Json(_) => {
                let text = argument_text(call).into_owned();
                self.more(key, text.token(), Patch::default(), out);
            }
        }
    }

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
                self.more(key, *text, patch, out);
            }
            (Form::Call, Delta::Input(value)) => self.input(key, value, at, out, report),
            (Form::Reasoning, Delta::Signature(seal)) => piece.seal = Some(seal.owned()),
            (Form::Collected(index), delta) => self.collect(key, index, delta),
            (Form::Lost(slot), _) => report.again(slot, at.frame),
            (Form::Mute, _) => {}
            (Form::Text | Form::Reasoning | Form::Call, _) => {
                report.dropped(at, "a piece of another kind than its part");
            }
        }
    }

    /// Extras of the message that wait for its next event.
    fn waiting(&mut self, key: PartKey) -> Patch {
        let message = self.pieces[key.0 as usize].as_ref().map(|piece| piece.message);
        match message.and_then(|message| self.speaker(message)) {
            Some(speaker) if !speaker.pending.is_empty() => speaker.pending.take("event:"),
            Some(_) | None => Patch::default(),
        }
    }

    /// A piece of text; an empty one is no news.
    fn more(&mut self, key: PartKey, text: JsonStr<'_>, patch: Patch, out: &mut Out) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if text.is_empty() && patch.is_empty() {
            return;
        }
        let (form, id) = (piece.form, &piece.id);
        if form == Form::Call {
            piece.text.push(text);
        }
        out.patched_frame("", &patch, |frame| {
            frame.word("type", form.events()[1]).text(form.member(), id).token("delta", text);
        });
    }

    /// Arguments that come whole: they are written unless they have been.
    fn input(&mut self, key: PartKey, value: &Json, at: At<'_>, out: &mut Out, report: &mut Report) {
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        if piece.text.is_empty() {
            let text = JsonString::from_plain(value.as_str());
            return self.more(key, text.token(), Patch::default(), out);
        }
        let said = Json::check(&piece.text.decode());
        if said.is_none_or(|said| !same(&said, value)) {
            let what = "arguments that come whole after their pieces, which are written already";
            report.lose(crate::report::Loss::Dropped, at, what, Some(&piece.id));
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
                    report.narrowed(at, "the new name of a tool call, which is written already, is left out");
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
                    encrypted("message", &piece.id, &Json::string(seal.token()), &Patch::default(), out);
                }
            }
            (_, Form::Mute) => {}
            (_, _) => {
                report.narrowed(at, "what is told anew is left out, as it is written already");
            }
        }
    }

    pub(super) fn part_end(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        let patch = self.waiting(key);
        let Some(piece) = self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) else { return };
        piece.open = false;
        let (form, id) = (piece.form, piece.id.clone());
        if !matches!(form, Form::Text | Form::Reasoning | Form::Call) {
            return;
        }
        let patch = if form == Form::Call { call_patch(piece) } else { patch };
        out.patched_frame("", &patch, |frame| {
            frame.word("type", form.events()[2]).text(form.member(), &id);
        });
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

fn piece(form: Form, message: MessageKey, id: JsonString) -> Piece {
    Piece {
        form,
        message,
        id,
        pending: Pending::default(),
        open: true,
        text: JsonString::default(),
        name: JsonString::default(),
        seal: None,
    }
}

/// What waits for the next event of a call.
fn call_patch(piece: &mut Piece) -> Patch {
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

/// The roles that a text message may have.
fn text_role(word: &str) -> &str {
    match word {
        "developer" | "system" | "user" => word,
        _ => "assistant",
    }
}

/// Whether two values are the same but for white space.
fn same(one: &Json, other: &Json) -> bool {
    let (mut a, mut b) = (Vec::new(), Vec::new());
    crate::ir::minify(one.as_str(), &mut a);
    crate::ir::minify(other.as_str(), &mut b);
    a == b
}
