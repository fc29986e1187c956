//! The command as a script sees it: exit codes, what goes to which stream, and messages that can be acted on.

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::io::Write;
use std::process::{Command as Process, Stdio};

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty, starts_with};
use program::{chatwire, scratch_file};

const TOOLS: &str = "examples/openai-tools.sse";

#[test]
fn help_is_as_reviewed() {
    for (name, words) in [
        ("chatwire", &["--help"][..]),
        ("fold", &["fold", "--help"]),
        ("validate", &["validate", "--help"]),
        ("diff", &["diff", "--help"]),
        ("detect", &["detect", "--help"]),
        ("formats", &["formats", "--help"]),
        ("completions", &["completions", "--help"]),
    ] {
        let run = chatwire(words).env("COLUMNS", "80").assert().success().stderr(is_empty());
        insta::assert_snapshot!(format!("help_{name}"), String::from_utf8_lossy(&run.get_output().stdout));
    }
}

#[test]
fn version_names_the_program() {
    chatwire(&["--version"]).assert().success().stdout(starts_with("chatwire "));
}

#[test]
fn usage_errors_exit_2_and_leave_stdout_alone() {
    let wrong = [
        (&["--nonsense"][..], "--nonsense"),
        (&[TOOLS, "--to"], "--to <FORMAT>"),
        (&[TOOLS, "--to", "native", "--max-frame", "1T"], "unknown unit `T`"),
        (&[TOOLS, "--to", "native", "--framing", "xml"], "ndjson"),
        (&[TOOLS, "--to", "native", "-q", "-v"], "cannot be used with"),
        (&["--pretty", "fold", TOOLS], "`--pretty` stands before `fold`"),
        (&["completions", "tcsh"], "possible values"),
        (&["formats", "openai"], "<TO>"),
    ];
    for (words, told) in wrong {
        chatwire(words).assert().code(2).stdout(is_empty()).stderr(contains(told));
    }
}

#[test]
fn an_unknown_format_gets_a_suggestion() {
    for (typed, meant) in [
        ("opnai-stream", "openai-stream"),
        ("openai-streams", "openai-stream"),
        ("antropic", "anthropic"),
        ("Vercel_Messages", "vercel-messages"),
    ] {
        let told = format!("did you mean `{meant}`?");
        chatwire(&[TOOLS, "--to", typed]).assert().code(2).stderr(contains(told.clone()));
        chatwire(&["fold", TOOLS, "--from", typed]).assert().code(2).stderr(contains(told));
    }
    chatwire(&[TOOLS, "--to", "yaml"]).assert().code(2).stderr(contains("`chatwire formats` lists them"));
}

#[test]
fn convert_without_a_target_names_the_families() {
    chatwire(&[TOOLS])
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("--to FORMAT").and(contains("openai")));
    chatwire(&["fodl"]).assert().code(2).stderr(contains("did you mean `chatwire fold`?"));
}

#[test]
fn empty_input_exits_1_and_says_so() {
    for words in [&["--to", "native"][..], &["fold"], &["-", "--to", "openai"]] {
        chatwire(words).write_stdin("").assert().code(1).stdout(is_empty()).stderr(contains("empty"));
    }
    chatwire(&["detect"]).write_stdin("").assert().code(1);
}

#[test]
fn what_cant_be_read_exits_2_and_the_rest_is_still_converted() {
    chatwire(&["examples", "--to", "native"]).assert().code(2).stderr(contains("is a directory"));
    chatwire(&["no-such-file", "--to", "native"]).assert().code(2).stderr(contains("`no-such-file`"));
    chatwire(&["no-such-file", TOOLS, "--to", "native"]).assert().code(2).stdout(contains("get_weather"));
    chatwire(&["detect", "no-such-file", TOOLS]).assert().code(2).stdout(contains("openai-stream"));
}

#[test]
fn what_is_no_chat_data_exits_2() {
    chatwire(&["Cargo.toml", "--to", "native"])
        .assert()
        .code(2)
        .stdout(is_empty())
        .stderr(contains("Cargo.toml"));
    chatwire(&["detect", "Cargo.toml"]).assert().code(1);
}

#[test]
fn stdin_and_a_file_give_the_same() {
    let from_file = chatwire(&[TOOLS, "--to", "anthropic"]).assert().success();
    let text = fs::read(TOOLS).unwrap();
    for words in [&["--to", "anthropic"][..], &["-", "--to", "anthropic"]] {
        let piped = chatwire(words).write_stdin(text.clone()).assert().success();
        assert_eq!(piped.get_output().stdout, from_file.get_output().stdout);
    }
}

#[test]
fn a_name_of_a_command_is_the_command_and_options_may_come_first() {
    let after = chatwire(&["fold", TOOLS, "--to", "native", "-q"]).assert().success();
    let before = chatwire(&["-q", "fold", TOOLS, "--to", "native"]).assert().success();
    assert_eq!(before.get_output().stdout, after.get_output().stdout);
}

#[test]
fn losses_are_told_as_asked() {
    let stream = |options: &[&str]| chatwire(&[&[TOOLS, "--to", "anthropic"], options].concat());
    stream(&[]).assert().success().stderr(contains("losses in").and(contains("-v")));
    stream(&["-v"]).assert().success().stderr(contains("loss[loss/"));
    stream(&["-q"]).assert().success().stderr(is_empty());
    stream(&["--on-loss", "ignore"]).assert().success().stderr(is_empty());
    let failed = stream(&["--on-loss", "fail"]).assert().code(1);
    let plain = stream(&[]).assert().success();
    assert_eq!(failed.get_output().stdout, plain.get_output().stdout, "the output is the same");
}

#[test]
fn reports_are_json_objects_where_asked_for() {
    let run = chatwire(&[TOOLS, "--to", "anthropic", "--report", "json"]).assert().success();
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert!(!told.is_empty());
    for line in told.lines() {
        let found: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(found["source"], TOOLS);
        assert_eq!(found["severity"], "loss");
    }
    let run = chatwire(&["formats", "--report", "json"]).assert().success();
    let table = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    let first: serde_json::Value = serde_json::from_str(table.lines().next().unwrap()).unwrap();
    assert_eq!(first["family"], "openai");
}

#[test]
fn colour_is_for_who_can_see_it() {
    let error = |options: &[&str]| chatwire(&[&["no-such-file", "--to", "native"], options].concat());
    let coloured = || contains("\u{1b}[");
    error(&[]).assert().stderr(coloured().not());
    error(&["--color", "always"]).assert().stderr(coloured());
    error(&["--color", "never"]).env("CLICOLOR_FORCE", "1").assert().stderr(coloured().not());
    error(&[]).env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").assert().stderr(coloured());
}

#[test]
fn a_file_is_written_whole_or_left_alone() {
    let path = scratch_file("kept.sse");
    let name = path.to_str().unwrap();
    chatwire(&[TOOLS, "--to", "anthropic", "-q", "-o", name]).assert().success().stdout(is_empty());
    let written = fs::read_to_string(&path).unwrap();
    assert!(written.starts_with("event: message_start\n"), "{written}");
    chatwire(&["no-such-file", "--to", "anthropic", "-o", name]).assert().code(2);
    assert_eq!(fs::read_to_string(&path).unwrap(), written, "the old file stays");
    chatwire(&["--to", "anthropic", "-o", name]).write_stdin("").assert().code(1);
    assert_eq!(fs::read_to_string(&path).unwrap(), "", "an empty input is an answer");
    let left = fs::read_dir(path.parent().unwrap()).unwrap().flatten();
    let left: Vec<_> = left.filter(|file| file.file_name().to_string_lossy().contains("kept.sse.")).collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_file_may_be_converted_onto_itself() {
    let path = scratch_file("itself.sse");
    let name = path.to_str().unwrap();
    fs::copy(TOOLS, &path).unwrap();
    chatwire(&[name, "--to", "anthropic", "-q", "-o", name]).assert().success();
    assert!(fs::read_to_string(&path).unwrap().contains("message_stop"));
}

#[test]
fn a_folder_that_cant_be_written_exits_2() {
    chatwire(&[TOOLS, "--to", "native", "-o", "no-such-folder/out"])
        .assert()
        .code(2)
        .stderr(contains("can't write `no-such-folder/out`"));
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_its_file_is_replaced() {
    let (file, link) = (scratch_file("linked.sse"), scratch_file("link.sse"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    chatwire(&[TOOLS, "--to", "anthropic", "-q", "-o", link.to_str().unwrap()]).assert().success();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(fs::read_to_string(&file).unwrap().contains("message_stop"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_fault_of_the_output() {
    let told = || contains("can't write `/dev/full`");
    chatwire(&[TOOLS, "--to", "native", "-o", "/dev/full"]).assert().code(2).stderr(told());
    chatwire(&["formats", "-o", "/dev/full"]).assert().code(2).stderr(told());
}

/// Runs a command whose reader leaves after the first bytes, and gives its exit code and what it said.
fn with_reader_that_leaves(words: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut child = Process::new(cargo_bin("chatwire"))
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    // The program may be gone before it has read all.
    let _ = stdin.write_all(input);
    drop(stdin);
    let done = child.wait_with_output().expect("it ends");
    (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
}

#[test]
fn a_closed_output_pipe_ends_quietly_with_0() {
    let input = fs::read(TOOLS).unwrap().repeat(200);
    for words in [&["--to", "anthropic", "-q"][..], &["--to", "native", "-q"]] {
        assert_eq!(with_reader_that_leaves(words, &input), (Some(0), String::new()), "{words:?}");
    }
    for words in [&["--help"][..], &["formats"], &["completions", "zsh"]] {
        assert_eq!(with_reader_that_leaves(words, b""), (Some(0), String::new()), "{words:?}");
    }
}

#[test]
fn a_closed_stderr_is_no_reason_to_fail() {
    let mut child = Process::new(cargo_bin("chatwire"))
        .args([TOOLS, "--to", "anthropic", "-v"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0));
    assert!(String::from_utf8(done.stdout).unwrap().contains("message_stop"));
}

#[test]
fn diff_answers_with_its_exit_code_as_diff_does() {
    let text = fs::read_to_string(TOOLS).unwrap();
    let other = scratch_file("diff-other.sse");
    fs::write(&other, text.replacen("get_weather", "get_wether", 1)).unwrap();
    let other = other.to_str().unwrap();

    chatwire(&["diff", TOOLS, TOOLS]).assert().success().stdout(is_empty()).stderr(is_empty());
    let differs = chatwire(&["diff", TOOLS, other]).assert().code(1);
    differs
        .stdout(contains("/name").and(contains("[-get_weather-]{+get_wether+}")))
        .stderr(contains("1 difference"));
    let quiet = chatwire(&["diff", TOOLS, other, "-q", "--ignore", "calls"]).assert().success();
    quiet.stdout(is_empty()).stderr(is_empty());
    chatwire(&["diff", TOOLS, "-"]).write_stdin(text.clone()).assert().success();
    chatwire(&["diff", TOOLS, "-", "--events"]).write_stdin(text).assert().success();
    chatwire(&["diff", TOOLS, other, "--color", "always"])
        .assert()
        .code(1)
        .stdout(contains("\u{1b}[31mget_weather"));

    chatwire(&["diff", "-", "-"]).assert().code(2).stderr(contains("both inputs are stdin"));
    chatwire(&["diff", TOOLS, "no-such-file"]).assert().code(2).stderr(contains("`no-such-file`"));
    chatwire(&["diff", TOOLS, "Cargo.toml"]).assert().code(2).stderr(contains("Cargo.toml"));
    chatwire(&["diff", TOOLS, "-"]).write_stdin("").assert().code(1).stderr(contains("empty"));
    chatwire(&["diff", TOOLS, other, "--ignore", "nonsense"]).assert().code(2).stderr(contains("usage"));
    chatwire(&["diff", TOOLS]).assert().code(2);
}

#[test]
fn diff_tells_each_difference_as_an_object() {
    let left = r#"{"role":"user","content":"hi"}"#;
    let a = scratch_file("diff-a.json");
    fs::write(&a, format!("[{left},{}]", r#"{"role":"assistant","content":"It is 12 degrees"}"#)).unwrap();
    let b = scratch_file("diff-b.json");
    let more = r#"{"role":"system","content":"Be brief"}"#;
    fs::write(&b, format!("[{more},{left},{}]", r#"{"role":"assistant","content":"It is 13 degrees"}"#))
        .unwrap();
    let words = ["diff", a.to_str().unwrap(), b.to_str().unwrap(), "--report", "json", "--from", "openai"];
    let told = chatwire(&words).assert().code(1).stderr(is_empty());
    let lines = String::from_utf8_lossy(&told.get_output().stdout).into_owned();
    assert_eq!(
        lines.lines().collect::<Vec<_>>(),
        [
            r#"{"path":"/messages/0","kind":"added","right":{"role":"system","parts":[{"type":"text","text":"Be brief"}]}}"#,
            r#"{"path":"/messages/1/parts/0/text","kind":"changed","left":"It is 12 degrees","right":"It is 13 degrees"}"#,
        ]
    );
}

#[test]
fn diff_compares_what_two_families_say_and_counts_what_one_cant() {
    let there = scratch_file("diff-there.sse");
    let there = there.to_str().unwrap();
    chatwire(&["examples/anthropic-thinking.ndjson", "--to", "agenta-stream", "-o", there])
        .assert()
        .success();
    let same = chatwire(&["diff", "examples/anthropic-thinking.ndjson", there]).assert().success();
    same.stdout(is_empty()).stderr(contains("diff/unsayable"));
    let exact = chatwire(&["diff", "--exact", "examples/anthropic-thinking.ndjson", there]).assert().code(1);
    exact.stdout(contains("/run/model: removed"));
}
