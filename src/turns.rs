//! Turns: what a user says and all that is done before the user speaks again.
//!
//! Some families have one message a model step, with the tools' answers in messages of their own; others have one
//! message a turn, with each answer beside its call. [`join`] and [`split`] go from one to the other; a `step` part
//! marks each border so that the way back is the same.

use crate::ir::{
    At, Field, Json, JsonString, Message, Part, PartKind, Place, Role, Status, ToolResult, Transcript,
};
use crate::report::Report;
use crate::unsaid;

/// The last turn's reply alone: what follows the last user message. What comes before it is reported as lost. A user
/// message that only answers tools is part of the reply. `None` where there is no reply.
#[must_use]
pub fn reply(mut transcript: Transcript, report: &mut Report) -> Option<Transcript> {
    let before = before_reply(&mut transcript)?;
    lose_before(&before, report);
    Some(transcript)
}

/// Takes out what comes before the reply. `None` where there is no reply.
#[must_use]
pub fn before_reply(transcript: &mut Transcript) -> Option<Vec<Message>> {
    let start = transcript.messages.iter().rposition(is_said_by_user).map_or(0, |last| last + 1);
    let start =
        start + transcript.messages[start..].iter().position(|message| message.role == Role::Assistant)?;
    Some(transcript.messages.drain(..start).collect())
}

/// Reports messages that come before the reply and have no place.
pub fn lose_before(messages: &[Message], report: &mut Report) {
    for message in messages {
        let what = "a message before the reply";
        report.lose(
            crate::report::Loss::Dropped,
            At::place(&message.place),
            (Field::Earlier, what),
            message.id.as_ref(),
        );
    }
}

/// Whether a message opens a turn: the user speaks, and does more than answer tool calls.
#[must_use]
pub fn is_said_by_user(message: &Message) -> bool {
    message.role == Role::User && !only_answers(message)
}

/// Whether a message does nothing but answer tool calls.
#[must_use]
pub fn only_answers(message: &Message) -> bool {
    !message.parts.is_empty() && message.parts.iter().all(|part| matches!(part.kind, PartKind::ToolResult(_)))
}

/// Answers that stand in a user's message, moved to a `tool` message before what the user says. One whose answers do
/// not lead is reported as moved.
#[must_use]
pub fn lift_answers(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let answers = |part: &Part| matches!(part.kind, PartKind::ToolResult(_));
    let holds_answers = |message: &Message| message.role == Role::User && message.parts.iter().any(answers);
    if !messages.iter().any(holds_answers) {
        return messages;
    }
    let mut lifted = Vec::with_capacity(messages.len());
    for mut message in messages {
        if holds_answers(&message) {
            let late = message.parts.iter().skip_while(|part| answers(part)).any(answers);
            if late {
                report.moved(
                    At::place(&message.place),
                    (Field::Order, "tool results move before the text of their message"),
                );
            }
            let (results, said): (Vec<_>, Vec<_>) = message.parts.into_iter().partition(answers);
            let place = message.place.clone();
            lifted.push(Message { role: Role::Tool, parts: results, place, ..Message::default() });
            message.parts = said;
            if message.parts.is_empty() {
                keep_rest(&mut lifted, message);
                continue;
            }
        }
        lifted.push(message);
    }
    lifted
}

/// Hands id, name and extras of a message that has become empty to the one before it, so that they are not forgotten.
fn keep_rest(messages: &mut [Message], rest: Message) {
    if let Some(last) = messages.last_mut() {
        last.id = last.id.take().or(rest.id);
        last.name = last.name.take().or(rest.name);
        last.metadata = last.metadata.take().or(rest.metadata);
        absorb(last, rest.extras);
    }
}

fn absorb(message: &mut Message, extras: crate::ir::Extras) {
    if message.extras.family.is_empty() {
        message.extras.family = extras.family;
    }
    message.extras.list.extend(extras.list);
}

/// One assistant message a turn: each model step begins with a `step` part, and answers stand in the message that
/// holds their calls. Of the messages joined, the first keeps its id.
#[must_use]
pub fn join(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let mut joined: Vec<Message> = Vec::with_capacity(messages.len());
    for mut message in lift_answers(messages, report) {
        let open =
            joined.last_mut().filter(|last| last.role == Role::Assistant && last.choice == message.choice);
        match (&message.role, open) {
            (Role::Assistant, Some(last)) => {
                begin_step(&mut message);
                last.parts.append(&mut message.parts);
                lose_identity(&message, report);
                hand_on_metadata(last, &mut message, report);
                last.finish = message.finish.or(last.finish.take());
                absorb(last, message.extras);
            }
            (Role::Tool, Some(last)) => {
                last.parts.append(&mut message.parts);
                lose_identity(&message, report);
                unsaid::metadata(report, &message);
                absorb(last, message.extras);
            }
            (Role::Assistant, None) => {
                begin_step(&mut message);
                joined.push(message);
            }
            (Role::System | Role::Developer | Role::User | Role::Tool | Role::Other(_), _) => {
                joined.push(message)
            }
        }
    }
    joined
}

fn begin_step(message: &mut Message) {
    if message.parts.first().is_none_or(|part| part.kind != PartKind::Step) {
        message.parts.insert(0, Part::new(PartKind::Step, message.place.clone()));
    }
}

fn lose_identity(message: &Message, report: &mut Report) {
    let what = "the id of a message that is joined to the one before it";
    unsaid::id_of(report, message, (Field::MessageId, what).into());
    if message.name.is_some() {
        let what = "the name of a message that is joined to the one before it";
        report.dropped(At::place(&message.place), (Field::MessageName, what));
    }
}

/// Gives the metadata of `from` to a message that has none; a second one is lost.
fn hand_on_metadata(to: &mut Message, from: &mut Message, report: &mut Report) {
    if from.metadata.is_none() {
        return;
    }
    if to.metadata.is_some() {
        unsaid::metadata(report, from);
    } else {
        report.hand_on(Field::Metadata, &from.place, &to.place);
        to.metadata = from.metadata.take();
    }
}

/// One assistant message a model step, followed by a `tool` message with the answers to its calls. A denied call gets
/// an answer that says so; a call that still waits for approval before the user speaks on is left out and reported.
#[must_use]
pub fn split(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let messages = join_thinking(messages, report);
    let is_split = |message: &Message| message.role == Role::Assistant && needs_split(message);
    if !messages.iter().any(is_split) {
        return messages;
    }
    let mut steps = Vec::with_capacity(messages.len());
    let last = messages.iter().rposition(is_said_by_user);
    for (index, message) in messages.into_iter().enumerate() {
        if is_split(&message) {
            let answered = last.is_some_and(|last| index < last);
            split_message(message, answered, &mut steps, report);
        } else {
            steps.push(message);
        }
    }
    steps
}

/// A message that only thinks belongs to the step of the assistant message that follows it.
fn join_thinking(messages: Vec<Message>, report: &mut Report) -> Vec<Message> {
    let thinks = |part: &Part| matches!(part.kind, PartKind::Reasoning(_));
    let only_thinks = |message: &Message| {
        message.role == Role::Assistant && !message.parts.is_empty() && message.parts.iter().all(thinks)
    };
    if !messages.iter().any(only_thinks) {
        return messages;
    }
    let mut joined: Vec<Message> = Vec::with_capacity(messages.len());
    for mut message in messages {
        let before = joined.last().filter(|last| {
            only_thinks(last) && message.role == Role::Assistant && last.choice == message.choice
        });
        if before.is_some()
            && let Some(mut thought) = joined.pop()
        {
            lose_identity(&thought, report);
            let start = usize::from(message.parts.first().is_some_and(|part| part.kind == PartKind::Step));
            hand_on_metadata(&mut message, &mut thought, report);
            message.parts.splice(start..start, thought.parts);
            absorb(&mut message, thought.extras);
        }
        joined.push(message);
    }
    joined
}

fn needs_split(message: &Message) -> bool {
    let border = |kind: &PartKind| {
        matches!(kind, PartKind::Step | PartKind::ApprovalRequest(_) | PartKind::ApprovalResponse(_))
    };
    let answer = |kind: &PartKind| kind.result().is_some_and(|result| !result.provider_executed);
    message.parts.iter().any(|part| border(&part.kind) || answer(&part.kind))
}

fn split_message(mut message: Message, answered: bool, steps: &mut Vec<Message>, report: &mut Report) {
    let parts = std::mem::take(&mut message.parts);
    let waiting = if answered { waiting_calls(&parts) } else { Vec::new() };
    let mut first = true;
    for block in parts.split(|part| part.kind == PartKind::Step) {
        let (said, answers) = deal(block, &waiting, report);
        if said.is_empty() && answers.is_empty() && !(first && parts.is_empty()) {
            continue;
        }
        let place = said.first().map_or_else(|| message.place.clone(), |part| part.place.clone());
        let mut step = Message {
            role: Role::Assistant,
            choice: message.choice,
            parts: said,
            place,
            ..Message::default()
        };
        if std::mem::replace(&mut first, false) {
            step.id = message.id.take();
            step.id_name = message.id_name;
            step.name = message.name.take();
            step.metadata = message.metadata.take();
            step.extras = std::mem::take(&mut message.extras);
            step.place = message.place.clone();
        }
        let place = step.place.clone();
        if !step.parts.is_empty() {
            steps.push(step);
        }
        if !answers.is_empty() {
            steps.push(Message { role: Role::Tool, parts: answers, place, ..Message::default() });
        }
    }
    if first {
        steps.push(message);
    } else if let Some(last) = steps.iter_mut().rev().find(|step| step.role == Role::Assistant) {
        last.finish = message.finish.take();
    }
}

/// Calls that wait for approval and have no answer.
fn waiting_calls(parts: &[Part]) -> Vec<JsonString> {
    let asked = parts.iter().filter_map(|part| part.kind.approval_request()?.call_id.clone());
    let answered = |id: &JsonString| {
        parts.iter().any(|part| {
            let answer = part.kind.result().and_then(|result| result.id.as_ref());
            let verdict = part.kind.approval_response().and_then(|response| response.call_id.as_ref());
            answer == Some(id) || verdict == Some(id)
        })
    };
    asked.filter(|id| !answered(id)).collect()
}

/// The parts of one step: what the model says, and the answers of its tools.
fn deal(block: &[Part], waiting: &[JsonString], report: &mut Report) -> (Vec<Part>, Vec<Part>) {
    let (mut said, mut answers) = (Vec::new(), Vec::new());
    for part in block {
        if part.kind.result().is_some_and(|result| !result.provider_executed) {
            answers.push(part.clone());
            continue;
        }
        let id = part.kind.call().and_then(|call| call.id.as_ref());
        if id.is_some_and(|id| waiting.contains(id)) {
            let what = "a call that waits for approval while the user speaks on";
            report.lose(crate::report::Loss::Dropped, At::place(&part.place), (Field::Question, what), id);
            continue;
        }
        said.push(part.clone());
        if let Some(response) = part.kind.approval_response().filter(|response| !response.approved) {
            answers.extend(denial(block, response.call_id.as_ref(), response.reason.as_ref(), &part.place));
        }
    }
    (said, answers)
}

/// The answer to a call that was not allowed, where the block holds none.
fn denial(
    block: &[Part],
    call: Option<&JsonString>,
    reason: Option<&JsonString>,
    place: &Place,
) -> Option<Part> {
    let mut results = block.iter().filter_map(|part| part.kind.result());
    let answered = results.any(|result| result.id.as_ref() == call);
    let words = reason.cloned().unwrap_or_else(|| JsonString::from_plain("Tool call execution denied."));
    let result = ToolResult {
        id: call.cloned(),
        name: None,
        output: Some(Json::string(words.token())),
        status: Status::Denied,
        preliminary: false,
        provider_executed: false,
    };
    (!answered).then(|| Part::new(PartKind::ToolResult(result), place.clone()))
}
