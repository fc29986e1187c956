//! What a command can't do without, asked for in words where it is not given.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, anyhow, bail};
use chatwire::codec::Shape;
use chatwire::engine::pointer::Pointer;
use chatwire::engine::target::Target;
use chatwire::report::closest;

use crate::cli::{ConvertArgs, ReportForm, Shared, Sources, Wire, command_names, families};

/// The inputs; `-` where none is named. Nobody is kept waiting for what they would have to type.
pub(crate) fn inputs(sources: &Sources) -> anyhow::Result<Vec<PathBuf>> {
    if !sources.inputs.is_empty() {
        return Ok(sources.inputs.clone());
    }
    if stdin().is_terminal() {
        bail!("nothing to read\n  help: name an INPUT or pipe one in; `-` reads from the terminal");
    }
    Ok(vec![PathBuf::from("-")])
}

/// What an input is called in reports.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "<stdin>".into() } else { path.display().to_string() }
}

/// A file, and its name below the directory that was named for it.
#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) path: PathBuf,
    pub(crate) below: PathBuf,
}

impl Capture {
    /// An input that is a file or a stream, whatever it is.
    pub(crate) fn alone(path: PathBuf) -> Self {
        Self { below: path.clone(), path }
    }
}

/// As [`inputs`], with the captures in a directory in its place, in the order of their names.
pub(crate) fn captures(sources: &Sources) -> anyhow::Result<Vec<Capture>> {
    let mut all: Vec<Capture> = Vec::new();
    let inside = |path: PathBuf, folder: &Path| {
        let below = path.strip_prefix(folder).unwrap_or(&path).to_owned();
        Capture { path, below }
    };
    for path in inputs(sources)? {
        if !path.is_dir() {
            let folder = path.parent().map(Path::to_owned).unwrap_or_default();
            all.push(inside(path, &folder));
            continue;
        }
        let before = all.len();
        let mut found = Vec::new();
        walk(&path, &mut found).with_context(|| format!("can't read `{}`", path.display()))?;
        all.extend(found.into_iter().map(|file| inside(file, &path)));
        if all.len() == before {
            let names = CAPTURES.join(", .");
            bail!(
                "`{}` holds no captures\n  help: files of .{names} are looked for, also as .gz",
                path.display()
            );
        }
    }
    Ok(all)
}

/// How the names of captures end; `.gz` may follow.
pub(crate) const CAPTURES: &[&str] = &["sse", "ndjson", "jsonl", "json", "har"];

/// Adds the captures below a directory. What begins with a dot is left out, and no link to a directory is followed.
fn walk(folder: &Path, all: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            walk(&path, all)?;
        } else if is_capture(&path) && path.is_file() {
            all.push(path);
        }
    }
    Ok(())
}

fn is_capture(path: &Path) -> bool {
    let ends = |path: &Path, ends: &[&str]| {
        path.extension().is_some_and(|end| ends.iter().any(|known| end.eq_ignore_ascii_case(known)))
    };
    if ends(path, &["gz"]) {
        return path.file_stem().is_some_and(|stem| ends(Path::new(stem), CAPTURES));
    }
    ends(path, CAPTURES)
}

/// Refuses members that can't be converted to this, and those that stand in one another.
pub(crate) fn members(at: &[Pointer], to: Target) -> anyhow::Result<()> {
    if let (Target::Format(format), Some(pointer)) = (to, at.first())
        && format.shape == Shape::Stream
    {
        let (id, family, pointer) = (format.id, format.family, pointer.as_str());
        bail!(
            "a member holds one document, and `{id}` is many frames\n  help: `--to {family}` keeps a stream at `{pointer}` one, and the shape of anything else"
        );
    }
    for (n, one) in at.iter().enumerate() {
        let inside = at.iter().enumerate().find(|(m, other)| *m != n && one.holds(other));
        if let Some((_, other)) = inside {
            let (outer, inner) = (one.as_str(), other.as_str());
            let how = if outer == inner { "is named twice" } else { "holds another member that is named" };
            bail!("--at: `{outer}` {how}: `{inner}`\n  help: name each part of a record once");
        }
    }
    Ok(())
}

/// Whether a command that tells no findings, so that their other forms are not for it, is to write JSON.
pub(crate) fn is_json(shared: &Shared) -> anyhow::Result<bool> {
    match shared.report {
        ReportForm::Text => Ok(false),
        ReportForm::Json => Ok(true),
        ReportForm::Github | ReportForm::Sarif | ReportForm::Junit => {
            bail!("this command tells no findings\n  help: it reports as text or json")
        }
    }
}

/// What convert writes.
pub(crate) fn target(args: &ConvertArgs) -> anyhow::Result<Wire> {
    args.to.ok_or_else(|| {
        let meant = args.reading.sources.inputs.first().filter(|input| !input.exists());
        let names = command_names();
        let near = meant.and_then(|input| closest(input.to_str()?, names.iter().map(String::as_str)));
        match near {
            Some(near) => anyhow!("nothing to convert to\n  help: did you mean `chatwire {near}`?"),
            None => anyhow!(
                "nothing to convert to\n  help: add `--to FORMAT`; a family will do: {}\n  help: `chatwire --help` tells more",
                families().join(", ")
            ),
        }
    })
}
