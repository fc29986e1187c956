//! `--at`: one member of each record is converted, and every other byte stays what it was.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

#[path = "common/program.rs"]
mod program;

use std::fs;
use std::path::PathBuf;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::{contains, is_empty};
use program::{chatwire, scratch_file};

const HISTORY: &str = r#"[{"role":"user","content":"tide?"},{"role":"assistant","content":"Low."}]"#;
const REPLY: &str = r#"{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Low."}],"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":2}}"#;
const REQUEST: &str = r#"{"model":"m","max_tokens":64,"messages":[{"role":"user","content":"tide?"}]}"#;

/// What these options make of an input, and the exit code.
fn run(input: &str, words: &[&str]) -> (String, i32) {
    let ran = chatwire(words).write_stdin(input).output().unwrap();
    (String::from_utf8(ran.stdout).unwrap(), ran.status.code().unwrap())
}

/// What is told, one object a line.
fn told(input: &str, words: &[&str]) -> Vec<serde_json::Value> {
    let ran = chatwire(&[words, &["--report", "json"]].concat()).write_stdin(input).output().unwrap();
    let text = String::from_utf8(ran.stderr).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What a member alone becomes.
fn alone(member: &str, to: &str) -> String {
    run(member, &["--from", "anthropic", "--to", to, "-q"]).0.trim_end().to_owned()
}

#[test]
fn the_rest_of_a_row_stays_as_it_was() {
    let row = |member: &str| {
        format!("{{ \"t\" : 1.50e3,\"n\":1E+2, \"call\":{{\"body\" : {member} ,\"\\u0061\":[ ]}} }}\r\n")
    };
    let other = "  {\"call\": null, \"x\": 1.0}\n\n[1, 2]\n";
    let log = format!("{}{other}{}", row(REPLY), row(REPLY).trim_end());
    let reply = alone(REPLY, "openai-response");
    let (out, code) = run(&log, &["--at", "/call/body", "--to", "openai"]);
    assert_eq!(out, format!("{}{other}{}", row(&reply), row(&reply).trim_end()));
    assert_eq!(code, 0);
}

#[test]
fn without_the_member_the_output_is_the_input() {
    for input in [
        "{\"a\":1}\n\n \t\n{\"a\": 2.0}\r\n[3]\n\"text\"",
        "\u{feff}{\"a\":1}\n{\"a\":2}\n",
        "{\n  \"a\": [1,  2]\n}\n",
        "{\n\"a\":1}{\"a\":2}\n\n{\"b\":[ ]}",
        "[ {\"a\":1},\n {\"a\": 2} ,{}]\n",
        "[]\n",
        "[[],[{\"a\":1}]]",
        "{\"no\":null}\n{\"no\":\"\"}\n{\"no\":[ ]}\n{\"no\":{}}\n",
    ] {
        let (out, code) = run(input, &["--at", "/no", "--to", "openai", "-q"]);
        assert_eq!(out, input);
        assert_eq!(code, i32::from(input == "[]\n"), "{input}");
    }
}

#[test]
fn each_member_is_what_it_is() {
    let row = format!(r#"{{"request":{REQUEST},"response":{REPLY},"history":{HISTORY}}}"#);
    let words = [
        "--at",
        "/request",
        "--at",
        "/response",
        "--at",
        "/history",
        "--to",
        "openai",
        "--from",
        "anthropic",
    ];
    let (request, reply) = (alone(REQUEST, "openai-request"), alone(REPLY, "openai-response"));
    let history = alone(HISTORY, "openai-messages");
    let expected = format!(r#"{{"request":{request},"response":{reply},"history":{history}}}"#);
    assert_eq!(run(&row, &words), (expected, 0));
}

#[test]
fn what_fits_several_formats_goes_by_what_stands_beside_it() {
    let beside = format!(r#"{{"request":{REQUEST},"response":{REPLY}}}"#);
    let words = ["--at", "/request", "--at", "/response", "--to", "anthropic"];
    assert_eq!(run(&beside, &words), (beside.clone(), 0), "both are Anthropic's already");
    let lone = format!("{{\"request\":{REQUEST}}}\n").repeat(3);
    let notes = told(&lone, &["--at", "/request", "--to", "vercel", "--on-loss", "ignore"]);
    assert_eq!(notes.len(), 1, "told once: {notes:?}");
    assert_eq!((&notes[0]["rule"], &notes[0]["path"]), (&"frame/tie".into(), &"/request".into()));
}

#[test]
fn a_string_stays_a_string() {
    let stream = fs::read_to_string("examples/openai-tools.sse").unwrap();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let row = format!(r#"{{"request":{},"response":{}}}"#, quoted(REQUEST), quoted(&stream));
    let (out, code) =
        run(&row, &["--at", "/request", "--at", "/response", "--from", "openai", "--to", "vercel", "-q"]);
    let row: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(code, 0);
    let (expected, _) = run(&stream, &["--to", "vercel", "-q"]);
    assert_eq!(row["response"].as_str().unwrap(), expected);
    assert!(row["request"].as_str().unwrap().starts_with(r#"{"id":"#));
    let (folded, _) = run(&out, &["fold", "--at", "/response", "-q"]);
    let folded: serde_json::Value = serde_json::from_str(&folded).unwrap();
    assert!(folded["response"].as_str().unwrap().starts_with(r#"[{"id":"#));
}

#[test]
fn frames_in_an_array_stay_frames_or_become_what_they_add_up_to() {
    let stream = fs::read_to_string("examples/anthropic-tool.ndjson").unwrap();
    let frames = stream.lines().collect::<Vec<_>>().join(",");
    let row = format!(r#"{{"n":1,"frames":[{frames}]}}"#);
    let (out, code) = run(&row, &["--at", "/frames", "--to", "openai", "-q"]);
    let (alone, _) = run(&stream, &["--to", "openai", "--framing", "json", "-q"]);
    assert_eq!((out, code), (format!(r#"{{"n":1,"frames":{}}}"#, alone.trim_end()), 0));
    let (out, _) = run(&row, &["fold", "--at", "/frames", "-q"]);
    let (alone, _) = run(&stream, &["fold", "-q"]);
    assert_eq!(out, format!(r#"{{"n":1,"frames":{}}}"#, alone.trim_end()));
}

#[test]
fn findings_name_the_row_and_the_path_in_it() {
    let odd = REPLY.replace(r#""usage""#, r#""odd":1,"usage""#);
    let rows = format!("{{}}\n{{\"a\":[0,{odd}]}}\n");
    let found = told(&rows, &["--at", "/a/1", "--to", "openai"]);
    let is = |rule: &str, key: &str, path: &str| {
        found
            .iter()
            .any(|one| one["rule"] == rule && one[key] == path && one["line"] == 2 && one["frame"] == 2)
    };
    assert!(is("loss/dropped", "path", "/a/1/odd"), "{found:?}");
    assert!(is("loss/invented", "target", "/a/1/created"), "{found:?}");
    let frames = r#"{"a":[{"type":"start"},{"type":"text-start","id":"t"},{"type":"text-delta","id":"t","delta":"x","odd":1},{"type":"text-end","id":"t"},{"type":"finish"}]}"#;
    let found = told(frames, &["--at", "/a", "--to", "openai"]);
    assert!(found.iter().any(|one| one["path"] == "/a/2/odd"), "{found:?}");
    let text = format!("{{\"a\":{}}}", serde_json::to_string(&odd).unwrap());
    let found = told(&text, &["--at", "/a", "--to", "openai"]);
    assert!(found.iter().any(|one| one["path"] == "/a/odd" && one["line"] == 1), "{found:?}");
}

#[test]
fn a_row_that_cant_be_converted_is_left_out_kept_or_the_end() {
    let good = format!("{{\"a\":{HISTORY}}}\n");
    let error = "{\"a\":{\"error\":{\"message\":\"overloaded\"}}}\n";
    let log = format!("{good}{error}{{broken\n{good}");
    let words = |how| ["--at", "/a", "--from", "anthropic", "--to", "anthropic", "--on-error", how];
    assert_eq!(run(&log, &words("skip")), (format!("{good}{good}"), 1));
    assert_eq!(run(&log, &words("keep")), (log.clone(), 1));
    assert_eq!(run(&log, &words("stop")), (good.clone(), 1));
    let errors = told(&log, &words("skip"));
    assert_eq!(errors[0]["rule"], "frame/unknown-format");
    assert!(errors[0]["message"].as_str().unwrap().contains("an error body"));
    assert_eq!((&errors[1]["rule"], &errors[1]["line"]), (&"json/invalid".into(), &3.into()));
}

#[test]
fn elements_of_an_array_are_rows_and_it_stays_one() {
    let (good, bad) = (format!(r#"{{"a":{REPLY}}}"#), r#"{"a":{"error":"overloaded"}}"#);
    let made = format!(r#"{{"a":{}}}"#, alone(REPLY, "openai-response"));
    let words = ["--at", "/a", "--to", "openai", "-q"];
    for (input, expected) in [
        (format!("[\n {good},\n {bad},\n {good}\n]\n"), format!("[\n {made},\n {made}\n]\n")),
        (format!("[{bad}, {bad}, {good} , {bad}]"), format!("[ {made}]")),
        (format!("[{bad}]\n"), "[]\n".to_owned()),
        (
            format!("{{\n\"a\": {REPLY}\n}}\n"),
            format!("{{\n\"a\": {}\n}}\n", alone(REPLY, "openai-response")),
        ),
    ] {
        assert_eq!(run(&input, &words).0, expected);
    }
    let (out, _) =
        run(&format!("[{good},{bad},{good}]"), &["--at", "/a", "--to", "openai", "-q", "--on-error", "stop"]);
    assert!(serde_json::from_str::<Vec<serde_json::Value>>(&out).is_ok_and(|rows| rows.len() == 1), "{out}");
}

#[test]
fn wrong_uses_are_told_with_what_to_do() {
    for (words, message) in [
        (&["--at", "/a", "--to", "openai-stream"][..], "`--to openai` keeps a stream"),
        (&["--at", "/a", "--at", "/a/b", "--to", "openai"], "`/a/b`"),
        (&["--at", "a.b", "--to", "openai"], "did you mean `/a/b`?"),
        (&["--at", "/a", "--to", "openai", "--pretty"], "cannot be used with"),
        (&["--at", "/a", "--to", "openai", "--rejects", "-"], "takes a file"),
    ] {
        chatwire(words).write_stdin("{}").assert().code(2).stdout(is_empty()).stderr(contains(message));
    }
    let stream = ["examples/openai-tools.sse", "--at", "/a", "--to", "openai"];
    chatwire(&stream).assert().code(2).stderr(contains("is an event stream"));
    chatwire(&["--at", "/a", "--to", "openai"]).write_stdin("").assert().code(1).stderr(contains("is empty"));
    let two = r#"{"a":[{"type":"start"},{"type":"finish"},{"type":"start"},{"type":"finish"}]}"#;
    let told = chatwire(&["--at", "/a", "--to", "native"]).write_stdin(two).assert().code(1);
    told.stderr(contains("2 documents come of it"));
}

#[test]
fn rejected_rows_go_to_a_file_of_their_own() {
    let file = scratch_file("at-rejects.ndjson");
    let name = file.to_str().unwrap();
    let words = ["--at", "/a", "--from", "anthropic", "--to", "openai", "--rejects", name];
    let log = format!("{{\"a\":{HISTORY}}}\n{{\"a\":5}}\n{{\"a\": \"tide\"\n");
    chatwire(&words)
        .write_stdin(log)
        .assert()
        .code(1)
        .stderr(contains("2 of 3 rows rejected").and(contains(name)));
    let text = fs::read_to_string(&file).unwrap();
    let rows: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["source"], "<stdin>");
    assert_eq!(
        (&rows[0]["line"], &rows[0]["path"], &rows[0]["row"]),
        (&2.into(), &"/a".into(), &"{\"a\":5}".into())
    );
    assert_eq!((&rows[1]["rule"], &rows[1]["row"]), (&"json/cut-short".into(), &"{\"a\": \"tide\"".into()));
    let good = format!("{{\"a\":{HISTORY}}}\n");
    chatwire(&words).write_stdin(good).assert().code(0).stderr(contains("rejected").not());
    assert_eq!(fs::read_to_string(&file).unwrap(), "", "where nothing is rejected, the file is empty");
}

#[test]
fn rows_of_a_log_are_rejected_too() {
    let file = scratch_file("log-rejects.ndjson");
    let name = file.to_str().unwrap();
    let log = format!("{REPLY}\n5\n{{\"id\n{REPLY}\n");
    for how in ["skip", "keep"] {
        let words = ["--from", "anthropic-response", "--to", "openai", "--on-error", how, "--rejects", name];
        let ran = chatwire(&words)
            .write_stdin(log.clone())
            .assert()
            .code(1)
            .stderr(contains("2 of 4 rows rejected"));
        let n = String::from_utf8_lossy(&ran.get_output().stdout).lines().count();
        assert_eq!(n, if how == "keep" { 4 } else { 2 });
        let lines: Vec<_> = fs::read_to_string(&file).unwrap().lines().map(str::to_owned).collect();
        assert!(lines[0].ends_with(r#""row":"5"}"#) && lines[1].ends_with(r#""row":"{\"id"}"#), "{lines:?}");
    }
    let answer = "examples/openai-answer.json";
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("rejects-dir");
    let taken = out.join("openai-answer.json");
    for words in [
        &["--rejects", answer][..],
        &["--rejects", name, "-o", name],
        &["--rejects", taken.to_str().unwrap(), "--out-dir", out.to_str().unwrap()],
    ] {
        chatwire(&[&[answer, "--to", "native"], words].concat())
            .assert()
            .code(2)
            .stderr(contains("would write over"));
    }
}

/// A dump as gateways keep it: bodies of several vendors beside what the gateway measured.
fn dump(n_rows: usize) -> String {
    let stream = fs::read_to_string("examples/openai-tools.sse").unwrap();
    let stream = serde_json::to_string(&stream).unwrap();
    let request: serde_json::Value =
        serde_json::from_slice(&fs::read("examples/openai-request.json").unwrap()).unwrap();
    (0..n_rows)
        .map(|n| {
            let (request, response) = match n % 5 {
                0 => (REQUEST.to_owned(), REPLY.to_owned()),
                1 => (request.to_string(), stream.clone()),
                2 => (REQUEST.to_owned(), "null".to_owned()),
                3 => (request.to_string(), REPLY.to_owned()),
                _ => (serde_json::to_string(REQUEST).unwrap(), "{\"error\":{\"message\":\"overloaded\"}}".into()),
            };
            format!("{{\"n\": {n}, \"ms\":{n}.{n:03}e0,\"request\":{request} , \"response\" : {response}, \"tags\":[\"a\" ,{n}]}}\n")
        })
        .collect()
}

#[test]
fn a_dump_is_the_same_on_any_number_of_cores() {
    let (log, rejects) = (scratch_file("dump.ndjson"), scratch_file("dump-rejects.ndjson"));
    fs::write(&log, dump(2000)).unwrap();
    let run = |jobs: &str| {
        let (log, rejects) = (log.to_str().unwrap(), rejects.to_str().unwrap());
        let words = [
            log,
            "--at",
            "/request",
            "--at",
            "/response",
            "--to",
            "openai",
            "-v",
            "--rejects",
            rejects,
            "-j",
            jobs,
        ];
        let ran = chatwire(&words).assert().code(1);
        let output = ran.get_output();
        (output.stdout.clone(), output.stderr.clone(), fs::read(rejects).unwrap())
    };
    let (one, three) = (run("1"), run("3"));
    assert!(one == three, "three cores give something else");
    let rest = |line: &str| {
        let mut row: serde_json::Map<String, serde_json::Value> = serde_json::from_str(line).unwrap();
        row.retain(|key, _| key != "request" && key != "response");
        let (start, end) = (line.find("\"request\"").unwrap(), line.find(", \"tags\"").unwrap());
        (row, line[..start].to_owned(), line[end..].to_owned())
    };
    let kept: Vec<_> =
        dump(2000).lines().enumerate().filter(|(n, _)| n % 5 != 4).map(|(_, line)| rest(line)).collect();
    let out = String::from_utf8(one.0).unwrap();
    assert!(out.lines().map(rest).eq(kept), "the rest of each row is as it was");
    assert_eq!(one.2.split(|byte| *byte == b'\n').count() - 1, 400);
    assert!(String::from_utf8_lossy(&one.1).contains("400 of 2000 rows rejected"));
}
