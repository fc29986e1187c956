//! Many inputs and what becomes of each: `--out-dir`, gzip, and the bodies of HAR captures.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty};
use program::{chatwire, scratch_folder};

const STREAM: &str = "examples/openai-tools.sse";
const REQUEST: &str = "examples/openai-request.json";

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// All files below a directory.
fn files(folder: &Path) -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            all.push(name);
        }
    }
    all.sort();
    all
}

fn converted(input: &str, to: &str) -> Vec<u8> {
    chatwire(&[input, "--to", to, "-q"]).output().unwrap().stdout
}

#[test]
fn each_input_becomes_a_file_of_its_name() {
    let home = scratch_folder("out-dir");
    let (there, out) = (home.join("in"), home.join("out"));
    fs::create_dir_all(there.join("deep")).unwrap();
    fs::copy(STREAM, there.join("a.b.sse")).unwrap();
    fs::copy(REQUEST, there.join("deep/request.json")).unwrap();
    fs::write(
        there.join("deep/log.jsonl"),
        fs::read_to_string("examples/openai-answer.json").unwrap().repeat(2),
    )
    .unwrap();
    fs::copy("examples/anthropic-tool.ndjson", there.join("tool.ndjson")).unwrap();
    let words = [text(&there), REQUEST, "--to", "anthropic", "-q", "--out-dir", text(&out)];
    chatwire(&words).assert().success().stdout(is_empty());
    let names = ["a.b.sse", "deep/log.ndjson", "deep/request.json", "openai-request.json", "tool.ndjson"];
    assert_eq!(files(&out), names);
    assert_eq!(fs::read(out.join("a.b.sse")).unwrap(), converted(STREAM, "anthropic"));
    assert_eq!(fs::read(out.join("deep/request.json")).unwrap(), converted(REQUEST, "anthropic"));
    chatwire(&["fold", text(&there), "-q", "--out-dir", text(&out)]).assert().success();
    assert!(files(&out).contains(&"a.b.json".to_owned()));
}

#[test]
fn nothing_is_written_where_two_would_be_one_or_an_input_is_hit() {
    let home = scratch_folder("out-dir-taken");
    let (one, other) = (home.join("a.json"), home.join("a.ndjson"));
    fs::copy(REQUEST, &one).unwrap();
    fs::copy(REQUEST, &other).unwrap();
    let out = home.join("out");
    chatwire(&[text(&one), text(&other), "--to", "anthropic", "--out-dir", text(&out)])
        .assert()
        .code(2)
        .stderr(contains("would both become"));
    chatwire(&[text(&one), "--to", "anthropic", "--out-dir", text(&home)])
        .assert()
        .code(2)
        .stderr(contains("is an input and would be written over"));
    assert_eq!(files(&home), ["a.json", "a.ndjson"]);
    for (words, told) in [
        (&["-", "--to", "openai", "--out-dir", "out"][..], "stdin has no name"),
        (&[REQUEST, "--to", "openai", "--out-dir", "out", "-o", "x"], "cannot be used with"),
    ] {
        chatwire(words).write_stdin("").assert().code(2).stderr(contains(told));
    }
}

#[test]
fn a_file_that_cant_be_read_leaves_the_others_and_what_was_there() {
    let home = scratch_folder("out-dir-bad");
    let (bad, out) = (home.join("bad.json"), home.join("out"));
    fs::write(&bad, "tide").unwrap();
    fs::create_dir_all(&out).unwrap();
    fs::write(out.join("bad.json"), "old").unwrap();
    let words = [text(&bad), REQUEST, "--to", "anthropic", "--out-dir", text(&out)];
    chatwire(&words).assert().code(2).stderr(contains("bad.json"));
    assert_eq!(files(&out), ["bad.json", "openai-request.json"]);
    assert_eq!(fs::read_to_string(out.join("bad.json")).unwrap(), "old");
}

#[test]
fn a_name_that_ends_in_gz_is_packed() {
    let home = scratch_folder("gz");
    let packed = home.join("a.sse.gz");
    chatwire(&[STREAM, "--to", "anthropic", "-q", "-o", text(&packed)]).assert().success();
    let mut plain = Vec::new();
    GzDecoder::new(fs::File::open(&packed).unwrap()).read_to_end(&mut plain).unwrap();
    assert_eq!(plain, converted(STREAM, "anthropic"));
    // What was packed is packed again, and read as it is.
    let out = home.join("out");
    chatwire(&[text(&packed), "--to", "vercel", "-q", "--out-dir", text(&out)]).assert().success();
    assert_eq!(files(&out), ["a.sse.gz"]);
    chatwire(&["detect", text(&out.join("a.sse.gz"))]).assert().success().stdout(contains("vercel-stream"));
}

/// A capture with a stream, the request for it, and what is neither.
fn har(home: &Path) -> PathBuf {
    let (stream, request) = (fs::read_to_string(STREAM).unwrap(), fs::read_to_string(REQUEST).unwrap());
    let capture = serde_json::json!({"log": {"version": "1.2", "creator": {"name": "x"}, "entries": [
        {"request": {"method": "GET"}, "response": {"content": {"text": "<html>"}}},
        {"request": {"postData": {"text": request}}, "response": {"content": {"text": stream}}},
    ]}});
    let path = home.join("a.har");
    fs::write(&path, serde_json::to_string_pretty(&capture).unwrap()).unwrap();
    path
}

#[test]
fn bodies_of_a_capture_are_inputs_of_their_own() {
    let home = scratch_folder("har");
    let path = har(&home);
    let ran = chatwire(&[text(&path), "--to", "anthropic", "--on-loss", "ignore"]).assert().success();
    let expected = [converted(REQUEST, "anthropic"), converted(STREAM, "anthropic")].concat();
    assert_eq!(ran.get_output().stdout, expected);
    ran.stderr(contains("1 body is in no format chatwire reads"));
    let told = chatwire(&[text(&path), "--to", "anthropic", "-v"]).assert().success();
    told.stderr(contains("a.har#2/request:1: ").and(contains("a.har#2/response:")));
    let out = home.join("out");
    chatwire(&[text(&path), "--to", "anthropic", "-q", "--out-dir", text(&out)]).assert().success();
    assert_eq!(files(&out), ["a.2-request.json", "a.2-response.sse"]);
    let detected = chatwire(&["detect", text(&path)]).assert().success();
    detected.stdout(
        contains("a.har#2/request: openai-request (json)").and(contains("#2/response: openai-stream (sse)")),
    );
    chatwire(&["validate", text(&path)]).assert().success().stderr(contains("in 2 inputs"));
}

#[test]
fn a_capture_without_bodies_says_so() {
    let home = scratch_folder("har-none");
    let path = home.join("a.har");
    for (entries, told) in [
        ("[]", "holds no bodies"),
        (r#"[{"response":{"content":{"text":"<html>"}}}]"#, "none of the 1 bodies"),
    ] {
        fs::write(&path, format!(r#"{{"log":{{"version":"1.2","entries":{entries}}}}}"#)).unwrap();
        chatwire(&[text(&path), "--to", "anthropic"]).assert().code(2).stderr(contains(told));
        chatwire(&["detect", text(&path)]).assert().code(1);
    }
}
