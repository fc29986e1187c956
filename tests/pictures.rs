//! The pictures of the README can't lie: they are drawn from what the program writes to a terminal.
//! `UPDATE=1 cargo test --test pictures` draws them anew.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::Path;

use program::chatwire;

/// Each picture and the command that it shows.
const PICTURES: &[(&str, &str)] = &[
    ("validate", "validate examples/ag-ui-faults.ndjson"),
    ("diff", "diff examples/openai-tools.sse examples/anthropic-tool.ndjson --ignore usage"),
];

/// The command as it was typed, and what came of it, as a terminal shows it.
fn draw(words: &str) -> String {
    let typed: Vec<_> = words.split(' ').chain(["--color", "always"]).collect();
    let ran = chatwire(&typed).env_remove("NO_COLOR").output().unwrap();
    let shown = [ran.stdout, ran.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    anstyle_svg::Term::new().render_svg(&format!("$ chatwire {words}\n{}", shown.concat()))
}

#[test]
fn the_pictures_show_what_the_program_writes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/images");
    for (name, words) in PICTURES {
        let (path, drawn) = (folder.join(format!("{name}.svg")), draw(words));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&path, &drawn).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), drawn, "{name}");
    }
}
