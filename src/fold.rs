//! Fold: events add up to transcripts, one for each run.
//!
//! Invariant. Folding is pushing, extending and closing; it knows no wire. What a later value replaces is a loss, told
//! with its place.

use std::collections::{BTreeMap, HashSet};

use self::changing::Changing;
use crate::emit::WriteEvents;
use crate::framing::Out;
use crate::ir::{
    At, AtNode, Delta, Event, EventKind, Extra, Field, FileContent, Input, Json, Keyed, Live, Merge, Message,
    MessageHead, MessageKey, Part, PartKey, PartKind, Scope, Transcript, Value,
};
use crate::report::Report;
use crate::unsaid;

mod anew;
mod changing;
mod ending;
mod extra;

/// What is done with each transcript.
pub type Then<'t> = Box<dyn FnMut(Transcript, &mut Out, &mut Report) + 't>;

/// Adds up events; each run's transcript is handed on when it ends.
pub struct Fold<'t> {
    then: Then<'t>,
    run: Transcript,
    messages: Keyed<MessageKey, Spot>,
    parts: Vec<Option<Spot>>,
    /// The keys of each message's parts, in order.
    keys: Vec<Vec<PartKey>>,
    choices: Vec<u32>,
    /// Messages all of which was taken back.
    void: Vec<usize>,
    /// The last frame of each part, by its key.
    ends: Vec<u64>,
    /// Where the parts stand that one told later may replace.
    told: Keyed<anew::Told, Spot>,
    /// Where the results stand.
    answers: Keyed<anew::Told, Spot>,
    /// Parts that were taken back and keep their places until the run ends, by their message.
    gone: BTreeMap<usize, HashSet<usize>>,
    /// How many frames came before any message.
    frames: usize,
    changing: Changing,
    /// Members that were only noted.
    repeats: Keyed<(Scope, usize), extra::Repeat>,
}

/// Where a part stands in the tree: message and part. For a message, the part is where its running step begins.
#[derive(Clone, Copy, Debug, Default)]
struct Spot {
    message: usize,
    part: usize,
}

impl<'t> Fold<'t> {
    /// Folds, and hands each transcript to `then`.
    #[must_use]
    pub fn new(then: Then<'t>) -> Self {
        let run = Transcript::default();
        let (parts, choices, void, ends) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            then,
            run,
            messages: Keyed::default(),
            parts,
            keys: Vec::new(),
            choices,
            void,
            ends,
            told: Keyed::default(),
            answers: Keyed::default(),
            gone: BTreeMap::new(),
            frames: 0,
            changing: Changing::default(),
            repeats: Keyed::default(),
        }
    }

    fn message(&mut self, key: MessageKey) -> Option<&mut Message> {
        let index = self.messages.get(&key)?.message;
        self.run.messages.get_mut(index)
    }

    fn part(&mut self, key: PartKey) -> Option<&mut Part> {
        let place = (*self.parts.get(key.0 as usize)?)?;
        self.run.messages.get_mut(place.message)?.parts.get_mut(place.part)
    }

    fn start_message(&mut self, head: &MessageHead, at: At<'_>, report: &Report) {
        let MessageHead { key, role, id, name, choice } = head.clone();
        self.messages.push(key, Spot { message: self.run.messages.len(), part: 0 });
        self.choices.push(choice);
        let place = at.to_place();
        // In a frame the id may stand anywhere: the frame as a whole is its place.
        let id_name = match at.node {
            AtNode::Value(value) => {
                Some(report.member_of(value, Field::MessageId).unwrap_or(if has_id(value) {
                    "/id"
                } else {
                    ""
                }))
            }
            AtNode::Nowhere | AtNode::Path(_) | AtNode::Place(_) => None,
        };
        self.run.messages.push(Message { role, id, name, place, id_name, ..Message::default() });
    }

    fn push(&mut self, message: MessageKey, part: Part) -> Option<Spot> {
        let index = self.messages.get(&message)?.message;
        let parts = &mut self.run.messages.get_mut(index)?.parts;
        let spot = Spot { message: index, part: parts.len() };
        if let Some(told) = anew::Told::of(index, &part.kind) {
            if part.kind.result().is_some() {
                self.answers.push(told.clone(), spot);
            }
            if anew::is_replaced(&part.kind) {
                self.told.push(told, spot);
            }
        }
        parts.push(part);
        Some(spot)
    }

    fn start_part(&mut self, key: PartKey, message: MessageKey, part: Part) {
        let place = self.push(message, part);
        let index = key.0 as usize;
        if self.parts.len() <= index {
            self.parts.resize(index + 1, None);
        }
        self.parts[index] = place;
        let Some(Spot { message, part: _ }) = place else { return };
        if self.keys.len() <= message {
            self.keys.resize_with(message + 1, Vec::new);
        }
        self.keys[message].push(key);
    }

    fn delta(&mut self, key: PartKey, delta: &Delta<'_>) {
        let Some(part) = self.part(key) else { return };
        match (delta, &mut part.kind) {
            (Delta::Text(more), PartKind::Text(text) | PartKind::Refusal(text) | PartKind::Error(text)) => {
                text.push(*more);
            }
            (Delta::Text(more), PartKind::Reasoning(reasoning)) => reasoning.text.push(*more),
            (Delta::Text(more), PartKind::File(file)) => match &mut file.content {
                FileContent::Data(text) | FileContent::Url(text) | FileContent::Id(text) => text.push(*more),
            },
            (Delta::Signature(signature), PartKind::Reasoning(reasoning)) => {
                reasoning.signature = Some(signature.owned());
            }
            (Delta::Args(more), PartKind::ToolCall(call)) => match &mut call.input {
                Input::Text(text) => text.push(*more),
                Input::Absent | Input::Json(_) => call.input = Input::Text(more.owned()),
            },
            (Delta::Input(value), PartKind::ToolCall(call)) => call.input = Input::Json(value.clone()),
            (Delta::Text(_) | Delta::Args(_) | Delta::Input(_) | Delta::Signature(_), _) => {}
        }
    }

    fn start_step(&mut self, key: MessageKey, at: At<'_>) {
        self.push(key, Part::new(PartKind::Step, at.to_place()));
        if let Some(place) = self.messages.get_mut(&key) {
            place.part = self.run.messages.get(place.message).map_or(0, |message| message.parts.len());
        }
    }

    fn raw(&mut self, family: &str, value: &Json, at: At<'_>) {
        let kind = PartKind::Raw { family: family.to_owned(), value: value.clone() };
        let part = Part::new(kind, at.to_place());
        if let Some(last) = self.run.messages.last_mut() {
            last.parts.push(part);
        } else {
            let mut name = format!("frame:{}", self.frames);
            while self.run.extras.known(&name).is_some() {
                self.frames += 1;
                name = format!("frame:{}", self.frames);
            }
            let extra = Extra { name, value: value.clone(), place: at.to_place() };
            self.run.extras.put(family, extra, Merge::Replace);
        }
    }
}

impl WriteEvents for Fold<'_> {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        let at = event.at;
        if !matches!(event.kind, EventKind::Delta { .. }) {
            self.settle_repeats(report);
        }
        if !matches!(event.kind, EventKind::RunStart(_) | EventKind::RunEnd { .. }) {
            self.take(event, report);
        }
        if let EventKind::RunStart(run) = event.kind {
            self.run.run = (**run).clone();
        }
        for extra in event.extras {
            self.extra(extra, at, report);
        }
        if let EventKind::RunEnd { finish, complete } = event.kind {
            self.settle_repeats(report);
            self.end(finish.as_deref(), *complete, out, report);
        }
    }

    fn finish(&mut self, _out: &mut Out, _report: &mut Report) {}
}

impl Fold<'_> {
    /// Takes an event inside a run.
    fn take(&mut self, event: &Event<'_>, report: &mut Report) {
        let at = event.at;
        match event.kind {
            EventKind::RunStart(_) | EventKind::RunEnd { .. } | EventKind::Note => {}
            EventKind::StepEnd { .. } => {}
            EventKind::PartEnd { key } => self.end_part(*key, report),
            EventKind::MessageStart(head) => self.start_message(head, at, report),
            EventKind::Metadata { message, value } => {
                if let Some(spot) = self.messages.get(message).copied() {
                    report.stands(&self.run.messages[spot.message].place, Field::Metadata, at);
                    self.changing.add_metadata(spot.message, value);
                }
            }
            EventKind::StepStart { message } => self.start_step(*message, at),
            EventKind::StepReset { message } => self.reset_step(*message, report),
            EventKind::PartStart { key, message, part } => self.start_part(*key, *message, (**part).clone()),
            EventKind::Delta { key, delta } => {
                if self.ends.len() <= key.0 as usize {
                    self.ends.resize(key.0 as usize + 1, 0);
                }
                self.ends[key.0 as usize] = at.frame;
                self.stands(*key, delta, at, report);
                self.delta(*key, delta);
            }
            EventKind::CallReset { key } => self.reset_call(*key, report),
            EventKind::Revise { key, part } => self.revise(*key, part, report),
            EventKind::Whole { message, part } => self.whole(*message, part, report),
            EventKind::Usage(usage) => {
                if !self.run.usage.is_unknown() && self.run.usage.place != usage.place {
                    report.stood_also(&usage.place, &self.run.usage.place);
                }
                unsaid::counted_anew(report, &self.run.usage, usage);
                self.run.usage.update((**usage).clone());
            }
            EventKind::State(state) => self.state(state, at, report),
            EventKind::Interrupt(interrupt) => self.run.interrupts.push((**interrupt).clone()),
            EventKind::MessageEnd { key, finish } => {
                if let Some(message) = self.message(*key) {
                    message.finish = finish.as_deref().cloned();
                }
            }
            EventKind::Error(error) => {
                if self.run.error.is_none() {
                    self.run.error = Some((**error).clone());
                } else {
                    report.dropped(
                        at,
                        (Field::Error, &format!("a second error, `{}`,", error.message.as_str())),
                    );
                }
            }
            EventKind::Raw { family, value } => self.raw(family, value, at),
        }
    }
}

impl Fold<'_> {
    /// The state as it is now; a tree has the last one alone, and says that it stands where the run does.
    fn state(&mut self, state: &Live, at: At<'_>, report: &mut Report) {
        if self.changing.set_state(state) {
            report.narrowed(at, (Field::Revision, "the shared state becomes the state after it"));
        }
        report.stood_also(&self.run.run.place.member("/state"), &at.to_place());
    }
}

fn has_id(value: Value<'_>) -> bool {
    value.members().any(|(key, _)| key.is("id"))
}
