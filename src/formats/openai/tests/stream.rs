//! Reading streams: text, thinking, ends, errors, usage.

use crate::formats::openai::FORMATS;
use crate::formats::testing::read;

/// Reads frames that are given by their choices alone: `{…}` is a delta, `[DONE]` the end, `!{…}` a whole frame.
pub(super) fn read_deltas(deltas: &str) -> String {
    let lines = deltas.lines().map(str::trim).filter(|line| !line.is_empty());
    let frames = lines.map(|line| match line.strip_prefix('!') {
        Some(whole) => whole.to_owned(),
        None if line == "[DONE]" => line.to_owned(),
        None => {
            let (delta, finish) = line.split_once(" => ").unwrap_or((line, ""));
            let finish = if finish.is_empty() { "null".to_owned() } else { format!("\"{finish}\"") };
            format!(r#"{{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]}}"#)
        }
    });
    read(&FORMATS[3], &frames.collect::<Vec<_>>().join("\n"))
}

#[track_caller]
pub(super) fn check(deltas: &str, lines: &str) {
    let got = read_deltas(deltas);
    let want: Vec<_> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let got: Vec<_> = got.lines().filter(|line| !line.trim_start().starts_with("help:")).collect();
    assert_eq!(got, want, "{got:#?}");
}

#[test]
fn text_grows_and_the_end_is_held_until_the_usage_came() {
    check(
        r#"{"role":"assistant","content":""}
           {"content":"Low "}
           {"content":"tide."}
           {} => stop
           !{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15,"prompt_tokens_details":{"cached_tokens":4,"audio_tokens":1}}}
           [DONE]
           !{"choices":[],"cost":"0"}"#,
        r#"run+ id=c model=m at=1
           msg+ m0 assistant {/choices/0/delta/content ""}
           part+ p0 m0 text
           delta p0 text 'Low '
           delta p0 text 'tide.'
           part- p0
           usage in=12 out=3 total=15 read=4 {/usage/prompt_tokens_details/audio_tokens 1}
           note {/cost "0"}
           msg- m0
           run- stop(stop)"#,
    );
}

#[test]
fn mirrored_thinking_counts_once_and_pieces_keep_their_seals() {
    check(
        r#"{"role":"assistant","reasoning":"Hm","reasoning_content":"Hm","reasoning_details":[{"type":"reasoning.text","text":"Hm","index":0,"format":"f"}]}
           {"reasoning_details":[{"type":"reasoning.text","signature":"sig","index":0}]}
           {"reasoning_details":[{"type":"reasoning.encrypted","data":"ZW5j","index":1}]}
           {"content":"Low."} => stop"#,
        r#"run+ id=c model=m at=1
           msg+ m0 assistant
           part+ p0 m0 reasoning
           delta p0 text 'Hm' {/choices/0/delta/reasoning_details/0/format "f"}
           delta p0 signature 'sig'
           part- p0
           whole m0 reasoning sealed=ZW5j
           part+ p1 m0 text
           delta p1 text 'Low.'
           part- p1
           msg- m0
           run- stop(stop)"#,
    );
}

#[test]
fn a_list_of_content_parts_is_thinking_and_text() {
    check(
        r#"{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Hm"}]}]}
           {"content":[{"type":"text","text":"Low."}]} => stop"#,
        r#"run+ id=c model=m at=1
           msg+ m0 assistant
           part+ p0 m0 reasoning {/thinking null}
           delta p0 text 'Hm'
           part- p0
           part+ p1 m0 text
           delta p1 text 'Low.'
           part- p1
           msg- m0
           run- stop(stop)"#,
    );
}

#[test]
fn an_annotation_is_a_source_beside_the_text() {
    check(
        r#"{"role":"assistant","content":"Low."}
           {"annotations":[{"type":"url_citation","url_citation":{"url":"https://t.test","title":"T","start_index":0,"end_index":4}},{"type":"file","file":{"hash":"h"}}]} => stop"#,
        r#"run+ id=c model=m at=1
           msg+ m0 assistant
           part+ p0 m0 text
           delta p0 text 'Low.'
           whole m0 source https://t.test
           whole m0 raw openai {"type":"file","file":{"hash":"h"}} {/annotations null}
           part- p0
           msg- m0
           run- stop(stop)"#,
    );
}

#[test]
fn sentinel_finish_and_neither_are_three_ends() {
    let end = |frames: &str| {
        read_deltas(frames)
            .lines()
            .filter(|l| l.starts_with("run-") || l.contains("openai/"))
            .map(|l| l.split("]:").next().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" | ")
    };
    assert_eq!(end(r#"{"role":"assistant","content":"a"} => stop"#), "run- stop(stop)");
    assert_eq!(
        end("{\"role\":\"assistant\",\"content\":\"a\"}\n[DONE]"),
        "run- | in: warning[openai/finish-missing"
    );
    assert_eq!(end(r#"{"role":"assistant","content":"a"}"#), "run- cut | in: error[openai/end-missing");
    assert_eq!(end("[DONE]"), "run- cut | in: warning[openai/no-choices");
}

#[test]
fn errors_come_in_many_forms() {
    for (frame, error) in [
        (r#"{"error":{"message":"no","code":502,"metadata":{"a":1}}}"#, "error 'no'"),
        (r#"error> {"error":"no"}"#, "error 'no'"),
        (r#"error> {"message":"no"}"#, "error 'no'"),
        (r#"{"code":"x","error":"no"}"#, "error 'no'"),
        (r#"{"id":"c","choices":null,"base_resp":{"status_code":1008,"status_msg":"no"}}"#, "error 'no'"),
        (r#"{"id":"c","choices":[],"error":{"message":"no"}}"#, "error 'no'"),
        (r#"{"object":"error","message":"no","code":1}"#, "error 'no'"),
        (r#"{"detail":"no"}"#, "error 'no'"),
    ] {
        let got = read(&FORMATS[3], frame);
        assert!(got.contains(error) && got.contains("run- cut"), "{frame}: {got}");
    }
    let fine = read(&FORMATS[3], r#"{"id":"c","choices":[],"base_resp":{"status_code":0,"status_msg":""}}"#);
    assert!(!fine.contains("error '"), "{fine}");
}

#[test]
fn a_new_id_after_the_end_is_another_reply_unless_ids_change_all_the_time() {
    let chunk = |id: &str, delta: &str, finish: &str| {
        format!(r#"{{"id":"{id}","choices":[{{"index":0,"delta":{delta},"finish_reason":{finish}}}]}}"#)
    };
    let runs = |frames: &[String]| read(&FORMATS[3], &frames.join("\n")).matches("run+").count();
    let (text, end) = (r#"{"role":"assistant","content":"a"}"#, "\"stop\"");
    assert_eq!(runs(&[chunk("a", text, end), chunk("b", text, end)]), 2);
    assert_eq!(runs(&[chunk("a", text, "null"), chunk("b", text, end), chunk("c", "{}", end)]), 1);
}

#[test]
fn usage_inside_a_vendor_member_counts_and_stays() {
    let got = read(
        &FORMATS[3],
        r#"{"id":"c","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}],"x_groq":{"id":"r","usage":{"prompt_tokens":1,"completion_tokens":2}}}"#,
    );
    assert!(
        got.contains(
            r#"usage in=1 out=2 {/x_groq {"id":"r","usage":{"prompt_tokens":1,"completion_tokens":2}}}"#
        ),
        "{got}"
    );
}

#[test]
fn usage_inside_a_vendor_member_begins_a_reply() {
    let got = read(
        &FORMATS[3],
        r#"{"x_groq":{"usage":{"prompt_tokens":1}}}
{"id":"c","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}"#,
    );
    assert!(got.starts_with("run+"), "{got}");
    assert_eq!(got.matches("run+").count(), 1, "{got}");
}

#[test]
fn an_index_that_counts_chunks_is_no_choice() {
    let chunk = |n: u32, text: &str| {
        format!(
            r#"{{"id":"c.{n}","choices":[{{"index":{n},"delta":{{"role":"assistant","content":"{text}"}},"finish_reason":null}}]}}"#
        )
    };
    let got = read(&FORMATS[3], &[chunk(0, "Moon"), chunk(1, "light"), chunk(2, ".")].join("\n"));
    assert_eq!(got.matches("msg+").count(), 1, "{got}");
    assert!(got.contains("openai/choice-index-counts"), "{got}");
}
