//! Where what comes of each input goes: all into one output, or each into a file of its own (`--out-dir`).

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::bail;

use super::given::{CAPTURES, Capture};
use super::output::CantWrite;
use super::rejects::is_same;
use super::{Answer, Output};

/// Where output goes.
pub(super) enum Outputs {
    /// One output for all; what becomes of it is decided at the end.
    One(Output),
    /// A file for each input that can be read.
    Each { files: HashMap<String, PathBuf>, open: Option<Output> },
}

/// An input that has a file of its own.
pub(super) struct Named<'c> {
    pub(super) capture: &'c Capture,
    /// What it is called in reports.
    pub(super) source: String,
    /// Which part of the file it is; empty where it is all of it.
    pub(super) part: String,
    /// How its name ends; `None` where it stays as it is.
    pub(super) extension: Option<&'static str>,
}

impl Outputs {
    /// Files in `folder`. None may be written twice, and none over an input.
    pub(super) fn each(folder: &Path, inputs: &[Capture], named: &[Named<'_>]) -> anyhow::Result<Self> {
        let mut files = HashMap::new();
        let mut taken: HashMap<PathBuf, &str> = HashMap::new();
        for one in named {
            let target = folder.join(name(one));
            let source = one.source.as_str();
            if let Some(other) = taken.insert(target.clone(), source) {
                let target = target.display();
                bail!(
                    "`{other}` and `{source}` would both become `{target}`\n  help: convert them into two directories"
                );
            }
            if inputs.iter().any(|input| is_same(&input.path, &target)) {
                let target = target.display();
                bail!("`{target}` is an input and would be written over\n  help: name another directory");
            }
            files.insert(one.source.clone(), target);
        }
        Ok(Self::Each { files, open: None })
    }

    /// The files that are to be written, each with a name of its own.
    pub(super) fn files(&self) -> impl Iterator<Item = &Path> {
        let files = match self {
            Self::One(_) => None,
            Self::Each { files, .. } => Some(files.values().map(PathBuf::as_path)),
        };
        files.into_iter().flatten()
    }

    /// Where this input is to be written.
    pub(super) fn begin(&mut self, source: &str) -> io::Result<&mut Output> {
        match self {
            Self::One(output) => Ok(output),
            Self::Each { files, open } => {
                let output = match files.get(source) {
                    Some(target) => open_below(target)?,
                    // It can't be read, which will be told.
                    None => Output::nowhere(),
                };
                Ok(open.insert(output))
            }
        }
    }

    /// The input could be read: its own file is put in place.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        match self {
            Self::One(_) => Ok(()),
            Self::Each { open, .. } => open.take().map_or(Ok(()), Output::keep),
        }
    }

    /// All inputs have come to this.
    pub(super) fn finish(self, answer: Answer) -> anyhow::Result<()> {
        match self {
            Self::One(output) if answer != Answer::CouldNotRun => output.keep(),
            Self::One(_) | Self::Each { .. } => Ok(()),
        }
    }
}

fn open_below(target: &Path) -> io::Result<Output> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder).map_err(|cause| io::Error::from(CantWrite::to(folder, cause)))?;
    }
    Output::at(target)
}

/// The name of an input with the ending of its output. What was packed is packed again.
fn name(one: &Named<'_>) -> PathBuf {
    let Named { capture, part, extension, .. } = one;
    let Some(extension) = extension else { return capture.below.clone() };
    let ends = |path: &Path, ends: &[&str]| {
        path.extension().is_some_and(|end| ends.iter().any(|known| end.eq_ignore_ascii_case(known)))
    };
    let packed = ends(&capture.below, &["gz"]);
    let mut path = capture.below.clone();
    if packed {
        path.set_extension("");
    }
    if ends(&path, CAPTURES) {
        path.set_extension("");
    }
    let mut name = path.file_name().map(OsString::from).unwrap_or_default();
    for piece in [part.as_str(), *extension, if packed { "gz" } else { "" }]
        .into_iter()
        .filter(|piece| !piece.is_empty())
    {
        name.push(".");
        name.push(piece);
    }
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_what_is_no_ending_of_a_capture() {
        let named = |below: &str, extension| {
            let capture = Capture { path: below.into(), below: below.into() };
            let (source, part) = (String::new(), String::new());
            name(&Named { capture: &capture, source, part, extension }).display().to_string()
        };
        for (input, output) in [
            ("a.sse", "a.json"),
            ("deep/a.b.JSONL", "deep/a.b.json"),
            ("a.sse.gz", "a.json.gz"),
            ("gpt-4.1", "gpt-4.1.json"),
            ("log.txt", "log.txt.json"),
        ] {
            assert_eq!(named(input, Some("json")), output);
        }
        assert_eq!(named("deep/log.jsonl.gz", None), "deep/log.jsonl.gz");
    }
}
