//! Nothing is lost in silence, over inputs that are made: specimens with members left out and parts in another order,
//! from each format to each target. Every mark of an input is found in the output or under a loss.
//!
//! `CHATWIRE_ACCOUNTING=10000` makes that many inputs for each format and target; without it there are a few.

mod common;

use std::collections::HashSet;

use chatwire::codec::{Shape, WireFormat};
use chatwire::formats;
use chatwire::report::{Diagnostic, Severity};
use common::{Ran, run, specimens};
use serde_json::Value;

/// Inputs for each specimen and target, unless the environment says how many.
const A_FEW: usize = 1;

/// Marks of values that a later frame replaces; where the target is no stream, nobody misses them.
const SUPERSEDED: &[&str] = &["zq054x", "4100055", "zq016x", "zq018x", "zq042x", "zq013x"];

/// Counts that may be told with the cached ones or without, so that they are other numbers in the output.
const COUNTS: &[&str] =
    &["prompt_tokens", "input_tokens", "inputTokens", "input", "total_tokens", "totalTokens", "total"];

/// What tells of which kind a node is, or ties nodes together: without it an input is not of its format.
const BONES: &[&str] = &[
    "type",
    "role",
    "id",
    "index",
    "state",
    "messages",
    "parts",
    "content",
    "choices",
    "message",
    "delta",
    "data",
    "inputs",
    "outputs",
    "event",
    "op",
    "path",
    "from",
    "subtype",
    "trigger",
    "object",
    "function",
    "tool_calls",
    "toolCalls",
    "toolCallId",
    "tool_call_id",
    "tool_use_id",
    "messageId",
    "threadId",
    "runId",
    "entityId",
    "content_block",
    "arguments",
    "model",
    "kind",
    "sourceType",
    "interruptId",
    "text",
];

/// Counted numbers that look like chance (Numerical Recipes' generator).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a small number") % sides
    }
}

/// Leaves out members, and elements of lists, and moves parts about.
fn thin(value: &mut Value, dice: &mut Dice) {
    match value {
        Value::Object(members) => {
            members.retain(|key, _| BONES.contains(&key.as_str()) || dice.roll(6) > 0);
            members.values_mut().for_each(|member| thin(member, dice));
        }
        Value::Array(items) => {
            if items.len() > 1 && items.iter().all(Value::is_object) {
                items.retain(|_| dice.roll(5) > 0);
                if items.len() > 1 && dice.roll(3) == 0 {
                    let first = dice.roll(items.len() - 1);
                    items.swap(first, first + 1);
                }
            }
            items.iter_mut().for_each(|item| thin(item, dice));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// The frames of a specimen, or its one document.
fn records(format: &WireFormat, text: &str) -> Vec<Value> {
    if format.shape != Shape::Stream {
        return vec![serde_json::from_str(text).expect("a document")];
    }
    let lines = text.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim());
    lines
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).expect("a frame"))
        .collect()
}

/// The strings and numbers of a record, with their pointers and keys.
fn leaves(value: &Value, pointer: &str, key: &str, found: &mut Vec<(String, String, String)>) {
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                let step = key.replace('~', "~0").replace('/', "~1");
                leaves(member, &format!("{pointer}/{step}"), key, found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                leaves(item, &format!("{pointer}/{index}"), key, found);
            }
        }
        Value::String(text) => found.push((pointer.to_owned(), key.to_owned(), text.clone())),
        Value::Number(number) => found.push((pointer.to_owned(), key.to_owned(), number.to_string())),
        Value::Null | Value::Bool(_) => {}
    }
}

/// Text inside base64; what is no base64 gives no marks.
fn unsealed(word: &str) -> String {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let bytes = word.trim_end_matches('=').as_bytes().chunks(4).flat_map(|group| {
        let bits = group.iter().enumerate().map(|(n, byte)| digit(*byte) << (18 - 6 * n)).sum::<u32>();
        bits.to_be_bytes()[1..group.len()].to_vec()
    });
    String::from_utf8_lossy(&bytes.collect::<Vec<_>>()).into_owned()
}

/// The marks in a text: `zq017x`, or a number like 4100017.
fn marks(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mark = |word: &&str| {
        let inner = word.strip_prefix("zq").and_then(|rest| rest.strip_suffix('x'));
        let number = word.strip_prefix("4100").filter(|rest| rest.len() == 3);
        inner.or(number).is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    words.filter(mark).map(str::to_owned).collect()
}

/// Whether a finding covers the leaf at `pointer` of this frame.
fn covers(found: &Diagnostic, frame: u64, pointer: &str) -> bool {
    let invented = found.rule == "loss/invented";
    let frames = found.frames.unwrap_or((found.frame, found.frame));
    let path = found.path.as_deref().unwrap_or("");
    let under = pointer == path || pointer.strip_prefix(path).is_some_and(|rest| rest.starts_with('/'));
    !invented && found.severity != Severity::Note && (frames.0..=frames.1).contains(&frame) && under
}

/// The leaves of an input that are neither in the output nor under a finding.
fn silent(records: &[Value], ran: &Ran, to: &WireFormat) -> Vec<String> {
    let mut told: HashSet<String> = marks(&ran.out).into_iter().collect();
    let sealed = ran.out.split(|letter: char| !(letter.is_ascii_alphanumeric() || "+/=".contains(letter)));
    told.extend(sealed.filter(|word| word.len() >= 8).flat_map(|word| marks(&unsealed(word))));
    let mut lost = Vec::new();
    let mut covered = HashSet::new();
    for (frame, record) in (1..).zip(records) {
        let mut all = Vec::new();
        leaves(record, "", "", &mut all);
        for (pointer, key, text) in all {
            if ran.found.iter().any(|found| covers(found, frame, &pointer)) {
                covered.insert((pointer, text));
                continue;
            }
            let excused = |mark: &String| to.shape != Shape::Stream && SUPERSEDED.contains(&&**mark);
            let gone = marks(&text).iter().any(|mark| !told.contains(mark) && !excused(mark));
            if gone && !COUNTS.contains(&key.as_str()) {
                lost.push((frame, pointer, text));
            }
        }
    }
    let lost =
        lost.into_iter().filter(|(_, pointer, text)| !covered.contains(&(pointer.clone(), text.clone())));
    lost.map(|(frame, pointer, text)| format!("record {frame} {pointer} = {text}")).collect()
}

/// What was lost in silence once: source, target, records.
const ONCE_SILENT: &[(&str, &str, &[&str])] = &[
    (
        "openai-stream",
        "anthropic-stream",
        &[
            r#"{"id":"c","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":"Low."},"finish_reason":"stop"}],"usage":{"completion_tokens":9,"completion_tokens_details":{"reasoning_tokens":4100004}}}"#,
        ],
    ),
    (
        "vercel-stream",
        "anthropic-stream",
        &[
            r#"{"type":"start","messageId":"m"}"#,
            r#"{"type":"tool-input-start","toolCallId":"c","toolName":"f"}"#,
            r#"{"type":"tool-input-delta","toolCallId":"c","inputTextDelta":"\"zq001x\",\"n\":2}"}"#,
            r#"{"type":"tool-input-available","toolCallId":"c","toolName":"f","input":{"n":2}}"#,
            r#"{"type":"finish","finishReason":"tool-calls"}"#,
        ],
    ),
    (
        "ag-ui-messages",
        "openai-response",
        &[
            r#"[{"id":"m","role":"assistant","content":"Low."},{"id":"t","role":"tool","content":"5","toolCallId":"zq001x"}]"#,
        ],
    ),
    (
        "ag-ui-messages",
        "anthropic-response",
        &[
            r#"[{"id":"m","role":"assistant","content":"Low."},{"id":"t","role":"tool","content":"5","toolCallId":"zq001x"}]"#,
        ],
    ),
    (
        "ag-ui-stream",
        "vercel-stream",
        &[
            r#"{"type":"RUN_STARTED","threadId":"t","runId":"zq001x"}"#,
            r#"{"type":"RUN_FINISHED","threadId":"t","runId":"zq001x"}"#,
        ],
    ),
    (
        "vercel-stream",
        "vercel-messages",
        &[
            r#"{"type":"start","messageId":"m"}"#,
            r#"{"type":"tool-input-available","toolCallId":"c","toolName":"f","input":{}}"#,
            r#"{"type":"tool-approval-request","toolCallId":"c","approvalId":"a"}"#,
            r#"{"type":"tool-approval-response","approvalId":"a","approved":true,"reason":"zq001x"}"#,
            r#"{"type":"tool-approval-response","approvalId":"a","approved":false}"#,
            r#"{"type":"finish"}"#,
        ],
    ),
    (
        "anthropic-stream",
        "ag-ui-stream",
        &[
            r#"{"type":"message_start","message":{"id":"zq001x","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":1,"output_tokens":1}}}"#,
            r#"{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}"#,
            r#"{"type":"message_stop"}"#,
        ],
    ),
];

#[test]
fn what_was_once_lost_in_silence_is_not() {
    for (from, to, lines) in ONCE_SILENT {
        let made: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let ran = run(lines.join("\n").as_bytes(), from, to);
        let lost = silent(&made, &ran, formats::by_id(to).expect("a format"));
        assert!(lost.is_empty(), "{from} to {to}: {lost:#?}");
    }
}

#[test]
fn every_mark_of_a_made_input_is_found_or_lost_aloud() {
    let wanted: Option<usize> =
        std::env::var("CHATWIRE_ACCOUNTING").ok().and_then(|wanted| wanted.parse().ok());
    let cases: Vec<_> = specimens().into_iter().filter(|case| case.format.family != "native").collect();
    let mut failures = Vec::new();
    for case in &cases {
        let of_format = cases.iter().filter(|other| other.format.id == case.format.id).count();
        let n_inputs = wanted.map_or(A_FEW, |wanted| wanted.div_ceil(of_format));
        let whole = records(case.format, &String::from_utf8(case.bytes()).unwrap());
        for to in formats::all().filter(|to| to.id != case.format.id) {
            for seed in 0..n_inputs {
                let mut dice = Dice(seed as u64 * 7919 + whole.len() as u64 + to.id.len() as u64 * 31);
                let mut made = whole.clone();
                made.iter_mut().for_each(|record| thin(record, &mut dice));
                let lines: Vec<_> = made.iter().map(Value::to_string).collect();
                let ran = run(lines.join("\n").as_bytes(), case.format.id, to.id);
                let lost = silent(&made, &ran, to);
                if !lost.is_empty() && failures.len() < 40 {
                    let lost = lost.join("; ");
                    failures.push(format!(
                        "{} to {}, seed {seed}: {lost}\n{}",
                        case.name(),
                        to.id,
                        lines.join("\n")
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} fail:\n{}", failures.len(), failures.join("\n"));
}
