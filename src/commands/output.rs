//! Where data goes: stdout, or a file that is replaced only when all is well.

use std::fs::{self, File, OpenOptions};
use std::io::{self, StdoutLock, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::cli::Shared;

/// Where data goes. A file that was not kept is as it was before.
pub(crate) enum Output {
    /// The standard output, or a device that can't be replaced.
    Stream(Box<dyn Write>),
    /// A new file beside the target.
    Replacement(Replacement),
}

/// A file that takes the place of another at the end.
pub(crate) struct Replacement {
    file: File,
    path: PathBuf,
    target: PathBuf,
    kept: bool,
}

impl Output {
    /// Opens what `-o` names, else stdout.
    pub(crate) fn open(shared: &Shared) -> anyhow::Result<Self> {
        let Some(target) = shared.output.as_deref().filter(|path| *path != Path::new("-")) else {
            let stdout: StdoutLock<'static> = io::stdout().lock();
            return Ok(Self::Stream(Box::new(stdout)));
        };
        open_file(target).with_context(|| format!("can't write `{}`", target.display()))
    }

    /// Puts what was written in place.
    pub(crate) fn keep(mut self) -> anyhow::Result<()> {
        self.flush()?;
        match self {
            Self::Stream(_) => Ok(()),
            Self::Replacement(mut file) => {
                fs::rename(&file.path, &file.target)
                    .with_context(|| format!("can't write `{}`", file.target.display()))?;
                file.kept = true;
                Ok(())
            }
        }
    }
}

fn open_file(target: &Path) -> io::Result<Output> {
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return Ok(Output::Stream(Box::new(OpenOptions::new().write(true).open(&target)?)));
    }
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let path = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    let replacement = Replacement { file, path, target, kept: false };
    if let Some(before) = before {
        replacement.file.set_permissions(before.permissions())?;
    }
    Ok(Output::Replacement(replacement))
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(stream) => stream.write(bytes),
            Self::Replacement(replacement) => replacement.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stream(stream) => stream.flush(),
            Self::Replacement(replacement) => replacement.file.flush(),
        }
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        if !self.kept {
            // Nothing better can be done about a file that won't go.
            let _ = fs::remove_file(&self.path);
        }
    }
}
