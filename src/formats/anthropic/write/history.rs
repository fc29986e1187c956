//! A history in this wire's grouping: the answers to a message's calls lead the user message right after it.

use std::borrow::Cow;

use super::block::{Blocks, For, Target};
use super::own;
use crate::ir::{Arr, At, Field, Items, JsonString, Keyed, Message, Obj, Part, PartKind, Patch, Role};
use crate::report::Report;
use crate::{calls, turns, unsaid};

/// A message as it is written.
pub(super) struct Turn {
    /// `user`, `assistant` or `system`, or what the source had; as a token.
    role: Cow<'static, str>,
    /// The text, where that is all the message says.
    pub(super) plain: Option<JsonString>,
    /// Else its blocks.
    blocks: Items,
    /// What only this family says of it.
    patch: Patch,
    /// Whether it holds nothing but answers of tools, so that what the user says next joins it.
    answers: bool,
}

/// Lays out messages. `target` is where they stand in the output.
pub(super) fn lay_out(messages: Vec<Message>, blocks: &mut Blocks<'_>, target: &str) -> Vec<Turn> {
    let messages = arrange(messages, blocks);
    let ids = messages.iter().flat_map(calls::of).filter_map(|(_, call)| call.id.as_ref());
    blocks.reserve(ids);
    let mut turns: Vec<Turn> = Vec::with_capacity(messages.len());
    for message in messages {
        let index = blocks.known.messages + turns.len();
        let next = turn(message, blocks, &|| format!("{target}/{index}/content"));
        let Some(next) = next else { continue };
        match turns.last_mut() {
            Some(last) if last.answers && next.role == "user" => last.take_in(next),
            _ => turns.push(next),
        }
    }
    turns
}

impl Turn {
    /// What the user says after the tools have answered.
    fn take_in(&mut self, said: Self) {
        let Self { role: _, plain, blocks, patch, answers } = said;
        text_block(&mut self.blocks, plain.as_ref());
        self.blocks.append(blocks);
        self.patch.set.extend(patch.set);
        self.answers = answers;
    }

    /// Writes the message.
    pub(super) fn write(&self, list: &mut Arr<'_>) {
        list.patched(&self.patch, |message| self.members(message));
    }

    fn members(&self, message: &mut Obj<'_>) {
        message.word("role", &self.role);
        match &self.plain {
            Some(text) => message.text("content", text),
            None => message.items("content", &self.blocks),
        };
    }

    /// Its blocks, the plain text as one.
    pub(super) fn into_blocks(self) -> Items {
        let mut blocks = Items::default();
        text_block(&mut blocks, self.plain.as_ref());
        blocks.append(self.blocks);
        blocks
    }
}

fn text_block(blocks: &mut Items, text: Option<&JsonString>) {
    if let Some(text) = text {
        blocks.list(true).object(|block| {
            block.word("type", "text").text("text", text);
        });
    }
}

/// A message of this family stands as it is; others are split into steps and get their answers behind their calls.
fn arrange(messages: Vec<Message>, blocks: &mut Blocks<'_>) -> Vec<Message> {
    if blocks.made_for.is_own() {
        return messages;
    }
    let report = &mut *blocks.report;
    let lifted = turns::lift_answers(messages, report);
    let steps = turns::split(lifted, report);
    let mut paired = place_instructions(pair(steps, report), report);
    paired.iter_mut().for_each(|message| lead_with_reasoning(message, report));
    paired
}

/// Moves answers to the place right behind the message that holds their calls.
fn pair(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    if are_paired(&messages) {
        return messages;
    }
    let mut rest: Vec<Option<Message>> = messages.into_iter().map(Some).collect();
    let mut paired = Vec::with_capacity(rest.len());
    for index in 0..rest.len() {
        let Some(message) = rest[index].take() else { continue };
        let mut wanted = Keyed::default();
        for (_, call) in calls::of(&message).filter(|(_, call)| !call.provider_executed) {
            wanted.push(call.id.clone(), ());
        }
        let speaks = message.role == Role::Assistant;
        paired.push(message);
        if speaks && !wanted.is_empty() {
            paired.extend(answers(&mut wanted, &mut rest[index + 1..], report));
        }
    }
    paired
}

/// Whether all calls have their answers right behind them in their order, and nothing else there.
fn are_paired(messages: &[Message]) -> bool {
    let speaks = |(_, message): &(usize, &Message)| message.role == Role::Assistant;
    messages.iter().enumerate().filter(speaks).all(|(index, message)| {
        let asked = calls::of(message).filter(|(_, call)| !call.provider_executed);
        let mut asked = asked.map(|(_, call)| &call.id);
        let mut is_next =
            |part: &Part| part.kind.result().is_some_and(|answer| asked.next() == Some(&answer.id));
        let mut answers = messages[index + 1..].iter().take_while(|message| message.role == Role::Tool);
        let all = answers.all(|message| !message.parts.is_empty() && message.parts.iter().all(&mut is_next));
        all && asked.next().is_none()
    })
}

/// The `tool` messages that answer `wanted`, taken out of what follows.
fn answers(
    wanted: &mut Keyed<Option<JsonString>, ()>,
    rest: &mut [Option<Message>],
    report: &mut Report,
) -> Vec<Message> {
    let mut found = Vec::new();
    let mut between = false;
    for slot in rest {
        let Some(message) = slot.as_mut() else { continue };
        if message.role != Role::Tool {
            if message.role == Role::Assistant && calls::of(message).next().is_some() {
                break;
            }
            between = true;
            continue;
        }
        let mut is_wanted = |part: &Part| {
            let PartKind::ToolResult(result) = &part.kind else { return false };
            wanted.remove(&result.id).is_some()
        };
        let (mine, others): (Vec<_>, Vec<_>) = message.parts.drain(..).partition(|part| is_wanted(part));
        if mine.is_empty() {
            message.parts = others;
            continue;
        }
        if between {
            let what = "a tool's result moves to the place right behind its call";
            mine.iter().for_each(|part| {
                report.moved(At::place(&part.place), (Field::Order, what));
            });
        }
        if others.is_empty() {
            found.extend(slot.take().map(|message| Message { parts: mine, ..message }));
        } else {
            message.parts = others;
            found.push(Message { role: Role::Tool, parts: mine, ..Message::default() });
        }
    }
    found
}

fn is_instruction(message: &Message) -> bool {
    matches!(message.role, Role::System | Role::Developer)
}

/// Instructions in the middle stand between a user's message and the reply to it, so some move behind what the user says.
fn place_instructions(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let lead = messages.iter().take_while(|message| is_instruction(message)).count();
    if !messages[lead..].iter().any(is_instruction) {
        return messages;
    }
    let mut placed = Vec::with_capacity(messages.len());
    let mut waiting: Vec<Message> = Vec::new();
    let mut told = 0;
    for (index, message) in messages.into_iter().enumerate() {
        if is_instruction(&message) && index >= lead {
            waiting.push(message);
            continue;
        }
        if message.role == Role::Assistant {
            placed.append(&mut waiting);
            told = 0;
        } else {
            let what = "a system message moves behind the message of the user that follows it";
            waiting[told..].iter().for_each(|waiting| {
                report.moved(At::place(&waiting.place), (Field::Order, what));
            });
            told = waiting.len();
        }
        placed.push(message);
    }
    placed.append(&mut waiting);
    placed
}

/// Thinking leads its message.
fn lead_with_reasoning(message: &mut Message, report: &mut Report) {
    let is_kept = |part: &Part| {
        matches!(&part.kind, PartKind::Reasoning(reasoning)
            if reasoning.signature.is_some() || reasoning.encrypted.is_some())
    };
    let starts = |part: &Part| part.kind == PartKind::Step || matches!(part.kind, PartKind::Reasoning(_));
    let lead = message.parts.iter().take_while(|part| starts(part)).count();
    if message.role != Role::Assistant || message.parts.iter().take(lead).any(is_kept) {
        return;
    }
    let Some(found) = message.parts.iter().position(is_kept) else { return };
    let part = message.parts.remove(found);
    report.moved(At::place(&part.place), (Field::Order, "reasoning moves to the head of its message"));
    message.parts.insert(0, part);
}

fn turn(message: Message, blocks: &mut Blocks<'_>, target: Target<'_>) -> Option<Turn> {
    let own_words = blocks.made_for == For::OwnHistory;
    unsaid::message_id(blocks.report, &message);
    unsaid::message_name(blocks.report, &message);
    unsaid::metadata(blocks.report, &message);
    let role = role(&message, own_words, blocks.report);
    let Message {
        role: source_role,
        id: _,
        name: _,
        choice,
        mut parts,
        finish,
        metadata: _,
        extras,
        remainder: _,
        place,
        id_name: _,
    } = message;
    if choice.is_some_and(|choice| choice > 0) {
        blocks.report.dropped(At::place(&place), (Field::Choice, "another choice of the reply"));
        return None;
    }
    unsaid::finish(blocks.report, finish.as_ref());
    let patch = own::patch(&extras, blocks.report);
    if let [Part { kind: PartKind::Text(text), extras, place: _ }] = parts.as_mut_slice()
        && extras.list.is_empty()
        && (own_words || !text.token().is_blank())
    {
        let plain = Some(std::mem::take(text));
        return Some(Turn { role, plain, blocks: Items::default(), patch, answers: false });
    }
    let written = blocks.of(&source_role, &parts, target);
    if written.is_empty() && !own_words {
        blocks.report.dropped(At::place(&place), (Field::Turn, "a message that says nothing"));
        return None;
    }
    let answers = source_role == Role::Tool;
    Some(Turn { role, plain: None, blocks: written, patch, answers })
}

/// The wire's word for who speaks, as a token.
fn role(message: &Message, own_words: bool, report: &mut Report) -> Cow<'static, str> {
    match &message.role {
        Role::User | Role::Tool if !own_words => "user".into(),
        Role::Developer if !own_words => {
            let place = message.place.member("/role");
            report.narrowed(At::place(&place), (Field::Role, "the role `developer` becomes `system`"));
            "system".into()
        }
        Role::Other(word) if !own_words => {
            let place = message.place.member("/role");
            report.narrowed(
                At::place(&place),
                (Field::Role, &format!("the role `{}` becomes `user`", word.as_str())),
            );
            "user".into()
        }
        Role::Other(word) => JsonString::from_plain(&word.decode()).as_str().to_owned().into(),
        Role::User => "user".into(),
        Role::Tool => "tool".into(),
        Role::Developer => "developer".into(),
        Role::Assistant => "assistant".into(),
        Role::System => "system".into(),
    }
}
