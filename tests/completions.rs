//! The completion scripts that are kept in the repository are those the program writes.
//! `UPDATE=1 cargo test --test completions` writes them anew.

use std::path::Path;
use std::{env, fs};

use assert_cmd::Command;

#[test]
fn the_kept_scripts_are_fresh() {
    let files = [
        ("bash", "chatwire.bash"),
        ("elvish", "chatwire.elv"),
        ("fish", "chatwire.fish"),
        ("powershell", "_chatwire.ps1"),
        ("zsh", "_chatwire"),
    ];
    for (shell, file) in files {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("completions").join(file);
        let run = Command::cargo_bin("chatwire").unwrap().args(["completions", shell]).assert().success();
        let script = String::from_utf8(run.get_output().stdout.clone()).unwrap();
        if env::var_os("UPDATE").is_some() {
            fs::write(&path, &script).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            kept == script,
            "completions/{file} is stale: UPDATE=1 cargo test --test completions writes it anew"
        );
    }
}
