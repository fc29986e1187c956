//! Settings of `validate`: those of `chatwire.toml`, with what was typed before them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::{Context, anyhow};
use chatwire::engine::policy::{Pattern, Policy};
use chatwire::report::Severity;
use serde::{Deserialize, Serialize};

use crate::cli::{Judging, level};

/// The name of the file.
const NAME: &str = "chatwire.toml";

/// What the file says; each option of `validate` has its name there.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct Table {
    strict: bool,
    select: Vec<String>,
    ignore: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_warnings: Option<u64>,
    severity: BTreeMap<String, String>,
}

/// The settings that hold.
pub(super) struct Settings {
    pub(super) policy: Policy,
    pub(super) max_warnings: Option<u64>,
    /// The file they come from.
    file: Option<PathBuf>,
}

/// The settings: the file's, but for what was typed. Levels are added to the file's.
pub(super) fn settings(typed: &Judging) -> anyhow::Result<Settings> {
    let file = find()?;
    let table = match &file {
        Some(path) => read(path)?,
        None => Table::default(),
    };
    let Table { strict, select, ignore, max_warnings, severity } = table;
    let at = file.as_deref().unwrap_or(Path::new(NAME));
    let patterns = |typed: &[Pattern], names: &[String]| match typed {
        [] => names.iter().map(|name| pattern(name, at)).collect(),
        typed => Ok(typed.to_vec()),
    };
    let levels = severity.iter().map(|(name, word)| {
        let told = level(word).map_err(|why| anyhow!("{}: {why}", at.display()))?;
        Ok((pattern(name, at)?, told))
    });
    let mut levels = levels.collect::<anyhow::Result<Vec<_>>>()?;
    levels.extend(typed.severity.iter().cloned());
    let policy = Policy {
        strict: strict || typed.strict,
        partial: typed.partial,
        select: patterns(&typed.select, &select)?,
        ignore: patterns(&typed.ignore, &ignore)?,
        levels,
    };
    Ok(Settings { policy, max_warnings: typed.max_warnings.or(max_warnings), file })
}

impl Settings {
    /// The settings as the file would have them, and where they come from.
    pub(super) fn to_toml(&self) -> anyhow::Result<String> {
        let Policy { strict, partial: _, select, ignore, levels } = &self.policy;
        let names = |list: &[Pattern]| list.iter().map(|pattern| pattern.as_str().to_owned()).collect();
        let word = |level: &Option<Severity>| level.map_or("off", Severity::word).to_owned();
        let table = Table {
            strict: *strict,
            select: names(select),
            ignore: names(ignore),
            max_warnings: self.max_warnings,
            severity: levels.iter().map(|(rule, level)| (rule.as_str().to_owned(), word(level))).collect(),
        };
        let from = match &self.file {
            Some(path) => format!("# {}", path.display()),
            None => format!("# no {NAME} from here upward"),
        };
        Ok(format!("{from}\n{}", toml::to_string(&table)?))
    }
}

/// The nearest file, from the working directory upward.
fn find() -> anyhow::Result<Option<PathBuf>> {
    let here = env::current_dir().context("can't tell the working directory")?;
    let mut folders = here.ancestors().map(|folder| folder.join(NAME));
    Ok(folders.find(|path| path.is_file()))
}

fn read(path: &Path) -> anyhow::Result<Table> {
    let text: io::Result<String> = fs::read_to_string(path);
    let text = text.with_context(|| format!("can't read `{}`", path.display()))?;
    toml::from_str(&text).map_err(|why| anyhow!("{}: {}", path.display(), why.to_string().trim_end()))
}

fn pattern(name: &str, at: &Path) -> anyhow::Result<Pattern> {
    Pattern::new(name).map_err(|why| anyhow!("{}: `{name}`: {why}", at.display()))
}
