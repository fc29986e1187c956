//! The laws, over the corpus and the specimens: what holds for every format.

mod common;

use chatwire::codec::Shape;
use common::{Case, canonical, corpus, run, run_pieces, specimens, strangers};

fn everything() -> Vec<Case> {
    let mut all = corpus(false);
    all.extend(specimens());
    all
}

fn is_stream(case: &Case) -> bool {
    case.format.shape == Shape::Stream
}

/// Collects what fails, so that one run shows all of it.
#[track_caller]
fn none_of(failures: Vec<String>) {
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn every_file_is_detected_as_its_folder_says() {
    let mut failures = Vec::new();
    for case in corpus(false) {
        let ran = run(&case.bytes(), "", "native");
        let source = format!("\"source\":\"{}", case.format.id);
        let tie =
            ran.found.iter().any(|found| found.rule == "frame/tie" && found.message.contains(case.format.id));
        if !ran.out.contains(&source) && !tie {
            failures.push(format!("{}: {:.100} {}", case.name(), ran.out, ran.report()));
        }
    }
    none_of(failures);
}

#[test]
fn no_other_wire_is_taken_for_one_of_ours() {
    let strangers = strangers()
        .into_iter()
        .filter(|path| run(&std::fs::read(path).unwrap(), "", "native").failed.is_some());
    none_of(strangers.map(|path| path.display().to_string()).collect());
}

#[test]
fn a_format_to_itself_is_the_same() {
    let mut failures = Vec::new();
    for case in everything() {
        let text = String::from_utf8(case.bytes()).unwrap();
        let ran = run(text.as_bytes(), case.format.id, case.format.id);
        let text = text.trim_start_matches('\u{feff}');
        let same = if is_stream(&case) && !text.trim_start().starts_with(['{', '[']) {
            let lines = |text: &str| {
                let text = text.replace("\r\n", "\n").replace('\r', "\n");
                text.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
            };
            lines(text) == lines(&ran.out)
        } else if text.trim_start().starts_with('{') && case.format.shape == Shape::Messages {
            canonical(&ran.out).len() > 4
        } else {
            canonical(text) == canonical(&ran.out)
        };
        if !same {
            failures.push(case.name());
        }
    }
    none_of(failures);
}

#[test]
fn the_way_through_native_and_back_is_the_same() {
    let mut failures = Vec::new();
    for case in everything() {
        let bytes = case.bytes();
        let there = run(&bytes, case.format.id, "native");
        let back = run(there.out.as_bytes(), "native", case.format.id);
        let (one, two) = if is_stream(&case) {
            (there.out.clone(), run(back.out.as_bytes(), case.format.id, "native").out)
        } else {
            (run(&bytes, case.format.id, case.format.id).out, back.out)
        };
        // A message on its own is a history of one.
        let one = if one.starts_with('{') && case.format.shape == Shape::Messages {
            format!("[{one}]")
        } else {
            one
        };
        if canonical(&one) != canonical(&two) {
            failures.push(format!("{}\n  {one:.2000}\n  {two:.2000}", case.name()));
        }
    }
    none_of(failures);
}

#[test]
fn a_stream_cut_anywhere_is_read_as_far_as_it_came() {
    for case in everything().iter().filter(|case| is_stream(case)) {
        let bytes = case.bytes();
        let step = (bytes.len() / 12).max(1);
        for end in (0..bytes.len().saturating_sub(3)).step_by(step) {
            let ran = run(&bytes[..end], case.format.id, "native");
            assert_ne!(ran.failed, None, "{} cut at {end}", case.name());
            let other = if case.format.family == "openai" { "anthropic-stream" } else { "openai-stream" };
            run(&bytes[..end], case.format.id, other);
        }
    }
}

#[test]
fn the_size_of_the_pieces_changes_nothing() {
    for case in everything().iter().filter(|case| case.bytes().len() < 3000) {
        let bytes = case.bytes();
        let target = if is_stream(case) { "vercel-stream" } else { "native" };
        let whole = run(&bytes, case.format.id, target);
        for size in [1, 997] {
            let pieces = run_pieces(&bytes, size, case.format.id, target);
            assert_eq!(pieces.out, whole.out, "{} in pieces of {size}", case.name());
            assert_eq!(pieces.report(), whole.report(), "{} in pieces of {size}", case.name());
        }
    }
}

#[test]
fn bad_input_ends_with_a_report_and_not_with_a_panic() {
    for case in corpus(true) {
        for target in ["native", "openai", "anthropic", "vercel"] {
            run(&case.bytes(), case.format.id, target);
        }
    }
}
