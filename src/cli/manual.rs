//! The manual pages in `docs/man`, made from the command line. `UPDATE=1 cargo test manual` writes them anew.

use std::path::Path;

use clap::CommandFactory;
use clap_mangen::Man;

use super::Cli;

/// Each page with its name.
fn pages() -> Vec<(String, Vec<u8>)> {
    let mut chatwire = Cli::command();
    chatwire.build();
    let commands = chatwire.get_subcommands().cloned().map(|command| {
        let name = format!("chatwire-{}", command.get_name());
        (name.clone(), command.display_name(name))
    });
    let all = std::iter::once(("chatwire".to_owned(), chatwire.clone())).chain(commands);
    all.map(|(name, command)| {
        let mut page = Vec::new();
        // Neither a date nor the shell's name of the program: a page is the same wherever it is made.
        Man::new(command).date("").manual("chatwire").render(&mut page).expect("memory takes all");
        (format!("{name}.1"), page)
    })
    .collect()
}

#[test]
fn the_manual_is_fresh() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/man");
    for (name, page) in pages() {
        let path = folder.join(&name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::create_dir_all(&folder).expect("a folder for the manual");
            std::fs::write(&path, &page).expect("a page is written");
        }
        let held = std::fs::read(&path).unwrap_or_default();
        let (held, page) = (String::from_utf8_lossy(&held), String::from_utf8_lossy(&page));
        assert!(held == page, "docs/man/{name} is old: `UPDATE=1 cargo test manual` writes it anew");
    }
}
