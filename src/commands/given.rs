//! What a command can't do without, asked for in words where it is not given.

use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, anyhow, bail};
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

/// As [`inputs`], with the captures in a directory in its place, in the order of their names.
pub(crate) fn captures(sources: &Sources) -> anyhow::Result<Vec<PathBuf>> {
    let mut all = Vec::new();
    for path in inputs(sources)? {
        if !path.is_dir() {
            all.push(path);
            continue;
        }
        let before = all.len();
        walk(&path, &mut all).with_context(|| format!("can't read `{}`", path.display()))?;
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
const CAPTURES: &[&str] = &["sse", "ndjson", "jsonl", "json"];

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
