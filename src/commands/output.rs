//! Where data goes: stdout, or a file that is replaced only when all is well. A name that ends in `.gz` is written as
//! gzip.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, StdoutLock, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

use chatwire::engine::pipe;

use crate::cli::Shared;

/// Where data goes. A file that was not kept is as it was before.
pub(crate) struct Output {
    place: Place,
    name: String,
    /// What packs the bytes on their way.
    pack: Option<GzEncoder<Vec<u8>>>,
}

enum Place {
    /// The standard output, or a device that can't be replaced.
    Stream(Box<dyn Write>),
    /// A new file beside the target.
    Replacement(Replacement),
}

/// A file that takes the place of another at the end.
struct Replacement {
    file: File,
    path: PathBuf,
    target: PathBuf,
    kept: bool,
}

/// Writing failed: the cause is an I/O error like those of reading, so it says what it is.
#[derive(Debug)]
pub(crate) struct CantWrite {
    name: String,
    cause: io::Error,
}

impl CantWrite {
    /// Writing to this file failed.
    pub(crate) fn to(path: &Path, cause: io::Error) -> Self {
        Self { name: format!("`{}`", path.display()), cause }
    }
}

impl fmt::Display for CantWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "can't write {}: {}", self.name, self.cause)
    }
}

impl Error for CantWrite {}

impl From<CantWrite> for io::Error {
    fn from(error: CantWrite) -> Self {
        Self::new(error.cause.kind(), error)
    }
}

impl Output {
    /// Opens what `-o` names, else stdout.
    pub(crate) fn open(shared: &Shared) -> anyhow::Result<Self> {
        let Some(target) = shared.output.as_deref().filter(|path| *path != Path::new("-")) else {
            let stdout: StdoutLock<'static> = io::stdout().lock();
            pipe::widen(&stdout);
            return Ok(Self { place: Place::Stream(Box::new(stdout)), name: "stdout".into(), pack: None });
        };
        Ok(Self::at(target)?)
    }

    /// Opens a file.
    pub(crate) fn at(target: &Path) -> io::Result<Self> {
        let packed = target.extension().is_some_and(|end| end.eq_ignore_ascii_case("gz"));
        let pack = packed.then(|| GzEncoder::new(Vec::new(), Compression::default()));
        match open_file(target) {
            Ok(place) => Ok(Self { place, name: format!("`{}`", target.display()), pack }),
            Err(cause) => Err(CantWrite::to(target, cause).into()),
        }
    }

    /// Takes what nobody wants.
    pub(crate) fn nowhere() -> Self {
        Self { place: Place::Stream(Box::new(io::sink())), name: String::new(), pack: None }
    }

    /// Puts what was written in place.
    pub(crate) fn keep(mut self) -> anyhow::Result<()> {
        if let Some(pack) = self.pack.take() {
            let packed = pack.finish();
            let rest = self.named(packed)?;
            self.write_all(&rest)?;
        }
        self.flush()?;
        match self.place {
            Place::Stream(_) => {}
            Place::Replacement(mut file) => {
                let renamed = fs::rename(&file.path, &file.target);
                renamed.map_err(|cause| CantWrite { name: self.name, cause })?;
                file.kept = true;
            }
        }
        Ok(())
    }

    fn named<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|cause| CantWrite { name: self.name.clone(), cause }.into())
    }
}

/// Whether this error is one of writing.
pub(crate) fn is_of_writing(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|cause| cause.is::<CantWrite>())
}

fn open_file(target: &Path) -> io::Result<Place> {
    // A link stays a link: what it points to is replaced.
    let target = fs::canonicalize(target).unwrap_or_else(|_| target.to_owned());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return Ok(Place::Stream(Box::new(OpenOptions::new().write(true).open(&target)?)));
    }
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
    let path = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
    let replacement = Replacement { file, path, target, kept: false };
    if let Some(before) = before {
        replacement.file.set_permissions(before.permissions())?;
    }
    Ok(Place::Replacement(replacement))
}

impl Output {
    fn place(&mut self) -> &mut dyn Write {
        match &mut self.place {
            Place::Stream(stream) => &mut **stream,
            Place::Replacement(replacement) => &mut replacement.file,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(pack) = &mut self.pack else {
            let done = self.place().write(bytes);
            return self.named(done);
        };
        pack.write_all(bytes)?;
        let packed = std::mem::take(pack.get_mut());
        let done = self.place().write_all(&packed);
        self.named(done.map(|()| bytes.len()))
    }

    /// What is packed waits for more: a flush in between would spoil it.
    fn flush(&mut self) -> io::Result<()> {
        let done = self.place().flush();
        self.named(done)
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
