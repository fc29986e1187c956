//! The program as a script runs it, and places for its files.
#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "this is test code, which the lint does not see")]

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

/// The program with these words, without colour, at the root of the project.
pub(crate) fn chatwire(words: &[&str]) -> Command {
    let mut command = Command::cargo_bin("chatwire").expect("cargo builds it");
    command
        .args(words)
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1")
        .current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// A path of a test's own, with nothing at it.
pub(crate) fn scratch_file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// A folder of a test's own, empty.
pub(crate) fn scratch_folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder");
    path
}
