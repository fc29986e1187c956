//! What a command can't do without, asked for in words where it is not given.

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

use anyhow::{anyhow, bail};
use chatwire::report::closest;

use crate::cli::{ConvertArgs, Sources, Wire, command_names, families};

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
