//! The parts of a stream that is being written, as blocks.

use super::block::{homeless, told_id};
use super::frames::{Block, Kind, raw_frame};
use super::state::Writer;
use super::{own, result};
use crate::formats::anthropic::words::{FAMILY, FRAMES};
use crate::framing::Out;
use crate::ir::{
    At, Delta, Event, Field, FrameExtra, Input, Json, MessageKey, Part, PartKey, PartKind, Reasoning, Scope,
    ToolCall, ToolResult,
};
use crate::report::{Loss, LossSlot, Report};

impl Writer {
    #[inline]
    pub(super) fn delta(
        &mut self,
        key: PartKey,
        delta: &Delta<'_>,
        event: &Event<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        let mut own: &[FrameExtra<'_>] = &[];
        if !event.extras.is_empty() {
            let ours = |extra: &FrameExtra<'_>| {
                extra.family == FAMILY && extra.scope == Scope::Part(key) && extra.name.starts_with('/')
            };
            if event.extras.iter().all(ours) {
                own = event.extras;
            } else {
                self.take_extras(event, report);
            }
        }
        let queue = &mut self.state.queue;
        let found = match delta {
            Delta::Text(token) => queue.text(key, *token, own, out),
            Delta::Args(token) => queue.args(key, *token, own, out),
            Delta::Signature(token) => queue.signature(key, *token, out),
            Delta::Input(value) => queue.whole_input(key, value, event.at),
        };
        if !found && let Some(slot) = self.state.gone.get(&key) {
            report.again(*slot, event.at.frame);
        }
    }

    fn skipped(&self, message: MessageKey) -> Option<(Field, &'static str)> {
        self.state.skipped.get(&message).copied()
    }

    pub(super) fn start_part(
        &mut self,
        (key, message): (PartKey, MessageKey),
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if let Some(why) = self.skipped(message) {
            let slot = report.dropped(At::place(&part.place), why);
            self.state.gone.push(key, slot);
            return;
        }
        match self.block(Some(key), part, at, report) {
            Ok(block) => {
                self.start(out, report);
                self.state.queue.add(block, out, report);
            }
            Err(Some(slot)) => {
                self.state.gone.push(key, slot);
            }
            Err(None) => {}
        }
    }

    pub(super) fn end_part(&mut self, key: PartKey, out: &mut Out, report: &mut Report) {
        self.state.queue.end(key, out, report);
        self.state.gone.remove(&key);
    }

    pub(super) fn whole(
        &mut self,
        message: MessageKey,
        part: &Part,
        at: At<'_>,
        out: &mut Out,
        report: &mut Report,
    ) {
        if let Some(why) = self.skipped(message) {
            report.dropped(At::place(&part.place), why);
            return;
        }
        if own::is_citation(part) && self.state.queue.last_text().is_some() {
            if let Some(citation) = own::citation(part, report) {
                self.state.queue.cite(citation, out);
            }
            return;
        }
        if let PartKind::Raw { family, value } = &part.kind
            && family == FRAMES
        {
            return raw_frame(value, out);
        }
        if let Ok(mut block) = self.block(None, part, at, report) {
            block.ended = true;
            self.start(out, report);
            self.state.queue.add(block, out, report);
        }
    }

    /// The block for a part, or the loss of it.
    fn block(
        &mut self,
        key: Option<PartKey>,
        part: &Part,
        at: At<'_>,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let place = part.place.clone();
        let mut block = Block::new(key, Kind::Text, place);
        match &part.kind {
            PartKind::Text(text) => block.text = text.clone(),
            PartKind::Refusal(text) => {
                report.narrowed(At::place(&part.place), (Field::Refusal, "a refusal becomes a text"));
                block.text = text.clone();
            }
            PartKind::Reasoning(reasoning) => return Ok(self.thinking(block, part, reasoning, report)),
            PartKind::ToolCall(call) => return self.call(block, part, call, at, report),
            PartKind::ToolResult(answer) => return self.result(block, part, answer, report),
            PartKind::Raw { family, value } if family == FAMILY => {
                block.kind = Kind::Whole;
                value.as_str().clone_into(&mut block.whole);
            }
            PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { family: _, value: _ } => {
                let slot = homeless(part, at, report);
                report.drop_extras(&part.extras);
                return Err(slot);
            }
        }
        block.patch = own::patch(&part.extras, report);
        Ok(block)
    }

    fn thinking(
        &mut self,
        mut block: Block,
        part: &Part,
        reasoning: &Reasoning,
        report: &mut Report,
    ) -> Block {
        let Reasoning { text, signature, encrypted } = reasoning;
        block.patch = own::patch(&part.extras, report);
        if let Some(data) = encrypted.as_ref().filter(|_| text.is_empty()) {
            if signature.is_some() {
                report
                    .dropped(At::place(&part.place), (Field::Signature, "the signature of sealed thinking"));
            }
            block.kind = Kind::Whole;
            block.whole = own::object(&block.patch, |object| {
                object.word("type", "redacted_thinking").text("data", data);
            });
            return block;
        }
        if encrypted.is_some() {
            report.dropped(
                At::place(&part.place),
                (Field::Sealed, "the sealed form of reasoning beside its text"),
            );
        }
        block.kind = Kind::Thinking;
        block.text = text.clone();
        block.signature.clone_from(signature);
        block
    }

    fn call(
        &mut self,
        mut block: Block,
        part: &Part,
        call: &ToolCall,
        at: At<'_>,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let ToolCall { id, name, input, free_text, provider_executed } = call;
        if *provider_executed && own::type_word(part).is_none() {
            let what = "a call of a tool that the provider runs";
            report.drop_extras(&part.extras);
            return Err(Some(report.lose_node(
                Loss::Dropped,
                &part.place,
                (Field::ProviderRuns, what),
                id.as_ref(),
            )));
        }
        let given = self.ids.call(id.as_ref());
        told_id(id.as_ref(), &given, at, &|| "/content_block/id".to_owned(), report);
        self.state.unanswered += usize::from(!provider_executed);
        block.kind = Kind::Call;
        block.patch = own::patch(&part.extras, report);
        block.call = ToolCall {
            id: Some(given.id),
            name: name.clone(),
            input: Input::Absent,
            free_text: *free_text,
            provider_executed: *provider_executed,
        };
        match input {
            Input::Absent => {}
            Input::Text(text) => block.text = text.clone(),
            Input::Json(value) => block.input = Some(value.clone()),
        }
        Ok(block)
    }

    fn result(
        &mut self,
        mut block: Block,
        part: &Part,
        answer: &ToolResult,
        report: &mut Report,
    ) -> Result<Block, Option<LossSlot>> {
        let ToolResult { id, name, output: _, status: _, preliminary, provider_executed } = answer;
        let at = At::place(&part.place);
        if !provider_executed || own::type_word(part).is_none() {
            let what = if *provider_executed {
                "the result of a tool that the provider runs"
            } else {
                self.state.unanswered = self.state.unanswered.saturating_sub(usize::from(!preliminary));
                "the result of a tool: a reply holds none"
            };
            report.drop_extras(&part.extras);
            return Err(Some(report.lose(Loss::Dropped, at, (Field::Result, what), id.as_ref())));
        }
        if name.is_some() {
            report.lose(
                Loss::Dropped,
                at,
                (Field::ResultName, "the name of the tool that answers"),
                id.as_ref(),
            );
        }
        let given = self.ids.result(id.as_ref());
        told_id(id.as_ref(), &given, at, &|| "/content_block/tool_use_id".to_owned(), report);
        block.kind = Kind::Whole;
        let (patch, write) = result::server(part, answer, &given.id, report);
        block.whole = own::object(&patch, write);
        Ok(block)
    }

    /// A part told anew: what is on the wire already stays.
    pub(super) fn revise(&mut self, key: PartKey, part: &Part, at: At<'_>, report: &mut Report) {
        if self.state.gone.get(&key).is_some() {
            report.dropped(at, (Field::Revision, "a part told anew that has no place"));
            return;
        }
        let block = self.state.queue.find(key).filter(|block| !block.started() || block.kind == Kind::Call);
        let Some(block) = block else {
            report.dropped(at, (Field::Revision, "what a part became after it was written"));
            return;
        };
        match &part.kind {
            PartKind::ToolCall(ToolCall { id, name, input, free_text: _, provider_executed: _ }) => {
                if block.started() && block.call.name != *name {
                    let what = "the name that a call got after it was written";
                    report.lose(Loss::Narrowed, at, (Field::Revision, what), id.as_ref());
                } else {
                    block.call.name.clone_from(name);
                }
                let told = *input != Input::Absent && block.input.is_some() && !block.started();
                if told && block.input != as_json(input) {
                    let what = "earlier arguments, which later ones replace,";
                    report.lose(Loss::Dropped, At::place(&block.place), (Field::Revision, what), id.as_ref());
                }
                block.told = Some(part.place.clone());
                match input {
                    Input::Absent => {}
                    Input::Json(value) => block.input = Some(value.clone()),
                    Input::Text(text) if block.text.is_empty() => block.text = text.clone(),
                    Input::Text(text) => block.input = Json::check(&text.decode()),
                }
                block.patch = own::patch(&part.extras, report);
            }
            PartKind::Raw { family, value } if family == FAMILY => {
                value.as_str().clone_into(&mut block.whole);
            }
            PartKind::Text(_)
            | PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { family: _, value: _ } => {
                report.dropped(at, (Field::Revision, "what a part became after it was written"));
            }
        }
    }
}

fn as_json(input: &Input) -> Option<Json> {
    match input {
        Input::Absent => None,
        Input::Text(text) => Json::check(&text.decode()),
        Input::Json(value) => Some(value.clone()),
    }
}
