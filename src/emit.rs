//! The contract of stream rooms: readers push events, writers take them.
//!
//! Invariant. A reader never returns or stores a borrowed event. The last event of a frame waits until the frame ends
//! and takes along, as extras, every member that nobody read, so no reader can forget one.

mod frame;
mod left;

use std::ops::Range;

pub use frame::Frame;
pub(crate) use left::Left;
pub use left::{Single, Spare};

use left::{Kept, push};

use crate::framing::Out;
use crate::ir::{
    At, AtNode, Delta, Event, EventKind, FrameExtra, JsonStr, Merge, Message, PartKey, Scope, Value,
};
use crate::report::Report;
use crate::turns;

/// Reads the frames of one wire.
pub trait ReadEvents {
    /// Takes one frame. Faults go to `emit.report`; reading goes on.
    fn read<'f>(&mut self, frame: Frame<'f>, emit: &mut Emit<'_, 'f>);

    /// The wire's own last word came (`[DONE]`).
    fn sentinel(&mut self, emit: &mut Emit<'_, '_>);

    /// The input ends: closes what the wire left open and says whether an end was seen. It never invents a normal end.
    fn finish(&mut self, emit: &mut Emit<'_, '_>);
}

/// Writes one wire from events.
pub trait WriteEvents {
    /// Says of which format the events are, before the first: what its own family leaves out, a writer leaves out too.
    fn source(&mut self, _format: &str) {}

    /// Takes one event, and decides for each of its extras.
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report);

    /// Whether the wire holds a conversation, message by message: what came before the reply has a place, and the steps
    /// of a turn are messages of their own.
    fn holds_conversation(&self) -> bool {
        false
    }

    /// What was said before the reply, before any event. Most wires have no place for it.
    fn before(&mut self, messages: Vec<Message>, report: &mut Report) {
        turns::lose_before(&messages, report);
    }

    /// The input ends.
    fn finish(&mut self, out: &mut Out, report: &mut Report);
}

/// Where a reader puts its events.
pub struct Emit<'e, 'f> {
    /// Where faults go.
    pub report: &'e mut Report,
    writer: &'e mut dyn WriteEvents,
    out: &'e mut Out,
    family: &'static str,
    append: &'static [&'static str],
    frame: Option<Frame<'f>>,
    held: Option<(EventKind<'f>, At<'f>)>,
    spare: &'e mut Spare,
    events: u32,
    changed: bool,
    /// Whether what nobody has read of the frame as a whole is an extra already.
    left: bool,
    echoes: Vec<Value<'f>>,
}

/// Where events, bytes and faults go.
pub struct Sinks<'e> {
    /// Takes the events.
    pub writer: &'e mut dyn WriteEvents,
    /// Takes the writer's bytes.
    pub out: &'e mut Out,
    /// Takes faults and losses.
    pub report: &'e mut Report,
}

impl Sinks<'_> {
    /// The same for a while.
    pub(crate) fn lend(&mut self) -> Sinks<'_> {
        Sinks { writer: self.writer, out: self.out, report: self.report }
    }
}

impl<'e, 'f> Emit<'e, 'f> {
    /// A place for the events of `frame`, or of the end of the input. `append` names the extras that add up; `spare` is
    /// the memory of the frame before.
    pub fn new(
        (family, append): (&'static str, &'static [&'static str]),
        frame: Option<Frame<'f>>,
        spare: &'e mut Spare,
        sinks: Sinks<'e>,
    ) -> Self {
        let Sinks { writer, out, report } = sinks;
        spare.clear();
        Self {
            report,
            writer,
            out,
            family,
            append,
            frame,
            held: None,
            spare,
            events: 0,
            changed: false,
            left: false,
            echoes: Vec::new(),
        }
    }

    /// An event that comes from the frame as a whole, or from the end of the input.
    #[inline]
    pub fn push(&mut self, kind: EventKind<'f>) {
        self.push_at(kind, self.here());
    }

    /// An event that comes from this value.
    #[inline]
    pub fn push_from(&mut self, value: Value<'f>, kind: EventKind<'f>) {
        let at = self.at(value);
        self.push_at(kind, at);
    }

    /// A delta that comes from this value.
    #[inline]
    pub fn delta(&mut self, value: Value<'f>, key: PartKey, delta: Delta<'f>) {
        self.push_from(value, EventKind::Delta { key, delta });
    }

    fn push_at(&mut self, kind: EventKind<'f>, at: At<'f>) {
        self.events += 1;
        if let EventKind::RunEnd { complete, finish: _ } = &kind {
            self.report.reply_ends(*complete);
        } else if let EventKind::Error(_) = &kind {
            self.report.reply_fails();
        }
        if let Some((kind, at)) = self.held.replace((kind, at)) {
            self.writer.write(&Event { kind: &kind, at, extras: &[] }, self.out, self.report);
        }
    }

    /// The place of a value of this frame.
    #[inline]
    #[must_use]
    pub fn at(&self, value: Value<'f>) -> At<'f> {
        self.frame.map_or(At::NOWHERE, |frame| frame.at(value))
    }

    /// The place of this frame as a whole.
    #[must_use]
    pub fn here(&self) -> At<'f> {
        self.frame.map_or(At::NOWHERE, |frame| frame.at(frame.root))
    }

    /// The reader's state has changed in a way that no event of this frame shows.
    #[inline]
    pub fn changed(&mut self) {
        self.changed = true;
    }

    /// Reads a value for the mirror it is of `token`, which is the frame's delta.
    pub fn echo(&mut self, value: Value<'f>, token: JsonStr<'f>) {
        value.skip();
        if value.token() == Some(token) {
            self.echoes.push(value);
        } else {
            // It is a part of the mirror: what it says is bound up with others.
            self.changed();
        }
    }

    /// What nobody has read in `value` belongs to `scope`; names are counted from `value` itself.
    pub fn leave(&mut self, scope: Scope, value: Value<'f>) {
        self.leave_named(scope, value, "");
    }

    /// As [`Emit::leave`], with `prefix` before each name.
    pub fn leave_named(&mut self, scope: Scope, value: Value<'f>, prefix: &str) {
        self.left |= self.frame.is_some_and(|frame| frame.root.number() == value.number());
        if value.unread().next().is_none() {
            return;
        }
        let Spare { extras, words, below } = &mut *self.spare;
        if extras.is_empty() {
            extras.reserve(8);
            words.reserve(256);
        }
        let mut shared: Option<[Range<usize>; 2]> = None;
        below.clear();
        value.leave(below, &mut |left, below| {
            let [family, base] = &*shared.get_or_insert_with(|| {
                let family = push(words, self.family);
                let from = words.len();
                value.write_pointer(self.frame.map_or(value, |frame| frame.root), words);
                [family, from..words.len()]
            });
            let (from, family) = (words.len(), family.clone());
            words.extend_from_within(base.clone());
            let mut name = push(words, below);
            let path = from..name.end;
            if !prefix.is_empty() {
                name.start = push(words, prefix).start;
                name.end = push(words, below).end;
            }
            let append = self.append.contains(&&words[name.clone()]);
            let merge = if append { Merge::Append } else { Merge::Replace };
            extras.push(Left { family, scope, path, name, value: Kept::Node(left.number()), merge });
        });
    }

    /// The pointer of a value in the frame.
    fn place(&mut self, value: Value<'f>) -> Range<usize> {
        let from = self.spare.words.len();
        value.write_pointer(self.frame.map_or(value, |frame| frame.root), &mut self.spare.words);
        from..self.spare.words.len()
    }

    fn word(&mut self, word: &str) -> Range<usize> {
        push(&mut self.spare.words, word)
    }

    /// A member that the reader of another family once left and that this wire carries as it was.
    pub fn carry(&mut self, family: &str, scope: Scope, (name, value): (&str, Value<'f>), merge: Merge) {
        value.set_left();
        let path = self.place(value);
        let (name, family) = (self.word(name), self.word(family));
        self.spare.extras.push(Left { family, scope, path, name, value: Kept::Node(value.number()), merge });
    }

    /// A member that the wire says by what it leaves out (a part that nobody ends): it goes with the event held back.
    pub fn add(&mut self, scope: Scope, name: &str, value: &'static str) {
        let (path, name, family) = (0..0, self.word(name), self.word(self.family));
        let value = Kept::Word(self.word(value));
        self.spare.extras.push(Left { family, scope, path, name, value, merge: Merge::Replace });
        self.changed();
    }

    /// Lets the event held back go, with the members that were left for it so far.
    pub fn flush(&mut self) {
        self.release();
        self.spare.extras.clear();
    }

    /// Ends the frame: the event held back goes out with the extras. Tells what may be remembered of the frame.
    pub fn close(mut self) -> Option<Single<'f>> {
        if let Some(frame) = self.frame.filter(|_| !self.left) {
            self.leave(Scope::Run, frame.root);
        }
        if self.held.is_none() && !self.spare.extras.is_empty() {
            self.held = Some((EventKind::Note, self.here()));
        }
        let (kind, at) = self.release()?;
        let EventKind::Delta { key, delta } = kind else { return None };
        let (args, text) = match delta {
            Delta::Text(text) => (false, text),
            Delta::Args(text) => (true, text),
            Delta::Input(_) | Delta::Signature(_) => return None,
        };
        let AtNode::Value(token) = at.node else { return None };
        let plain = self.events == 1
            && !self.changed
            && token.token().is_some_and(|own| std::ptr::eq(own.as_str(), text.as_str()));
        plain.then(|| {
            let (extras, words) = self.spare.take();
            Single { key, args, token, echoes: self.echoes, extras, words }
        })
    }

    /// Sends the event held back with the extras.
    fn release(&mut self) -> Option<(EventKind<'f>, At<'f>)> {
        let (kind, at) = self.held.take()?;
        if self.spare.extras.is_empty() {
            self.writer.write(&Event { kind: &kind, at, extras: &[] }, self.out, self.report);
            return Some((kind, at));
        }
        let mut few = [FrameExtra::NONE; 8];
        let many: Vec<FrameExtra<'_>>;
        let extra = |left: &Left| left.of_frame(&self.spare.words, self.frame);
        let extras = if let Some(few) = few.get_mut(..self.spare.extras.len()) {
            few.iter_mut().zip(&self.spare.extras).for_each(|(few, left)| *few = extra(left));
            &*few
        } else {
            many = self.spare.extras.iter().map(extra).collect();
            &many
        };
        self.writer.write(&Event { kind: &kind, at, extras }, self.out, self.report);
        Some((kind, at))
    }
}
