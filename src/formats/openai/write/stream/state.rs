//! What a writer of chunks knows: the run, its choices, and the parts that go out in pieces.

use super::head::Head;
use crate::formats::openai::write::thread::{Choice, Line, Thread};
use crate::framing::{Mould, Out};
use crate::ir::{At, Field, Keyed, MessageHead, MessageKey, PartKey, Patch, Role, Run, Usage};
use crate::report::{Loss, Report};
use crate::unsaid;

/// The writer of a stream.
#[derive(Debug, Default)]
pub(in crate::formats::openai) struct Writer {
    pub(super) head: Head,
    pub(super) choices: Vec<Choice>,
    /// Where each choice is, by its index.
    pub(super) places: Keyed<u32, usize>,
    pub(super) messages: Vec<Option<usize>>,
    pub(super) parts: Vec<Option<Thread>>,
    pub(super) usage: Usage,
    /// Members of the chunk that wait for the next one, and those of `usage`, which wait for it.
    pub(super) waiting: Patch,
    pub(super) closing: Patch,
    /// What a piece of thinking says besides its text; it goes with the text, so that both are read as one.
    pub(super) held: Option<(PartKey, Patch)>,
    pub(super) failed: bool,
    /// Whether the reply was read from this family: its reader or its extras tell.
    pub(super) own: bool,
    /// Whether the engine has said so.
    pub(super) ours: bool,
    pub(super) made_ids: u64,
    pub(super) runs: u64,
}

/// Where chunks go, and where their losses.
#[derive(Debug)]
pub(super) struct To<'t> {
    pub(super) out: &'t mut Out,
    pub(super) report: &'t mut Report,
}

impl Writer {
    /// Begins a run; what waits for a chunk waits on.
    pub(super) fn start(&mut self, run: &Run, report: &mut Report) {
        let (waiting, closing) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.closing));
        let (made_ids, runs) = (self.made_ids, self.runs + 1);
        let ours = self.ours;
        *self = Self { waiting, closing, made_ids, runs, ours, ..Self::default() };
        unsaid::run(report, run, &[unsaid::RunMember::Thread]);
        self.own = ours || run.names[3] == "/created";
        self.head.own = self.own;
        self.head.run = run.clone();
    }

    /// Begins a message: which choice it is, if it is one.
    pub(super) fn message(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if name.is_some() {
            report.dropped(at, Field::MessageName);
        }
        let found = (*role == Role::Assistant).then(|| self.choice(*choice, at, report));
        if self.head.run.id.is_none() && !self.head.told && found.is_some() {
            self.head.run.id.clone_from(id);
        } else if id.is_some() && *id != self.head.run.id {
            report.lose(Loss::Dropped, at, Field::MessageId, id.as_ref());
        }
        let slot = key.0 as usize;
        if self.messages.len() <= slot {
            self.messages.resize(slot + 1, None);
        }
        self.messages[slot] = found;
    }

    fn choice(&mut self, index: u32, at: At<'_>, report: &mut Report) -> usize {
        match self.places.get(&index).copied() {
            Some(found) => {
                report.moved(at, (Field::Turn, "a second message of the reply joins the first"));
                found
            }
            None => self.add(index),
        }
    }

    /// Adds a choice; gives its position.
    pub(super) fn add(&mut self, index: u32) -> usize {
        self.places.push(index, self.choices.len());
        self.choices.push(Choice::new(index));
        self.choices.len() - 1
    }

    /// The position of the choice that a message is.
    pub(super) fn choice_of(&self, message: MessageKey) -> Option<usize> {
        self.messages.get(message.0 as usize).copied().flatten()
    }

    /// Remembers how a part is written.
    pub(super) fn put(&mut self, key: PartKey, choice: usize, line: Line) {
        let slot = key.0 as usize;
        if self.parts.len() <= slot {
            self.parts.resize_with(slot + 1, || None);
        }
        self.parts[slot] = Some(Thread { choice, line, mould: Mould::default() });
    }
}
