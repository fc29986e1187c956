//! How texts, thinking and calls open that come in pieces.

use super::assistant::call_id;
use super::deltas::call_patch;
use super::part;
use super::pending::Pending;
use super::piece::{Form, Piece};
use super::writer::Writer;
use crate::calls::{Tightener, argument_text};
use crate::formats::ag_ui::FAMILY;
use crate::framing::Out;
use crate::ir::{
    At, Field, Input, JsonStr, JsonString, MessageKey, Part, PartKey, PartKind, Patch, Reasoning, ToolCall,
};
use crate::report::Report;

impl Writer {
    pub(super) fn part_start(
        &mut self,
        key: PartKey,
        message: MessageKey,
        part: &Part,
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(speaker) = self.speaker(message) else { return };
        if let Some(lost) = speaker.mute {
            let piece = Piece::new(Form::Lost(lost), message, JsonString::default());
            return self.set_aside(key, piece, report);
        }
        if speaker.collects {
            speaker.collected.push(part.clone());
            let at = speaker.collected.len() - 1;
            let piece = Piece::new(Form::Collected(at), message, JsonString::default());
            return self.set_aside(key, piece, report);
        }
        self.flush_before(out, report);
        match &part.kind {
            PartKind::Text(text) => self.text_start((key, message), (part, text), out, report),
            PartKind::Refusal(text) => {
                report.narrowed(At::place(&part.place), (Field::Refusal, "a refusal becomes text"));
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
                let slot =
                    report.dropped(At::place(&part.place), (Field::Own, "a part that comes in pieces"));
                report.drop_extras(&part.extras);
                self.set_aside(key, Piece::new(Form::Lost(slot), message, JsonString::default()), report);
            }
        }
    }

    /// Remembers a part that no event of its own tells; what came with its beginning has no place.
    fn set_aside(&mut self, key: PartKey, piece: Piece, report: &mut Report) {
        if let Some(mut waiting) = self.pieces.get_mut(key.0 as usize).and_then(Option::take) {
            waiting.pending.drop_rest(report);
        }
        self.keep_piece(key, piece);
    }

    fn text_start(
        &mut self,
        (key, message): (PartKey, MessageKey),
        (part, text): (&Part, &JsonString),
        out: &mut Out,
        report: &mut Report,
    ) {
        let Some(id) = self.said(message, true, report) else { return };
        if let Some(speaker) = self.speaker(message) {
            speaker.talks = true;
        }
        let piece = self.opened(Form::Text, (key, message), id, part, report);
        self.open_piece(&piece, out);
        self.keep_piece(key, piece);
        self.more(key, text.token(), Patch::default(), out);
    }

    /// The id of the message that text or a call goes into.
    fn said(&mut self, key: MessageKey, is_text: bool, report: &mut Report) -> Option<JsonString> {
        let Self { speakers, history, .. } = self;
        let speaker = speakers.get_mut(key.0 as usize)?.as_mut()?;
        if let Some(now) = speaker.now() {
            let busy = is_text && (speaker.answered || speaker.talks);
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
        (key, message): (PartKey, MessageKey),
        id: JsonString,
        part: &Part,
        report: &mut Report,
    ) -> Piece {
        let mut piece = Piece::new(form, message, id);
        if part.extras.family == FAMILY {
            piece.pending = Pending::of(&part.extras);
        } else {
            report.drop_extras(&part.extras);
        }
        // What came with the event that opens the part waits in the place of its piece.
        let waiting = self.pieces.get_mut(key.0 as usize).and_then(Option::take);
        piece.pending.add(waiting.map(|waiting| waiting.pending).unwrap_or_default());
        piece
    }

    /// The event that opens a text or thinking. The first piece of a message has what the message has.
    fn open_piece(&mut self, piece: &Piece, out: &mut Out) {
        let Some(speaker) = self.speaker(piece.message) else { return };
        let patch = speaker.pending.take("event:");
        let first = speaker.is_first(&piece.id);
        let metadata = if first { speaker.take_metadata() } else { None };
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
        let mut piece = self.opened(Form::Reasoning, (key, message), id, part, report);
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
        let mut piece = self.opened(Form::Call, (key, message), id, part, report);
        piece.name = call.name.clone();
        piece.tightener = (call.input == Input::Absent).then(Tightener::default);
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
}

/// The roles that a text message may have.
fn text_role(word: &str) -> &str {
    match word {
        "developer" | "system" | "user" => word,
        _ => "assistant",
    }
}
