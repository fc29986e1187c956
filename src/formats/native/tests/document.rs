//! The document.

use super::{again, everything, stripped};
use crate::formats::{by_id, native, testing};
use crate::ir::{Finish, StopReason, Transcript};

#[track_caller]
fn same(transcript: &Transcript) {
    let text = native::text(transcript);
    let (back, mut report) = testing::document(by_id("native").unwrap(), &text);
    report.close_losses();
    assert_eq!(report.drain().next(), None);
    assert_eq!(stripped(back), stripped(transcript.clone()));
    assert_eq!(again(&text), text);
}

#[test]
fn everything_comes_back() {
    same(&everything::transcript());
}

#[test]
fn nothing_comes_back() {
    same(&Transcript::default());
    assert_eq!(native::text(&Transcript::default()), r#"{"chatwire":1,"complete":false,"messages":[]}"#);
}

/// A flag that forbids keeps its name, as one that allows does.
#[test]
fn a_flag_comes_back_the_way_round_it_was() {
    for flag in [r#""disableParallelToolUse":true"#, r#""parallelToolCalls":false"#] {
        let text = format!(r#"{{"chatwire":1,"complete":true,"messages":[],"params":{{{flag}}}}}"#);
        assert!(again(&text).contains(flag), "{}", again(&text));
    }
}

#[test]
fn every_reason_has_a_word() {
    for (_, reason) in StopReason::WORDS {
        let finish = Some(Finish { reason: *reason, ..Finish::default() });
        same(&Transcript { finish, ..Transcript::default() });
    }
}

/// The names of every member, which are the contract.
#[test]
fn members_are_named_as_promised() {
    let text = native::text(&everything::transcript());
    for piece in [
        r#"{"chatwire":1,"source":"openai-stream","complete":false,"run":{"id":"r1","threadId":"t1","model":"m","createdAt":"1735689600"},"messages":[{"role":"system","parts":[]},"#,
        r#"{"role":"assistant","id":"m1","name":"n","choice":0,"parts":[{"type":"text","text":"#,
        r#"{"type":"reasoning","text":"hm","signature":"seal","encrypted":"c2VjcmV0","#,
        r#"{"type":"refusal","text":"no""#,
        r#"{"type":"tool-call","id":"call_1","name":"get_tide","input":{"n": 1.0, "n": 1e3},"providerExecuted":true"#,
        r#"{"type":"tool-call","id":"call_2","name":"get_tide","inputText":"{\"city\":""#,
        r#"{"type":"tool-result","id":"call_1","name":"get_tide","output":"low","status":"ok""#,
        r#""output":null,"status":"error","preliminary":true"#,
        r#"{"type":"file","mediaType":"image/png","url":"https://example.org/a.png","filename":"a.png""#,
        r#"{"type":"data","name":"progress","id":"p1","value":0.50,"transient":true"#,
        r#"{"type":"approval-response","id":"a1","callId":"call_1","approved":true,"reason":"r""#,
        r#"{"type":"text","text":"a \"quoted\"\nline \\ é 😀","extras":{"family":"openai","fields":{"cache~1control":{"type":"ephemeral"}}}}"#,
        r#"{"type":"step"}"#,
        r#"{"type":"raw","family":"anthropic","value":{"type": "new"}"#,
        r#"],"finish":{"reason":"tool-calls","raw":"tool_use"},"metadata":{"k":[1, 2]},"extras":{"family":"openai","fields":{"choice:/":{"logprobs":[]}},"remainder":{"format":"openai-messages","set":{"/b~1\"":1.50,"/a":null},"remove":["/c"]}}}]"#,
        r#""params":{"maxTokens":100,"temperature":0.70,"topP":1,"stop":["\n","x"],"toolChoice":"auto","#,
        r#""usage":{"input":42,"output":9,"total":51,"cacheRead":0,"cacheWrite":1,"reasoning":18446744073709551615,"cost":0.10}"#,
        r#""error":{"message":"e","code":529,"extras":"#,
        r#""interrupts":[{"id":"i1","reason":"r","callId":"call_1","message":"m","payload":null,"#,
    ] {
        assert!(text.contains(piece), "{piece}\nis not in\n{text}");
    }
}

#[track_caller]
fn parts(parts: &str, written: &str) {
    let head = r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":["#;
    assert_eq!(again(&format!("{head}{parts}]}}]}}")), format!("{head}{written}]}}]}}"));
}

#[test]
fn argument_text_that_parses_is_input() {
    let call = |input| format!(r#"{{"type":"tool-call","name":"f",{input}}}"#);
    parts(&call(r#""inputText":"{\"a\": 1.0}""#), &call(r#""input":{"a": 1.0}"#));
    parts(&call(r#""inputText":"""#), &call(r#""input":{}"#));
    parts(
        &call(r#""inputText":"","inputEncoding":"text""#),
        &call(r#""inputText":"","inputEncoding":"text""#),
    );
}

#[test]
fn nulls_are_values_of_opaque_members_alone() {
    parts(
        r#"{"type":"tool-result","id":null,"output":null,"status":"ok"}"#,
        r#"{"type":"tool-result","output":null,"status":"ok"}"#,
    );
}

#[test]
fn what_nobody_knows_is_kept_with_its_node() {
    let known = r#"{"chatwire":1,"complete":true,"messages":[],"finish":{"reason":"stop"}"#;
    let kept = again(&format!(r#"{known},"score":5}}"#));
    let (written, told) = kept.split_once('\n').unwrap();
    assert_eq!(written, format!(r#"{known},"extras":{{"family":"native","fields":{{"score":5}}}}}}"#));
    assert!(told.contains("/score: note[native/other-member]"), "{told}");
    let unknown =
        r#"{"chatwire":1,"complete":true,"messages":[{"role":"user","parts":[{"type":"hologram"}]}]}"#;
    assert!(again(unknown).contains(r#"[{"type":"raw","family":"native","value":{"type":"hologram"}}]"#));
}

#[track_caller]
fn reported(text: &str, rules: &[&str]) {
    let (_, mut report) = testing::document(by_id("native").unwrap(), text);
    let found: Vec<_> =
        report.drain().map(|found| format!("{} {}", found.rule, found.path.unwrap_or_default())).collect();
    assert_eq!(found, rules);
}

#[test]
fn faults_are_told_where_they_stand() {
    reported("[]", &["native/missing-member ", "native/missing-member ", "native/wrong-type "]);
    reported(
        r#"{"chatwire":2,"complete":true,"messages":{}}"#,
        &["native/version /chatwire", "native/wrong-type /messages"],
    );
    let message = |rest: &str| format!(r#"{{"chatwire":1,"complete":true,"messages":[{{{rest}}}]}}"#);
    reported(
        &message(r#""parts":[5]"#),
        &["native/missing-member /messages/0", "native/wrong-type /messages/0/parts/0"],
    );
    reported(
        &message(r#""role":"user","id":5,"choice":-1,"finish":{"reason":"ended"}"#),
        &[
            "native/unknown-word /messages/0/finish/reason",
            "native/wrong-type /messages/0/id",
            "native/wrong-type /messages/0/choice",
        ],
    );
    let part = |rest: &str| message(&format!(r#""role":"user","parts":[{{{rest}}}]"#));
    for (rest, rules) in [
        (r#""text":"x""#, "native/missing-member /messages/0/parts/0"),
        (r#""type":"text","text":5"#, "native/wrong-type /messages/0/parts/0/text"),
        (r#""type":"hologram""#, "native/unknown-part /messages/0/parts/0"),
        (r#""type":"tool-call","name":7"#, "native/wrong-type /messages/0/parts/0/name"),
        (r#""type":"tool-result","status":"late""#, "native/unknown-word /messages/0/parts/0/status"),
        (r#""type":"file","mediaType":"image/png""#, "native/missing-member /messages/0/parts/0"),
        (r#""type":"data","name":"x""#, "native/missing-member /messages/0/parts/0"),
        (r#""type":"approval-response","id":"a""#, "native/missing-member /messages/0/parts/0"),
        (
            r#""type":"step","x":1,"extras":{"family":"openai","fields":{"/y":1}}"#,
            "native/unknown-member /messages/0/parts/0/x",
        ),
    ] {
        reported(&part(rest), &[rules]);
    }
}

/// The specimen that the laws and the schema are held against is this transcript; `UPDATE=1` writes it anew.
#[test]
fn the_specimen_is_everything() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/specimens/native.json");
    let text = native::text(&everything::transcript()) + "\n";
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap_or_default(), text);
}
