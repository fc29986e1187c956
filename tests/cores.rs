//! A log gives the same on one core and on several: bytes, reports and their order, with broken lines and without.
//! A long history gives the same in pieces and at once.
#![allow(clippy::unwrap_used, reason = "this is test code, which the lint does not see")]

mod common;

use chatwire::codec::{Codec, Shape};
use chatwire::ir::{Json, minify};
use chatwire::report::Diagnostic;
use common::{Case, Ran, corpus, run, run_cores, run_pretty, specimens};

/// Enough for two batches.
const LOG: usize = 400_000;

/// The documents of a format, each on a line, again and again. Each twentieth line is broken.
fn log(cases: &[&Case]) -> Vec<u8> {
    let lines: Vec<Vec<u8>> = cases
        .iter()
        .map(|case| {
            let mut line = Vec::new();
            minify(&String::from_utf8(case.bytes()).unwrap(), &mut line);
            line
        })
        .collect();
    let mut log = Vec::new();
    for (number, line) in lines.iter().cycle().enumerate() {
        if log.len() > LOG {
            return log;
        }
        let cut = if number % 20 == 19 { line.len() / 2 } else { line.len() };
        log.extend_from_slice(&line[..cut]);
        log.push(b'\n');
    }
    log
}

fn told(ran: &Ran) -> (&str, &[Diagnostic], Option<bool>) {
    (&ran.out, &ran.found, ran.failed)
}

/// More batches than a core reads at once, so that each lane goes on with its next.
#[test]
fn lanes_that_go_on_tell_the_same() {
    let all = specimens();
    let cases: Vec<&Case> = all.iter().filter(|case| case.format.id == "vercel-request").collect();
    let log: Vec<u8> = std::iter::repeat_n(log(&cases), 5).flatten().collect();
    for to in ["openai-request", "anthropic-messages"] {
        let (one, two) = (run_cores(&log, "vercel-request", to, 1), run_cores(&log, "vercel-request", to, 2));
        assert!(told(&one) == told(&two), "{to} differs on two cores");
    }
}

#[test]
fn a_log_is_the_same_on_any_number_of_cores() {
    let mut all = specimens();
    all.extend(corpus(false));
    all.retain(|case| matches!(case.format.codec, Codec::Messages(_) | Codec::Document(_)));
    let mut formats: Vec<_> = all.iter().map(|case| case.format.id).collect();
    formats.sort_unstable();
    formats.dedup();
    for format in formats {
        let whole = |case: &&Case| {
            let lone = case.format.shape == Shape::Messages && !case.bytes().starts_with(b"[");
            case.format.id == format && !lone
        };
        let cases: Vec<&Case> = all.iter().filter(whole).collect();
        if cases.is_empty() {
            continue;
        }
        let log = log(&cases);
        for to in ["native", "anthropic-messages"] {
            let (one, three) = (run_cores(&log, format, to, 1), run_cores(&log, format, to, 3));
            assert!(told(&one) == told(&three), "{format} to {to} differs on three cores");
        }
    }
}

/// Lines that are not one value change the numbers of the frames behind them; a line on another core may be the first
/// to know. From a message on, all is one history.
#[test]
fn lines_that_are_not_one_value_are_the_same_on_any_number_of_cores() {
    let all = specimens();
    for (format, strange) in [
        (
            "openai-messages",
            ["{L} {L}", "{L}[]", "{L}* talk ]", "[{L}", "{L} {\"role\":\"user\",\"content\":\"x\"}"],
        ),
        ("vercel-request", ["{L} {L}", "{L}{L}{}", "{L}* talk }", "{{L}", "{\"a\":\"\\ud83d\"} {}"]),
    ] {
        let stands_alone =
            |case: &&Case| case.format.id == format && case.bytes().trim_ascii_end().ends_with(b"]");
        let requests = |case: &&Case| case.format.id == format && format == "vercel-request";
        let cases: Vec<&Case> = all.iter().filter(|case| stands_alone(case) || requests(case)).collect();
        let plain = String::from_utf8(log(&cases)).unwrap();
        for (number, strange) in strange.into_iter().enumerate() {
            let mut text = String::new();
            for (line, at) in plain.lines().zip(0..) {
                let is_strange = at % 97 == 50 + number;
                text += &if is_strange { strange.replace("{L}", line) } else { line.to_owned() };
                text += "\n* talk\n".get(..if at % 200 == 199 { 8 } else { 1 }).unwrap();
            }
            let text = text.repeat(4);
            let run = |cores| run_cores(text.as_bytes(), format, "anthropic-messages", cores);
            let (one, three) = (run(1), run(3));
            assert!(told(&one) == told(&three), "{format} with {strange} differs on three cores");
        }
    }
}

/// The messages of all histories of a format, again and again, as one history.
fn history(cases: &[&Case]) -> Vec<u8> {
    let texts = cases.iter().map(|case| String::from_utf8(case.bytes()).unwrap());
    let messages: Vec<String> = texts
        .filter_map(|text| {
            let tight = Json::check(&text)?;
            let items = tight.as_str().strip_prefix('[')?.strip_suffix(']')?.trim();
            (!items.is_empty()).then(|| items.to_owned())
        })
        .collect();
    let mut all = String::from("[");
    for (number, message) in messages.iter().cycle().enumerate() {
        if number > 0 {
            all.push(',');
        }
        all.push_str(message);
        if all.len() > 3 * LOG {
            break;
        }
    }
    (all + "]").into_bytes()
}

#[test]
fn a_long_history_is_the_same_in_pieces() {
    let mut all = specimens();
    all.extend(corpus(false));
    let has_array = |case: &Case| case.bytes().trim_ascii_start().starts_with(b"[");
    all.retain(|case| case.format.shape == Shape::Messages && has_array(case));
    let mut formats: Vec<_> = all.iter().map(|case| case.format.id).collect();
    formats.sort_unstable();
    formats.dedup();
    for format in formats {
        let cases: Vec<&Case> = all.iter().filter(|case| case.format.id == format).collect();
        let history = history(&cases);
        for to in ["openai-messages", "anthropic-messages", "agenta-messages"] {
            // What is to be indented is held until it is whole.
            let (pieces, whole) = (run(&history, format, to), run_pretty(&history, format, to));
            let mut tight = Vec::new();
            minify(&whole.out, &mut tight);
            tight.push(b'\n');
            let first = pieces.out.bytes().zip(&tight).position(|(one, other)| one != *other);
            let near =
                first.map(|at| pieces.out[at.saturating_sub(200)..].chars().take(400).collect::<String>());
            assert!(pieces.out.as_bytes() == tight, "{format} to {to}: other bytes near {near:?}");
            let sorted = |ran: &Ran| {
                let mut lines: Vec<_> = ran.report().lines().map(str::to_owned).collect();
                lines.sort_unstable();
                lines
            };
            let (pieces, whole) = (sorted(&pieces), sorted(&whole));
            let first = pieces.iter().zip(&whole).find(|(one, other)| one != other);
            assert!(pieces == whole, "{format} to {to}: {first:?}, {} and {}", pieces.len(), whole.len());
        }
    }
}
