//! That the steps of `CONTRIBUTING.md` lead to a format that all others convert to and from.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use crate::engine::input::Input;
use crate::engine::target::Target;
use crate::engine::transcode::{Job, transcode};
use crate::formats::all;

const CHAT: &str = r#"[{"who":"guide","says":"Be brief."},{"who":"user","says":"tide?"},{"who":"bot","says":"Low.","mood":"calm"}]
"#;

/// Converts an input whose format is found out; gives what is written, and what is told.
fn convert(text: &str, to: &str) -> (String, Vec<String>) {
    let input = Input::new("in".into(), Box::new(Cursor::new(text.to_owned()))).unwrap();
    let (mut out, mut told) = (Vec::new(), Vec::new());
    let job = Job::new(Target::from_name(to).unwrap());
    transcode(input, &job, &mut out, &mut |found| told.push(format!("{}: {}", found.rule, found.message)))
        .unwrap_or_else(|refusal| panic!("{to}: {refusal:?}"));
    (String::from_utf8(out).unwrap(), told)
}

#[test]
fn every_format_takes_it_and_gives_its_texts_back() {
    for format in all().filter(|format| format.id != "parley-messages") {
        let (there, told) = convert(CHAT, format.id);
        assert!(there.contains("Low."), "{}: {there}", format.id);
        assert!(told.iter().all(|line| line.starts_with("loss/")), "{}: {told:?}", format.id);
        let (back, told) = convert(&there, "parley-messages");
        assert!(back.contains(r#"{"who":"bot","says":"Low.""#), "{}: {there}{back}{told:?}", format.id);
    }
}

#[test]
fn through_native_all_of_it_comes_back() {
    assert_eq!(convert(&convert(CHAT, "native").0, "parley-messages").0, CHAT);
}

#[test]
fn what_it_cannot_say_is_told() {
    let call = r#"[{"role":"user","content":"tide?"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"tide","arguments":"{}"}}]}]"#;
    let (out, told) = convert(call, "parley-messages");
    assert_eq!(out, "[{\"who\":\"user\",\"says\":\"tide?\"}]\n");
    assert!(told.iter().any(|line| line.starts_with("loss/dropped: a tool call")), "{told:?}");
}

/// The steps name the files of a room, and this room has them; a step that is forgotten in either is seen here.
#[test]
fn the_steps_are_those_of_contributing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("CONTRIBUTING.md")).unwrap();
    let steps = page.split("## Add a format").nth(1).unwrap();
    let table = fs::read_to_string(root.join("src/formats/mod.rs")).unwrap();
    assert!(steps.contains("`FAMILIES`") && table.contains("parley::FORMATS"));
    let mut files: Vec<_> = fs::read_dir(root.join("src/formats/parley"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    assert_eq!(files, ["detect", "mod", "read", "rules", "says", "tests", "write"]);
    for file in files {
        let named =
            [format!("`{file}.rs`"), format!("`{file}/`"), format!("/{file}.rs`"), format!("/{file}`")];
        assert!(named.iter().any(|name| steps.contains(name)), "no step names {file}");
    }
}
