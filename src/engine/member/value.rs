//! What is done with a member: what it is, and what it is to be.

use std::mem::{replace, take};
use std::sync::Arc;

use super::edit::Edit;
use super::fault;
use super::rules;
use super::text::{self, Text};
use crate::codec::{Codec, Shape, StreamCodec, WireFormat};
use crate::engine::detect::{Detected, look};
use crate::engine::job::Job;
use crate::engine::plan::{Plan, no_shape};
use crate::engine::records::RecordLane;
use crate::engine::sink::{Lane, Work};
use crate::engine::stream::StreamLane;
use crate::framing::{Framing, Out, Position, RawFrame, Sink, Style};
use crate::ir::{At, AtNode, Kind, Value};
use crate::report::Report;

/// A member that was looked at.
pub(super) struct Member<'v> {
    index: usize,
    value: Value<'v>,
    found: Detected,
    /// What a string holds.
    text: Option<Text>,
}

/// The way from one format to another.
#[derive(Clone, Copy)]
struct Way {
    from: &'static WireFormat,
    to: &'static WireFormat,
}

impl<'v> Member<'v> {
    pub(super) fn look(index: usize, value: Value<'v>, job: &Job) -> Self {
        let (found, text) = match value.token() {
            Some(token) => {
                let (found, text) = text::look(token, job);
                (found, Some(text))
            }
            None => (look(value, &job.from), None),
        };
        value.unmark();
        Self { index, value, found, text }
    }

    /// Its family, where it is sure.
    pub(super) fn family(&self) -> Option<&'static str> {
        match &self.found.best[..] {
            [only] => Some(only.family),
            _ => None,
        }
    }
}

/// Makes of members what they are to be.
pub(super) struct Maker {
    job: Arc<Job>,
    /// For each pair of formats that was met.
    lanes: Vec<RecordLane>,
    pub(super) report: Report,
    /// A reply in a string is an error or was cut short.
    failed: bool,
    /// The pointers of which this batch has told that they fit several formats.
    tied: Vec<bool>,
}

impl Maker {
    pub(super) fn new(job: Arc<Job>) -> Self {
        let tied = vec![false; job.at.len()];
        Self { job, lanes: Vec::new(), report: Report::default(), failed: false, tied }
    }

    /// What was told of a batch, and whether it went wrong.
    pub(super) fn hand_over(&mut self) -> (Report, bool) {
        self.tied.fill(false);
        (take(&mut self.report), take(&mut self.failed))
    }

    /// What a member becomes; `None` where nothing can be made of it, which is told.
    pub(super) fn member(
        &mut self,
        member: Member<'_>,
        families: &[&str],
        place: Position,
    ) -> Option<Vec<Edit>> {
        let from = self.format(&member, families, place)?;
        let Some(to) = self.job.to.resolve(from) else {
            let message = no_shape(self.job.to, from);
            return self.refuse(member.index, place, message, "`chatwire formats` lists what there is");
        };
        let way = Way { from, to };
        match (from.codec, member.value.kind()) {
            _ if from.id == to.id => Some(Vec::new()),
            (_, Kind::String) => Some(vec![self.text(member, way, place)?]),
            (Codec::Document(_), Kind::Array) => {
                let made = member.value.elements().map(|item| self.document(item, way, place));
                made.collect::<Vec<_>>().into_iter().collect()
            }
            (Codec::Stream(codec), Kind::Array) => {
                Some(vec![self.stream(member.value, way, codec, place)?])
            }
            (Codec::Stream(_), _) => {
                let message = format!("one frame of `{}` is no stream", from.id);
                let help = "a member is converted that holds all of a stream, as an array or a text";
                self.refuse(member.index, place, message, help)
            }
            (Codec::Document(_) | Codec::Messages(_), _) => {
                Some(vec![self.document(member.value, way, place)?])
            }
        }
    }

    /// The format a member is read as.
    fn format(
        &mut self,
        member: &Member<'_>,
        families: &[&str],
        place: Position,
    ) -> Option<&'static WireFormat> {
        if let [only] = self.job.from[..] {
            return Some(only);
        }
        let Some(best) = member.found.best.first() else {
            let message = match member.found.stranger {
                Some(name) => format!("it looks like {name}, which is none of the formats chatwire reads"),
                None => "its wire format can't be told".to_owned(),
            };
            let help = "name it with --from; --on-error keep writes the row as it is";
            return self.refuse(member.index, place, message, help);
        };
        if member.found.best.len() == 1 {
            return Some(best);
        }
        let beside = member.found.best.iter().find(|format| families.contains(&format.family));
        if beside.is_none() && !replace(&mut self.tied[member.index], true) {
            let names: Vec<_> = member.found.best.iter().map(|format| format.id).collect();
            let message = format!("fits {} equally; read as {}", names.join(", "), best.id);
            let pointer = self.job.at[member.index].as_str();
            let at = At { frame: place.frame, line: place.line, node: AtNode::Path(pointer) };
            let help = "name the family with --from";
            self.report.note(rules::TIE, at, message, help);
        }
        Some(beside.unwrap_or(best))
    }

    /// Tells why a member can't be converted.
    fn refuse<T>(&mut self, index: usize, place: Position, message: String, help: &str) -> Option<T> {
        let at = At { frame: place.frame, line: place.line, node: AtNode::Path(self.job.at[index].as_str()) };
        self.report.error(rules::UNKNOWN, at, message, help);
        None
    }

    /// What a string holds.
    fn text(&mut self, member: Member<'_>, Way { from, to }: Way, place: Position) -> Option<Edit> {
        let (value, told) = (member.value, self.report.told());
        let plan = Plan { found: member.found, from, to };
        let (text, failed) = member.text?.turn(&plan, &self.job, &mut self.report);
        self.failed |= failed;
        fault::in_text(&mut self.report, told, &value.pointer(), place);
        Some(Edit::of(value, text?))
    }

    /// A body, a reply or a history.
    fn document(&mut self, value: Value<'_>, way: Way, place: Position) -> Option<Edit> {
        let lane = self.lane(way);
        lane.value(value, place);
        lane.flush();
        let work = &mut lane.work;
        work.report.close_losses();
        let (report, text) = (work.report.hand_over(), work.out.bytes().to_vec());
        work.out.clear();
        let told = self.report.told();
        self.report.append(report);
        fault::in_member(&mut self.report, told, &value.pointer(), place);
        self.one(value, text, place)
    }

    /// Frames in an array, as frames in an array or as what they add up to.
    fn stream(&mut self, value: Value<'_>, way: Way, codec: StreamCodec, place: Position) -> Option<Edit> {
        let mut work = self.work_of(way);
        work.out = Out::new(Style { framing: Framing::Json, names: false, pretty: false });
        let mut lane = StreamLane::new(work, codec, self.job.recur);
        for (index, item) in (0..).zip(value.elements()) {
            let payload = item.verbatim().as_bytes();
            lane.element(index, RawFrame::bare(payload, place));
        }
        lane.finish();
        let work = lane.work();
        work.report.close_losses();
        let (report, text) = (work.report.hand_over(), work.out.bytes().to_vec());
        let told = self.report.told();
        self.report.append(report);
        fault::in_frames(&mut self.report, told, &value.pointer(), place);
        self.one(value, text, place)
    }

    /// A member holds one document, so one has to come of it.
    fn one(&mut self, value: Value<'_>, mut text: Vec<u8>, place: Position) -> Option<Edit> {
        let n_lines = memchr::memchr_iter(b'\n', &text).count();
        if n_lines > 1 {
            let pointer = value.pointer();
            let at = At { frame: place.frame, line: place.line, node: AtNode::Path(&pointer) };
            let message = format!("{n_lines} documents come of it, and a member holds one");
            let help = "--to a stream's family keeps a stream; convert the capture without --at";
            self.report.error(rules::SEVERAL, at, message, help);
        }
        text.truncate(text.trim_ascii_end().len());
        (n_lines == 1).then(|| Edit::of(value, text))
    }

    fn lane(&mut self, way: Way) -> &mut RecordLane {
        let known = self.lanes.iter().position(|lane| {
            let Work { from, to, .. } = lane.work;
            (from.id, to.id) == (way.from.id, way.to.id)
        });
        let index = known.unwrap_or_else(|| {
            let work = self.work_of(way);
            self.lanes.push(RecordLane::new(work));
            self.lanes.len() - 1
        });
        &mut self.lanes[index]
    }

    fn work_of(&self, Way { from, to }: Way) -> Work {
        debug_assert!(to.shape != Shape::Stream || from.shape == Shape::Stream, "a stream comes of a stream");
        let style = Style { framing: Framing::Ndjson, names: false, pretty: false };
        let mut work = Work::new(from, to, Out::new(style), self.job.on_error);
        work.carry = self.job.carry;
        work
    }
}
