//! The stream writer: events in, events out.
//!
//! Invariants, which are those of the real client: RUN_STARTED comes first and RUN_FINISHED or RUN_ERROR last; nothing
//! is open at RUN_FINISHED; an id that is open does not start again; no delta is empty.

use super::message::History;
use super::pending::Pending;
use super::piece::Piece;
use super::speaker::Speaker;
use crate::emit::WriteEvents;
use crate::formats::ag_ui::FAMILY;
use crate::framing::Out;
use crate::ir::{
    At, Event, EventKind, Extra, FrameExtra, Interrupt, Json, JsonString, Message, MessageHead, MessageKey,
    PartKey, Place, Role, Run, RunError, Scope, Usage,
};
use crate::report::Report;

/// Writes AG-UI events.
#[derive(Default)]
pub(super) struct Writer {
    /// Whether usage is a CUSTOM event, as Stackbone has it.
    pub(super) stackbone: bool,
    pub(super) history: History,
    /// Messages before the reply, until they are written.
    pub(super) before: Vec<Message>,
    /// Whether anything of the reply has been written.
    pub(super) replying: bool,
    pub(super) running: bool,
    /// How the run begins, until that is written.
    pub(super) head: Option<Box<Run>>,
    pub(super) thread: JsonString,
    pub(super) id: JsonString,
    pub(super) model: Option<(JsonString, Place)>,
    pub(super) speakers: Vec<Option<Speaker>>,
    pub(super) pieces: Vec<Option<Piece>>,
    /// What only AG-UI says of the run, until its event comes.
    pub(super) pending: Pending,
    pub(super) interrupts: Vec<Interrupt>,
    pub(super) usage: Usage,
    pub(super) error: Option<RunError>,
    /// Steps and subagents that run: the frame that ends each.
    pub(super) open: Vec<(String, String)>,
}

/// Makes a writer.
pub(in crate::formats::ag_ui) fn writer() -> Box<dyn WriteEvents> {
    Box::new(Writer { history: History::new(true), ..Writer::default() })
}

/// Makes a writer of Stackbone's dialect.
pub(in crate::formats::ag_ui) fn stackbone_writer() -> Box<dyn WriteEvents> {
    Box::new(Writer { stackbone: true, history: History::new(true), ..Writer::default() })
}

impl WriteEvents for Writer {
    fn write(&mut self, event: &Event<'_>, out: &mut Out, report: &mut Report) {
        if !event.extras.is_empty() && !matches!(event.kind, EventKind::MessageStart(_)) {
            self.extras(event.at, event.extras, report);
        }
        let at = event.at;
        if !is_of_the_end(event.kind) {
            self.start(out, report);
        }
        match event.kind {
            EventKind::RunStart(run) => {
                self.run_start(run);
                if run.id.is_some() || run.thread_id.is_some() {
                    self.start(out, report);
                }
            }
            EventKind::MessageStart(head) => {
                self.message_start(head, at, report);
                self.extras(at, event.extras, report);
            }
            EventKind::Metadata { message, value } => self.metadata(*message, value, at, report),
            EventKind::StepStart { message } => self.step(*message),
            EventKind::StepEnd { message: _ } | EventKind::Note => {}
            EventKind::StepReset { message } => self.step_reset(*message, at, report),
            EventKind::PartStart { key, message, part } => self.part_start(*key, *message, part, out, report),
            EventKind::Delta { key, delta } => self.delta(*key, delta, at, out, report),
            EventKind::Revise { key, part } => self.revise(*key, part, at, out, report),
            EventKind::PartEnd { key } => self.part_end(*key, out, report),
            EventKind::Whole { message, part } => self.whole(*message, part, out, report),
            EventKind::Usage(usage) => self.usage.update((**usage).clone()),
            EventKind::State(state) => self.state(state, out, report),
            EventKind::Interrupt(interrupt) => self.interrupts.push((**interrupt).clone()),
            EventKind::MessageEnd { key, finish } => {
                self.message_end(*key, out, report);
                crate::unsaid::finish(report, finish.as_deref());
            }
            EventKind::Error(error) => self.take_error(error, report),
            EventKind::RunEnd { finish, complete } => {
                self.run_end(finish.as_deref(), *complete, at, out, report);
            }
            EventKind::Raw { family, value } => self.raw(family, value, at, out, report),
        }
    }

    fn holds_conversation(&self) -> bool {
        true
    }

    fn before(&mut self, messages: Vec<Message>, _report: &mut Report) {
        self.before = messages;
    }

    fn finish(&mut self, out: &mut Out, report: &mut Report) {
        if self.running {
            self.run_end(None, false, At::NOWHERE, out, report);
        }
    }
}

impl Writer {
    /// Puts our own extras where their event will find them; any other has no place.
    fn extras(&mut self, at: At<'_>, extras: &[FrameExtra<'_>], report: &mut Report) {
        for extra in extras {
            let kept = extra.family == FAMILY && self.keep(at, extra);
            if !kept {
                report.drop_frame_extras(at, std::slice::from_ref(extra));
            }
        }
    }

    fn keep(&mut self, at: At<'_>, extra: &FrameExtra<'_>) -> bool {
        let place = Place { frame: at.frame, line: at.line, path: extra.path.into() };
        let kept = Extra { name: extra.name.to_owned(), value: Json::from_valid(extra.value), place };
        match extra.scope {
            Scope::Run => self.pending.put(kept),
            Scope::Choice(_) => return false,
            Scope::Message(key) => match self.speaker(key) {
                Some(speaker) => speaker.pending.put(kept),
                None => return false,
            },
            Scope::Part(key) => match self.pieces.get_mut(key.0 as usize).and_then(Option::as_mut) {
                Some(piece) => piece.pending.put(kept),
                None => return false,
            },
        }
        true
    }

    pub(super) fn speaker(&mut self, key: MessageKey) -> Option<&mut Speaker> {
        self.speakers.get_mut(key.0 as usize)?.as_mut()
    }

    fn message_start(&mut self, head: &MessageHead, at: At<'_>, report: &mut Report) {
        let MessageHead { key, role, id, name, choice } = head;
        if let Some(id) = id {
            self.history.ids.see(id);
        }
        let mut speaker = Speaker::new(role.clone(), id.clone(), name.clone(), at.to_place());
        if *choice > 0 {
            let what = "an alternative reply";
            report.lose(crate::report::Loss::Dropped, at, what, id.as_ref());
            speaker.mute = true;
        }
        speaker.collects = !matches!(role, Role::Assistant | Role::Tool) && !self.replying;
        let index = key.0 as usize;
        if self.speakers.len() <= index {
            self.speakers.resize_with(index + 1, || None);
        }
        self.speakers[index] = Some(speaker);
    }

    pub(super) fn keep_piece(&mut self, key: PartKey, piece: Piece) {
        let index = key.0 as usize;
        if self.pieces.len() <= index {
            self.pieces.resize_with(index + 1, || None);
        }
        self.pieces[index] = Some(piece);
    }

    fn step(&mut self, key: MessageKey) {
        if let Some(speaker) = self.speaker(key) {
            speaker.border();
        }
    }

    fn step_reset(&mut self, key: MessageKey, at: At<'_>, report: &mut Report) {
        report.narrowed(at, "what was taken back stays, as it is written already");
        self.step(key);
    }

    fn take_error(&mut self, error: &RunError, report: &mut Report) {
        if self.error.is_none() {
            self.error = Some(error.clone());
        } else {
            let what = format!("a second error, `{}`,", error.message.as_str());
            report.dropped(At::place(&error.place), &what);
        }
    }

    fn state(&mut self, state: &Json, out: &mut Out, report: &mut Report) {
        self.flush_before(out, report);
        let patch = self.pending.of_event("STATE_SNAPSHOT");
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "STATE_SNAPSHOT").raw("snapshot", state.as_str());
        });
    }

    /// The run begins.
    fn run_start(&mut self, run: &Run) {
        let history = std::mem::take(&mut self.history);
        let (before, pending) = (std::mem::take(&mut self.before), std::mem::take(&mut self.pending));
        *self = Self { stackbone: self.stackbone, history, before, pending, ..Self::default() };
        self.head = Some(Box::new(run.clone()));
        self.running = true;
    }

    /// Writes RUN_STARTED, once. Ids that AG-UI demands are made where there are none; a run that has none and is
    /// nothing but an error goes without.
    pub(super) fn start(&mut self, out: &mut Out, report: &mut Report) {
        let Some(head) = self.head.take() else { return };
        let Run { id, thread_id, model, created_at, place, names } = *head;
        let mut made = |id: &Option<JsonString>, pointer: &str, word: &str| {
            id.clone().unwrap_or_else(|| {
                report.invented(pointer, "an id of the run");
                JsonString::from_plain(word)
            })
        };
        self.thread = made(&thread_id, "/threadId", "thread_1");
        self.id = made(&id, "/runId", "run_1");
        self.model = model.map(|model| (model, place.member(names[2])));
        let time = created_at.as_ref().and_then(|time| milliseconds(&time.decode()));
        if created_at.is_some() && time.is_none() {
            report.dropped(At::place(&place.member(names[3])), "the time of the reply");
        }
        let patch = self.pending.of_start();
        out.patched_frame("", &patch, |frame| {
            frame.word("type", "RUN_STARTED").text("threadId", &self.thread).text("runId", &self.id);
            if let Some(time) = &time {
                frame.raw("timestamp", time);
            }
        });
        for frame in self.pending.frames() {
            self.raw_event(&frame, At::NOWHERE, out, report);
        }
    }
}

/// Whether an event alone is no reason to say that the run began.
fn is_of_the_end(kind: &EventKind<'_>) -> bool {
    matches!(
        kind,
        EventKind::RunStart(_)
            | EventKind::Error(_)
            | EventKind::Usage(_)
            | EventKind::Interrupt(_)
            | EventKind::RunEnd { .. }
            | EventKind::Note
    )
}

/// A time in milliseconds; seconds are made such.
fn milliseconds(time: &str) -> Option<String> {
    let digits = time.bytes().all(|byte| byte.is_ascii_digit());
    let number: u64 = time.parse().ok().filter(|_| digits)?;
    Some(if time.len() > 11 { number.to_string() } else { number.saturating_mul(1000).to_string() })
}
