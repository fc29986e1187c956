//! `--rejects FILE`: the records that could not be read, each with the reason, for who looks at them later.
//!
//! The file is written line by line as records are met, so that it is there whatever becomes of the run. Where nothing
//! is rejected it is empty.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use chatwire::engine::transcode::Outcome;
use chatwire::report::Diagnostic;
use serde::Serialize;

use super::output::CantWrite;
use crate::cli::Reading;

/// Takes rejected records, and counts them.
pub(super) struct Rejects {
    file: Option<(File, PathBuf)>,
    /// Whether the count is told: records are what was asked for.
    told: bool,
    rejected: u64,
    records: u64,
    failed: Option<io::Error>,
}

/// A line of the file.
#[derive(Serialize)]
struct Line<'a> {
    source: &'a str,
    line: u64,
    rule: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    /// The record as it stood; `null` where it was too long to be held.
    row: Option<&'a str>,
}

impl Rejects {
    /// Opens the file, if one is asked for and it is none of the `others`.
    pub(super) fn open<'p>(
        reading: &Reading,
        mut others: impl Iterator<Item = &'p Path>,
    ) -> anyhow::Result<Self> {
        let told = reading.rejects.is_some() || !reading.at.is_empty();
        let mut rejects = Self { file: None, told, rejected: 0, records: 0, failed: None };
        let Some(path) = &reading.rejects else { return Ok(rejects) };
        if path == Path::new("-") {
            bail!("--rejects takes a file\n  help: data goes to stdout, and nothing else does");
        }
        if others.any(|other| other == path || is_same(other, path)) {
            let path = path.display();
            bail!("--rejects would write over `{path}`\n  help: name a file of its own for it");
        }
        match File::create(path) {
            Ok(file) => rejects.file = Some((file, path.clone())),
            Err(cause) => return Err(CantWrite::to(path, cause).into()),
        }
        Ok(rejects)
    }

    /// Takes the record that was left out for a finding, if one was.
    pub(super) fn take(&mut self, source: &str, found: &Diagnostic) {
        let Some(rejected) = &found.rejected else { return };
        self.rejected += 1;
        let Some((file, _)) = &mut self.file else { return };
        let Diagnostic { rule, message, line, path, .. } = found;
        let (path, row) = (path.as_deref(), rejected.row.as_deref());
        let mut text =
            serde_json::to_vec(&Line { source, line: *line, rule, message, path, row }).unwrap_or_default();
        text.push(b'\n');
        if let (Err(cause), None) = (file.write_all(&text), &self.failed) {
            self.failed = Some(cause);
        }
    }

    /// An input has come to this.
    pub(super) fn count(&mut self, outcome: &Outcome) {
        self.records += outcome.records;
    }

    /// An input is at its end. A file that could not be written ends the run.
    pub(super) fn done(&mut self) -> anyhow::Result<()> {
        match (self.failed.take(), &self.file) {
            (Some(cause), Some((_, path))) => Err(CantWrite::to(path, cause).into()),
            (Some(_) | None, _) => Ok(()),
        }
    }

    /// `3 of 1000 rows rejected`, where any were.
    pub(super) fn summary(&self) -> Option<String> {
        let Self { rejected, records, .. } = self;
        let place = self.file.as_ref().map(|(_, path)| format!("; they are in `{}`", path.display()));
        let place = place.unwrap_or_default();
        (self.told && *rejected > 0).then(|| format!("{rejected} of {records} rows rejected{place}"))
    }
}

/// Whether both are the same file.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        (Ok(_) | Err(_), _) => false,
    }
}
