//! `--carry`: what the target cannot say rides along, and comes back exactly.

mod common;

use std::collections::HashMap;

use chatwire::codec::{Shape, WireFormat};
use chatwire::engine::target::Target;
use chatwire::formats;
use common::{Case, Ran, canonical, corpus, run, run_carrying, run_carrying_pieces, specimens};

const FAMILIES: [&str; 6] = ["openai", "anthropic", "vercel", "ag-ui", "agenta", "terminal-use"];
/// How many files of the corpus are taken of each format.
const FEW: usize = 3;

fn cases() -> Vec<Case> {
    let mut taken: HashMap<&str, usize> = HashMap::new();
    let mut cases = specimens();
    cases.extend(corpus(false).into_iter().filter(|case| {
        let count = taken.entry(case.format.id).or_default();
        *count += 1;
        *count <= FEW
    }));
    cases.retain(|case| case.format.family != "native");
    cases
}

/// The format that a family stands for.
fn format(family: &str, source: &'static WireFormat) -> &'static WireFormat {
    Target::from_name(family).and_then(|target| target.resolve(source)).expect("every family has messages")
}

/// What is compared: documents as they are, of streams what they say, as borders of frames are no content.
fn said(case: &Case, bytes: &[u8]) -> String {
    if case.format.shape == Shape::Stream {
        return canonical(&run(bytes, case.format.id, "native").out);
    }
    let text = run(bytes, case.format.id, case.format.id).out;
    let alone = text.starts_with('{') && case.format.shape == Shape::Messages;
    canonical(&if alone { format!("[{text}]") } else { text })
}

/// Through these formats and back again, carrying.
fn there_and_back(case: &Case, through: &[&'static WireFormat]) -> Ran {
    let mut at = case.format;
    let mut ran = run_carrying(&case.bytes(), case.format.id, case.format.id);
    ran.out = String::from_utf8(case.bytes()).expect("the cases are text");
    for to in through.iter().copied().chain([case.format]) {
        ran = run_carrying(ran.out.as_bytes(), at.id, to.id);
        at = to;
    }
    ran
}

#[track_caller]
fn none_of(failures: &[String]) {
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}

fn differs(case: &Case, through: &[&'static WireFormat]) -> Option<String> {
    let back = there_and_back(case, through);
    let (one, two) = (said(case, &case.bytes()), said(case, back.out.as_bytes()));
    let way: Vec<_> = through.iter().map(|format| format.id).collect();
    (one != two).then(|| format!("{} by {}\n  {one:.1500}\n  {two:.1500}", case.name(), way.join(", ")))
}

#[test]
fn there_and_back_is_the_same_for_every_pair() {
    let mut failures = Vec::new();
    for case in cases() {
        let others = FAMILIES.iter().filter(|family| **family != case.format.family);
        failures.extend(others.filter_map(|family| differs(&case, &[format(family, case.format)])));
    }
    none_of(&failures);
}

#[test]
fn a_chain_of_formats_and_back_is_the_same() {
    let mut failures = Vec::new();
    for (number, case) in specimens().iter().filter(|case| case.format.family != "native").enumerate() {
        let others: Vec<_> = FAMILIES.iter().filter(|family| **family != case.format.family).collect();
        let one = format(others[number % others.len()], case.format);
        let two = format(others[(number + 1) % others.len()], one);
        failures.extend(differs(case, &[one, two, one]));
    }
    none_of(&failures);
}

#[test]
fn without_the_option_nothing_of_ours_is_in_the_output() {
    for case in specimens().iter().filter(|case| case.format.family != "native") {
        for family in FAMILIES {
            let ran = run(&case.bytes(), case.format.id, format(family, case.format).id);
            assert!(!ran.out.contains("chatwire"), "{} to {family}", case.name());
        }
    }
}

#[test]
fn a_format_to_itself_carries_nothing() {
    for case in specimens() {
        let plain = run(&case.bytes(), case.format.id, case.format.id);
        assert_eq!(run_carrying(&case.bytes(), case.format.id, case.format.id).out, plain.out);
    }
}

#[test]
fn every_format_but_the_transcript_has_a_place() {
    for format in formats::all() {
        assert_eq!(format.carry.is_none(), format.shape == Shape::Transcript, "{}", format.id);
    }
}

#[test]
fn what_is_carried_is_not_lost_and_who_refuses_it_is_told_once() {
    let history = r#"[{"role":"user","content":"tide?","cache_control":{"type":"ephemeral"}},
        {"role":"assistant","content":[{"type":"text","text":"Low.","citations":[]}]}]"#;
    let ran = run_carrying(history.as_bytes(), "anthropic-messages", "openai-messages");
    let rules: Vec<_> = ran.found.iter().map(|found| found.rule).collect();
    assert_eq!(rules, ["frame/carry-refused"], "{}", ran.report());
    assert_eq!(ran.failed, Some(false));
}

#[test]
fn the_size_of_the_pieces_changes_nothing() {
    for case in specimens().iter().filter(|case| case.format.shape == Shape::Stream) {
        let to = format(if case.format.family == "vercel" { "openai" } else { "vercel" }, case.format);
        let whole = run_carrying(&case.bytes(), case.format.id, to.id);
        let pieces = run_carrying_pieces(&case.bytes(), 7, case.format.id, to.id);
        assert_eq!(pieces.out, whole.out, "{}", case.name());
        let back = run_carrying(whole.out.as_bytes(), to.id, case.format.id);
        let pieces = run_carrying_pieces(whole.out.as_bytes(), 7, to.id, case.format.id);
        assert_eq!(pieces.out, back.out, "back to {}", case.name());
    }
}

const TWO_TURNS: &str = r#"[{"role":"user","name":"ann","content":"tide?"},{"role":"assistant","content":"Low."},
    {"role":"user","name":"bob","content":"and now?"},{"role":"assistant","content":"High."}]"#;

#[test]
fn a_message_that_is_added_later_is_read_as_it_is() {
    let there = run_carrying(TWO_TURNS.as_bytes(), "openai-messages", "vercel-messages").out;
    let more = r#",{"id":"new","role":"user","parts":[{"type":"text","text":"bye"}]}]"#;
    let there = there.trim_end().strip_suffix(']').unwrap().to_owned() + more;
    let back = run_carrying(there.as_bytes(), "vercel-messages", "openai-messages");
    let names = back.out.matches("\"name\":").count();
    assert_eq!((names, back.out.contains("bye")), (2, true), "{} {}", back.out, back.report());
}

#[test]
fn a_turn_that_is_changed_leaves_the_others_whole() {
    let there = run_carrying(TWO_TURNS.as_bytes(), "openai-messages", "vercel-messages").out;
    let changed = there.replace("\"High.\"", "\"Higher.\"");
    assert_ne!(there, changed);
    let back = run_carrying(changed.as_bytes(), "vercel-messages", "openai-messages");
    let rules: Vec<_> = back.found.iter().filter(|found| found.rule.starts_with("frame/carry-")).collect();
    assert_eq!(rules.len(), 2, "{}", back.report());
    assert_eq!(rules[0].rule, "frame/carry-changed");
    assert!(back.out.contains("\"ann\"") && !back.out.contains("\"bob\""), "{}", back.out);
    assert!(back.out.contains("Higher."), "{}", back.out);
}

#[test]
fn other_spellings_of_the_same_json_are_no_change() {
    let there = run_carrying(TWO_TURNS.as_bytes(), "openai-messages", "vercel-messages").out;
    let value: serde_json::Value = serde_json::from_str(&there).unwrap();
    let respelled = serde_json::to_string_pretty(&value).unwrap().replace("Low.", "\\u004cow.");
    let back = run_carrying(respelled.as_bytes(), "vercel-messages", "openai-messages");
    assert!(!back.report().contains("frame/carry-changed"), "{}", back.report());
    assert!(back.out.contains("\"ann\"") && back.out.contains("\"bob\""), "{}", back.out);
}

#[test]
fn a_carrying_stream_that_is_cut_is_read_as_far_as_it_came() {
    let case = specimens().into_iter().find(|case| case.format.id == "openai-stream").unwrap();
    let there = run_carrying(&case.bytes(), "openai-stream", "vercel-stream").out;
    let whole = there.rfind("\"of\":").unwrap();
    let step = (whole / 40).max(1);
    for end in (0..whole).step_by(step) {
        let back = run_carrying(&there.as_bytes()[..end], "vercel-stream", "openai-stream");
        assert_ne!(back.failed, Some(false), "cut at {end}");
    }
}
