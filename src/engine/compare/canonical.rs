//! The canonical form: what a conversation says, whatever family says it and in whatever shape.
//!
//! | what families do differently | in the canonical form |
//! |---|---|
//! | one message a model step or one a turn ([`crate::turns::join`] and [`crate::turns::split`]) | one turn: what the assistant says until somebody else speaks; a `tool` message, and the answers in a user's message, belong to the turn of their calls |
//! | an answer beside its call, or after all calls of the step | after its call, behind what else belongs to the call |
//! | `step` parts | left out |
//! | a text, thought or answer without a word, a message without parts | left out |
//! | ids given by the server, by the client, made up, or none | the number of the call that is meant (the nearest one before that has no answer yet) |
//! | the name of the tool in its answer, or not | the name of the call |
//! | arguments as text or as a value, none or `{}` | a value where they are JSON, else text |
//! | an answer that is an object, or its text | the object |
//! | the end of a reply in its message or beside it | both |
//! | a total of tokens, or only its terms | the total |
//!
//! JSON is compared by value (`json`). Paths are those of the transcript as it was read, which `--to native` shows.
//! An exact comparison (`--exact`) leaves out nothing: every step, empty part and message head is a node of its turn,
//! and answers stay where they are.

use std::borrow::Cow;
use std::collections::HashMap;

use super::node::{Node, Saying};
use super::parts;
use super::rest;
use super::topic::{Scope, Topic};
use crate::ir::{JsonStr, JsonString, Message, Part, PartKind, Reasoning, Role, Transcript};

/// A conversation, ready to be compared.
pub(super) struct Conversation<'t> {
    pub(super) turns: Vec<Turn<'t>>,
    /// Run, parameters, state, usage, finish, error.
    pub(super) singles: [Node<'t>; 6],
    pub(super) tools: Vec<Node<'t>>,
    pub(super) interrupts: Vec<Node<'t>>,
}

/// What one speaker says before another speaks.
pub(super) struct Turn<'t> {
    /// Who speaks, and which of several replies it is.
    pub(super) head: Node<'t>,
    pub(super) role: &'t Role,
    pub(super) choice: Option<u32>,
    /// What is said.
    pub(super) nodes: Vec<Node<'t>>,
    /// A sum over role and nodes.
    pub(super) hash: u64,
}

/// Brings a transcript to the canonical form.
pub(super) fn canonical<'t>(transcript: &'t Transcript, scope: &'t Scope) -> Conversation<'t> {
    let mut builder = Builder { scope, turns: Vec::new(), calls: Vec::new(), by_id: HashMap::new() };
    for (index, message) in transcript.messages.iter().enumerate() {
        builder.message(index, message, transcript);
    }
    let mut singles = rest::singles(transcript);
    let said = transcript.messages.iter().rev().find_map(|message| message.finish.as_ref());
    if transcript.finish.is_none() && said.is_some() {
        singles[4] = rest::finish(said, String::new());
    }
    let (mut tools, mut interrupts) = (rest::tools(transcript), rest::interrupts(transcript));
    for node in singles.iter_mut().chain(&mut tools).chain(&mut interrupts) {
        node.settle(scope);
    }
    Conversation { turns: builder.finish(), singles, tools, interrupts }
}

struct Builder<'t> {
    scope: &'t Scope,
    turns: Vec<Turn<'t>>,
    /// The names of the calls that later parts may belong to.
    calls: Vec<&'t JsonString>,
    by_id: HashMap<JsonStr<'t>, Named>,
}

/// The calls that have one id: the last of them, and those without an answer.
#[derive(Default)]
struct Named {
    last: usize,
    open: Vec<usize>,
}

impl<'t> Builder<'t> {
    fn message(&mut self, index: usize, message: &'t Message, transcript: &'t Transcript) {
        let path = format!("/messages/{index}");
        let answers = |part: &Part| matches!(part.kind, PartKind::ToolResult(_));
        let lifts = message.role == Role::User && message.parts.iter().any(answers);
        let only_answers = lifts && message.parts.iter().all(answers);
        if !(only_answers && self.open_reply().is_some()) {
            self.open(message, &path);
        }
        let own = self.turns.len().saturating_sub(1);
        let reply = if lifts { self.reply_before(own).unwrap_or(own) } else { own };
        if self.scope.exact {
            let head = self.head(message, &path, transcript);
            self.turns[own].nodes.push(head);
        }
        for (at, part) in message.parts.iter().enumerate() {
            if !self.says(part) {
                continue;
            }
            let node = self.part(part, format!("{path}/parts/{at}"));
            let turn = if answers(part) { reply } else { own };
            self.turns[turn].nodes.push(node);
        }
    }

    /// Whether a part is compared.
    fn says(&self, part: &Part) -> bool {
        let silent = match &part.kind {
            PartKind::Text(text) => text.is_empty(),
            PartKind::Reasoning(Reasoning { text, signature, encrypted }) => {
                text.is_empty() && signature.is_none() && encrypted.is_none()
            }
            PartKind::Refusal(_)
            | PartKind::ToolCall(_)
            | PartKind::ToolResult(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::ApprovalRequest(_)
            | PartKind::ApprovalResponse(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => false,
        };
        self.scope.holds(parts::topic(&part.kind)) && (!silent || self.scope.holds(Topic::Borders))
    }

    /// The turn that a message adds to; a new one where somebody else speaks.
    fn open(&mut self, message: &'t Message, path: &str) {
        let goes_on = self.open_reply().is_some_and(|turn| match message.role {
            Role::Assistant => turn.choice == message.choice,
            Role::Tool => true,
            Role::System | Role::Developer | Role::User | Role::Other(_) => false,
        });
        if goes_on {
            return;
        }
        let mut head = Node::new("message", path.to_owned(), Cow::Borrowed(&message.place));
        if !self.scope.exact {
            head.maybe("/name", Topic::Names, message.name.as_ref());
        }
        head.settle(self.scope);
        let (role, choice) = (&message.role, message.choice);
        self.turns.push(Turn { head, role, choice, nodes: Vec::new(), hash: 0 });
    }

    fn open_reply(&self) -> Option<&Turn<'t>> {
        self.turns.last().filter(|turn| *turn.role == Role::Assistant)
    }

    /// The reply right before this turn, whose calls its answers answer.
    fn reply_before(&self, own: usize) -> Option<usize> {
        let is_reply = |index: &usize| *self.turns[*index].role == Role::Assistant;
        Some(own).filter(is_reply).or_else(|| own.checked_sub(1).filter(is_reply))
    }

    /// What an exact comparison looks at of a message beside its parts.
    fn head(&self, message: &'t Message, path: &str, transcript: &'t Transcript) -> Node<'t> {
        let Message {
            role,
            id,
            name,
            choice,
            parts: _,
            finish,
            metadata,
            extras,
            remainder,
            place,
            id_name: _,
        } = message;
        let mut head = Node::new("message", path.to_owned(), Cow::Borrowed(place));
        head.say("/role", Topic::Borders, Saying::Text(Cow::Borrowed(role.word())));
        head.maybe("/id", Topic::Ids, id.as_ref()).maybe("/name", Topic::Names, name.as_ref());
        head.count("/choice", Topic::Borders, choice.map(u64::from));
        head.json("/metadata", Topic::Metadata, metadata.as_ref());
        let end = finish.as_ref().filter(|end| transcript.finish.as_ref() != Some(end));
        for facet in rest::finish(end, String::new()).facets {
            head.say(format!("/finish{}", facet.name), facet.topic, facet.saying);
        }
        parts::extras(&mut head, extras, Topic::Metadata);
        parts::remainder(&mut head, remainder);
        head.settle(self.scope);
        head
    }

    fn part(&mut self, part: &'t Part, path: String) -> Node<'t> {
        let number = match &part.kind {
            PartKind::ToolResult(result) => self.called(result.id.as_ref(), !result.preliminary),
            PartKind::ApprovalRequest(request) => self.called(request.call_id.as_ref(), false),
            PartKind::ApprovalResponse(response) => self.called(response.call_id.as_ref(), false),
            PartKind::ToolCall(call) => {
                let number = self.calls.len();
                if let Some(id) = &call.id {
                    let named = self.by_id.entry(id.token()).or_default();
                    named.last = number;
                    named.open.push(number);
                }
                self.calls.push(&call.name);
                None
            }
            PartKind::Text(_)
            | PartKind::Reasoning(_)
            | PartKind::Refusal(_)
            | PartKind::File(_)
            | PartKind::Source(_)
            | PartKind::Data(_)
            | PartKind::Error(_)
            | PartKind::Step
            | PartKind::Raw { .. } => None,
        };
        let called = number.map(|number| (number, self.calls[number]));
        let mut node = parts::node(part, path, Cow::Borrowed(&part.place), called);
        if part.kind.call().is_some() {
            node.call = Some(self.calls.len() - 1);
        }
        node.settle(self.scope);
        node
    }

    /// The nearest call before with this id, one without an answer first.
    fn called(&mut self, id: Option<&'t JsonString>, answers: bool) -> Option<usize> {
        let named = self.by_id.get_mut(&id?.token())?;
        let found = named.open.last().copied().unwrap_or(named.last);
        if answers {
            named.open.pop();
        }
        Some(found)
    }

    fn finish(self) -> Vec<Turn<'t>> {
        let Self { scope, mut turns, calls: _, by_id: _ } = self;
        if !scope.exact {
            turns.retain(|turn| !turn.nodes.is_empty());
            for turn in &mut turns {
                turn.nodes = beside_calls(std::mem::take(&mut turn.nodes));
            }
        }
        for turn in &mut turns {
            let sums = turn.nodes.iter().map(|node| node.hash);
            turn.hash = sums.fold(turn.head.hash, |sum, hash| sum.rotate_left(5) ^ hash);
        }
        turns
    }
}

/// Puts what belongs to a call behind it.
fn beside_calls(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut groups: Vec<Vec<Node<'_>>> = Vec::with_capacity(nodes.len());
    let mut of_call: HashMap<usize, usize> = HashMap::new();
    for node in nodes {
        match linked(&node).and_then(|call| of_call.get(&call)) {
            Some(group) => groups[*group].push(node),
            None => {
                of_call.extend(node.call.map(|call| (call, groups.len())));
                groups.push(vec![node]);
            }
        }
    }
    groups.into_iter().flatten().collect()
}

fn linked(node: &Node<'_>) -> Option<usize> {
    node.facets.iter().find_map(|facet| match facet.saying {
        Saying::Link(call, _) => call,
        Saying::Text(_) | Saying::Json(_) => None,
    })
}
