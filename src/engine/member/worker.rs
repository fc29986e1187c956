//! What is done with a row: its members are found, and what comes of them is put in their place.

use std::mem::take;
use std::sync::Arc;

use super::batch::{Batch, Done, Row, Unit};
use super::edit::{Edit, splice};
use super::value::{Maker, Member};
use crate::engine::job::{Job, OnError};
use crate::engine::sink::{at, no_json};
use crate::framing::{Fault, FaultSeverity, Position};
use crate::ir::{Kind, Tape, Value};
use crate::report::Rejected;

/// Converts the members of rows.
pub(super) struct Worker {
    job: Arc<Job>,
    tape: Tape,
    maker: Maker,
    done: Done,
}

impl Worker {
    pub(super) fn new(job: Arc<Job>) -> Self {
        let maker = Maker::new(Arc::clone(&job));
        Self { job, tape: Tape::default(), maker, done: Done::default() }
    }

    /// Converts a batch.
    pub(super) fn work(&mut self, batch: &Batch) -> Done {
        self.done.without = vec![0; self.job.at.len()];
        batch.faults.iter().for_each(|fault| self.fault(fault));
        for unit in &batch.units {
            match unit {
                _ if self.done.stopped => break,
                Unit::Plain(range) => self.done.bytes.extend_from_slice(&batch.bytes[range.clone()]),
                Unit::Open => self.done.has_row = Some(false),
                Unit::Row(row) => self.row(row, &batch.bytes),
            }
        }
        (self.done.report, self.done.failed) = self.maker.hand_over();
        take(&mut self.done)
    }

    fn fault(&mut self, fault: &Fault) {
        let Fault { rule, message, help, .. } = fault;
        let report = &mut self.maker.report;
        match fault.severity {
            FaultSeverity::Warning => report.warning(rule, at(fault.at), message.clone(), help),
            FaultSeverity::Error => report.error(rule, at(fault.at), message.clone(), help),
        }
    }

    fn row(&mut self, row: &Row, bytes: &[u8]) {
        self.done.rows += 1;
        let told = self.maker.report.told();
        let (before, text) = (&bytes[row.before.clone()], &bytes[row.text.clone()]);
        match self.read(row, text) {
            Some(edits) => {
                self.begin(before, row.in_array);
                splice(text, &edits, &mut self.done.bytes);
            }
            None => self.reject(told, row, (before, text)),
        }
    }

    /// What stands between the row before and this one. Where no row was written before it, it has no comma.
    fn begin(&mut self, before: &[u8], in_array: bool) {
        let done = &mut self.done;
        let start = done.bytes.len();
        done.bytes.extend_from_slice(before);
        if !in_array {
            return;
        }
        let comma = memchr::memchr(b',', before).map(|place| start + place);
        match (done.has_row, comma) {
            (None, comma) => done.first_comma = comma,
            (Some(false), Some(comma)) => {
                done.bytes.remove(comma);
            }
            (Some(false), None) | (Some(true), _) => {}
        }
        done.has_row = Some(true);
    }

    /// What is to be changed in a row; `None` where it could not be read, which is told.
    fn read(&mut self, row: &Row, bytes: &[u8]) -> Option<Vec<Edit>> {
        if row.cut {
            self.fault(&Fault::too_long(self.job.max_frame, row.at));
            return None;
        }
        let Ok(text) = crate::ir::utf8(bytes) else {
            let help = "mend the log; --on-error keep writes the row as it is";
            self.maker.report.error("frame/not-utf8", at(row.at), "bytes that are no UTF-8", help);
            return None;
        };
        let mut tape = take(&mut self.tape);
        let edits = match tape.fill(text) {
            Ok(()) => self.members(tape.view(text).root(), row.at),
            Err(fault) => {
                no_json(&mut self.maker.report, fault, text, row.at);
                None
            }
        };
        self.tape = tape;
        edits
    }

    fn members(&mut self, root: Value<'_>, place: Position) -> Option<Vec<Edit>> {
        let job = Arc::clone(&self.job);
        let mut members = Vec::with_capacity(job.at.len());
        for (index, pointer) in job.at.iter().enumerate() {
            match pointer.find(root).filter(|value| !is_empty(*value)) {
                Some(value) => members.push(Member::look(index, value, &job)),
                None => self.done.without[index] += 1,
            }
        }
        // What a member surely is says of what family the others are.
        let families: Vec<_> = members.iter().filter_map(Member::family).collect();
        let mut edits = Some(Vec::new());
        for member in members {
            let made = self.maker.member(member, &families, place);
            edits = edits.zip(made).map(|(all, more)| all.into_iter().chain(more).collect());
        }
        let mut edits: Vec<Edit> = edits?;
        edits.sort_by_key(|edit| edit.range.start);
        Some(edits)
    }

    fn reject(&mut self, told: usize, row: &Row, (before, text): (&[u8], &[u8])) {
        let whole = self.job.rejects && !row.cut;
        let record = whole.then(|| String::from_utf8_lossy(text.trim_ascii_end()).into_owned());
        self.maker.report.reject(told, Rejected { row: record });
        match self.job.on_error {
            OnError::Skip => {}
            OnError::Keep if row.cut => {}
            OnError::Keep => {
                self.begin(before, row.in_array);
                self.done.bytes.extend_from_slice(text);
            }
            OnError::Stop => {
                self.done.stopped = true;
                if row.in_array {
                    self.done.bytes.extend_from_slice(b"\n]\n");
                }
            }
        }
    }
}

/// Whether a member holds nothing, which is nothing in any format.
fn is_empty(value: Value<'_>) -> bool {
    match value.kind() {
        Kind::Null => true,
        Kind::String => value.verbatim() == "\"\"",
        Kind::Array => value.elements().next().is_none(),
        Kind::Object => value.members().next().is_none(),
        Kind::Bool | Kind::Number => false,
    }
}
